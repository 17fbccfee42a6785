# C-level face of tables.py.
from solver.kernels.index cimport Index
from solver.kernels.ways cimport Ways

cdef class OrderTables(Ways):
    cdef int n
    cdef bint stock_top
    cdef bint recycles
    cdef unsigned char[::1] run_rank
    cdef unsigned char[::1] order
    cdef unsigned char[::1] ends
    cdef unsigned long long[::1] of_rank
    cdef unsigned long long[::1] upto
    cdef unsigned long long root_counts
    cdef Index table_index
    cdef int table_count
    cdef int table_room
    cdef int stride
    cdef unsigned char[::1] now
    cdef unsigned char[::1] last
    cdef unsigned char[::1] later
    cdef Index dig_index
    cdef int dig_room
    cdef unsigned char[::1] dig
    cdef unsigned char[::1] segment
    cdef unsigned char[::1] iota
    cdef unsigned char[::1] behind

    cdef int table(self, int s, unsigned long long counts) noexcept nogil
    cdef void _grow_tables(self)
    cdef void _grow_digs(self)
    cdef int _digs(self, unsigned long long counts) noexcept nogil
    cdef void _segments(self, int base, unsigned long long used) noexcept nogil
    cdef int _next_pass(self, int s, unsigned long long counts, int digs,
                        int floor) noexcept nogil
    cdef int _plain_rows(self, int s, unsigned long long counts) noexcept nogil
    cdef int _make_rows(self, int s, unsigned long long counts) noexcept nogil
    cdef void _keep(self, unsigned char[::1] rows, int base, unsigned char* row) noexcept nogil
    cdef unsigned char* _row(self, unsigned char[::1] rows, int base, int count) noexcept nogil
    cdef void _step(self, int child, unsigned char* now, unsigned char* last,
                    unsigned char* later) noexcept nogil
    cdef void _use(self, int child, int digs, int rank, unsigned char* now,
                   unsigned char* last, unsigned char* later, unsigned char* ahead_now,
                   unsigned char* ahead_later) noexcept nogil

# C-level face of relaxed.py; the macro kernel reaches it through this.
cdef class Relaxed:
    cdef public int size
    cdef public int n
    cdef public int start
    cdef public bint cover_pairs
    cdef public bint stock_top
    cdef unsigned long long[::1] sets
    cdef unsigned long long[::1] exposed
    cdef unsigned long long[::1] single
    cdef short[::1] after
    cdef unsigned long long[::1] covers
    cdef unsigned char[::1] board_rank
    cdef unsigned char[::1] run_rank
    cdef unsigned long long[::1] upto
    cdef unsigned long long root_counts
    cdef unsigned long long[::1] need
    cdef unsigned char[::1] need_known
    cdef unsigned long long[::1] value_key
    cdef unsigned char[::1] value
    cdef int value_mask
    cdef int value_count
    cdef unsigned long long[::1] table_key
    cdef int[::1] table_at
    cdef int table_mask
    cdef public int table_count
    cdef int table_room
    cdef int stride
    cdef unsigned char[::1] now
    cdef unsigned char[::1] later
    cdef unsigned long long[::1] dig_key
    cdef int[::1] dig_at
    cdef int dig_mask
    cdef int dig_count
    cdef int dig_room
    cdef unsigned short[::1] dig

    cdef unsigned long long needs(self, int s) noexcept nogil
    cdef int clear(self, int s, unsigned long long avail) noexcept nogil
    cdef int table(self, int s, unsigned long long counts) noexcept nogil
    cdef int without_kings(self, int s) noexcept nogil

    cdef void _grow_values(self)
    cdef void _grow_tables(self)
    cdef void _grow_digs(self)
    cdef int _digs(self, unsigned long long counts) noexcept nogil
    cdef bint _balanced(self, unsigned long long between, unsigned long long used) noexcept nogil
    cdef int _next_pass(self, int s, unsigned long long counts) noexcept nogil
    cdef void _use(self, int child, int digs, int rank, int* now, int* later,
                   int* ahead_now, int* ahead_later) noexcept nogil

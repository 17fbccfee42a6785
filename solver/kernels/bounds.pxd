# C-level face of bounds.py.
from solver.kernels.tables cimport OrderTables

cdef class Bounds(OrderTables):
    cdef unsigned long long kings
    cdef int first_level
    # By level: the kings that are charged when passed.
    cdef unsigned long long[::1] charged
    # Counts by rank of each eight run cards.
    cdef unsigned long long[::1] sums

    cdef void _add_up(self)
    cdef int estimate(self, unsigned long long m, int p, int mode, int level,
                      int row) noexcept nogil
    cdef int sharpened(self, unsigned long long m, int p, int mode, int level, int s,
                       int row, int enough) noexcept nogil
    cdef unsigned long long counts_of(self, unsigned long long cards) noexcept nogil
    cdef unsigned long long _diggable(self, unsigned long long m, int p, int s) noexcept nogil
    cdef int _finish_bound(self, unsigned long long m, int p, int level, int s,
                           int floor, int enough) noexcept nogil
    cdef int _recycle_bound(self, unsigned long long m, int p, int level, int s,
                            int floor, int enough) noexcept nogil

# C-level face of wide_bounds.py.
from solver.kernels.bits cimport wide
from solver.kernels.piles cimport Piles

cdef class WideBounds:
    cdef Piles piles
    cdef int draw
    cdef int goal
    cdef int classes
    cdef bint stock_top
    cdef bint cover_pairs
    cdef bint functional
    cdef bint prune
    cdef bint strict
    cdef bint plain
    cdef wide board
    cdef wide table
    cdef wide run_cards
    cdef wide alone
    cdef unsigned long long[::1] partner
    cdef unsigned long long[::1] covers
    cdef unsigned long long[::1] possible
    cdef unsigned long long[::1] ranks

    cdef wide wide_of(self, mask)
    cdef wide mask(self, unsigned long long[::1] masks, int at) noexcept nogil
    cdef int estimate(self, wide cards, wide stock, wide in_cells, wide doubtful) noexcept nogil
    cdef int _draws_to(self, wide stock, wide wanted, int number) noexcept nogil

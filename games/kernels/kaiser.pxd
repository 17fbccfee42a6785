# C-level face of kaiser.py.
from games.kernels.table cimport Table

cdef class KaiserTable(Table):
    cdef public int declarer
    cdef public int bid
    cdef public bint three_trick_rule
    cdef public bint must_bid
    cdef public int cap
    cdef public int target
    cdef public int floor
    cdef public int left
    cdef public int[::1] totals
    cdef public int three_taker
    cdef public unsigned long long[::1] shown
    cdef int[::1] sheet
    cdef int[::1] shares
    cdef int[::1] lacking
    cdef int[::1] row
    cdef int kept_three

    cdef int taken(self, int team) noexcept nogil
    cdef void _settle(self) noexcept nogil
    cdef double value(self, int team) noexcept nogil
    cdef double standing(self, int own, int others, int left) noexcept nogil
    cdef unsigned long long _look(self, int seat) noexcept nogil
    cdef int _beats(self, int other, int best, int led, unsigned long long out) noexcept nogil
    cdef int _chance(self, int seat, int card, unsigned long long out) noexcept nogil
    cdef int _keeping(self, int seat, int card, unsigned long long out) noexcept nogil
    cdef bint _takes(self, int card) noexcept nogil
    cdef int _weigh(self, int seat, int card, int chance, unsigned long long out) noexcept nogil
    cdef void _explain(self, int seat, int card, unsigned long long out) noexcept nogil

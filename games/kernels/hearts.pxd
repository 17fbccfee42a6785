# C-level face of hearts.py.
from games.kernels.table cimport Table

cdef class HeartsTable(Table):
    cdef public bint modern
    cdef public bint clean_first
    cdef public bint queen_breaks
    cdef public bint queen_waits
    cdef public bint queen_excuses
    cdef public bint moon_needs_bonus
    cdef public int moon
    cdef public int first_card
    cdef public int bonus
    cdef public int bonus_taker
    cdef public int all_points
    cdef public bint broken
    cdef public bint reached
    cdef public bint tie_ends
    cdef public int target
    cdef public int left
    cdef public int[::1] sheet
    cdef public unsigned long long pointed
    cdef int[::1] charged
    cdef unsigned long long[::1] going
    cdef bint kept_broken
    cdef int kept_taker

    cdef int _lead(self, int seat, unsigned long long may) noexcept nogil
    cdef int _follow(self, int seat, unsigned long long may) noexcept nogil
    cdef int _discard(self, int seat, unsigned long long may) noexcept nogil
    cdef bint _shoots(self, int seat) noexcept nogil
    cdef int _take_all(self, int seat, unsigned long long may) noexcept nogil
    cdef int _shooter(self, int seat) noexcept nogil
    cdef unsigned long long _after_bonus(self, unsigned long long above, int points) noexcept nogil
    cdef void _learn(self, int card) noexcept nogil
    cdef int _points_in(self, int number) noexcept nogil
    cdef void _charge(self) noexcept nogil
    cdef unsigned long long _passed(self, unsigned long long hand) noexcept nogil

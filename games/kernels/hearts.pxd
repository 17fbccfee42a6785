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
    cdef public int count
    cdef public bint broken
    cdef public int reason
    cdef public unsigned long long pointed
    cdef unsigned long long[::1] kept_hands
    cdef int[::1] kept

    cdef unsigned long long legal(self, int seat) noexcept nogil
    cdef void lay(self, int card) noexcept nogil
    cdef int choose(self, int seat) noexcept nogil
    cdef int _lead(self, int seat, unsigned long long may) noexcept nogil
    cdef int _follow(self, int seat, unsigned long long may) noexcept nogil
    cdef int _discard(self, int seat, unsigned long long may) noexcept nogil
    cdef int _shooter(self, int seat) noexcept nogil
    cdef int _points_on_table(self) noexcept nogil
    cdef void _keep(self) noexcept nogil
    cdef void _restore(self) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef int _score(self, int seat) noexcept nogil
    cdef unsigned long long _passed(self, unsigned long long hand) noexcept nogil

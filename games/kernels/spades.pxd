# C-level face of spades.py.
from games.kernels.table cimport Table

cdef class SpadesTable(Table):
    cdef public int first_lead
    cdef public bint broken
    cdef public int new_bags
    cdef public int left
    cdef public bint nil_counts
    cdef public bint nil_helps
    cdef public int[::1] bids
    cdef public int[::1] blind
    cdef public int[::1] sheet
    cdef public int[::1] prices
    cdef bint kept_broken

    cdef bint _is_nil(self, int seat) noexcept nogil
    cdef bint _nil_lives(self, int seat) noexcept nogil
    cdef int _need(self, int team) noexcept nogil
    cdef int _lead(self, int seat, unsigned long long may, bint wants) noexcept nogil
    cdef int _follow(self, int seat, unsigned long long may, bint wants) noexcept nogil
    cdef int _throw(self, int seat, unsigned long long may, bint wants) noexcept nogil
    cdef int _nil_plays(self, int seat, unsigned long long may) noexcept nogil
    cdef int _covers(self, int seat, unsigned long long may) noexcept nogil
    cdef int _lowest(self, unsigned long long may) noexcept nogil
    cdef int _highest(self, unsigned long long may) noexcept nogil
    cdef unsigned long long _beating(self, unsigned long long may) noexcept nogil
    cdef bint _is_boss(self, int seat, int card) noexcept nogil
    cdef int _value(self, int team) noexcept nogil
    cdef int _team_points(self, int team) noexcept nogil
    cdef int _total(self, int team) noexcept nogil

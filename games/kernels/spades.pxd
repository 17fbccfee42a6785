# C-level face of spades.py.
from games.kernels.table cimport Table

cdef class SpadesTable(Table):
    cdef public int first_lead
    cdef public int count
    cdef public bint broken
    cdef public int reason
    cdef public int new_bags
    cdef public bint nil_counts
    cdef public bint nil_helps
    cdef public int[::1] bids
    cdef public int[::1] blind
    cdef public int[::1] sheet
    cdef public int[::1] worth
    cdef unsigned long long[::1] kept_gone
    cdef int[::1] kept

    cdef unsigned long long legal(self, int seat) noexcept nogil
    cdef void lay(self, int card) noexcept nogil
    cdef bint _is_nil(self, int seat) noexcept nogil
    cdef bint _nil_lives(self, int seat) noexcept nogil
    cdef int _need(self, int team) noexcept nogil
    cdef int choose(self, int seat) noexcept nogil
    cdef int _lead(self, int seat, unsigned long long may, bint wants) noexcept nogil
    cdef int _follow(self, int seat, unsigned long long may, bint wants) noexcept nogil
    cdef int _throw(self, int seat, unsigned long long may, bint wants) noexcept nogil
    cdef int _nil_plays(self, int seat, unsigned long long may) noexcept nogil
    cdef int _covers(self, int seat, unsigned long long may) noexcept nogil
    cdef int _lowest(self, unsigned long long may) noexcept nogil
    cdef int _highest(self, unsigned long long may) noexcept nogil
    cdef unsigned long long _beating(self, unsigned long long may) noexcept nogil
    cdef bint _is_boss(self, int seat, int card) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef int _value(self, int team) noexcept nogil
    cdef int _team_points(self, int team) noexcept nogil
    cdef int _total(self, int team) noexcept nogil
    cdef int _strength(self, unsigned long long hand) noexcept nogil
    cdef int _nil_risk(self, unsigned long long hand) noexcept nogil
    cdef int _bid(self, int seat, unsigned long long hand) noexcept nogil
    cdef void _keep(self) noexcept nogil
    cdef void _restore(self) noexcept nogil

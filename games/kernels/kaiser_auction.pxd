# C-level face of kaiser_auction.py.
from games.kernels.kaiser cimport KaiserTable

cdef class KaiserAuction(KaiserTable):
    cdef public int dealer
    cdef public int[::1] said
    cdef public int spoken
    cdef public int lowest
    cdef public bint forty
    cdef public bint forced
    cdef public int suit_margin
    cdef public int no_margin
    cdef public int partner_bids
    cdef public int opponent_bids
    cdef public int[::1] trump_worth
    cdef public int[::1] no_worth
    cdef int[::1] parts

    cdef void _count_parts(self, unsigned long long hand, int trump) noexcept nogil
    cdef int promise(self, unsigned long long hand, int trump) noexcept nogil
    cdef int name_suit(self, unsigned long long hand) noexcept nogil
    cdef bint _all_alone(self, unsigned long long hand) noexcept nogil
    cdef int _highest(self, int spoken) noexcept nogil
    cdef int _context(self, int place) noexcept nogil
    cdef int _cheapest(self, int place, bint none) noexcept nogil
    cdef int rule_bid(self, int place, unsigned long long hand) noexcept nogil
    cdef int doubt(self, int place, unsigned long long hand) noexcept nogil
    cdef int _open(self) noexcept nogil
    cdef double _agreement(self, int me, unsigned long long[::1] held, int base) noexcept nogil

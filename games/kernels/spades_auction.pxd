# C-level face of spades_auction.py.
from games.kernels.spades cimport SpadesTable

cdef class SpadesAuction(SpadesTable):
    cdef int _strength(self, unsigned long long hand) noexcept nogil
    cdef int _nil_risk(self, unsigned long long hand) noexcept nogil
    cdef int _bid(self, int seat, unsigned long long hand) noexcept nogil

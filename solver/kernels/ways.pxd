# C-level face of ways.py.
cdef class Ways:
    cdef int size
    cdef bint cover_pairs
    cdef unsigned long long[::1] sets
    cdef unsigned long long[::1] exposed
    cdef unsigned long long[::1] single
    cdef short[::1] after
    cdef unsigned char[::1] card_count
    cdef unsigned char[::1] board_rank
    cdef unsigned long long[::1] board_of_rank
    cdef unsigned long long[::1] need
    cdef int[::1] ways_at
    cdef int[::1] ways_count
    cdef unsigned int[::1] ways
    cdef int ways_end
    cdef int ways_room

    cdef unsigned long long needs(self, int s) noexcept nogil
    cdef int clear(self, int s, unsigned long long avail) noexcept nogil
    cdef int without_kings(self, int s) noexcept nogil
    cdef void _grow_ways(self)
    cdef void _find_ways(self, int s) noexcept nogil
    cdef void _merge_ways(self, int start, int source, unsigned long long pair) noexcept nogil

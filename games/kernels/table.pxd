# C-level face of table.py.
cdef class Table:
    cdef public int seats
    cdef public int trump
    cdef public int skipped
    cdef public unsigned long long[::1] hands
    cdef public int[::1] trick
    cdef public int[::1] voids
    cdef public int[::1] tricks
    cdef public int[::1] points
    cdef public int played
    cdef public int leader
    cdef public int turn
    cdef public int taker
    cdef public int best
    cdef public unsigned long long pack
    cdef public unsigned long long gone

    cdef unsigned long long follow(self, int seat) noexcept nogil
    cdef int put(self, int card) noexcept nogil
    cdef int after(self, int seat) noexcept nogil
    cdef unsigned long long unseen(self, int seat) noexcept nogil

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
    cdef public int reason
    cdef int[::1] kept
    cdef unsigned long long kept_gone

    cdef unsigned long long follow(self, int seat) noexcept nogil
    cdef int put(self, int card) noexcept nogil
    cdef int after(self, int seat) noexcept nogil
    cdef unsigned long long unseen(self, int seat) noexcept nogil
    cdef bint in_first_trick(self) noexcept nogil
    cdef unsigned long long legal(self, int seat) noexcept nogil
    cdef void lay(self, int card) noexcept nogil
    cdef int choose(self, int seat) noexcept nogil
    cdef int pick(self, int seat, unsigned long long may) noexcept nogil
    cdef double worth(self, int seat) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef void restore(self) noexcept nogil
    cdef void hold(self, unsigned long long[::1] worlds, int world) noexcept nogil
    cdef void finish(self) noexcept nogil

# C-level face of worlds.py.
cdef class Worlds:
    cdef public int seats
    cdef unsigned long long state
    cdef int[::1] room
    cdef int[::1] allowed
    cdef int[::1] left

    cdef unsigned long long _next(self) noexcept nogil
    cdef int _below(self, int bound) noexcept nogil
    cdef bint _fits(self) noexcept nogil
    cdef bint _deal(self, unsigned long long[::1] hands, int base,
                    unsigned long long cards) noexcept nogil

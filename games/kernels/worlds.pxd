# C-level face of worlds.py.
cdef class Worlds:
    cdef public int seats
    cdef unsigned long long state
    cdef unsigned long long cards
    cdef int holders
    cdef int size
    cdef bint free
    cdef unsigned long long[::1] held
    cdef int[::1] order
    cdef int[::1] room
    cdef int[::1] barred
    cdef int[::1] count
    cdef int[::1] left
    cdef int[::1] took
    cdef int[::1] stride
    cdef double[::1] ways
    cdef double[::1] ways_to_take

    cdef unsigned long long _next(self) noexcept nogil
    cdef int _below(self, int bound) noexcept nogil
    cdef double _walk(self, int place, double chosen) noexcept nogil
    cdef void _count(self) noexcept nogil
    cdef unsigned long long _take(self, unsigned long long left, int number) noexcept nogil
    cdef void _deal(self, unsigned long long[::1] hands, int base) noexcept nogil

cdef int _least(int one, int other) noexcept nogil

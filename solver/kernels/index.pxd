# C-level face of index.py.
cdef class Index:
    cdef unsigned long long[::1] slots
    cdef int mask
    cdef int count

    cdef int find(self, unsigned long long key) noexcept nogil
    cdef void enter(self, unsigned long long key, int number) noexcept nogil
    cdef int _slot(self, unsigned long long key) noexcept nogil
    cdef void _empty(self)
    cdef void _grow(self)

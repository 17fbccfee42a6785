# C-level face of rests.py.
cdef class Rests:
    cdef unsigned char[::1] rows
    cdef unsigned long long[::1] words
    cdef unsigned char[::1] row
    cdef unsigned long long[::1] row_words
    cdef int[::1] slots
    cdef unsigned long long slot_mask
    cdef int size
    cdef int row_size
    cdef int room
    cdef int count

    cdef int number(self) noexcept nogil
    cdef unsigned long long _hash(self, unsigned long long[::1] words, long long at) noexcept nogil
    cdef void _copy(self, unsigned char[::1] rows)

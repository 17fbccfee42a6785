# C-level face of piles.py.
from solver.kernels.bits cimport wide
from solver.kernels.rests cimport Rests

cdef class Piles:
    cdef Rests rests
    cdef list root
    cdef int cells
    cdef int count
    cdef int row_size
    cdef unsigned char[::1] here
    cdef unsigned char[::1] next
    cdef int[::1] here_height
    cdef int[::1] next_height

    cdef void copy(self) noexcept nogil
    cdef wide cards_of(self, int pile) noexcept nogil
    cdef int top(self, int pile) noexcept nogil
    cdef void sweep(self) noexcept nogil
    cdef int draw(self, int at) noexcept nogil
    cdef void drop(self, int card) noexcept nogil
    cdef void put_into_cell(self, int card) noexcept nogil
    cdef void recycle(self) noexcept nogil
    cdef int number(self, unsigned long long high, int recycles) noexcept nogil
    cdef unsigned long long read(self, unsigned long long number) noexcept nogil

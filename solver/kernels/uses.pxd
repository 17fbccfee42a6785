# C-level face of uses.py.
from solver.kernels.bounds cimport Bounds

cdef class Uses:
    cdef Bounds bounds
    cdef int room
    cdef int end
    cdef int[::1] first
    cdef int[::1] number
    cdef unsigned char[::1] rank
    cdef int[::1] price
    cdef int[::1] left
    cdef unsigned int[::1] place
    cdef int[::1] child
    cdef int child_end
    cdef int child_room
    cdef int[::1] child_at
    cdef int child_rows
    # Closure of a set under board pairs: its sets and what it costs to get there.
    cdef int[::1] near
    cdef int[::1] near_cost
    cdef unsigned long long[::1] near_from
    cdef int[::1] near_at
    cdef int[::1] mark
    cdef int epoch

    cdef int offered(self, int s) noexcept nogil
    cdef int children(self, int s, int row, unsigned long long counts) noexcept nogil
    cdef void _grow_uses(self, int least)
    cdef void _grow_children(self, int least)
    cdef void _grow_rows(self)
    cdef void _list(self, int s) noexcept nogil
    cdef int _close(self, int s) noexcept nogil

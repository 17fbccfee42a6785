# C-level face of wide_steps.py.
from solver.kernels.bits cimport wide
from solver.kernels.store cimport Store
from solver.kernels.wide_bounds cimport WideBounds

cdef class WideSteps(WideBounds):
    cdef Store store
    cdef int end
    cdef int cells
    cdef bint limited
    cdef bint keep
    cdef bint greedy
    cdef long long expanded
    cdef int bound
    cdef int best
    cdef int best_node
    cdef int ceiling
    cdef int steps_weight
    cdef int rest_weight
    cdef int board_weight

    cdef int _rating(self, wide cards, int g, int h) noexcept nogil
    cdef void add(self, wide cards, wide stock, wide in_cells, wide gone, int recycles, int g,
                  int parent, int code) noexcept nogil
    cdef void _expand(self, int node) noexcept nogil
    cdef wide _next_of(self, wide stock) noexcept nogil
    cdef void _take(self, wide cards, wide stock, wide in_cells, int recycles, int g, int node,
                    int i, int j) noexcept nogil
    cdef void _draw(self, wide cards, wide stock, wide waste, wide in_cells, int recycles, int g,
                    int node) noexcept nogil
    cdef int go_on(self, int steps) noexcept nogil

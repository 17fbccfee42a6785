# C-level face of store.py; the kernels reach the store through this.
cdef class Store:
    cdef object memory
    cdef unsigned long long[::1] words
    cdef int[::1] ints
    cdef int[::1] slots
    cdef int[::1] heads
    cdef int count
    cdef int offered
    cdef int capacity
    cdef int lowest
    cdef int highest
    cdef unsigned long long slot_mask

    cdef int find(self, unsigned long long a, unsigned long long b) noexcept nogil
    cdef int push(self, unsigned long long a, unsigned long long b, int g, int f,
                  int parent, int move) noexcept nogil
    cdef void offer(self, unsigned long long a, unsigned long long b, int g, int f,
                    int parent, int move) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef int pop(self) noexcept nogil
    cdef void requeue(self, int node, int f) noexcept nogil

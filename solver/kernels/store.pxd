# C-level face of store.py; the kernels reach the store through this.
cdef class Store:
    cdef public object arrays
    cdef unsigned long long[::1] keys
    cdef int[::1] parent
    cdef unsigned int[::1] move
    cdef int[::1] cost
    cdef int[::1] link
    cdef unsigned char[::1] flags
    cdef int[::1] slots
    cdef int[::1] heads
    cdef public int count
    cdef int offered
    cdef public int capacity
    cdef public int lowest
    cdef public int highest
    cdef unsigned long long slot_mask

    cdef int find(self, unsigned long long a, unsigned long long b) noexcept nogil
    cdef int push(self, unsigned long long a, unsigned long long b, int g, int f,
                  int parent, unsigned int move) noexcept nogil
    cdef void offer(self, unsigned long long a, unsigned long long b, int g, int f,
                    int parent, unsigned int move) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef int pop(self) noexcept nogil
    cdef void requeue(self, int node, int f) noexcept nogil

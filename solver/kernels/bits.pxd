# The compiled twin of bits.py: the same functions and constants in C.
cdef extern from * nogil:
    """
    #ifndef PYRAMID_BITS
    #define PYRAMID_BITS
    typedef unsigned long long pyramid_word;

    static inline int pyramid_count(pyramid_word x) {
        x = x - ((x >> 1) & 0x5555555555555555ULL);
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }

    static inline int pyramid_first(pyramid_word x) {
    #if defined(__GNUC__)
        return __builtin_ctzll(x);
    #else
        return pyramid_count((x & (~x + 1)) - 1);
    #endif
    }

    static inline int pyramid_last(pyramid_word x) {
    #if defined(__GNUC__)
        return 63 - __builtin_clzll(x);
    #else
        x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; x |= x >> 32;
        return pyramid_count(x) - 1;
    #endif
    }

    static const unsigned char pyramid_fields[16] =
        {0, 0, 4, 8, 12, 16, 20, 44, 40, 36, 32, 28, 24, 48, 0, 0};

    static inline int pyramid_field(int rank) { return pyramid_fields[rank]; }

    static inline pyramid_word pyramid_least(pyramid_word x, pyramid_word y) {
        pyramid_word over = ((((x | 0x888888888888ULL) - y) & 0x888888888888ULL) >> 3) * 15;
        return (y & over) | (x & ~over);
    }

    static inline int pyramid_covers(pyramid_word x, pyramid_word y) {
        return (((x | 0x888888888888ULL) - y) & 0x888888888888ULL) == 0x888888888888ULL;
    }

    static inline int pyramid_total(pyramid_word x) {
        x = (x & 0x0F0F0F0F0F0FULL) + ((x >> 4) & 0x0F0F0F0F0F0FULL);
        return (int)((x * 0x010101010101ULL >> 40) & 0xFF);
    }

    static inline pyramid_word pyramid_mix(pyramid_word a, pyramid_word b) {
        pyramid_word h = a ^ (b * 0x9E3779B97F4A7C15ULL);
        h ^= h >> 32;
        h *= 0xD6E8FEB86659FD93ULL;
        return h ^ (h >> 32);
    }

    /* Two packs have 104 cards. */
    typedef unsigned __int128 pyramid_wide;

    static inline int pyramid_wide_count(pyramid_wide x) {
        return pyramid_count((pyramid_word)x) + pyramid_count((pyramid_word)(x >> 64));
    }

    static inline int pyramid_wide_first(pyramid_wide x) {
        pyramid_word low = (pyramid_word)x;
        return low ? pyramid_first(low) : 64 + pyramid_first((pyramid_word)(x >> 64));
    }

    static inline int pyramid_wide_last(pyramid_wide x) {
        pyramid_word high = (pyramid_word)(x >> 64);
        return high ? 64 + pyramid_last(high) : pyramid_last((pyramid_word)x);
    }

    static inline pyramid_wide pyramid_wide_join(pyramid_word low, pyramid_word high) {
        return ((pyramid_wide)high << 64) | low;
    }

    static inline pyramid_word pyramid_wide_low(pyramid_wide x) { return (pyramid_word)x; }

    static inline pyramid_word pyramid_wide_high(pyramid_wide x) { return (pyramid_word)(x >> 64); }

    #if defined(__GNUC__)
    #define pyramid_prefetch(place) __builtin_prefetch(place)
    #else
    #define pyramid_prefetch(place) ((void)(place))
    #endif
    #endif
    """
    int count_bits "pyramid_count"(unsigned long long x)
    int first_bit "pyramid_first"(unsigned long long x)
    int last_bit "pyramid_last"(unsigned long long x)
    int field_of "pyramid_field"(int rank)
    unsigned long long least_fields "pyramid_least"(unsigned long long x, unsigned long long y)
    bint covers_fields "pyramid_covers"(unsigned long long x, unsigned long long y)
    int total_fields "pyramid_total"(unsigned long long x)
    unsigned long long mix "pyramid_mix"(unsigned long long a, unsigned long long b)
    void prefetch "pyramid_prefetch"(int* place)
    ctypedef unsigned long long wide "pyramid_wide"
    int wide_count "pyramid_wide_count"(wide x)
    int wide_first "pyramid_wide_first"(wide x)
    int wide_last "pyramid_wide_last"(wide x)
    wide wide_join "pyramid_wide_join"(unsigned long long low, unsigned long long high)
    unsigned long long wide_low "pyramid_wide_low"(wide x)
    unsigned long long wide_high "pyramid_wide_high"(wide x)
    wide WIDE_ONE "((pyramid_wide)1)"
    wide WIDE_NONE "((pyramid_wide)0)"
    unsigned long long ONE "1ULL"
    unsigned long long NOTHING "0xFFFFFFFFFFFFFFFFULL"
    unsigned long long CARDS "0xFFFFFFFFFFFFFULL"
    unsigned long long HALF "0xFFFFFFULL"

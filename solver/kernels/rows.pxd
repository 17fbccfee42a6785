# The compiled twin of rows.py: the same functions in C.
#
# A row is 32 or 64 bytes: a loop over it becomes a few vector instructions.
cdef extern from * nogil:
    """
    #ifndef PYRAMID_ROWS
    #define PYRAMID_ROWS
    #include <stddef.h>
    #ifdef __SSE2__
    #include <emmintrin.h>
    #endif
    typedef unsigned char pyramid_byte;

    /* n is 32 or 64 (448 or 896 for a block of rows), never anything else. */
    #define PYRAMID_EACH(n, body) \\
        do { \\
            const ptrdiff_t blocks_ = (unsigned)(n) / 32; \\
            for (ptrdiff_t p = 0; p < 32 * blocks_; p++) { body; } \\
        } while (0)

    static inline pyramid_byte pyramid_less(pyramid_byte a, pyramid_byte b) {
        return a < b ? a : b;
    }

    static inline void pyramid_fill(pyramid_byte *row, int n, pyramid_byte byte) {
        PYRAMID_EACH(n, row[p] = byte);
    }

    static inline void pyramid_lower_to(pyramid_byte *row, int n, pyramid_byte most) {
        PYRAMID_EACH(n, row[p] = pyramid_less(row[p], most));
    }

    static inline void pyramid_copy_lowered(
        pyramid_byte *__restrict to, const pyramid_byte *__restrict from, int n, pyramid_byte most) {
        PYRAMID_EACH(n, to[p] = pyramid_less(from[p], most));
    }

    static inline void pyramid_lower(
        pyramid_byte *__restrict row, const pyramid_byte *__restrict from, int n, pyramid_byte more) {
        PYRAMID_EACH(n, row[p] = pyramid_less((pyramid_byte)(from[p] + more), row[p]));
    }

    static inline void pyramid_lower_masked(
        pyramid_byte *__restrict row, const pyramid_byte *__restrict from, const pyramid_byte *__restrict mask, int n,
        pyramid_byte more) {
        PYRAMID_EACH(
            n, row[p] = pyramid_less((pyramid_byte)((pyramid_byte)(from[p] + more) | mask[p]), row[p]));
    }

    static inline void pyramid_lower_sum(
        pyramid_byte *__restrict row, const pyramid_byte *__restrict from, const pyramid_byte *__restrict plus, int n) {
        PYRAMID_EACH(n, row[p] = pyramid_less((pyramid_byte)(from[p] + plus[p]), row[p]));
    }

    static inline void pyramid_lower_difference(
        pyramid_byte *__restrict row, const pyramid_byte *__restrict from, const pyramid_byte *__restrict less, int n) {
        PYRAMID_EACH(n, row[p] = pyramid_less((pyramid_byte)(from[p] - less[p]), row[p]));
    }

    static inline void pyramid_add(pyramid_byte *__restrict row, const pyramid_byte *__restrict plus, int n) {
        PYRAMID_EACH(n, row[p] = (pyramid_byte)(row[p] + plus[p]));
    }

    static inline void pyramid_subtract(pyramid_byte *__restrict row, const pyramid_byte *__restrict less, int n) {
        PYRAMID_EACH(n, row[p] = (pyramid_byte)(row[p] - less[p]));
    }

    static inline void pyramid_raise_next(
        pyramid_byte *rows, int base, const pyramid_byte *__restrict mask, int n) {
        const pyramid_byte *__restrict from = rows + base;
        pyramid_byte *__restrict to = rows + base + n;
        PYRAMID_EACH(n, to[p] = (pyramid_byte)(from[p] + mask[p] + 1));
    }

    #ifdef __SSE2__
    static inline void pyramid_spread(
        pyramid_byte *rows, int base, unsigned long long bits, int n) {
        const __m128i each = _mm_set1_epi64x((long long)0x8040201008040201ULL);
        for (ptrdiff_t p = 0; p < (ptrdiff_t)(unsigned)n; p += 16) {
            /* Each of two bytes eight times, then in each place its own bit. */
            __m128i x = _mm_cvtsi32_si128((int)(bits >> p & 0xFFFF));
            x = _mm_unpacklo_epi8(x, x);
            x = _mm_unpacklo_epi16(x, x);
            x = _mm_unpacklo_epi32(x, x);
            x = _mm_cmpeq_epi8(_mm_and_si128(x, each), _mm_setzero_si128());
            _mm_storeu_si128((__m128i *)(rows + base + p), x);
        }
    }

    /* Without a trip through memory; the complement's greatest, since shifts bring in zeros. */
    static inline void pyramid_least_after(pyramid_byte *row, int n) {
        __m128i behind = _mm_setzero_si128();
        for (ptrdiff_t p = (ptrdiff_t)n - 16; p >= 0; p -= 16) {
            __m128i x = _mm_andnot_si128(_mm_loadu_si128((__m128i *)(row + p)), _mm_set1_epi8(-1));
            x = _mm_max_epu8(x, _mm_srli_si128(x, 1));
            x = _mm_max_epu8(x, _mm_srli_si128(x, 2));
            x = _mm_max_epu8(x, _mm_srli_si128(x, 4));
            x = _mm_max_epu8(_mm_max_epu8(x, _mm_srli_si128(x, 8)), behind);
            behind = _mm_set1_epi8((char)_mm_cvtsi128_si32(x));
            _mm_storeu_si128((__m128i *)(row + p), _mm_andnot_si128(x, _mm_set1_epi8(-1)));
        }
    }
    #else
    static inline void pyramid_spread(
        pyramid_byte *rows, int base, unsigned long long bits, int n) {
        for (ptrdiff_t p = 0; p < (ptrdiff_t)(unsigned)n; p++)
            rows[base + p] = (pyramid_byte)((bits >> p & 1) - 1);
    }

    static inline void pyramid_least_after(pyramid_byte *row, int n) {
        for (ptrdiff_t p = (ptrdiff_t)n - 2; p >= 0; p--)
            row[p] = pyramid_less(row[p], row[p + 1]);
    }
    #endif
    #endif
    """
    void fill "pyramid_fill"(unsigned char* row, int n, unsigned char byte)
    void lower_to "pyramid_lower_to"(unsigned char* row, int n, unsigned char most)
    void copy_lowered "pyramid_copy_lowered"(
        unsigned char* to, unsigned char* source, int n, unsigned char most)
    void lower "pyramid_lower"(
        unsigned char* row, unsigned char* source, int n, unsigned char more)
    void lower_masked "pyramid_lower_masked"(
        unsigned char* row, unsigned char* source, unsigned char* mask, int n,
        unsigned char more)
    void lower_sum "pyramid_lower_sum"(
        unsigned char* row, unsigned char* source, unsigned char* plus, int n)
    void lower_difference "pyramid_lower_difference"(
        unsigned char* row, unsigned char* source, unsigned char* less, int n)
    void add "pyramid_add"(unsigned char* row, unsigned char* plus, int n)
    void subtract "pyramid_subtract"(unsigned char* row, unsigned char* less, int n)
    void raise_next "pyramid_raise_next"(
        unsigned char* rows, int base, unsigned char* mask, int n)
    void spread "pyramid_spread"(
        unsigned char* rows, int base, unsigned long long bits, int n)
    void least_after "pyramid_least_after"(unsigned char* row, int n)

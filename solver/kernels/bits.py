"""Small functions on words of 64 bits, and of 128, that the kernels share, as plain Python.

Compiled kernels use the same functions from ``bits.pxd``, in C. A change here is a
change there; the tests run every kernel both ways.

Packed counts hold four bits a rank: ranks 1 to 6 first, then their partners 12 to 7 in
the same order, so that partner fields lie 24 bits apart. A field is at most 7.
"""

from __future__ import annotations

__all__ = [
    "CARDS",
    "HALF",
    "NOTHING",
    "ONE",
    "WIDE_NONE",
    "WIDE_ONE",
    "count_bits",
    "covers_fields",
    "field_of",
    "first_bit",
    "last_bit",
    "least_fields",
    "mix",
    "prefetch",
    "total_fields",
    "wide",
    "wide_count",
    "wide_first",
    "wide_high",
    "wide_join",
    "wide_last",
    "wide_low",
]

ONE = 1
#: A word with all bits set, used as a key that no state has.
NOTHING = (1 << 64) - 1
#: 52 bits, one a card.
CARDS = (1 << 52) - 1
#: The fields of ranks 1 to 6.
HALF = (1 << 24) - 1

#: A word of 128 bits: two packs have 104 cards.
wide = int
WIDE_ONE = 1
WIDE_NONE = 0

_HIGH = 0x888888888888
_FIELDS = (0, 0, 4, 8, 12, 16, 20, 44, 40, 36, 32, 28, 24, 48)


def count_bits(x: int) -> int:
    """Number of bits set."""
    return x.bit_count()


def first_bit(x: int) -> int:
    """Number of the lowest bit set; x is not 0."""
    return (x & -x).bit_length() - 1


def last_bit(x: int) -> int:
    """Number of the highest bit set; x is not 0."""
    return x.bit_length() - 1


wide_count, wide_first, wide_last = count_bits, first_bit, last_bit


def wide_join(low: int, high: int) -> int:
    """A wide word of its two halves."""
    return high << 64 | low


def wide_low(x: int) -> int:
    """The low half of a wide word."""
    return x & NOTHING


def wide_high(x: int) -> int:
    """The high half of a wide word."""
    return x >> 64


def field_of(rank: int) -> int:
    """Place of a rank's field in packed counts."""
    return _FIELDS[rank]


def least_fields(x: int, y: int) -> int:
    """Field by field the smaller."""
    over = ((((x | _HIGH) - y) & _HIGH) >> 3) * 15
    return (y & over) | (x & ~over)


def covers_fields(x: int, y: int) -> bool:
    """Whether every field of x is at least that of y."""
    return ((x | _HIGH) - y) & _HIGH == _HIGH


def total_fields(x: int) -> int:
    """Sum of the fields."""
    total = 0
    while x:
        total += x & 15
        x >>= 4
    return total


def mix(a: int, b: int) -> int:
    """A hash of two words, well mixed in its low bits."""
    h = a ^ (b * 0x9E3779B97F4A7C15 & NOTHING)
    h ^= h >> 32
    h = h * 0xD6E8FEB86659FD93 & NOTHING
    return h ^ (h >> 32)


def prefetch(place: int) -> None:
    """Let the memory at an address be fetched while other work goes on (only in C)."""

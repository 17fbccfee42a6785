"""Rows of bytes, combined byte by byte: the arithmetic of the order tables, in Python.

Compiled kernels use the same functions from ``rows.pxd``, in C. A change here is a
change there; the tests run every kernel both ways. Sums never pass 255 where it matters
(see ``INFINITE`` in :mod:`solver.kernels.tables`); a mask byte is 0 or 255.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

__all__ = [
    "add",
    "copy_lowered",
    "fill",
    "least_after",
    "lower",
    "lower_difference",
    "lower_masked",
    "lower_sum",
    "lower_to",
    "raise_next",
    "spread",
    "subtract",
]

Row = MutableSequence[int]


def fill(row: Row, n: int, byte: int) -> None:
    """Set n bytes."""
    row[:n] = bytes((byte,)) * n


def lower_to(row: Row, n: int, most: int) -> None:
    """Make no byte larger than ``most``."""
    copy_lowered(row, row, n, most)


def copy_lowered(to: Row, source: Sequence[int], n: int, most: int) -> None:
    """Copy, with no byte larger than ``most``."""
    to[:n] = bytes(min(byte, most) for byte in source[:n])


def lower(row: Row, source: Sequence[int], n: int, more: int) -> None:
    """The smaller of ``row`` and ``source`` + ``more``."""
    for p in range(n):
        row[p] = min(row[p], source[p] + more & 255)


def lower_masked(row: Row, source: Sequence[int], mask: Sequence[int], n: int, more: int) -> None:
    """The same where the mask is 0."""
    for p in range(n):
        if not mask[p]:
            row[p] = min(row[p], source[p] + more & 255)


def lower_sum(row: Row, source: Sequence[int], plus: Sequence[int], n: int) -> None:
    """The smaller of ``row`` and ``source`` + ``plus``."""
    for p in range(n):
        row[p] = min(row[p], source[p] + plus[p] & 255)


def lower_difference(row: Row, source: Sequence[int], less: Sequence[int], n: int) -> None:
    """The smaller of ``row`` and ``source`` - ``less``."""
    for p in range(n):
        row[p] = min(row[p], source[p] - less[p] & 255)


def add(row: Row, plus: Sequence[int], n: int) -> None:
    """Add ``plus`` to ``row``."""
    for p in range(n):
        row[p] = row[p] + plus[p] & 255


def subtract(row: Row, less: Sequence[int], n: int) -> None:
    """Take ``less`` from ``row``."""
    for p in range(n):
        row[p] = row[p] - less[p] & 255


def raise_next(rows: Row, base: int, mask: Sequence[int], n: int) -> None:
    """Copy the row at ``base`` to the next one, plus 1 where the mask is 0."""
    for p in range(n):
        rows[base + n + p] = rows[base + p] + (not mask[p])


def spread(rows: Row, base: int, bits: int, n: int) -> None:
    """Write n bytes from ``base`` on: 0 where the bit is set, else 255."""
    for p in range(n):
        rows[base + p] = 0 if bits >> p & 1 else 255


def least_after(row: Row, n: int) -> None:
    """Make each of n bytes the least of those from it on."""
    for p in range(n - 2, -1, -1):
        row[p] = min(row[p], row[p + 1])

"""Where a run over many deals has them from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from solver.batch import Entry

__all__ = ["Seeds", "Source"]


class Source(Protocol):
    """Where a run has its entries from; they are numbered from 1."""

    @property
    def is_single_argument(self) -> bool:
        """Whether there is just one deal, given as an argument."""

    @property
    def may_pause(self) -> bool:
        """Whether the next entry may be long in coming while answers are ready."""

    def expected(self) -> int | None:
        """How many entries there will be, as far as that can be told by now."""

    def __iter__(self) -> Iterator[Entry]: ...


class Seeds(Source):
    """The deals ``seed:first`` and on, so many of them."""

    is_single_argument = False
    may_pause = False

    def __init__(self, first: int, count: int) -> None:
        self._first = first
        self._count = count

    def expected(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Entry]:
        for at in range(self._count):
            yield Entry(at + 1, f"seed:{self._first + at}")

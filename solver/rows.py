"""What a survey keeps of a deal: a few numbers on a short line of CSV."""

from __future__ import annotations

import re
from typing import NamedTuple, Self

from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Result

__all__ = ["ROW_COLUMNS", "Row"]

_LINE = re.compile(
    rf"[0-9]{{1,20}},({WINNABLE}|{UNWINNABLE}|{UNKNOWN}|error)(,[0-9]{{0,20}}){{7}}\n?"
)


class Row(NamedTuple):
    """The answer to one random deal.

    Attributes:
        seed: the deal is ``seed:N``.
        status: ``winnable``, ``unwinnable``, ``unknown`` or ``error``. Where a limit was
            reached with a win in hand, the deal counts as winnable without a least number.
        min_moves: the least number of moves, if it is known. The following, up to
            ``cell_moves``, tell of what kinds the moves of that win are; there may be
            others as short.
        nodes: positions examined.
        microseconds: time taken.
    """

    seed: int
    status: str
    min_moves: int | None = None
    draws: int | None = None
    recycles: int | None = None
    removals: int | None = None
    cell_moves: int | None = None
    nodes: int | None = None
    microseconds: int | None = None

    @classmethod
    def of(cls, seed: int, result: Result | None) -> Self:
        """The row of a deal; without a result its status is ``error``."""
        if result is None:
            return cls(seed, "error")
        time = round(result.seconds * 1e6)
        if result.min_moves is None:
            status = WINNABLE if result.at_most is not None else result.status
            return cls(seed, status, nodes=result.nodes, microseconds=time)
        return cls(
            seed,
            result.status,
            result.min_moves,
            result.draws,
            result.recycles,
            result.removals,
            result.cell_moves,
            result.nodes,
            time,
        )

    def line(self) -> str:
        """The row as CSV, without a line end; empty fields are None."""
        return ",".join("" if value is None else str(value) for value in self)

    @classmethod
    def parse(cls, line: str) -> Self:
        """The row of a line that :meth:`line` has written.

        Raises:
            ValueError: it is no such line.
        """
        if not _LINE.fullmatch(line):
            raise ValueError("not the row of a deal")
        seed, status, *numbers = line.rstrip("\n").split(",")
        row = cls(int(seed), status, *(int(cell) if cell else None for cell in numbers))
        if row.min_moves is not None and status != WINNABLE:
            raise ValueError("a number of moves without a win")
        return row


#: The first line of a file of rows names its fields.
ROW_COLUMNS: tuple[str, ...] = Row._fields

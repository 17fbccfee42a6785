"""What many deals have in common: how many can be won, and what the wins are like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from solver.analysis.statistics import wilson
from solver.result import UNWINNABLE, WINNABLE
from solver.rows import Row

__all__ = ["QUANTITIES", "Distribution", "Summary", "summarize"]

#: What is told of deals, and how it is read off a row; None leaves a row out. All but the
#: time are of the shortest wins.
QUANTITIES: dict[str, Callable[[Row], int | None]] = {
    "min_moves": lambda row: row.min_moves,
    "removals": lambda row: row.removals,
    "draws": lambda row: row.draws,
    "passes": lambda row: None if row.recycles is None else row.recycles + 1,
    "microseconds": lambda row: row.microseconds,
}


class Distribution:
    """How often each value of a quantity was seen."""

    def __init__(self, counts: Counter[int]) -> None:
        self.counts = counts
        self.total = counts.total()

    def quantile(self, share: float) -> int | None:
        """The least value that so large a share of all doesn't exceed; None if there are none."""
        seen = 0
        for value, number in sorted(self.counts.items()):
            seen += number
            if seen >= share * self.total:
                return value
        return None

    @property
    def mean(self) -> float | None:
        """The mean, None if there are no values."""
        if not self.total:
            return None
        return sum(value * number for value, number in self.counts.items()) / self.total

    @property
    def most(self) -> int | None:
        """The largest value, None if there are none."""
        return max(self.counts, default=None)


class Summary(NamedTuple):
    """A survey of random deals under one set of rules.

    Attributes:
        deals: how many were asked about.
        winnable, unwinnable: how many were proven to be so; the rest is ``undecided``.
        distributions: by the names of :data:`QUANTITIES`.
    """

    deals: int
    winnable: int
    unwinnable: int
    distributions: dict[str, Distribution]

    @property
    def undecided(self) -> int:
        """Deals for which a limit was reached."""
        return self.deals - self.winnable - self.unwinnable

    @property
    def share(self) -> float:
        """The share of deals that can be won, undecided ones taken for lost."""
        return self.winnable / self.deals if self.deals else 0.0

    @property
    def share_at_most(self) -> float:
        """The same with undecided deals taken for won."""
        return (self.winnable + self.undecided) / self.deals if self.deals else 1.0

    @property
    def interval(self) -> tuple[float, float]:
        """What the share of all deals is with 95 % confidence.

        The lower end takes every undecided deal for lost, the upper end for won.
        """
        low, _ = wilson(self.winnable, self.deals)
        _, high = wilson(self.winnable + self.undecided, self.deals)
        return low, high


def summarize(rows: Iterable[Row]) -> Summary:
    """Put rows together; they may be any number, and are looked at one by one."""
    statuses: Counter[str] = Counter()
    counts: dict[str, Counter[int]] = {name: Counter() for name in QUANTITIES}
    for row in rows:
        statuses[row.status] += 1
        for name, of in QUANTITIES.items():
            value = of(row)
            if value is not None:
                counts[name][value] += 1
    return Summary(
        deals=statuses.total(),
        winnable=statuses[WINNABLE],
        unwinnable=statuses[UNWINNABLE],
        distributions={name: Distribution(count) for name, count in counts.items()},
    )

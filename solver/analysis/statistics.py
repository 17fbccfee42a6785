"""Shares and means, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple

__all__ = ["Mean", "mean_of", "wilson"]

# Of a normal distribution, 95 % lie within so many standard deviations.
_Z = 1.959963984540054


def wilson(hits: float, trials: float) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score (1927); (0, 1) without trials.

    Of trials that depend on each other there may be as many as they are worth: no whole number.
    """
    if trials == 0:
        return 0.0, 1.0
    share, z2 = hits / trials, _Z * _Z
    middle = share + z2 / (2 * trials)
    reach = _Z * sqrt((share * (1 - share) + z2 / (4 * trials)) / trials)
    low, high = (middle - reach) / (1 + z2 / trials), (middle + reach) / (1 + z2 / trials)
    # Rounding must not turn 0 hits into a share above 0.
    return (0.0 if hits == 0 else low), (1.0 if hits == trials else high)


class Mean(NamedTuple):
    """A mean with its 95 % interval, which a single value doesn't have."""

    mean: float
    low: float | None
    high: float | None


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of independent values, at least one; the interval supposes that they are many."""
    trials = len(values)
    mean = fsum(values) / trials
    if trials == 1:
        return Mean(mean, None, None)
    variance = fsum((value - mean) ** 2 for value in values) / (trials - 1)
    reach = _Z * sqrt(variance / trials)
    return Mean(mean, mean - reach, mean + reach)

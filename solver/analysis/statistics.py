"""Shares and what is known of them."""

from __future__ import annotations

from math import sqrt

__all__ = ["wilson"]

# Of a normal distribution, 95 % lie within so many standard deviations.
_Z = 1.959963984540054


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score (1927); (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, z2 = hits / trials, _Z * _Z
    middle = share + z2 / (2 * trials)
    reach = _Z * sqrt((share * (1 - share) + z2 / (4 * trials)) / trials)
    low, high = (middle - reach) / (1 + z2 / trials), (middle + reach) / (1 + z2 / trials)
    # Rounding must not turn 0 hits into a share above 0.
    return (0.0 if hits == 0 else low), (1.0 if hits == trials else high)

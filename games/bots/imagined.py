"""Which of many imagined deals are played out: those more often that speak for themselves."""

from __future__ import annotations

from array import array

from solver.shuffle import Dice

__all__ = ["spread_over"]

_FINE = 1 << 32


def spread_over(weights: array[float], number: int, seed: int) -> array[int]:
    """Places, each as often as its weight says, by systematic resampling.

    Args:
        weights: of all places, none below 0. If all are 0, all are taken alike.
        number: of places wanted.
        seed: of the one chance that is needed.
    """
    total = sum(weights)
    if total <= 0:
        weights, total = array("d", [1.0] * len(weights)), float(len(weights))
    step = total / number
    mark = step * (Dice(seed).below(_FINE) / _FINE)
    chosen, passed, place = array("i"), weights[0], 0
    for _ in range(number):
        while passed < mark and place < len(weights) - 1:
            place += 1
            passed += weights[place]
        chosen.append(place)
        mark += step
    return chosen

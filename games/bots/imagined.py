"""The deals that a strong player imagines: those more often that speak for themselves."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.bots.player import Thinking
from games.bots.unseen import Unseen
from games.kernels.worlds import COMPILED
from solver.shuffle import Dice

__all__ = ["Imagined", "Weigh", "best_of", "imagined", "spread_over"]

# Worlds between two looks at the clock.
_BATCH = 25 if COMPILED else 1
# So many are dealt for each that is played out, where some are likelier than others.
_DEALT = 4
_FINE = 1 << 32

#: Takes the hands of all seats, world by world, and says of each how likely it is.
Weigh = Callable[["array[int]", int, "array[float]"], None]


class Imagined(NamedTuple):
    """Some worlds, and which of them count, by their numbers; one may count several times."""

    worlds: array[int]
    chosen: array[int]


def imagined(
    unseen: Unseen, seed: int, thinking: Thinking, weigh: Weigh | None = None
) -> Iterator[Imagined]:
    """Worlds, batch by batch, until there are enough, or the time is over.

    Args:
        unseen: what they must agree with.
        seed: the same one brings the same worlds.
        thinking: how many, and how long.
        weigh: tells how likely they are; None: all alike.
    """
    source = unseen.worlds(seed)
    dealt = _BATCH if weigh is None else _BATCH * _DEALT
    weights, chosen = array("d", bytes(8 * dealt)), array("i", range(_BATCH))
    end = thinking.clock() + thinking.seconds
    for number in range(0, thinking.worlds, _BATCH):
        worlds = source.deal(dealt)
        assert isinstance(worlds, array)
        if weigh is not None:
            weigh(worlds, dealt, weights)
            chosen = spread_over(weights, _BATCH, seed + number)
        yield Imagined(worlds, chosen)
        if thinking.clock() >= end:
            return


def best_of(totals: array[float]) -> int:
    """The place of the highest; the first of several."""
    return max(range(len(totals)), key=totals.__getitem__)


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

"""Seeded deals from documented generators, pinned by test vectors.

* ``seed:N``, our own: SplitMix64 (Steele, Lea and Flood, 2014) started at N, and the
  Fisher-Yates shuffle of :data:`solver.cards.PACK` from the last place down; the
  place to swap with is drawn without bias, by rejection. For two packs, the same with
  one pack after the other.
* ``ms:N``: the 31-bit generator of Microsoft's C library, ``x = 214013 x + 2531011
  mod 2**31`` with bits 16 to 30 as output. The pack lies ace to king, within a rank
  clubs, diamonds, hearts, spades; the card at ``output mod cards left`` is dealt and
  the last card takes its place.
* ``pysol:N``: PySolFC's own numbers: the Mersenne Twister as Python's ``random``
  seeds it, a Fisher-Yates shuffle of a pack that lies clubs, spades, hearts, diamonds,
  dealt from the end. (PySolFC deals its ``ms`` numbers with the other generator: that
  is ``ms:N`` here. The two are different deals of one number.)
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from solver.cards import Card, pack_of

__all__ = [
    "MAX_SEED",
    "MS_MAX",
    "PYSOL_MAX",
    "Dice",
    "ms_shuffle",
    "pysol_shuffle",
    "seeded_shuffle",
]

ItemT = TypeVar("ItemT")

_MASK64 = (1 << 64) - 1
MAX_SEED = _MASK64
MS_MAX = (1 << 31) - 1
PYSOL_MAX = 10**20


def _splitmix64(state: int) -> Iterator[int]:
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK64
        z = state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK64
        yield z ^ (z >> 31)


class Dice:
    """Chance that can be repeated: the same seed (0 <= N < 2**64) gives the same throws."""

    def __init__(self, seed: int) -> None:
        self._numbers = _splitmix64(seed)

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` - 1, each as likely."""
        limit = (1 << 64) - (1 << 64) % bound
        number = next(self._numbers)
        while number >= limit:
            number = next(self._numbers)
        return number % bound

    def choose(self, items: Sequence[ItemT]) -> ItemT:
        """One of the items, each as likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[ItemT]) -> list[ItemT]:
        """The items in an order that chance makes."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def seeded_shuffle(seed: int, decks: int = 1) -> list[Card]:
    """The deal ``seed:N``, 0 <= N < 2**64, of one or two packs."""
    return Dice(seed).shuffled(pack_of(decks))


def ms_shuffle(number: int) -> list[Card]:
    """The deal ``ms:N``, 0 <= N < 2**31."""
    pack = [Card(rank, suit) for rank in range(1, 14) for suit in "CDHS"]
    dealt = []
    state = number
    while pack:
        state = (state * 214013 + 2531011) & 0x7FFFFFFF
        at = (state >> 16) % len(pack)
        pack[at], pack[-1] = pack[-1], pack[at]
        dealt.append(pack.pop())
    return dealt


def pysol_shuffle(number: int) -> list[Card]:
    """The deal ``pysol:N``, 0 <= N <= 10**20, the first card dealt first."""
    twister = random.Random(number)
    pack = [Card(rank, suit) for suit in "CSHD" for rank in range(1, 14)]
    for last in range(len(pack) - 1, 0, -1):
        other = int(twister.random() * (last + 1))
        pack[last], pack[other] = pack[other], pack[last]
    pack.reverse()
    return pack

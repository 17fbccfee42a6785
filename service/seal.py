"""What belongs to a daily whose day isn't over: its solution isn't given away meanwhile.

Whoever plays today's daily gets fair hints and is told when it is lost. The service doesn't
play it for them: not the deal, not in other suits, and not from the middle of a game.
"""

from __future__ import annotations

import math
import time

from service.dailies import Dailies
from service.errors import Sealed
from solver.deal import Deal
from solver.pairing import Pairing
from solver.position import Position
from solver.rules import rules_from

__all__ = ["Seal"]

# With fewer cards any game may look like any other.
_LEAST_CARDS = 10


class Seal:
    """Knows the deals of today, from the moment that anybody can."""

    def __init__(self, dailies: Dailies) -> None:
        self._dailies = dailies
        self._day = dailies.today
        self._starts: dict[str, Position] = {}
        self._read_at = -math.inf

    def check(self, position: Position, patience: float = 0.0) -> None:
        """Nothing, if the position can't come from today's games.

        Args:
            position: any.
            patience: seconds for which what is known of today will do.

        Raises:
            Sealed: it can.
        """
        if time.monotonic() - self._read_at >= patience:
            self._read()
        if any(_comes_from(start, position) for start in self._starts.values()):
            raise Sealed(
                "this is a game of today's daily: its solution is published when the day is over, "
                "in UTC; fair hints, and verdicts without the number of moves, are given"
            )

    def _read(self) -> None:
        if self._day != self._dailies.today:
            self._day, self._starts = self._dailies.today, {}
        for slot, daily in self._dailies.of_today(self._starts).items():
            rules = rules_from(str(daily["rules"]))
            self._starts[slot] = Deal.parse(str(daily["deal"])).position(rules)
        self._read_at = time.monotonic()


def _comes_from(start: Position, position: Position) -> bool:
    """Whether the cards lie as they may after some moves from a start, whatever they are called.

    Suits don't matter to any rules. Neither do ranks as such, but only which go together:
    with every jack called a two and every two a jack it is the same game. So the cards of
    the pyramid say which rank stands for which, and the stock must agree.
    """
    if len(position.pyramid) != len(start.pyramid):
        return False
    names = _Names(position.rules.pairs)
    matched = 0
    for card, first in zip(position.pyramid, start.pyramid, strict=True):
        if card is not None:
            if first is None or not names.stands_for(first.rank, card.rank):
                return False
            matched += 1
    rest = iter([card.rank for card in (*start.waste, *start.stock)])
    for card in (*position.waste, *position.stock):
        if not any(names.may_be(rank, card.rank) for rank in rest):
            return False
        matched += names.knows(card.rank)
    return matched >= _LEAST_CARDS


class _Names:
    """Which rank of a deal stands for which of another that is the same game."""

    def __init__(self, pairing: Pairing) -> None:
        self._pairing = pairing
        self._named: dict[int, int] = {}

    def stands_for(self, rank: int, other: int) -> bool:
        """Note a pair of ranks; whether it fits those before it."""
        if rank in self._named or other in self._named.values():
            return self._named.get(rank) == other
        pairs, named = self._pairing.pairs, self._named
        single = self._pairing.single
        if single(rank) != single(other) or pairs(rank, rank) != pairs(other, other):
            return False
        if any(pairs(rank, each) != pairs(other, named[each]) for each in named):
            return False
        named[rank] = other
        return True

    def knows(self, other: int) -> bool:
        """Whether it is known what a rank stands for."""
        return other in self._named.values()

    def may_be(self, rank: int, other: int) -> bool:
        """Whether one may stand for the other, as far as is known."""
        if rank in self._named:
            return self._named[rank] == other
        return not self.knows(other)

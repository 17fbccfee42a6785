"""What belongs to a daily whose day isn't over: its solution isn't given away meanwhile.

Whoever plays today's daily gets fair hints and is told when it is lost. The service doesn't
play it for them: not the deal, not in disguise, and not from the middle of a game.
"""

from __future__ import annotations

import math
import time

from service.dailies import Dailies
from service.errors import Sealed
from service.likeness import Layout
from solver.deal import Deal
from solver.position import Position
from solver.rules import rules_from

__all__ = ["Seal"]


class Seal:
    """Knows the deals of today, from the moment that anybody can."""

    def __init__(self, dailies: Dailies) -> None:
        self._dailies = dailies
        self._day = dailies.today
        self._starts: dict[str, Layout] = {}
        self._read_at = -math.inf

    def covers(self, position: Position, patience: float = 0.0) -> bool:
        """Whether a position may come from today's games.

        Args:
            position: any.
            patience: seconds for which what is known of today will do.
        """
        if time.monotonic() - self._read_at >= patience:
            self._read()
        layout = Layout.of(position)
        return any(layout.may_come_from(start) for start in self._starts.values())

    def check(self, position: Position, patience: float = 0.0) -> None:
        """Nothing, if the position can't come from today's games; see :meth:`covers`.

        Raises:
            Sealed: it can.
        """
        if self.covers(position, patience):
            raise Sealed(
                "this is a game of today's daily: its solution is published when the day is over, "
                "in UTC; fair hints, and verdicts without the number of moves, are given"
            )

    def _read(self) -> None:
        if self._day != self._dailies.today:
            self._day, self._starts = self._dailies.today, {}
        for slot, daily in self._dailies.of_today(self._starts).items():
            rules = rules_from(str(daily["rules"]))
            self._starts[slot] = Layout.of(Deal.parse(str(daily["deal"])).position(rules))
        self._read_at = time.monotonic()

"""What bots do at tables, and what is done there for who is late."""

from __future__ import annotations

import logging
from contextlib import suppress

from games.arena import bot_seed
from games.bots.registry import RANDOM, bot_named, default_level
from games.errors import GameError
from service.errors import NoMatch, Stale
from service.matches.logbook import BOTS_JOB, Logbook, Page
from service.matches.tables import ACT, BOT, CLOCK

__all__ = ["BOTS_JOB", "Bots"]

_log = logging.getLogger(__name__)

# A job lets them play so long, then another one does.
_TURN_MILLISECONDS = 10_000


class Bots:
    """Bots, one step at a time.

    Args:
        book: of the matches.
    """

    def __init__(self, book: Logbook) -> None:
        self._book = book

    def play(self, match_id: str) -> None:
        """Let bots act until a player has to; they also act for who is late. A job of the queue.

        Each step is an entry like any other: where another worker does the same, one of the two
        comes too late, and looks again.
        """
        end = self._book.now + _TURN_MILLISECONDS
        while self._book.now < end:
            try:
                page = self._book.read(match_id)
            except NoMatch:
                self._book.not_due(match_id)
                return
            seats, by = page.table.bots_to_act, BOT
            if not seats and page.deadline and self._book.now >= page.deadline:
                seats, by = sorted(page.table.to_act), CLOCK
            if not seats:
                return
            with suppress(Stale, NoMatch):
                self._step(page, seats[0], by)
        self._book.call_bots(match_id, f"{page.table.version}-on")

    def _step(self, page: Page, seat: int, by: str) -> None:
        table = page.table
        level = table.sitters[seat].level or default_level(table.head.game)
        seed = bot_seed(f"{table.head.seed}|{table.head.salt}", 0, table.version, seat)
        view = table.game.view(table.state, seat)
        try:
            choice = bot_named(table.head.game, level).choose(view, seed)
            table.game.apply(table.state, seat, choice.action)
        except (GameError, ArithmeticError, LookupError, ValueError):
            # A fault of ours shouldn't keep people waiting.
            _log.exception("a bot doesn't know what to do", extra={"match_id": table.id})
            choice = bot_named(table.head.game, RANDOM).choose(view, seed)
        self._book.write(page, ACT, seat, action=table.game.action_to_json(choice.action), by=by)

"""Games of dailies that are won go to the boards of their days."""

from __future__ import annotations

from typing import Any

from service.dailies import Slot
from service.errors import BadAttempt, NoDaily, NotMade, NotYet, Stale
from service.matches.logbook import Logbook, Page
from service.matches.tables import TRIED, Table
from service.players import Players
from solver.errors import IllegalMove
from solver.moves import parse_each

__all__ = ["Ranking"]


class Ranking:
    """Handing games in.

    Args:
        book: of the matches.
        players: who hand them in.
    """

    def __init__(self, book: Logbook, players: Players) -> None:
        self._book = book
        self._players = players

    def hand_in(self, page: Page) -> Page:
        """A game of a daily that is won is handed in, once; what comes of it is written down.

        One in which a hint was given doesn't count, nor does one that ends when the day is over.
        """
        table = page.table
        if not table.head.slot or table.tried is not None or table.status != "over":
            return page
        result = table.game.result(table.state) if table.state is not None else None
        if result is None or not result.winners:
            return page
        (seat,) = result.winners
        found: dict[str, Any]
        try:
            found = self._attempt(table, seat)
        except BadAttempt as error:
            found = {"counted": False, "reason": error.reason}
        except (NotYet, NotMade, NoDaily, IllegalMove):
            # The daily of that day is another by now, as after a change of the secret.
            found = {"counted": False, "reason": "no-daily"}
        try:
            return self._book.write(page, TRIED, seat, found=found).page
        except Stale:
            return self._book.read(table.id)

    def _attempt(self, table: Table, seat: int) -> dict[str, Any]:
        if table.helped:
            raise BadAttempt("helped", "a hint was given in this game")
        who = self._players.with_id(table.sitters[seat].player)
        if who is None:
            raise BadAttempt("no-player", "the account was deleted meanwhile")
        seconds = (table.changed - table.head.created) / 1000
        moves = parse_each(table.state.moves)
        tried = self._players.attempt(who, Slot.parse(table.head.slot), moves, seconds)
        return {
            "counted": True,
            "moves": tried.moves,
            "seconds": tried.seconds,
            "is_best": tried.is_best,
            "rank": tried.rank,
            "players": tried.players,
        }

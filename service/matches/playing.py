"""What those do who sit at a table."""

from __future__ import annotations

from contextlib import suppress

from games.bots.registry import default_level
from games.events import Json
from service.errors import Conflict, NoMatch, Stale
from service.matches.lists import Lists
from service.matches.logbook import Logbook, Page, Request, Written
from service.matches.tables import ACT, HINT, LEAVE, PLAYER, Table

__all__ = ["Playing"]

_RESIGN = {"resign": True}


class Playing:
    """Acting, and giving up.

    Args:
        book: of the matches.
        lists: of those that a player sits at.
    """

    def __init__(self, book: Logbook, lists: Lists) -> None:
        self._book = book
        self._lists = lists

    def act(
        self, page: Page, seat: int, version: int, action: Json, request: Request | None = None
    ) -> Written:
        """Do something at a seat.

        Args:
            page: the match.
            seat: whose.
            version: that the player has seen.
            action: what.
            request: that wants it; the same one is done once.

        Raises:
            BadAction: it is none of this game.
            IllegalAction: the rules forbid it.
            Stale: something else has happened since that version.
            Conflict: the request's key stands for another one, or the match isn't in play.
            NoMatch: it has gone.
        """
        table = page.table
        if request is not None:
            before = self._book.written_before(page, request)
            if before is not None:
                return before
        if version != table.version:
            raise Stale(table.version)
        if table.status != "playing":
            text = "the match is over" if table.status == "over" else "a seat is still open"
            raise Conflict("not-playing", text)
        # In one form, whatever the player has written.
        told = table.game.action_to_json(table.game.action_from_json(action))
        return self._book.write(page, ACT, seat, request=request, action=told, by=PLAYER)

    def leave(self, match_id: str, seat: int) -> Page:
        """Give a match up: a bot plays on, and a game that one can resign from is resigned.

        To resign once more changes nothing.

        Raises:
            Conflict: it is over.
            NoMatch: there is none.
        """
        while True:
            page = self._book.read(match_id)
            table = page.table
            if _has_resigned(table, seat):
                return page
            if table.status == "over":
                raise Conflict("not-playing", "the match is over")
            try:
                if table.state is not None and _RESIGN in _legal(table, seat):
                    return self._book.write(page, ACT, seat, action=_RESIGN, by=PLAYER).page
                player = table.sitters[seat].player
                others = [each for each in table.players if each != player]
                return self._book.write(
                    page, LEAVE, seat, players=[player, *others], leaves=True, player=player,
                    level=default_level(table.head.game),
                ).page  # fmt: skip
            except Stale:
                continue

    def leave_all(self, player: str) -> None:
        """Give all of a player's matches up that aren't over."""
        for table in self._lists.running_of(player):
            seat = table.seat_of(player)
            if seat is not None:
                with suppress(Conflict, NoMatch):  # It has just ended.
                    self.leave(table.id, seat)

    def helped(self, page: Page, seat: int) -> Page:
        """Note that a seat gets a hint.

        Raises:
            Stale: something else has happened meanwhile.
        """
        return page if seat in page.table.helped else self._book.write(page, HINT, seat).page


def _has_resigned(table: Table, seat: int) -> bool:
    """Whether that was the last that was done."""
    last = table.last or {}
    return last.get("seat") == seat and last.get("action") == _RESIGN


def _legal(table: Table, seat: int) -> list[Json]:
    game = table.game
    return [game.action_to_json(action) for action in game.legal(table.state, seat)]

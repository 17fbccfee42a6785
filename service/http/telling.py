"""News of a match for all who wait for it, made at once and without the application."""

from __future__ import annotations

import gzip
from collections.abc import Sequence

from service.http.tables import Caller, as_event, as_json, seats_of, shown_with
from service.http.tickets import Ticket, Told
from service.matches import Matches, Table
from service.players import Players

__all__ = ["Teller"]

# Shorter bodies are sent as they are.
_WORTH_IT = 500
_GZIP_LEVEL = 5


class Teller:
    """Tells those who wait what :func:`service.http.matches.look` would tell them.

    It reads a match once for all of them, however many there are.

    Args:
        matches: that they wait for.
        players: whose names are shown.
    """

    def __init__(self, matches: Matches, players: Players) -> None:
        self._matches = matches
        self._players = players

    def __call__(self, match_id: str, tickets: Sequence[Ticket]) -> list[Told | None]:
        """An answer for each ticket; None: only the application can tell.

        That is so at the end of a match, for who has given the seat up, and where there is no
        news.

        Raises:
            NoMatch: the match has gone.
        """
        page = self._matches.book.read(match_id)
        table = page.table
        if table.status == "over":
            return [None] * len(tickets)
        seats = seats_of(table, self._players)
        made: dict[tuple[int | None, int, bool, str], Told] = {}
        answers: list[Told | None] = []
        for ticket in tickets:
            if ticket.version >= table.version or not _still_there(ticket, table):
                answers.append(None)
                continue
            kind = (ticket.seat, ticket.version, ticket.is_stream, ticket.encoding)
            if kind not in made:
                match = shown_with(Caller(page, ticket.seat), ticket.version, seats)
                if ticket.is_stream:
                    made[kind] = Told(table.version, as_event(table.version, match).encode())
                else:
                    made[kind] = _encoded(table.version, as_json(match).encode(), ticket.encoding)
            answers.append(made[kind])
        return answers


def _still_there(ticket: Ticket, table: Table) -> bool:
    """Whether they still are who they were when they asked."""
    seat = table.seat_of(ticket.player) if ticket.player else None
    return seat == ticket.seat and (seat is not None or table.head.spectators)


def _encoded(version: int, body: bytes, encoding: str) -> Told:
    if encoding != "gzip" or len(body) < _WORTH_IT:
        return Told(version, body)
    return Told(version, gzip.compress(body, _GZIP_LEVEL, mtime=0), encoding)

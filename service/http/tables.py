"""Matches as those see them who ask."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import request

from service.errors import NoMatch
from service.http.access import given_token, parts, player
from service.http.problems import Problem
from service.matches import Page, Seated, SeatToken, Table, commitment_of
from service.matches.tables import Head
from service.players import Players

__all__ = [
    "Caller",
    "as_event",
    "as_json",
    "caller_of",
    "caller_or_left",
    "moment",
    "seated_shown",
    "seats_of",
    "seats_shown",
    "shown",
    "shown_with",
    "sitting",
]

_MOST_EVENTS = 500


class Caller(NamedTuple):
    """A match, and the seat of who asks.

    Attributes:
        page: the match as it stands.
        seat: None: they watch.
        left: a seat that they have given up; None: none.
        player: who asks, by id; empty if nobody knows.
    """

    page: Page
    seat: int | None
    left: int | None = None
    player: str = ""

    @property
    def table(self) -> Table:
        """The table of the match."""
        return self.page.table


def caller_of(match_id: str) -> Caller:
    """Who asks for a match. A daily that has been won meanwhile is handed in.

    Raises:
        Problem: they may not.
    """
    caller = caller_or_left(match_id)
    if caller.seat is None and not caller.table.head.spectators:
        if given_token() is None:
            raise Problem("unauthorized", "nobody watches this match: send a seat's token")
        raise Problem("not-yours", "nobody watches this match, and you don't sit at it")
    return caller._replace(page=parts().matches.ranking.hand_in(caller.page))


def caller_or_left(match_id: str) -> Caller:
    """Who asks for a match, whether or not they may see it.

    Raises:
        Problem: the token that they send is nobody's.
    """
    page = parts().matches.book.read(match_id)
    token, table = given_token(), page.table
    if token is None:
        if "Authorization" in request.headers:
            raise Problem("unauthorized", "Authorization is Bearer and a token, or isn't sent")
        return Caller(page, None)
    if token.count(".") != 2:
        return _at_table(page, player().id)
    given = SeatToken.read(token)
    who = None
    if given is not None:
        who = parts().matches.seating.player_of(given, _table_of(given, table))
    if given is None or who is None:
        raise Problem("unauthorized", "that token is nobody's")
    if given.match_id != table.id:
        raise Problem("not-yours", "that token is for another match")
    return _at_table(page, who)


def _at_table(page: Page, who: str) -> Caller:
    seat = page.table.seat_of(who)
    return Caller(page, seat, page.table.left_by(who) if seat is None else None, who)


def _table_of(given: SeatToken, table: Table) -> Table:
    """The table that a seat's token is for.

    Raises:
        Problem: there is none.
    """
    if given.match_id == table.id:
        return table
    try:
        return parts().matches.book.table(given.match_id)
    except NoMatch:
        raise Problem("unauthorized", "that token is nobody's") from None


def sitting(match_id: str) -> tuple[Page, int]:
    """A match, and the seat of who wants to do something there.

    Raises:
        Problem: they don't sit there.
    """
    if given_token() is None:
        raise Problem("unauthorized", "send Authorization: Bearer and the token of your seat")
    caller = caller_of(match_id)
    if caller.seat is None:
        raise Problem("not-yours", "you don't sit at this table")
    return caller.page, caller.seat


def seated_shown(found: Seated) -> dict[str, object]:
    """A seat and its token."""
    return {
        "match": shown(Caller(found.page, found.seat), found.page.table.version - 1),
        "seat": found.seat,
        "token": found.token,
    }


def shown(caller: Caller, since: int) -> dict[str, object]:
    """A match, with the events after a version, for a request."""
    return shown_with(caller, since, seats_shown(caller.table))


def shown_with(caller: Caller, since: int, seats: list[dict[str, object]]) -> dict[str, object]:
    """The same, when it is known who sits there."""
    table, seat, deadline = caller.table, caller.seat, caller.page.deadline
    head = table.head
    view = None
    if table.state is not None:
        view = table.game.view_to_json(table.game.view(table.state, seat))
    return {
        "id": table.id,
        "game": head.game,
        "options": _options(head, view),
        "status": table.status,
        "version": table.version,
        "seats": seats,
        "seat": seat,
        "waiting": sorted(table.to_act),
        "deadline": moment(deadline) if deadline and table.to_act else None,
        "view": view,
        "events": table.events(seat, since, _MOST_EVENTS),
        "code": head.code if seat is not None and table.open_seats else None,
        "public": head.is_public,
        "spectators": head.spectators,
        "move_seconds": head.move_seconds,
        "created": moment(head.created),
        "commitment": commitment_of(head),
        "seed_chosen": head.seed_is_told,
        "rematch_of": head.before or None,
        "daily": head.slot or None,
        "helped": sorted(table.helped),
        "attempt": table.tried,
    }


def _options(head: Head, view: dict[str, Any] | None) -> dict[str, Any]:
    """Those that were given; what a game keeps back of them isn't told here either."""
    if view is None:
        return head.options
    return {name: view["options"][name] for name in head.options}


def as_json(match: dict[str, object]) -> str:
    """A match as the body of an answer."""
    return json.dumps(match, separators=(",", ":")) + "\n"


def as_event(version: int, match: dict[str, object]) -> str:
    """A match as an event of a stream."""
    return f"id: {version}\nevent: match\ndata: {as_json(match)}\n"


def seats_shown(table: Table) -> list[dict[str, object]]:
    """Who sits where, for a request."""
    return seats_of(table, parts().players)


def seats_of(table: Table, players: Players) -> list[dict[str, object]]:
    """Who sits where."""
    ids = [sitter.player for sitter in table.sitters]
    named = dict(zip(ids, players.names(ids), strict=True))
    return [
        {
            "seat": seat,
            "kind": sitter.kind,
            "level": sitter.level or None,
            "name": (named[sitter.player] or None) if sitter.player else None,
        }
        for seat, sitter in enumerate(table.sitters)
    ]


def moment(milliseconds: int) -> str:
    """Milliseconds since 1970, as ISO 8601."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")

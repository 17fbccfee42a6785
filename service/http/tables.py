"""Matches as those see them who ask."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

from service.http.access import given_token, parts, player
from service.http.problems import Problem
from service.matches import Seated, Table, commitment_of
from service.matches.tables import Head

__all__ = ["Caller", "caller_of", "moment", "seated_shown", "seats_shown", "shown", "sitting"]

_MOST_EVENTS = 500


class Caller(NamedTuple):
    """A match, and the seat of who asks; None: they watch."""

    table: Table
    seat: int | None


def caller_of(match_id: str) -> Caller:
    """Who asks for a match.

    Raises:
        Problem: they may not.
    """
    matches = parts().matches
    table = matches.book.table(match_id)
    token = given_token()
    if token is None:
        if not table.head.spectators:
            raise Problem("unauthorized", "nobody watches this match: send a seat's token")
        return Caller(table, None)
    if token.count(".") != 2:
        seat = table.seat_of(player().id)
    else:
        found = matches.seating.seat_with(token)
        if found is None:
            raise Problem("unauthorized", "that token is nobody's")
        if found[0] != match_id:
            raise Problem("not-yours", "that token is for another match")
        seat = found[1]
    if seat is None and not table.head.spectators:
        raise Problem("not-yours", "nobody watches this match, and you don't sit at it")
    return Caller(table, seat)


def sitting(match_id: str) -> tuple[Table, int]:
    """A match, and the seat of who wants to do something there.

    Raises:
        Problem: they don't sit there.
    """
    if given_token() is None:
        raise Problem("unauthorized", "send Authorization: Bearer and the token of your seat")
    table, seat = caller_of(match_id)
    if seat is None:
        raise Problem("not-yours", "you don't sit at this table")
    return table, seat


def seated_shown(found: Seated) -> dict[str, object]:
    """A seat and its token."""
    return {
        "match": shown(Caller(found.table, found.seat), found.table.version - 1),
        "seat": found.seat,
        "token": found.token,
    }


def shown(caller: Caller, since: int) -> dict[str, object]:
    """A match, with the events after a version."""
    table, seat = caller
    head = table.head
    deadline = parts().matches.book.read(table.id).deadline if head.move_seconds else 0
    view = None
    if table.state is not None:
        view = table.game.view_to_json(table.game.view(table.state, seat))
    return {
        "id": table.id,
        "game": head.game,
        "options": _options(head, view),
        "status": table.status,
        "version": table.version,
        "seats": seats_shown(table),
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


def seats_shown(table: Table) -> list[dict[str, object]]:
    """Who sits where."""
    ids = [sitter.player for sitter in table.sitters]
    named = dict(zip(ids, parts().players.names(ids), strict=True))
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

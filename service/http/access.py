"""What views have at hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from flask import current_app, request

from service.http.metrics import Metrics
from service.http.problems import Problem
from service.http.seats import Desks, Seats
from service.storage.players import Player
from service.wiring import Parts
from solver.notation import read
from solver.position import Position
from solver.rules import rules_named

__all__ = [
    "desk",
    "given_token",
    "metrics",
    "need_json",
    "parts",
    "player",
    "position_of",
    "seats",
]


def parts() -> Parts:
    """The parts that this application was made from."""
    return cast("Parts", current_app.config["PYRAMID_PARTS"])


def seats() -> Seats:
    """The seats of those who wait."""
    return cast("Seats", current_app.config["PYRAMID_SEATS"])


@contextmanager
def desk() -> Iterator[None]:
    """Compute meanwhile.

    Raises:
        Problem: too many others do.
    """
    desks = cast("Desks", current_app.config["PYRAMID_DESKS"])
    with desks.one(request.remote_addr or "") as has:
        if not has:
            raise Problem("busy", "too many questions are being answered just now")
        yield


def metrics() -> Metrics:
    """What this application counts."""
    return cast("Metrics", current_app.config["PYRAMID_METRICS"])


def position_of(deal: str, rules: str) -> Position:
    """A deal or position under rules, as text.

    Raises:
        PyramidError: either can't be read.
    """
    return read(deal, rules_named(rules))


def given_token() -> str | None:
    """The token that the request has, whosever it is; None: none, or one of another scheme."""
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def player() -> Player:
    """Whose token the request has.

    Raises:
        Problem: it has none, or nobody's.
    """
    given = given_token()
    if not given:
        raise Problem("unauthorized", "send Authorization: Bearer and the player's token")
    found = parts().players.who(given)
    if found is None:
        raise Problem("unauthorized", "that token is nobody's")
    return found


def _is_null(body: bytes) -> bool:
    return body.strip() == b"null"


def need_json() -> None:
    """Refuse a body that isn't said to be JSON, or is null.

    Raises:
        Problem: it isn't.
    """
    if request.method in {"POST", "PATCH"} and not request.is_json:
        raise Problem("unsupported-media-type", "send Content-Type: application/json")
    # Else it would be taken for an object without fields.
    if request.is_json and (request.content_length or 0) < 64 and _is_null(request.get_data()):
        raise Problem("invalid-fields", "the body must be an object, not null")

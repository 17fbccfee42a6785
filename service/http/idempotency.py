"""``Idempotency-Key``: a request that creates something can be sent again without harm.

A key belongs to whoever sent it (by token, if there is one) and to one request: the same key
with another body, or on another path, is refused. The first answer is kept for a day and told
again. While it is in the making, a second request is asked to wait; after a crash the key is
free again in a minute, and what has a name of its own from the key is still made once.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable
from typing import NamedTuple

from flask import Response, g, request

from service.http.access import given_token, parts, player
from service.http.players import player_shown
from service.http.problems import Problem
from service.http.tables import seated_shown
from service.storage.connection import STORE_ERRORS

__all__ = ["HEADER", "KEY", "REPLAYED", "given_key", "name_of_request", "remember", "replay"]

_log = logging.getLogger(__name__)

HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
_CREATING = {
    "solves.ask",
    "batches.create",
    "batches.create_of_lines",
    "boards.attempt",
    "matches.create",
    "matches.join",
    "players.create",
}
_OF_PLAYERS = {"boards.attempt", "matches.create", "matches.join"}
# Nobody should come upon another's by chance: a UUID has 36 characters.
KEY = "[!#-~]{16,128}"
_KEY = re.compile(f'"?{KEY}"?', re.ASCII)
_KEPT_HEADERS = ("Location", "Retry-After", "Content-Type")


class _Key(NamedTuple):
    """A key as the store knows it, and a digest of its request."""

    name: str
    request: str


def _player_again(text: str) -> str:
    """A new player as they are now, with a token that works unless the account is in use."""
    found = parts().players.again(json.loads(text)["id"])
    if found is None:
        raise Problem("no-player", "the account was deleted meanwhile")
    return json.dumps({**player_shown(found[0]), "token": found[1]})


def _player_kept(text: str) -> str:
    return json.dumps({"id": json.loads(text)["id"]})


def _seat_kept(text: str) -> str:
    told = json.loads(text)
    return json.dumps({"match": told["match"]["id"]})


def _seat_again(text: str) -> str:
    """The seat as it is now, with its token, for whoever sits there."""
    seating, match_id = parts().matches.seating, json.loads(text)["match"]
    return json.dumps(seated_shown(seating.again(player().id, match_id)))


# What an answer is kept as, and how it is told again: neither a secret nor a name is kept.
_KEEP: dict[str, Callable[[str], str]] = {
    "players.create": _player_kept,
    "matches.create": _seat_kept,
    "matches.join": _seat_kept,
}
_TELL: dict[str, Callable[[str], str]] = {
    "players.create": _player_again,
    "matches.create": _seat_again,
    "matches.join": _seat_again,
}


def given_key() -> str | None:
    """The key of the request, if it has one.

    Raises:
        Problem: it is none.
    """
    given = request.headers.get(HEADER)
    if given is None:
        return None
    if not _KEY.fullmatch(given):
        fault = f"{HEADER} must be 16 to 128 visible ASCII characters, such as a UUID"
        raise Problem("bad-request", fault)
    return given.strip('"')


def replay() -> Response | None:
    """The answer to an earlier request of the same key, if there was one.

    Raises:
        Problem: the key is none, it was used for something else, or the first request isn't
            answered yet.
    """
    if request.method != "POST" or request.endpoint not in _CREATING:
        return None
    given = given_key()
    if given is None:
        return None
    if request.endpoint in _OF_PLAYERS:
        player()  # Who has no account any more is told nothing of it.
    key = _Key(
        _digest(given_token() or "", given),
        _digest(request.full_path, request.mimetype, request.get_data()),
    )
    replies = parts().replies
    kept = replies.begin(key.name, key.request)
    if kept is None:
        g.idempotency = key
        return None
    if kept.request != key.request:
        raise Problem("key-reused", f"that {HEADER} was sent with another request")
    if kept.body is None:
        raise Problem("in-progress", "the first request of that key isn't answered yet")
    body = _TELL.get(request.endpoint, str)(kept.body)
    return Response(body, kept.status, {**kept.headers, REPLAYED: "true"})


def name_of_request() -> str | None:
    """A name for what this request creates, the same each time it is sent; None without a key."""
    key: _Key | None = getattr(g, "idempotency", None)
    return None if key is None else _digest(key.name, key.request)


def remember(response: Response) -> Response:
    """Keep the answer to a request that had a key; what went wrong may be tried again."""
    key: _Key | None = g.pop("idempotency", None)
    if key is None:
        return response
    try:
        if response.status_code < 300:
            told = response.headers
            headers = {name: told[name] for name in _KEPT_HEADERS if name in told}
            body = _KEEP.get(request.endpoint or "", str)(response.get_data(as_text=True))
            parts().replies.keep(key.name, response.status_code, headers, body)
        else:
            parts().replies.forget(key.name)
    except STORE_ERRORS as error:
        # It was done all the same; the key is free again in a minute.
        _log.warning("the store can't be reached: %s", error)
    return response


def _digest(*parts_: str | bytes) -> str:
    found = hashlib.sha256()
    for part in parts_:
        data = part.encode() if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()[:32]

"""Those who wait for a match again and again, and needn't be looked up each time.

A client that polls asks, as soon as it has been told of one version, for the next. Who it is, and
what it may see, was found out before; as long as nothing is heard of the match, all there is to
do is wait. What comes of the wait is told by who reads the match then, and sees who sits there.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import NamedTuple

from service.http.asgi import Message, Scope
from service.http.board import Board
from service.http.bodies import REFUSED
from service.http.request_ids import REQUEST_ID, request_id
from service.http.tickets import Ticket

__all__ = ["Regulars"]

_REMEMBERED = 5000
_POLL = re.compile(rb"since=(\d{1,9})&wait=(\d{1,2}(?:\.\d{1,3})?)", re.ASCII)
_LONGEST = 25
_OK = 200
# What an answer depends on, besides the path.
_WHO = {b"authorization", b"origin", b"accept-encoding", b"x-forwarded-for", b"x-forwarded-proto"}
# What is told of one request only.
_ONCE = {REQUEST_ID, b"ratelimit-limit", b"ratelimit-remaining", b"ratelimit-reset"}

_Key = tuple[object, ...]


class _Known(NamedTuple):
    """A client: its last ticket, the beginning of its answers, and when it was found out."""

    ticket: Ticket
    start: Message
    epoch: int


class Regulars:
    """Clients whose next polls can begin to wait at once.

    Args:
        board: where they wait.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: OrderedDict[_Key, _Known] = OrderedDict()

    def remember(self, scope: Scope, ticket: Ticket, start: Message, epoch: int) -> None:
        """A client was given a ticket by the application, which was asked in an epoch."""
        if _POLL.fullmatch(scope["query_string"]) is None or start["status"] != _OK:
            return
        key = _key(scope)
        self._known[key] = _Known(ticket, start, epoch)
        self._known.move_to_end(key)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def recognized(self, scope: Scope) -> tuple[Ticket, Message] | None:
        """What the application would give a client; None: only the application can tell.

        Whoever it has told something else since is no longer known.
        """
        poll = _POLL.fullmatch(scope["query_string"]) if scope["method"] == "GET" else None
        if poll is None or REFUSED in scope:
            return None
        key = _key(scope)
        known = self._known.pop(key, None)
        if known is None or known.epoch != self._board.epoch:
            return None
        since, seconds = int(poll[1]), float(poll[2])
        ticket = known.ticket
        heard = self._board.latest(ticket.match_id)
        # Whoever has seen less is told at once what there is, and so is whoever has seen the end.
        latest = ticket.version if heard is None else max(ticket.version, heard.version)
        is_over = heard is not None and heard.is_over
        if since != latest or is_over or not 1 <= seconds <= _LONGEST:
            return None
        return ticket._replace(version=since, seconds=seconds), _fresh(known.start, scope)


def _key(scope: Scope) -> _Key:
    who = tuple(pair for pair in scope["headers"] if pair[0] in _WHO)
    client = scope["client"][0] if scope.get("client") else ""
    return (scope["path"], client, who)


def _fresh(start: Message, scope: Scope) -> Message:
    given = next((value for name, value in scope["headers"] if name == REQUEST_ID), b"")
    headers = [pair for pair in start["headers"] if pair[0] not in _ONCE]
    return {
        **start,
        "headers": [*headers, (REQUEST_ID, request_id(given.decode("latin-1")).encode())],
    }

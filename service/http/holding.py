"""Answers that wait for news of a match, without a thread for each.

The application answers at once, and says in a header what there is to wait for. Here, between the
server and the application, the answer is held back until there is news; then the application is
asked once more. A stream of events is a chain of such answers.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from service.http.asgi import GONE, RECEIVE, Application, Message, Receive, Scope, Send
from service.storage.news import News

__all__ = ["AGAIN", "STREAM_HEADER", "WAIT_HEADER", "Board", "Holding"]

#: What an answer waits for: a match, a version, seconds, and whether a seat waits or who watches.
WAIT_HEADER = "X-Pyramid-Wait"
#: The same of a stream: it goes on until an answer has no such header.
STREAM_HEADER = "X-Pyramid-Stream"
#: Where a request's scope says that it was counted already.
AGAIN = "pyramid.again"

_REMEMBERED = 10_000
# A comment now and then keeps a stream open, and shows whether anybody is there.
_BEAT_SECONDS = 15.0
_PAUSE_SECONDS = 0.5
_BEAT = b": still there\n\n"


class Board:
    """Where news of matches is put up, and those stand who wait for it.

    Args:
        source: what makes news, in a thread of its own.
        most: how many may wait.
        of_match: how many of these for one match: so many at its seats, and so many who watch.
    """

    def __init__(
        self,
        source: Callable[[], Iterator[News | None]],
        most: int = 3000,
        of_match: int = 64,
    ) -> None:
        self._source = source
        self._most = most
        self._of_match = of_match
        self._latest: OrderedDict[str, int] = OrderedDict()
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._total = 0
        self._of: Counter[tuple[str, str]] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._hears = False

    async def changed(self, match_id: str, version: int, seconds: float, who: str) -> None:
        """Return when a match has a later version, or after some seconds."""
        self._begin()
        if self._latest.get(match_id, 0) > version:
            return
        event = asyncio.Event()
        self._waiting.setdefault(match_id, set()).add(event)
        self._total += 1
        self._of[match_id, who] += 1
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), seconds)
        finally:
            those = self._waiting[match_id]
            those.discard(event)
            self._total -= 1
            self._of[match_id, who] -= 1
            if not self._of[match_id, who]:
                del self._of[match_id, who]
            if not those:
                del self._waiting[match_id]

    def has_room(self, match_id: str, who: str) -> bool:
        """Whether one more may wait."""
        return self._total < self._most and self._of[match_id, who] < self._of_match

    def _begin(self) -> None:
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            Thread(target=self._hear, name="news of matches", daemon=True).start()

    def _hear(self) -> None:
        assert self._loop is not None
        for each in self._source():
            try:
                self._loop.call_soon_threadsafe(self._put_up, each)
            except RuntimeError:
                return  # The server has ended.

    def _put_up(self, each: News | None) -> None:
        if each is None and not self._hears:
            self._hears = True  # Nothing can have been missed yet.
            return
        if each is None:
            self._latest.clear()  # The store may have lost its last second.
            for those in self._waiting.values():
                for event in those:
                    event.set()
            return
        self._latest[each.match_id] = each.version
        self._latest.move_to_end(each.match_id)
        while len(self._latest) > _REMEMBERED:
            self._latest.popitem(last=False)
        for event in self._waiting.get(each.match_id, ()):
            event.set()


class _Ticket(NamedTuple):
    """What an answer waits for; ``is_stream`` tells whether it goes on afterwards."""

    match_id: str
    version: int
    seconds: float
    who: str
    is_stream: bool


class _Caught:
    """Sends an answer on, unless it has a ticket: then it is kept."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.ticket: _Ticket | None = None
        self.start: Message = {}
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message
            self.ticket, message["headers"] = _torn_off(message["headers"])
        elif self.ticket is not None or self._send is _nowhere:
            self.body += message.get("body", b"")
        if self.ticket is None:
            await self._send(message)


class Holding:
    """An ASGI application: another one, whose answers may wait for news of matches."""

    def __init__(self, inner: Application, board: Board) -> None:
        self._inner = inner
        self._board = board

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        caught = _Caught(send)
        await self._inner(scope, receive, caught)
        ticket = caught.ticket
        if ticket is None:
            return
        if not self._board.has_room(ticket.match_id, ticket.who):
            caught.start["headers"] = [*caught.start["headers"], (b"retry-after", b"1")]
            await _send_whole(send, caught)
        elif ticket.is_stream:
            await self._stream(scope, caught, ticket, send)
        elif await self._news_before_leaving(scope, ticket):
            await self._ask_again(scope, _without_wait(scope), _Caught(send), send)

    async def _news_before_leaving(self, scope: Scope, ticket: _Ticket) -> bool:
        """Wait; whether the client is still there."""
        news = asyncio.create_task(
            self._board.changed(ticket.match_id, ticket.version, ticket.seconds, ticket.who)
        )
        leaving = asyncio.create_task(_left(scope[RECEIVE]))
        try:
            await asyncio.wait({news, leaving}, return_when=asyncio.FIRST_COMPLETED)
            return not leaving.done()
        finally:
            news.cancel()
            leaving.cancel()

    async def _ask_again(
        self, scope: Scope, changed: dict[str, Any], caught: _Caught, send: Send
    ) -> None:
        """The same request, a little different; an answer that would wait is sent as it is."""
        await self._inner({**scope, **changed, AGAIN: True}, _nothing, caught)
        if caught.ticket is not None:
            await _send_whole(send, caught)

    async def _stream(self, scope: Scope, caught: _Caught, ticket: _Ticket, send: Send) -> None:
        gone: asyncio.Event = scope[GONE]
        headers = [pair for pair in caught.start["headers"] if pair[0] != b"content-length"]
        await send({**caught.start, "headers": headers})
        await _send_piece(send, caught.body)
        following: _Ticket | None = ticket
        while following is not None and not gone.is_set():
            await self._news_or_gone(following, gone)
            if gone.is_set():
                return
            caught = _Caught(_nowhere)
            again = {**scope, "headers": _seen(scope, following.version), AGAIN: True}
            await self._inner(again, _nothing, caught)
            if caught.start.get("status") != 200:
                break  # Who asks may not see it any more.
            await _send_piece(send, caught.body or _BEAT)
            if not caught.body:
                await asyncio.sleep(_PAUSE_SECONDS)  # Whatever has called was mistaken.
            following = caught.ticket
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _news_or_gone(self, ticket: _Ticket, gone: asyncio.Event) -> None:
        news = asyncio.create_task(
            self._board.changed(ticket.match_id, ticket.version, _BEAT_SECONDS, ticket.who)
        )
        leaving = asyncio.create_task(gone.wait())
        try:
            await asyncio.wait({news, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
            leaving.cancel()


def _torn_off(
    headers: list[tuple[bytes, bytes]],
) -> tuple[_Ticket | None, list[tuple[bytes, bytes]]]:
    """The ticket among some headers, and the others."""
    ticket = None
    others = []
    for name, value in headers:
        kind = name.lower()
        if kind in _TICKETS:
            match_id, version, seconds, who = value.decode().split(" ")
            ticket = _Ticket(match_id, int(version), float(seconds), who, _TICKETS[kind])
        else:
            others.append((name, value))
    return ticket, others


_TICKETS = {WAIT_HEADER.lower().encode(): False, STREAM_HEADER.lower().encode(): True}


def _without_wait(scope: Scope) -> dict[str, Any]:
    pairs = parse_qsl(scope["query_string"].decode("ascii"), keep_blank_values=True)
    query = urlencode([(name, value) for name, value in pairs if name != "wait"])
    return {"query_string": query.encode()}


def _seen(scope: Scope, version: int) -> list[tuple[bytes, bytes]]:
    """The request's headers, which say what was seen by now."""
    others = [pair for pair in scope["headers"] if pair[0] != b"last-event-id"]
    return [*others, (b"last-event-id", str(version).encode())]


async def _send_whole(send: Send, caught: _Caught) -> None:
    await send(caught.start)
    await send({"type": "http.response.body", "body": caught.body, "more_body": False})


async def _send_piece(send: Send, piece: bytes) -> None:
    await send({"type": "http.response.body", "body": piece, "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _nowhere(message: Message) -> None:
    """Nobody reads the answer that a stream asks for by itself."""

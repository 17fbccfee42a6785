"""Answers that wait for news of a match, without a thread for each.

The application answers at once, and says by a ticket what there is to wait for. Here, between the
server and the application, the answer is held back until there is news: then the
:class:`~service.http.board.Board` has it. What that can't tell, the application is asked once
more. A stream of events is a chain of such answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any
from urllib.parse import parse_qsl, urlencode

from service.http.asgi import GONE, RECEIVE, Application, Message, Receive, Scope, Send
from service.http.board import Board
from service.http.regulars import Regulars
from service.http.tickets import TICKET_HEADER, Ticket, Told

__all__ = ["AGAIN", "Holding"]

#: Where a request's scope says that it was counted already.
AGAIN = "pyramid.again"

_PAUSE_SECONDS = 0.5
_BEAT = b": still there\n\n"
_TICKET = TICKET_HEADER.lower().encode()
# They tell of a body that isn't sent.
_OF_BODY = {b"content-length", b"content-encoding", b"etag"}


class _Caught:
    """Sends an answer on, unless it has a ticket: then it is kept."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.ticket: Ticket | None = None
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
        self._regulars = Regulars(board)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        board = self._board
        board.begin()
        known = self._regulars.recognized(scope)
        if known is not None and board.take(known[0]):
            try:
                await self._wait(scope, *known, send, {}, board.epoch)
            finally:
                board.give_back(known[0])
            return
        caught, epoch = _Caught(send), board.epoch
        await self._inner(scope, receive, caught)
        ticket = caught.ticket
        if ticket is None:
            return
        if board.take(ticket):
            try:
                if ticket.is_stream:
                    await self._stream(scope, caught, ticket, send)
                else:
                    await self._wait(scope, ticket, caught.start, send, {AGAIN: True}, epoch)
            finally:
                board.give_back(ticket)
        elif ticket.is_stream:
            caught.start["headers"] = [*caught.start["headers"], _LATER]
            await _send_whole(send, caught.start, caught.body)
        else:
            await self._ask_again(scope, send, {AGAIN: True}, _LATER)

    async def _wait(
        self,
        scope: Scope,
        ticket: Ticket,
        start: Message,
        send: Send,
        mark: dict[str, Any],
        epoch: int,
    ) -> None:
        told, is_there = await self._news_unless(ticket, _left(scope[RECEIVE]))
        if told is not None:
            # Only who is told here is known the next time.
            self._regulars.remember(scope, ticket._replace(version=told.version), start, epoch)
            await _send_told(send, start, told)
        elif is_there:
            await self._ask_again(scope, send, mark)

    async def _news_unless(
        self, ticket: Ticket, leaves: Coroutine[Any, Any, object]
    ) -> tuple[Told | None, bool]:
        """Wait, unless the client leaves; the news, and whether the client is still there."""
        news = asyncio.create_task(self._board.news(ticket))
        leaving = asyncio.create_task(leaves)
        try:
            await asyncio.wait({news, leaving}, return_when=asyncio.FIRST_COMPLETED)
            is_there = not leaving.done()
            return (news.result() if is_there else None), is_there
        finally:
            news.cancel()
            leaving.cancel()

    async def _ask_again(
        self, scope: Scope, send: Send, mark: dict[str, Any], *more: tuple[bytes, bytes]
    ) -> None:
        """The same request, without the wait."""

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *more]
            await send(message)

        again = {**scope, **mark, "query_string": _without_wait(scope)}
        await self._inner(again, _nothing, send_on)

    async def _stream(self, scope: Scope, caught: _Caught, ticket: Ticket, send: Send) -> None:
        gone: asyncio.Event = scope[GONE]
        headers = [pair for pair in caught.start["headers"] if pair[0].lower() not in _OF_BODY]
        await send({**caught.start, "headers": headers})
        await _send_piece(send, caught.body)
        following: Ticket | None = ticket
        while following is not None and not gone.is_set():
            told, is_there = await self._news_unless(following, gone.wait())
            if not is_there:
                return
            if told is not None:
                await _send_piece(send, told.body)
                following = following._replace(version=told.version)
                continue
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


_LATER = (b"retry-after", b"1")


def _torn_off(
    headers: list[tuple[bytes, bytes]],
) -> tuple[Ticket | None, list[tuple[bytes, bytes]]]:
    """The ticket among some headers, and the others."""
    ticket = None
    others = []
    for name, value in headers:
        if name.lower() == _TICKET:
            ticket = Ticket.from_header(value)
        else:
            others.append((name, value))
    return ticket, others


def _without_wait(scope: Scope) -> bytes:
    pairs = parse_qsl(scope["query_string"].decode("ascii"), keep_blank_values=True)
    return urlencode([(name, value) for name, value in pairs if name != "wait"]).encode()


def _seen(scope: Scope, version: int) -> list[tuple[bytes, bytes]]:
    """The request's headers, which say what was seen by now."""
    others = [pair for pair in scope["headers"] if pair[0] != b"last-event-id"]
    return [*others, (b"last-event-id", str(version).encode())]


async def _send_told(send: Send, start: Message, told: Told) -> None:
    """News, with the headers of the answer that was held back."""
    headers: list[Any] = [pair for pair in start["headers"] if pair[0].lower() not in _OF_BODY]
    headers.append((b"content-length", str(len(told.body)).encode()))
    if told.encoding:
        headers.append((b"content-encoding", told.encoding.encode()))
    await _send_whole(send, {**start, "headers": headers}, told.body)


async def _send_whole(send: Send, start: Message, body: bytes) -> None:
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _send_piece(send: Send, piece: bytes) -> None:
    await send({"type": "http.response.body", "body": piece, "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _nowhere(message: Message) -> None:
    """Nobody reads the answer that a stream asks for by itself."""

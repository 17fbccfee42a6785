"""Those who wait for news of matches, and who tells them, for the tests of waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import Any

from service.http.asgi import GONE, RECEIVE, Message, Receive, Scope, Send
from service.http.holding import Holding
from service.http.tickets import TICKET_HEADER, Ticket, Told
from service.storage.news import News

__all__ = ["TICKET", "App", "Client", "Source", "Teller", "run"]


class Source:
    """News that a test makes up."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[News | None] = SimpleQueue()

    def __call__(self) -> Iterator[News | None]:
        while True:
            yield self.queue.get()


TICKET = Ticket("m", 3, 5.0, 0, "p", "1.2.3.4")


class Teller:
    """Tells of a match what a test wants; without a version nothing."""

    def __init__(self, version: int | None = None) -> None:
        self.version = version
        self.called: list[Sequence[Ticket]] = []

    def __call__(self, match_id: str, tickets: Sequence[Ticket]) -> list[Told | None]:
        assert match_id == "m"
        self.called.append(tickets)
        if self.version is None:
            return [None] * len(tickets)
        return [Told(self.version, b"told", each.encoding) for each in tickets]


class App:
    """An application whose answers wait as long as a match has the version that was seen."""

    def __init__(self, *, streams: bool = False) -> None:
        self.version = 3
        self.asked: list[Scope] = []
        self._streams = streams

    async def __call__(self, scope: Scope, _: Receive, send: Send) -> None:
        self.asked.append(scope)
        headers = [(b"content-length", b"1")]
        seen = dict(scope["headers"]).get(b"last-event-id", b"3")
        waits = b"wait" in scope["query_string"] or self._streams
        if waits and self.version < 6:
            ticket = TICKET._replace(version=self.version, is_stream=self._streams)
            headers.append((TICKET_HEADER.encode(), ticket.to_header().encode()))
        body = str(self.version).encode() if int(seen) < self.version or not waits else b""
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


class Client:
    """One request through the layer."""

    def __init__(
        self, holding: Holding, query: bytes = b"since=3&wait=5", token: bytes = b"Bearer a"
    ) -> None:
        self.sent: list[Message] = []
        self._leaves = asyncio.Event()
        self._gone = asyncio.Event()
        self.scope: Scope = {
            "method": "GET", "path": "/v1/matches/m", "client": ("1.2.3.4", 5),
            "headers": [(b"authorization", token)], "query_string": query,
            GONE: self._gone, RECEIVE: self._receive,
        }  # fmt: skip
        self.task = asyncio.create_task(holding(self.scope, self._receive, self._send))

    async def _receive(self) -> Message:
        await self._leaves.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    def leave(self) -> None:
        self._leaves.set()
        self._gone.set()

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


def run(what: Callable[[], Any]) -> None:
    asyncio.run(asyncio.wait_for(what(), 10))

"""Answers that wait for news: who is called, who goes, and who finds no room."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

import pytest

from service.http.asgi import GONE, RECEIVE, Message, Receive, Scope, Send
from service.http.holding import AGAIN, STREAM_HEADER, WAIT_HEADER, Board, Holding
from service.storage.news import News


class Source:
    """News that a test makes up."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[News | None] = SimpleQueue()

    def __call__(self) -> Iterator[News | None]:
        while True:
            yield self.queue.get()


class App:
    """An application whose answers wait as long as a match has the version that was seen."""

    def __init__(self, header: str = WAIT_HEADER) -> None:
        self.version = 3
        self.asked: list[Scope] = []
        self._header = header

    async def __call__(self, scope: Scope, _: Receive, send: Send) -> None:
        self.asked.append(scope)
        headers = [(b"content-length", b"1")]
        seen = dict(scope["headers"]).get(b"last-event-id", b"3")
        waits = b"wait" in scope["query_string"] or self._header == STREAM_HEADER
        if waits and self.version < 6:
            headers.append((self._header.encode(), f"m {self.version} 5 sits".encode()))
        body = str(self.version).encode() if int(seen) < self.version or not waits else b""
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


class Client:
    """One request through the layer."""

    def __init__(self, holding: Holding, query: bytes = b"since=3&wait=5") -> None:
        self.sent: list[Message] = []
        self._leaves = asyncio.Event()
        self._gone = asyncio.Event()
        self.scope: Scope = {
            "headers": [], "query_string": query, GONE: self._gone, RECEIVE: self._receive,
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


def test_an_answer_comes_with_the_news() -> None:
    """It is asked for again, without the wait, and isn't counted twice."""

    async def go() -> None:
        source, app = Source(), App()
        client = Client(Holding(app, Board(source)))
        await asyncio.sleep(0.05)
        assert client.sent == []
        app.version = 4
        source.queue.put(News("other", 9))
        source.queue.put(News("m", 4))
        await client.task
        assert client.body == b"4"
        assert WAIT_HEADER.encode() not in dict(client.sent[0]["headers"])
        assert app.asked[1]["query_string"] == b"since=3"
        assert AGAIN in app.asked[1]
        assert AGAIN not in app.asked[0]

    run(go)


def test_news_between_the_look_and_the_wait() -> None:
    """What was told while the answer was made is not missed."""

    async def go() -> None:
        source, app = Source(), App()
        holding = Holding(app, Board(source))
        first = Client(holding)
        await asyncio.sleep(0.05)
        app.version = 4
        source.queue.put(News("m", 4))
        await first.task
        app.version = 3  # As somebody has seen it who looked a moment ago.
        late = Client(holding)
        await late.task
        assert late.body != b""

    run(go)


def test_after_a_reconnection_all_look_again() -> None:
    async def go() -> None:
        source, app = Source(), App()
        client = Client(Holding(app, Board(source)))
        source.queue.put(None)  # The first connection.
        await asyncio.sleep(0.05)
        assert client.sent == []
        source.queue.put(None)
        await client.task
        assert len(app.asked) == 2

    run(go)


def test_who_goes_is_forgotten() -> None:
    """Nothing is sent to them, and their place is free."""

    async def go() -> None:
        board = Board(Source(), of_match=1)
        client = Client(Holding(App(), board))
        await asyncio.sleep(0.05)
        assert not board.has_room("m", "sits")
        assert board.has_room("m", "watches")
        assert board.has_room("n", "sits")
        client.leave()
        await client.task
        assert client.sent == []
        await asyncio.sleep(0.01)
        assert board.has_room("m", "sits")

    run(go)


def test_who_finds_no_room_is_answered_at_once() -> None:
    """With the advice to come again."""

    async def go() -> None:
        holding = Holding(App(), Board(Source(), of_match=1))
        first = Client(holding)
        await asyncio.sleep(0.05)
        second = Client(holding)
        await second.task
        assert dict(second.sent[0]["headers"])[b"retry-after"] == b"1"
        first.leave()
        await first.task

    run(go)


def test_a_stream_goes_on_to_the_end() -> None:
    """Each version is sent as it comes; the last answer ends it."""

    async def go() -> None:
        source, app = Source(), App(STREAM_HEADER)
        client = Client(Holding(app, Board(source)), b"")
        for version in (4, 5, 6):
            await asyncio.sleep(0.05)
            app.version = version
            source.queue.put(News("m", version))
        await client.task
        assert client.body == b"456"
        assert client.sent[-1]["more_body"] is False
        assert b"content-length" not in dict(client.sent[0]["headers"])

    run(go)


def test_a_stream_whose_reader_goes() -> None:
    async def go() -> None:
        board = Board(Source(), of_match=1)
        client = Client(Holding(App(STREAM_HEADER), board), b"")
        await asyncio.sleep(0.05)
        client.leave()
        await client.task
        await asyncio.sleep(0.01)
        assert board.has_room("m", "sits")

    run(go)


@pytest.mark.parametrize("number", [500])
def test_many_wait_on_no_threads(number: int) -> None:
    """All are called by the one piece of news."""

    async def go() -> None:
        source, app = Source(), App()
        holding = Holding(app, Board(source, of_match=1000))
        before = threading.active_count()
        clients = [Client(holding) for _ in range(number)]
        await asyncio.sleep(0.2)
        assert threading.active_count() <= before + 1
        app.version = 4
        source.queue.put(News("m", 4))
        await asyncio.gather(*(client.task for client in clients))
        assert {client.body for client in clients} == {b"4"}

    run(go)

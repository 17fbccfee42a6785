"""Bodies that come slowly, too large, in pieces or not at all; and readers who go away."""

from __future__ import annotations

import asyncio
import json
import select
import socket
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.embedded import EmbeddedServer
from service.http.bodies import REFUSED, SMALL_BODY, Bodies, Bounds
from service.http.threads import OnThreads
from service.wiring import Parts
from tests.service.serving.test_many import Process
from tests.service.serving.test_serve import until

BOUNDS = Bounds(2_000_000, at="/large", seconds=0.3, rate=1_000_000, of_address=3, large=1)


class Asked:
    """One request through :class:`Bodies`, with the client's side played by a list of messages."""

    def __init__(self, bodies: Bodies, path: str = "/", **headers: str) -> None:
        self.answer: list[dict[str, Any]] = []
        self.stalls_after = -1
        self._bodies = bodies
        self._messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "path": path,
            "query_string": b"a=%20\xff",
            "client": ("192.0.2.1", 1234),
            "server": ("192.0.2.2", 80),
            "headers": [
                (
                    name.replace("__", "~").replace("_", "-").replace("~", "_").encode(),
                    value.encode(),
                )
                for name, value in headers.items()
            ],
        }

    def send(self, body: bytes, more: bool) -> None:
        """The next piece of the body."""
        self._messages.put_nowait({"type": "http.request", "body": body, "more_body": more})

    def leave(self) -> None:
        """The client goes."""
        self._messages.put_nowait({"type": "http.disconnect"})

    async def __call__(self) -> dict[str, Any]:
        """What the application saw, as it has told in its answer."""

        async def send(message: dict[str, Any]) -> None:
            if len(self.answer) == self.stalls_after:
                await asyncio.Event().wait()
            self.answer.append(message)

        await self._bodies(self._scope, self._messages.get, send)
        text = b"".join(message.get("body", b"") for message in self.answer)
        found: dict[str, Any] = json.loads(text) if text.startswith(b"{") else {}
        return found


def tell(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """An application that tells what it has got."""
    told = {
        "body": environ["wsgi.input"].read().decode(),
        "length": environ.get("CONTENT_LENGTH"),
        "encoding": environ.get("HTTP_TRANSFER_ENCODING"),
        "query": environ["QUERY_STRING"],
        "refused": environ["asgi.scope"].get(REFUSED),
    }
    text = json.dumps(told).encode()
    start_response("200 OK", [("Content-Length", str(len(text)))])
    return [text]


def ask(*pieces: bytes, path: str = "/", **headers: str) -> dict[str, Any]:
    """What the application sees of a body that comes in pieces."""

    async def run() -> dict[str, Any]:
        asked = Asked(Bodies(OnThreads(tell, 2), BOUNDS), path, **headers)
        for number, piece in enumerate(pieces, 1):
            asked.send(piece, number < len(pieces))
        return await asked()

    return asyncio.run(run())


def test_a_body_in_pieces_comes_whole() -> None:
    seen = ask(b"one ", b"", b"two", transfer_encoding="chunked")
    assert (seen["body"], seen["length"], seen["encoding"]) == ("one two", "7", None)
    assert seen["query"] == "a=%20%FF"
    large = b"x" * (SMALL_BODY + 100_001)
    assert ask(large, path="/large", content_length=str(len(large)))["body"] == large.decode()


def test_no_body_waits_for_nothing() -> None:
    assert ask()["body"] == ""
    assert ask(content_length="0")["refused"] is None


def test_too_large_is_refused_before_it_has_come() -> None:
    name, detail = ask(b"", content_length=str(SMALL_BODY + 1))["refused"]
    assert (name, "262,144" in detail) == ("too-large", True)
    assert ask(b"x" * SMALL_BODY, b"x", transfer_encoding="chunked")["refused"][0] == "too-large"
    assert ask(b"x" * SMALL_BODY, content_length=str(SMALL_BODY))["refused"] is None
    assert ask(b"", path="/large", content_length="2000001")["refused"][0] == "too-large"


def test_too_slow_is_refused() -> None:
    async def run() -> dict[str, Any]:
        asked = Asked(Bodies(OnThreads(tell, 2), BOUNDS), content_length="9")
        asked.send(b"a", True)
        return await asyncio.wait_for(asked(), 10)

    assert asyncio.run(run())["refused"][0] == "too-slow"


def test_who_keeps_a_pace_has_more_time() -> None:
    async def run() -> dict[str, Any]:
        asked = Asked(Bodies(OnThreads(tell, 2), BOUNDS), "/large", content_length="1000000")
        running = asyncio.create_task(asked())
        for number in range(10):  # half a second, where nobody else has more than 0.3
            asked.send(b"x" * 100_000, number < 9)
            await asyncio.sleep(0.05)
        return await running

    assert asyncio.run(run())["refused"] is None


def test_one_address_has_only_so_many_on_their_way() -> None:
    async def run() -> None:
        bodies = Bodies(OnThreads(tell, 2), BOUNDS)
        waiting = [Asked(bodies, content_length="2") for _ in range(3)]
        tasks = [asyncio.create_task(asked()) for asked in waiting]
        await asyncio.sleep(0)
        assert (await Asked(bodies, content_length="2")())["refused"][0] == "busy"
        assert (await Asked(bodies)())["refused"] is None
        for asked in waiting:
            asked.send(b"ok", False)
        assert [(await task)["body"] for task in tasks] == ["ok"] * 3
        last = Asked(bodies, content_length="2")
        last.send(b"ok", False)
        assert (await last())["body"] == "ok"

    asyncio.run(run())


@pytest.mark.parametrize(
    "bounds", [BOUNDS, BOUNDS._replace(large=9, large_of_address=1)], ids=["all", "of an address"]
)
def test_large_bodies_are_few_at_a_time(bounds: Bounds) -> None:
    """And one that is refused takes nobody's place."""

    async def run() -> None:
        bodies = Bodies(OnThreads(tell, 2), bounds)
        first, second = (Asked(bodies, "/large", content_length="500000") for _ in range(2))
        task = asyncio.create_task(first())
        first.send(b"x" * 400_000, True)
        await asyncio.sleep(0)
        second.send(b"x" * 400_000, True)
        assert (await second())["refused"][0] == "busy"
        small = Asked(bodies, content_length=str(SMALL_BODY + 1))
        small.send(b"", False)
        assert (await small())["refused"][0] == "too-large"
        third = Asked(bodies, "/large", content_length="500000")
        third.send(b"x" * 400_000, True)
        assert (await third())["refused"][0] == "busy"
        first.send(b"x" * 100_000, False)
        assert (await task)["refused"] is None
        last = Asked(bodies, "/large", content_length="500000")
        last.send(b"x" * 500_000, False)
        assert (await last())["refused"] is None

    asyncio.run(run())


def test_who_leaves_before_the_end_has_asked_nothing() -> None:
    """The server says of a body that is framed wrongly that its client has gone, too."""

    async def run() -> None:
        asked = Asked(Bodies(OnThreads(tell, 2), BOUNDS), content_length="9")
        asked.send(b"a", True)
        asked.leave()
        assert (await asked())["refused"][0] == "bad-request"

    asyncio.run(run())


def test_a_stream_ends_when_nobody_reads() -> None:
    closed = []

    def stream(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def lines() -> Iterator[bytes]:
            try:
                while True:
                    yield b" "
                    time.sleep(0.01)
            finally:
                closed.append(True)

        start_response("200 OK", [])
        return lines()

    async def run() -> None:
        asked = Asked(Bodies(OnThreads(stream, 2), BOUNDS))
        task = asyncio.create_task(asked())
        await asyncio.sleep(0.1)
        assert len(asked.answer) > 2
        asked.leave()
        await asyncio.wait_for(task, 10)

    asyncio.run(run())
    assert closed == [True]


def test_a_stream_ends_when_its_reader_reads_no_more() -> None:
    """The thread is free again, although the connection is still there."""
    closed = []

    def stream(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def lines() -> Iterator[bytes]:
            try:
                while True:
                    yield b"x" * 1000
            finally:
                closed.append(True)

        start_response("200 OK", [])
        return lines()

    async def run() -> None:
        asked = Asked(Bodies(OnThreads(stream, 1), BOUNDS._replace(unread=0.2)))
        asked.stalls_after = 5
        await asyncio.wait_for(asked(), 10)
        assert len(asked.answer) == 5

    asyncio.run(run())
    assert closed == [True]


def test_headers_with_underscores_are_not_taken_for_others() -> None:
    seen = ask(b"x", content_length="1", transfer__encoding="never")
    assert seen["encoding"] is None


def answered(connections: list[socket.socket]) -> Iterator[int]:
    """The statuses that come on connections, as they come, within half a minute."""
    waiting = list(connections)
    deadline = time.monotonic() + 30
    while waiting and time.monotonic() < deadline:
        for connection in select.select(waiting, [], [], 1)[0]:
            yield int(connection.recv(100_000).split()[1])
            waiting.remove(connection)


@pytest.mark.slow
def test_slow_clients_keep_nobody_waiting(
    server: EmbeddedServer, made: Parts, tmp_path: Path
) -> None:
    process = Process(tmp_path, server.url, "api", "api", PYRAMID_THREADS="4")
    unfinished: list[socket.socket] = []
    try:
        until(lambda: process.url() != "", 30)
        url = process.url()
        host, port = urlsplit(url).hostname, urlsplit(url).port
        for _ in range(70):
            unfinished.append(socket.create_connection((host, port)))
            unfinished[-1].sendall(
                b"POST /v1/verdicts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Content-Length: 99\r\n\r\n{"
            )
        for _ in range(10):
            with urllib.request.urlopen(f"{url}/livez", timeout=5) as answer:
                assert answer.status == 200
        # Those past what an address may have on its way are told so; the others in the end too.
        answers = Counter(answered(unfinished))
        assert answers == {503: 6, 408: 64}
        request = urllib.request.Request(
            f"{url}/v1/verdicts", b'{"deal": "x"}', {"Content-Type": "application/json"}
        )
        with pytest.raises(urllib.error.HTTPError, match="422"):
            urllib.request.urlopen(request, timeout=5)
    finally:
        for connection in unfinished:
            connection.close()
        process.running.kill()
        process.running.wait()

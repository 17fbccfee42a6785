"""A WSGI application on threads: whole answers, streams, and what is closed when."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import Any

import pytest

from service.http.asgi import BODY, GONE, Message
from service.http.threads import OnThreads

_WHO: ContextVar[str] = ContextVar("who", default="nobody")

Start = Callable[..., Any]


class Pieces:
    """A body of some pieces, which notes on which thread each is made and when it is closed."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = pieces
        self.threads: list[str] = []
        self.closed = 0

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self.threads.append(threading.current_thread().name)
            yield piece + _WHO.get().encode()
        yield b""

    def close(self) -> None:
        self.closed += 1


def answer(app: Any, *, gone: bool = False, body: bytes = b"") -> list[Message]:
    """What is sent for a request."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        raise AssertionError("the body is there already")

    async def run() -> None:
        has_gone = asyncio.Event()
        if gone:
            has_gone.set()
        scope = {
            "type": "http", "method": "POST", "path": "/p\u00e4th", "query_string": b"q=1",
            "http_version": "1.1", "scheme": "https", "server": ("here", 80),
            "client": ("1.2.3.4", 5), "headers": [(b"x-a", b"1"), (b"x-a", b"2")],
            GONE: has_gone, BODY: io.BytesIO(body),
        }  # fmt: skip
        await asyncio.wait_for(OnThreads(app, 2)(scope, receive, send), 10)

    asyncio.run(run())
    return sent


def saying(pieces: Pieces, *headers: tuple[str, str], status: str = "200 OK") -> Any:
    def app(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        _WHO.set("!")
        start(status, list(headers))
        return pieces

    return app


def test_a_whole_answer_is_one_message() -> None:
    pieces = Pieces(b"ab", b"c")
    sent = answer(saying(pieces, ("Content-Length", "5"), ("X-Two", "1"), ("X-Two", "2")))
    assert sent == [
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [(b"content-length", b"5"), (b"x-two", b"1"), (b"x-two", b"2")],
        },
        {"type": "http.response.body", "body": b"ab!c!", "more_body": False},
    ]
    assert pieces.closed == 1


def test_a_stream_comes_piece_by_piece() -> None:
    """Each is made in the context in which the request began; empty ones don't end it."""
    pieces = Pieces(b"a", b"b")
    sent = answer(saying(pieces))
    bodies = [message.get("body") for message in sent[1:]]
    assert bodies == [b"", b"a!", b"b!", b""]
    assert [message["more_body"] for message in sent[1:]] == [True, True, True, False]
    assert all(name.startswith("WSGI") for name in pieces.threads)
    assert pieces.closed == 1


def test_who_has_gone_gets_nothing_made() -> None:
    """What there is, is closed all the same."""
    pieces = Pieces(b"a")
    answer(saying(pieces), gone=True)
    assert (pieces.threads, pieces.closed) == ([], 1)


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_answers_without_a_body(status: str) -> None:
    pieces = Pieces()
    sent = answer(saying(pieces, status=status))
    assert [message.get("body") for message in sent] == [None, b""]
    assert pieces.closed == 1


def test_what_the_application_is_told() -> None:
    seen: dict[str, Any] = {}

    def app(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        seen.update(environ, body=environ["wsgi.input"].read())
        start("200 OK", [("Content-Length", "0")])
        return []

    answer(app, body=b"hello")
    assert seen["body"] == b"hello"
    assert seen["PATH_INFO"].encode("latin-1").decode() == "/p\u00e4th"
    assert (seen["REQUEST_METHOD"], seen["QUERY_STRING"]) == ("POST", "q=1")
    assert (seen["REMOTE_ADDR"], seen["HTTP_X_A"]) == ("1.2.3.4", "1,2")
    assert seen["wsgi.url_scheme"] == "https"


def test_faults_of_the_application_come_out() -> None:
    """The server closes the connection then."""

    def app(environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        answer(app)

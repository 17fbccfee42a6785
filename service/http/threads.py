"""A WSGI application on threads: an answer of known length costs one way there and one back.

What an adaptor for everything does, passing each part of an answer between the threads and the
event loop, is more than most of our answers take altogether.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from typing import Any, NamedTuple

from a2wsgi.wsgi import build_environ

from service.http.asgi import BODY, GONE, Message, Receive, Scope, Send

__all__ = ["OnThreads"]

_END = b""
_BODILESS = {204, 304}


class _Rest:
    """What an application makes piece by piece."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self._left = filter(None, pieces)

    def piece(self) -> bytes:
        """The next one; an empty one at the end."""
        return next(self._left, _END)

    def close(self) -> None:
        """No more are wanted."""
        _close(self._pieces)


class _Answer(NamedTuple):
    """The beginning of an answer, and what comes of its body.

    Attributes:
        start: status and headers.
        body: all of it, or none of it.
        rest: what follows; None: nothing.
    """

    start: Message
    body: bytes
    rest: _Rest | None


class OnThreads:
    """An ASGI application: a WSGI one, whose requests come with their whole bodies.

    A stream holds a thread only while its next piece is made.

    Args:
        app: the WSGI application.
        threads: requests that it is given at once.
    """

    def __init__(self, app: Any, threads: int) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(threads, "WSGI")

    async def __call__(self, scope: Scope, _: Receive, send: Send) -> None:
        """Answer a request."""
        body = scope.get(BODY) or io.BytesIO()
        body.seek(0)
        environ: dict[str, Any] = dict(build_environ(scope, body))  # type: ignore[arg-type]
        environ["wsgi.errors"] = sys.stderr
        context = copy_context()
        answer = await self._on_thread(context, self._begun, environ)
        try:
            await send(answer.start)
            if answer.rest is not None:
                await self._stream(answer.rest, context, scope[GONE], send)
        finally:
            if answer.rest is not None:
                await self._on_thread(context, answer.rest.close)
        await send({"type": "http.response.body", "body": answer.body, "more_body": False})

    async def _stream(self, rest: _Rest, context: Context, gone: asyncio.Event, send: Send) -> None:
        # Whoever reads is told at once that there is an answer.
        piece = _END
        while not gone.is_set():
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            piece = await self._on_thread(context, rest.piece)
            if not piece:
                return

    async def _on_thread(self, context: Context, what: Callable[..., Any], *given: Any) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, context.run, what, *given)

    def _begun(self, environ: dict[str, Any]) -> _Answer:
        started: list[Message] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], _: Any = None
        ) -> Callable[[bytes], None]:
            named = [(name.lower().encode("latin-1"), value.encode("latin-1"))
                     for name, value in headers]  # fmt: skip
            status_code = int(status.split(" ", 1)[0])
            started[:] = [{"type": "http.response.start", "status": status_code, "headers": named}]
            return _never_written

        pieces = self._app(environ, start_response)
        (start,) = started
        is_whole = any(name == b"content-length" for name, _ in start["headers"])
        if is_whole or start["status"] in _BODILESS:
            try:
                return _Answer(start, b"".join(pieces), None)
            finally:
                _close(pieces)
        return _Answer(start, _END, _Rest(pieces))


def _close(pieces: Any) -> None:
    if hasattr(pieces, "close"):
        pieces.close()


def _never_written(piece: bytes) -> None:
    raise NotImplementedError("a body is what the application returns")

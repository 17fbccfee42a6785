"""Bodies are read before a thread takes the request up, so nobody who is slow holds a thread.

An ASGI layer around the application: it gathers a body, under limits of time and size, and only
then hands the request on. What it must refuse it marks, and the application answers that as it
answers all else.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import IO, NamedTuple
from urllib.parse import quote

from service.http.asgi import BODY, GONE, RECEIVE, Application, Message, Receive, Scope, Send

__all__ = ["REFUSED", "SMALL_BODY", "Bodies", "Bounds"]

#: Bytes of the largest body of most requests: a certificate, or a thousand moves, several times.
SMALL_BODY = 256 * 1024
#: Where a request's scope says that it is refused: the name of a problem and a sentence.
REFUSED = "pyramid.refused"

_FRAMING = (b"content-length", b"transfer-encoding")
# Of a query string everything is left as it was but what isn't ASCII.
_ASCII = "".join(map(chr, range(128)))


class Bounds(NamedTuple):
    """What bodies may take.

    Args:
        most: bytes of the largest one,
        at: at paths that begin so; elsewhere it is :data:`SMALL_BODY`.
        seconds: for a body to arrive,
        rate: and a second more for so many bytes of it.
        of_address: bodies on their way at once from one address; None: any number.
        large: those of more than :data:`SMALL_BODY` on their way at once from everywhere,
        large_of_address: and from one address; None: as many.
        unread: seconds for which a reader may keep a stream waiting.
    """

    most: int
    at: str
    seconds: float = 10.0
    rate: int = 64 * 1024
    of_address: int | None = 64
    large: int = 32
    large_of_address: int | None = 4
    unread: float = 30.0


class _Refused(Exception):
    """The name of a problem, and a sentence."""


class _TooLarge(_Refused):
    """Much of the body may still be on its way."""


class Bodies:
    """An ASGI application: another one, whose requests come with their whole bodies.

    Args:
        inner: the other one; it finds the body in the scope.
        bounds: of the bodies.
    """

    def __init__(self, inner: Application, bounds: Bounds) -> None:
        self._inner = inner
        self._bounds = bounds
        self._arriving: Counter[str] = Counter()
        self._large: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        # The adaptor wants ASCII, which not everybody keeps to.
        scope["query_string"] = quote(scope["query_string"], safe=_ASCII).encode()
        scope[GONE] = asyncio.Event()
        scope[RECEIVE] = receive
        # With an underscore a name would be taken for that of another header.
        scope["headers"] = [pair for pair in scope["headers"] if b"_" not in pair[0]]
        headers = dict(scope["headers"])
        declared = int(headers.get(b"content-length", 0))  # The server takes nothing but digits.
        if not declared and b"transfer-encoding" not in headers:
            await self._hand_on(scope, receive, send)
            return
        with SpooledTemporaryFile[bytes](max_size=SMALL_BODY) as body:
            try:
                await self._gather(body, declared, receive, scope)
            except _Refused as refused:
                scope[REFUSED] = refused.args
                if isinstance(refused, _TooLarge) and b"expect" not in headers:
                    await _drain(receive, 2 * self._bounds.most, self._bounds.seconds)
            # However it was framed, its length is known by now.
            kept = [pair for pair in scope["headers"] if pair[0] not in _FRAMING]
            scope["headers"] = [*kept, (b"content-length", str(body.tell()).encode())]
            scope[BODY] = body
            await self._hand_on(scope, receive, send)

    async def _hand_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        watching = _watching(scope, receive, send, self._bounds.unread)
        await self._inner(scope, receive, watching)

    async def _gather(self, body: IO[bytes], declared: int, receive: Receive, scope: Scope) -> None:
        """Write what arrives into a file.

        Raises:
            _Refused: it is too large, too slow, one too many, or the rest won't come.
        """
        bounds = self._bounds
        address = scope["client"][0] if scope.get("client") else ""
        if bounds.of_address is not None and self._arriving[address] >= bounds.of_address:
            raise _Refused("busy", "too many bodies are on their way from your address")
        self._arriving[address] += 1
        most = bounds.most if scope["path"].startswith(bounds.at) else min(bounds.most, SMALL_BODY)
        is_large = False
        loop = asyncio.get_running_loop()
        begun = loop.time()
        size = 0
        try:
            if declared > most:
                raise _too_large(most)
            while True:
                async with asyncio.timeout_at(begun + bounds.seconds + size / bounds.rate):
                    message = await receive()
                if message["type"] == "http.disconnect":
                    raise _Refused(
                        "bad-request", "the body isn't framed rightly, or ends too early"
                    )
                chunk = message.get("body", b"")
                size += len(chunk)
                if size > most:
                    raise _too_large(most)
                if size > SMALL_BODY and not is_large:
                    self._take_large(address)
                    is_large = True
                body.write(chunk)
                if not message.get("more_body"):
                    return
        except TimeoutError:
            raise _Refused("too-slow", "the rest of the body didn't come in time") from None
        finally:
            self._arriving[address] -= 1
            self._large[address] -= is_large
            self._arriving, self._large = +self._arriving, +self._large

    def _take_large(self, address: str) -> None:
        bounds = self._bounds
        of_address = bounds.large if bounds.large_of_address is None else bounds.large_of_address
        if self._large.total() >= bounds.large or self._large[address] >= of_address:
            raise _TooLarge("busy", "too many large bodies are on their way")
        self._large[address] += 1


async def _drain(receive: Receive, most: int, seconds: float) -> None:
    """Read on for a while: who is still sending wouldn't hear the answer."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while most > 0:
                message = await receive()
                most -= len(message.get("body", b""))
                if not message.get("more_body"):
                    return


def _too_large(most: int) -> _TooLarge:
    return _TooLarge("too-large", f"a body may have {most:,} bytes at most here")


def _watching(scope: Scope, receive: Receive, send: Send, unread: float) -> Send:
    """What sends a response on, and during one of unknown length looks whether anybody reads."""
    watcher: asyncio.Task[None] | None = None

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        scope[GONE].set()

    async def send_on(message: Message) -> None:
        nonlocal watcher
        if message["type"] == "http.response.start":
            if not any(name == b"content-length" for name, _ in message["headers"]):
                watcher = asyncio.create_task(watch())
        elif watcher is not None and not message.get("more_body"):
            watcher.cancel()
        if watcher is None:
            await send(message)
        elif not scope[GONE].is_set():
            try:
                await asyncio.wait_for(send(message), unread)
            except TimeoutError:
                scope[GONE].set()  # It is noticed with the next piece.

    return send_on

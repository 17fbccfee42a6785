"""News of matches, told to every process that wants to hear them."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import NamedTuple

from service.storage.connection import STORE_ERRORS, connect
from service.storage.keys import NEWS_CHANNEL

__all__ = ["News", "news"]

_log = logging.getLogger(__name__)

_LISTEN_SECONDS = 10.0
_RETRY_SECONDS = 0.5


class News(NamedTuple):
    """A match has changed, and has this version now; ``is_over``: there will be no more."""

    match_id: str
    version: int
    is_over: bool = False


def news(url: str) -> Iterator[News | None]:
    """What changes from now on, for ever; None: some news may have been missed.

    Args:
        url: of the store. While it can't be reached there is no news.
    """
    while True:
        try:
            with connect(url) as connection, connection.pubsub() as heard:
                heard.subscribe(NEWS_CHANNEL)
                while True:
                    message = heard.get_message(timeout=_LISTEN_SECONDS)
                    if message is None:
                        continue
                    if message["type"] == "subscribe":
                        # Told again when the client has mended a broken connection by itself.
                        yield None
                    elif message["type"] == "message":
                        match_id, version, *rest = message["data"].decode().split(" ")
                        yield News(match_id, int(version), rest == ["over"])
        except STORE_ERRORS as error:
            _log.warning("no news of matches: %s", error)
            time.sleep(_RETRY_SECONDS)

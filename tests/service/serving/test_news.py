"""News of matches while the store goes and comes back."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from queue import SimpleQueue

from service.embedded import EmbeddedServer
from service.storage.connection import connect
from service.storage.keys import NEWS_CHANNEL
from service.storage.news import News, news

_PATIENCE = 30
_LAST = News("m", 99)


def test_whoever_listens_hears_that_some_may_have_been_missed(folder: Path) -> None:
    """Also where the client of the store connects again of its own accord, and raises nothing."""
    heard: SimpleQueue[News | None] = SimpleQueue()

    def listen(url: str) -> None:
        for each in news(url):
            heard.put(each)
            if each == _LAST:
                return

    def say(told: News) -> None:
        assert connection.publish(NEWS_CHANNEL, f"{told.match_id} {told.version}") == 1
        assert heard.get(timeout=_PATIENCE) == told

    with EmbeddedServer(folder) as server, connect(server.url) as connection:
        thread = threading.Thread(target=listen, args=[server.url], daemon=True)
        thread.start()
        assert heard.get(timeout=_PATIENCE) is None
        say(News("m", 1))
        for version in (2, 3):
            assert server.pid is not None
            os.kill(server.pid, signal.SIGKILL)
            server.restart()
            assert heard.get(timeout=_PATIENCE) is None
            say(News("m", version))
        connection.client_kill_filter(_type="pubsub")
        assert heard.get(timeout=_PATIENCE) is None
        say(_LAST)
        thread.join(_PATIENCE)
        assert not thread.is_alive()

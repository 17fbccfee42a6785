"""Reading input that may be slow, without waiting for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Empty, Queue

from solver.batch import Entry

__all__ = ["read_ahead"]

_AHEAD = 256
_PATIENCE = 0.02


class _End(Exception):
    """The input has ended."""


def read_ahead(entries: Iterator[Entry]) -> Iterator[Entry | None]:
    """The same entries, with None whenever the next one isn't there after a moment.

    A thread reads, at most a bounded number of entries ahead. What goes wrong while
    reading is raised here, in its turn.
    """
    queue: Queue[Entry | Exception] = Queue(_AHEAD)
    threading.Thread(target=_fill, args=(queue, entries), daemon=True).start()
    while True:
        try:
            item = queue.get(timeout=_PATIENCE)
        except Empty:
            yield None
            continue
        if isinstance(item, _End):
            return
        if isinstance(item, Exception):
            raise item
        yield item


def _fill(queue: Queue[Entry | Exception], entries: Iterator[Entry]) -> None:
    try:
        for entry in entries:
            queue.put(entry)
    except Exception as error:  # noqa: BLE001 - raised again by whoever reads the queue
        queue.put(error)
    else:
        queue.put(_End())

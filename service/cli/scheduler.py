"""``pyramid scheduler``: sees that dailies are made, and that no job is lost."""

from __future__ import annotations

import logging
import math
import signal
import threading
import time

import click

from service.cli import exits
from service.cli.serving import log_to_stderr, settings_with_store, stay_with_parent

__all__ = ["command"]

_EVERY_SECONDS = 10.0
# Somebody waits for bots that are overdue.
_EVERY_SECOND = 1.0

_log = logging.getLogger(__name__)


@click.command("scheduler")
def command() -> int:
    """Have dailies made ahead, and lost jobs queued again, with the store at REDIS_URL.

    Any number of schedulers may run; they don't get into each other's way.
    """
    stay_with_parent()
    settings, url = settings_with_store()
    log_to_stderr(settings)
    # Slow to import, and of an extra.
    from service.storage.connection import STORE_ERRORS  # noqa: PLC0415
    from service.wiring import parts  # noqa: PLC0415

    made = parts(settings, url)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    looked_at = -math.inf
    while not stop.is_set():
        try:
            made.matches.book.mend()
            if time.monotonic() - looked_at >= _EVERY_SECONDS:
                looked_at = time.monotonic()
                made.dailies.prepare()
                made.batches.mend()
                made.solving.mend()
        except STORE_ERRORS as error:
            _log.error("the store can't be reached: %s", error)
        stop.wait(_EVERY_SECOND)
    return exits.OK

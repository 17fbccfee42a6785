"""A service whose parts are killed, for the tests of what becomes of matches then."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.service.serving.test_matches_served import UNLIMITED
from tests.service.serving.test_serve import Service, until

__all__ = ["killed", "mending"]


@contextmanager
def mending(folder: Path) -> Iterator[Service]:
    """A service with the same address after its API has come back."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    running = Service(folder, **UNLIMITED, PYRAMID_WORKERS="2", PYRAMID_PORT=str(port))
    try:
        yield running
    finally:
        running.process.terminate()
        running.process.wait(30)


def killed(service: Service, part: str) -> None:
    """One part is killed, and the service has mended itself."""
    pid = next(pid for name, pid in service.family().items() if part in name)
    os.kill(pid, signal.SIGKILL)
    until(lambda: not Path(f"/proc/{pid}/exe").exists(), 10)
    until(lambda: service.get("/readyz")[0] == 200, 60)

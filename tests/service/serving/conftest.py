"""A real store for the tests of the service: the embedded server."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import dailies
from service.dailies import Dailies
from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.storage.queue import QUEUES
from service.storage.worker import make_worker
from service.wiring import Parts, lost, parts
from tests.service.command import ROOT, environment
from tests.service.serving.days import Clock
from tests.service.serving.test_serve import Service

#: Settings for tests that ask more often than anybody may.
UNLIMITED: dict[str, Any] = {
    "rate_address": "",
    "rate_token": "",
    "rate_work": "",
    "rate_batches": "",
    "rate_players": "",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A store that nobody else uses."""
    with EmbeddedServer(tmp_path_factory.mktemp("store")) as running:
        yield running


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of everything that is made from now on; nobody waits long for a daily."""
    set_by_hand = Clock()
    monkeypatch.setattr(dailies, "_now", set_by_hand)
    monkeypatch.setattr(Dailies.__init__, "__defaults__", (set_by_hand,))
    monkeypatch.setattr(dailies, "_WAIT_SECONDS", 0.2)
    return set_by_hand


@pytest.fixture
def limits() -> dict[str, Any]:
    """Settings of those parts; a module may have others."""
    return {}


@pytest.fixture
def made(server: EmbeddedServer, limits: dict[str, Any]) -> Iterator[Parts]:
    """The service's parts on an empty store; nothing is answered inline."""
    found = parts(Settings(inline_seconds=0, **limits), server.url)
    found.connection.flushdb()
    yield found
    found.connection.close()


@pytest.fixture
def client(made: Parts) -> FlaskClient:
    """A client of the API on those parts."""
    return create_app(made).test_client()


@contextmanager
def working(made: Parts, url: str) -> Iterator[int]:
    """A worker process, whose number is handed out; it is killed at the end."""
    running = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "worker"],
        cwd=ROOT,
        env={**environment(), "REDIS_URL": url},
        stdin=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 30
        while running.pid not in made.queue.worker_pids():
            assert time.monotonic() < deadline
            assert running.poll() is None
            time.sleep(0.05)
        yield running.pid
    finally:
        running.kill()
        running.wait()


@pytest.fixture
def worker(made: Parts, server: EmbeddedServer) -> Iterator[int]:
    """A worker on the same store."""
    with working(made, server.url) as pid:
        yield pid


@pytest.fixture
def burst(made: Parts) -> Callable[[], None]:
    """Works on all jobs that wait, here and now."""

    def work() -> None:
        # A worker takes the signals of its process for itself, and this one is pytest's.
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            make_worker(made.connection, QUEUES, partial(lost, made)).work(
                burst=True, logging_level="ERROR"
            )
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    return work


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """``pyramid serve`` without limits to how often one asks, for all that let it run."""
    unlimited = {f"PYRAMID_{name.upper()}": value for name, value in UNLIMITED.items()}
    running = Service(tmp_path_factory.mktemp("served"), **unlimited)
    try:
        yield running
    finally:
        running.process.terminate()
        running.process.wait(30)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder that isn't there yet."""
    return tmp_path / "data"

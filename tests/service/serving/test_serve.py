"""``pyramid serve`` as a process: it mends itself, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.service.command import ROOT, Pyramid, environment, process

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]


class Service:
    """A running ``pyramid serve``."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self._log = folder / "log"
        #: Of the embedded server.
        self.store = f"unix://{folder / 'data' / 'store.sock'}"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "service.cli", "serve"],
                cwd=folder,
                env={
                    **environment(),
                    "PYRAMID_PORT": "0",
                    "PYRAMID_WORKERS": "1",
                    "PYRAMID_DATA": "data",
                    "PYRAMID_DAILY_RULES": "",
                    **variables,
                },
                stderr=log,
            )
        self.url = ""
        until(self._is_ready, 60)

    @property
    def log(self) -> str:
        return self._log.read_text()

    def _is_ready(self) -> bool:
        assert self.process.poll() is None, self.log
        found = re.findall(r"http://\S+", self.log)
        self.url = found[-1] if found else ""
        return bool(found) and self.get("/readyz")[0] == 200

    def get(self, path: str) -> tuple[int, Any]:
        return self._send(urllib.request.Request(self.url + path))

    def post(self, path: str, body: object) -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"}
        data = json.dumps(body).encode()
        return self._send(urllib.request.Request(self.url + path, data, headers))

    @staticmethod
    def _send(request: urllib.request.Request) -> tuple[int, Any]:
        try:
            with urllib.request.urlopen(request, timeout=40) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)
        except OSError:
            return 0, None

    def family(self) -> dict[str, int]:
        """Numbers of all processes that descend from it, by what they are."""
        found: dict[str, int] = {}
        todo = [self.process.pid]
        while todo:
            for pid in children(todo.pop()):
                todo.append(pid)
                try:
                    words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                except FileNotFoundError:
                    continue  # It has just ended.
                text = " ".join(word.decode() for word in words)
                name = "store" if "valkey" in text else text.partition("service.cli ")[2].strip()
                found[name or str(pid)] = pid
        return found


def children(pid: int) -> list[int]:
    try:
        return [int(w) for w in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def until(true: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


class Kept:
    """A service for one test after the other: started again only if a test has ended it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: Service | None = None

    def get(self) -> Service:
        if self._running is None or self._running.process.poll() is not None:
            self._running = Service(self._folder)
        return self._running

    def end(self) -> None:
        """In order, and all of it."""
        running = self._running
        if running is not None and running.process.poll() is None:
            family = running.family()
            running.process.send_signal(signal.SIGINT)
            assert running.process.wait(30) == 0
            until(lambda: all(map(is_gone, family.values())), 10)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    keeper = Kept(tmp_path_factory.mktemp("serve"))
    yield keeper
    keeper.end()


@pytest.fixture
def service(kept: Kept) -> Iterator[Service]:
    running = kept.get()
    family = running.family()
    yield running
    if running.process.poll() is not None:
        until(lambda: all(map(is_gone, family.values())), 10)


def test_a_solve_goes_through(service: Service) -> None:
    """From the API through the queue to a worker and back."""
    deal = {"deal": "seed:4", "rules": "king-tut"}
    status, asked = service.post("/v1/solves", deal)
    assert status in {200, 202}
    status, found = service.get(f"/v1/solves/{asked['id']}?wait=25")
    assert (status, found["status"]) == (200, "done")
    assert found["result"]["status"] in {"winnable", "unwinnable"}
    assert set(service.family()) == {
        "store", "api", "worker", "worker --urgent", "worker --bots", "scheduler",
    }  # fmt: skip


def test_parts_that_are_killed_come_back(service: Service) -> None:
    """Each of them; and nothing that was known is lost."""
    _, asked = service.post("/v1/solves", {"deal": "seed:1"})
    time.sleep(1.2)
    for name in ("worker", "worker --urgent", "worker --bots", "scheduler", "api", "store"):
        before = service.family()[name]
        os.kill(before, signal.SIGKILL)
        until(lambda name=name, before=before: service.family().get(name, before) != before)  # type: ignore[misc]
        until(service._is_ready)
        assert service.get(f"/v1/solves/{asked['id']}")[1]["result"]["min_moves"] == 55
    assert service.log.count("it is started again") == 6
    # The API is where it was, though nobody has chosen its port.
    assert len(set(re.findall(r"http://\S+", service.log))) == 1


def test_ctrl_c_stops_it_in_order(service: Service, kept: Kept) -> None:
    """Everything ends, the store last, and the data are there at the next start."""
    _, asked = service.post("/v1/solves", {"deal": "seed:1"})
    family = service.family()
    service.process.send_signal(signal.SIGINT)
    ended: list[str] = []
    while len(ended) < len(family):
        ended += [name for name, pid in family.items() if name not in ended and is_gone(pid)]
        time.sleep(0.005)
    assert service.process.wait(30) == 0
    assert ended[0] == "api"
    assert ended[-1] == "store"
    assert service.log.endswith("pyramid: stopped\n")
    again = kept.get()
    assert again is not service
    assert again.get(f"/v1/solves/{asked['id']}")[1]["result"]["min_moves"] == 55


def test_nothing_outlives_kill_9(service: Service) -> None:
    """The parent has no chance to stop anything; all of it ends all the same."""
    family = service.family()
    assert len(family) == 6
    service.process.kill()
    service.process.wait()
    until(lambda: all(map(is_gone, family.values())), 10)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PYRAMID_PORT", "http", "PYRAMID_PORT: Input should be a valid integer"),
        ("PYRAMID_PROT", "1", "PYRAMID_PROT: Extra inputs are not permitted"),
    ],
)
def test_bad_settings(
    pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    """One sentence, and status 2."""
    monkeypatch.setenv(name, value)
    for command in ("serve", "api", "worker", "scheduler"):
        ended = pyramid(command)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.count("\n") == 1
        assert said in ended.err


@pytest.mark.parametrize("command", ["api", "worker"])
def test_a_bad_address_of_the_store(tmp_path: Path, command: str) -> None:
    """As processes: logs are set up before that is seen."""
    ended = process(command, cwd=tmp_path, REDIS_URL="nonsense")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.count("\n") == 1
    assert "REDIS_URL is no address of a server" in ended.err


def test_a_store_is_needed(tmp_path: Path) -> None:
    for program in (["-m", "service.cli", "worker"], [str(ROOT / "worker.py")]):
        done = subprocess.run(
            [sys.executable, *program],
            cwd=tmp_path,
            env={k: v for k, v in environment().items() if k != "REDIS_URL"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 2
        assert "REDIS_URL isn't set" in done.stderr

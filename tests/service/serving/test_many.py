"""Two APIs, two schedulers and four workers on one store, all at once."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from service.embedded import EmbeddedServer
from service.wiring import Parts
from solver import KERNEL_COMPILED, Deal, Limits, solve
from solver.rules import rules_from
from tests.service.command import ROOT, environment
from tests.service.serving.test_serve import until
from tests.service.serving.test_solving import HARD

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted"),
]


class Process:
    """One of the service's commands, with what it logs."""

    def __init__(
        self, folder: Path, url: str, name: str, *arguments: str, **variables: str
    ) -> None:
        self._log = folder / f"{name}.log"
        with self._log.open("wb") as log:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "service.cli", *arguments],
                cwd=ROOT,
                env={
                    **environment(),
                    "REDIS_URL": url,
                    "PYRAMID_PORT": "0",
                    "PYRAMID_LOG_FORMAT": "json",
                    "PYRAMID_INLINE_SECONDS": "0",
                    "PYRAMID_DAILY_RULES": "cardgames",
                    "PYRAMID_DAILY_AHEAD": "1",
                    "PYRAMID_RATE_ADDRESS": "",
                    "PYRAMID_RATE_WORK": "",
                    **variables,
                },
                stderr=log,
                stdin=subprocess.DEVNULL,
            )

    def lines(self) -> list[dict[str, Any]]:
        """Everything that it has logged; all of it is JSON."""
        return [json.loads(line) for line in self._log.read_text().splitlines()]

    def url(self) -> str:
        """Where it listens, once it does; it tells so a moment before."""
        found = re.findall(r"http://([\d.]+):(\d+)", self._log.read_text())
        if not found:
            return ""
        host, port = found[0]
        try:
            socket.create_connection((host, int(port)), 5).close()
        except ConnectionRefusedError:
            return ""
        return f"http://{host}:{port}"


@pytest.fixture
def start(server: EmbeddedServer, made: Parts, tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Starts a command on the same store; all are killed at the end."""
    started: list[Process] = []

    def begin(name: str, *arguments: str) -> Process:
        started.append(Process(tmp_path, server.url, name, *arguments))
        return started[-1]

    yield begin
    for process in started:
        process.running.kill()
        process.running.wait()


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=60) as response:
        return json.load(response)


def made_by_then(url: str) -> Any:
    """A daily, asked for again if a busy machine takes longer to make it than a request waits."""
    deadline = time.monotonic() + 240
    while True:
        try:
            return get(url)
        except urllib.error.HTTPError as error:
            with error:
                if error.code != 503 or time.monotonic() > deadline:
                    raise


def post(url: str, body: object) -> Any:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def test_one_daily_a_date_and_one_job_a_question(
    start: Callable[..., Process], made: Parts
) -> None:
    """However many ask, wherever: what is to be done is done by one of them, once."""
    workers = [start(f"worker-{number}", "worker") for number in range(4)]
    schedulers = [start(f"scheduler-{number}", "scheduler") for number in range(2)]
    apis = [start(f"api-{number}", "api") for number in range(2)]
    until(lambda: all(api.url() for api in apis) and made.queue.workers() == 4, 60)
    urls = [api.url() for api in apis]

    numbers = list(range(1, 31))
    rules = rules_from("one-pass")
    body = [{"deal": f"seed:{number}", "rules": "one-pass"} for number in numbers]
    with ThreadPoolExecutor(8) as pool:
        asked = list(
            pool.map(lambda each: post(f"{each[0]}/v1/solves", each[1]),
                     [(url, each) for each in body for url in (*urls, *urls)])
        )  # fmt: skip
        ids = [found["id"] for found in asked]
        assert len(set(ids)) == len(numbers)
        ended = list(pool.map(lambda each: get(f"{urls[0]}/v1/solves/{each}?wait=25"), set(ids)))
    assert {found["status"] for found in ended} == {"done"}
    least = {found["deal"]: found["result"]["min_moves"] for found in ended}
    for number in numbers:
        deal = Deal.seed(number)
        assert least[deal.line()] == solve(deal.position(rules)).min_moves

    slots = [f"{urls[at % 2]}/v1/daily?difficulty={label}" for at in range(4)
             for label in ("easy", "medium", "hard")]  # fmt: skip
    with ThreadPoolExecutor(8) as pool:
        dailies = list(pool.map(made_by_then, slots))
    for label in ("easy", "medium", "hard"):
        assert len({json.dumps(d) for d in dailies if d["difficulty"] == label}) == 1

    def told() -> Counter[str]:
        lines = (line for worker in workers for line in worker.lines())
        return Counter(line["slot"] for line in lines if line["event"] == "daily made")

    until(lambda: len(told()) >= 6, 120)  # Today's and tomorrow's.
    until(lambda: made.queue.length("ahead") == made.queue.length("dailies") == 0, 60)
    for process in (*workers, *schedulers, *apis):
        assert process.running.poll() is None
    events = [line for worker in workers for line in worker.lines()]
    begun = Counter(
        line["job_id"] for line in events
        if line["event"] == "job started" and line["function"] == "solve"
    )  # fmt: skip
    assert len(begun) == len(numbers)
    assert set(begun.values()) == {1}
    assert len(told()) in (6, 9)  # Three more if midnight has passed meanwhile.
    assert set(told().values()) == {1}
    assert {line["level"] for line in events} == {"info"}


def test_a_batch_does_not_keep_a_solve_waiting(start: Callable[..., Process], made: Parts) -> None:
    """Whoever waits for an answer gets it while the only general worker is busy for minutes."""
    start("worker", "worker")
    start("urgent", "worker", "--urgent")
    until(lambda: made.queue.workers() == 2, 60)
    deals = [f"seed:{number}" for number in range(1000, 1050)]  # one chunk
    batch = made.batches.create(deals, rules_from("pysol"), "moves", made.solving.limits(Limits()))
    until(lambda: made.queue.length("batches") == 0, 30)
    for _ in range(2):
        asked = made.solving.ask(HARD, made.solving.limits(Limits(nodes=2000)))
        found = made.solving.wait(asked.record.id, 30)
        assert found is not None
        assert found.record.status == "done"
        made.connection.delete(f"pyramid:solve:{HARD.id}")
    running = made.batches.look(batch.id)
    assert running is not None
    assert (running.status, running.done) == ("running", 0)

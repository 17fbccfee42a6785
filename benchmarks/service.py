"""Measures the service under load, on this machine and over loopback.

    python benchmarks/service.py                    # all of it, about five minutes
    python benchmarks/service.py --seconds 2 --deals 2000 --rounds 1    # a first look

``pyramid serve`` runs in a folder of its own with two general workers, on a free port; the
limits of requests count as always, only that nobody reaches them, and each request is logged.
Clients are processes of their own on the same cores, so they take their share of them.

1. Requests: for each kind the latency with one client that sends one request after the other
   (median and 99th percentile), and requests a second with eight of them on kept connections.

   * ``daily``: ``GET /v1/daily``, whole;
   * ``daily, not modified``: the same with ``If-None-Match``, answered 304;
   * ``verdict``: ``POST /v1/verdicts`` about a different position of some game each time;
   * ``cached solve``: ``POST /v1/solves`` about deals that were solved before;
   * ``livez``: ``GET /livez``, which asks nobody: what HTTP itself costs here.

2. The queue: the same deals as one batch through ``POST /v1/batches/lines``, from sending it to
   the last result, and by ``pyramid solve FILE --jobs 2``, from its start to its end, in
   turn. The ratio is that of the medians.

3. Start: how long a single solve waits for a worker while a batch keeps all general workers
   busy, from the store's own times.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from service.settings import Settings  # noqa: E402 - runs without an installation
from service.wiring import parts  # noqa: E402
from solver import KERNEL_COMPILED, Deal, solve  # noqa: E402
from solver.notation import format_position  # noqa: E402

WORKERS = 2
CLIENTS = 8
JSON = {"Content-Type": "application/json"}
MANY = "100000000 per minute"


class Request(NamedTuple):
    """A request as it is sent."""

    method: str
    path: str
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()


class Kind(NamedTuple):
    """A kind of request: what is sent in turn, and the status that must come."""

    name: str
    requests: list[Request]
    status: int


@contextmanager
def serving() -> Iterator[tuple[str, str]]:
    """``pyramid serve`` until it is left: its address, and that of its store."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYRAMID_PORT": "0",
            "PYRAMID_DATA": "data",
            "PYRAMID_WORKERS": str(WORKERS),
            "PYRAMID_DAILY_AHEAD": "0",
            **{f"PYRAMID_RATE_{name}": MANY for name in ("ADDRESS", "TOKEN", "WORK", "BATCHES")},
        }
        with (folder / "log").open("wb") as log:
            command = [sys.executable, "-m", "service.cli", "serve"]
            running = subprocess.Popen(command, cwd=folder, env=environment, stderr=log)
        try:
            found: list[str] = []
            while not found:
                time.sleep(0.1)
                found = re.findall(r"http://[\d.:]+", (folder / "log").read_text())
            host = urlsplit(found[0]).netloc
            while not _is_ready(host):
                time.sleep(0.1)
            for label in ("easy", "medium", "hard"):
                for rules in ("cardgames", "microsoft"):
                    path = f"/v1/daily?rules={rules}&difficulty={label}"
                    while ask(HTTPConnection(host), Request("GET", path))[0] != 200:
                        time.sleep(0.5)
            yield host, f"unix://{folder.resolve()}/data/store.sock"
        finally:
            running.terminate()
            running.wait()


def _is_ready(host: str) -> bool:
    try:
        return ask(HTTPConnection(host), Request("GET", "/readyz"))[0] == 200
    except OSError:
        return False  # It doesn't listen yet.


def ask(connection: HTTPConnection, request: Request) -> tuple[int, bytes, dict[str, str]]:
    """Send a request and read the whole answer."""
    connection.request(request.method, request.path, request.body, dict(request.headers))
    answer = connection.getresponse()
    headers = {name.lower(): value for name, value in answer.getheaders()}
    return answer.status, answer.read(), headers


def client(host: str, kind: Kind, offset: int, seconds: float) -> list[float]:
    """One client: requests one after the other on one connection; how long each took."""
    connection = HTTPConnection(host)
    requests = cycle(kind.requests[offset:] + kind.requests[:offset])
    for _ in range(20):
        ask(connection, next(requests))
    times = []
    end = time.perf_counter() + seconds
    began = time.perf_counter()
    while began < end:
        status, body, _ = ask(connection, next(requests))
        now = time.perf_counter()
        if status != kind.status:
            raise SystemExit(f"{kind.name}: {status} {body[:200]!r}")
        times.append(now - began)
        began = now
    return times


def measure(host: str, kind: Kind, seconds: float) -> None:
    """Print a row of the table of requests."""
    with ProcessPoolExecutor(1) as pool:
        alone = sorted(pool.submit(client, host, kind, 0, seconds).result())
    with ProcessPoolExecutor(CLIENTS) as pool:
        share = len(kind.requests) // CLIENTS
        jobs = [pool.submit(client, host, kind, at * share, seconds) for at in range(CLIENTS)]
        together = sorted(took for job in jobs for took in job.result())

    def percentile(times: list[float], share: float) -> float:
        return 1000 * times[min(len(times) - 1, int(share * len(times)))]

    print(
        f"| {kind.name} | {percentile(alone, 0.5):.2f} | {percentile(alone, 0.99):.2f} "
        f"| {len(together) / seconds:,.0f} | {percentile(together, 0.5):.1f} "
        f"| {percentile(together, 0.99):.1f} |",
        flush=True,
    )


def post(path: str, body: object) -> Request:
    """A request with a JSON body."""
    return Request("POST", path, json.dumps(body).encode(), tuple(JSON.items()))


def kinds(host: str) -> Iterator[Kind]:
    """All kinds of requests; solves are solved here."""
    yield Kind("livez", [Request("GET", "/livez")], 200)
    daily = Request("GET", "/v1/daily")
    yield Kind("daily", [daily], 200)
    etag = ask(HTTPConnection(host), daily)[2]["etag"]
    known = daily._replace(headers=(("If-None-Match", etag),))
    yield Kind("daily, not modified", [known], 304)
    positions = []
    for number in range(100, 140):
        position = Deal.seed(number).position()
        for move in solve(position).solution:
            positions.append(format_position(position))
            position = position.apply(move)
    yield Kind("verdict", [post("/v1/verdicts", {"deal": text}) for text in positions], 200)
    solves = [post("/v1/solves", {"deal": f"seed:{number}"}) for number in range(200)]
    for request in solves:
        status, body, _ = ask(HTTPConnection(host), request)
        if status == 202:
            ask(
                HTTPConnection(host), Request("GET", f"/v1/solves/{json.loads(body)['id']}?wait=25")
            )
    yield Kind("cached solve", solves, 200)


def by_queue(host: str, deals: bytes) -> float:
    """Seconds that a batch takes, from sending it to its last result."""
    connection = HTTPConnection(host)
    began = time.perf_counter()
    path = "/v1/batches/lines"
    headers = (("Content-Type", "text/plain"),)
    status, body, _ = ask(connection, Request("POST", path, deals, headers))
    where = f"/v1/batches/{json.loads(body)['id']}"
    if status != 202:
        raise SystemExit(f"{status} {body[:200]!r}")
    while True:
        found = json.loads(ask(connection, Request("GET", where))[1])
        if found["status"] == "done":
            return time.perf_counter() - began
        time.sleep(0.05)


def by_command(folder: Path, deals: bytes) -> float:
    """Seconds that the command line takes for the same."""
    (folder / "deals.txt").write_bytes(deals)
    command = [sys.executable, "-m", "service.cli", "solve", "deals.txt", "--jobs", str(WORKERS)]
    command += ["--format", "json", "--output", "out.jsonl", "--force"]
    began = time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=folder, env=environment, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def measure_queue(host: str, count: int, rounds: int) -> None:
    """Print what the queue costs."""
    deals = "".join(f"seed:{number}\n" for number in range(1, count + 1)).encode()
    queue, command = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            command.append(by_command(Path(folder), deals))
            queue.append(by_queue(host, deals))
    here, there = statistics.median(command), statistics.median(queue)
    print(f"\nqueue, {count:,} deals, {WORKERS} workers, {rounds} rounds in turn:")
    print(f"command line {here:.1f} s ({count / here:,.0f} solves/s); ", end="")
    print(f"through the queue {there:.1f} s ({count / there:,.0f} solves/s); ", end="")
    print(f"cost {100 * (there / here - 1):+.1f} %", flush=True)


def measure_start(host: str, store: str, count: int) -> None:
    """Print how long single solves wait while a batch is at work."""
    made = parts(Settings(), store)
    hard = "".join(f"seed:{number}\n" for number in range(5000, 5000 + count)).encode()
    path = "/v1/batches/lines?rules=pysol"
    connection = HTTPConnection(host)
    body = ask(connection, Request("POST", path, hard, (("Content-Type", "text/plain"),)))[1]
    time.sleep(2)
    waits = []
    for number in range(60):
        # Few of these are known or easy: they go through the queue.
        sent = post("/v1/solves", {"deal": f"seed:{6000 + number}", "rules": "pysol"})
        found = json.loads(ask(connection, sent)[1])
        ask(connection, Request("GET", f"/v1/solves/{found['id']}?wait=25"))
        standing = made.solving.look(found["id"])
        if standing is not None and standing.record.started_at is not None:
            waits.append(standing.record.started_at - standing.record.queued_at)
    ask(connection, Request("DELETE", f"/v1/batches/{json.loads(body)['id']}"))
    waits.sort()
    print(f"\nstart of {len(waits)} single solves while a batch of hard deals is at work: ", end="")
    print(f"median {1000 * statistics.median(waits):.0f} ms, most {1000 * waits[-1]:.0f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="of each kind of request")
    parser.add_argument("--deals", type=int, default=10_000, help="of the batch")
    parser.add_argument("--rounds", type=int, default=3, help="of the batch")
    parser.add_argument("--only", choices=["requests", "queue", "start"])
    chosen = parser.parse_args()
    if not KERNEL_COMPILED:
        raise SystemExit("the search isn't compiled: these figures would say nothing")
    began = time.process_time()
    sum(range(10_000_000))
    print(f"ten million additions take {time.process_time() - began:.2f} s here\n")
    with serving() as (host, store):
        if chosen.only in (None, "requests"):
            print("| request | p50 ms | p99 ms | requests/s by 8 | p50 ms | p99 ms |")
            print("|---|---|---|---|---|---|")
            for kind in kinds(host):
                measure(host, kind, chosen.seconds)
        if chosen.only in (None, "queue"):
            measure_queue(host, chosen.deals, chosen.rounds)
        if chosen.only in (None, "start"):
            measure_start(host, store, 200)


if __name__ == "__main__":
    main()

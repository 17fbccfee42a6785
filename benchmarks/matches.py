"""What the figures of docs/service.md about matches are measured with.

    python benchmarks/matches.py --matches 500 --pause 10 --seconds 60

Starts ``pyramid serve``, sits four players down at each of many tables of kaiser, and lets them
play: at each table the seat whose turn it is thinks for some seconds and then acts, while all
four seats wait for news by long polls, each on a connection of its own. Told are, in milliseconds,
how long actions took, and how long after an action was sent the others had its news.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SEATS = 4
ENVIRONMENT = {
    "PYRAMID_PORT": "0",
    "PYRAMID_DAILY_RULES": "",
    "PYRAMID_MATCHES": "1000",
    "PYRAMID_MATCH_WAITERS_OF_ADDRESS": "3000",
    "PYRAMID_LOG_LEVEL": "warning",
    **{f"PYRAMID_RATE_{name}": "" for name in ("ADDRESS", "TOKEN", "WORK", "BATCHES", "PLAYERS")},
}


class Connection:
    """A connection that is kept open, and the requests on it."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(
        self, method: str, path: str, body: Any = None, version: int | None = None
    ) -> Any:
        """A request; what was answered."""
        data = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {self._token}",
        ]  # fmt: skip
        if version is not None:
            lines.append(f'If-Match: "{version}"')
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        request = ("\r\n".join(lines) + "\r\n\r\n").encode() + data
        first = b""
        while not first:  # The server closes connections on which nothing happens for long.
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._streams
            try:
                writer.write(request)
                first = await reader.readline()
            except ConnectionError:
                first = b""
            if not first:
                writer.close()
                self._streams = None
        status = int(first.split()[1])
        length = 0
        while (line := await reader.readline()) != b"\r\n":
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        told = json.loads(await reader.readexactly(length))
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {told}")
        return told


class Figures:
    """What was measured, in seconds."""

    def __init__(self) -> None:
        self.actions: list[float] = []
        self.news: list[float] = []


class Table:
    """A match, the players' connections, and when each version was sent."""

    def __init__(self, port: int, path: str, tokens: list[str], figures: Figures) -> None:
        self._path = path
        self._acting = [Connection(port, token) for token in tokens]
        self._waiting = [Connection(port, token) for token in tokens]
        self._figures = figures
        self._sent: dict[int, float] = {}
        self.is_over = False

    async def sit(self, seat: int, pause: float, counted: asyncio.Event) -> None:
        """One player's life."""
        match = await self._waiting[seat].send("GET", self._path)
        while match["status"] == "playing":
            if seat in match["waiting"]:
                await asyncio.sleep(random.uniform(0.5, 1.5) * pause)
                action = random.choice(match["view"]["legal"])
                begun = time.perf_counter()
                self._sent[match["version"] + 1] = begun
                match = await self._acting[seat].send(
                    "POST", f"{self._path}/actions", {"action": action}, match["version"]
                )
                if counted.is_set():
                    self._figures.actions.append(time.perf_counter() - begun)
                continue
            since = match["version"]
            match = await self._waiting[seat].send("GET", f"{self._path}?since={since}&wait=25")
            sent = self._sent.get(match["version"])
            if match["version"] == since + 1 and sent is not None and counted.is_set():
                self._figures.news.append(time.perf_counter() - sent)
        self.is_over = True


async def play(port: int, options: argparse.Namespace) -> Figures:
    """All tables, for some time."""
    players = []
    for _ in range(SEATS):
        made = await Connection(port, "").send("POST", "/v1/players", {})
        players.append(made["token"])
    figures, counted = Figures(), asyncio.Event()
    tables = [await _table(port, players, figures) for _ in range(options.matches)]
    lives = [
        asyncio.create_task(table.sit(seat, options.pause, counted))
        for table in tables
        for seat in range(SEATS)
    ]
    # Until all have found their pace: they have begun at once, as nobody does.
    await asyncio.sleep(10 + options.pause)
    counted.set()
    await asyncio.sleep(options.seconds)
    counted.clear()
    for life in lives:
        if life.done() and life.exception() is not None:
            raise life.exception() or RuntimeError
        life.cancel()
    return figures


async def _table(port: int, players: list[str], figures: Figures) -> Table:
    first = Connection(port, players[0])
    made = await first.send("POST", "/v1/matches", {"game": "kaiser"})
    path, code = f"/v1/matches/{made['match']['id']}", made["match"]["code"]
    tokens = [made["token"]]
    for player in players[1:]:
        joined = await Connection(port, player).send("POST", f"{path}/seats", {"code": code})
        tokens.append(joined["token"])
    return Table(port, path, tokens, figures)


def served(folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A service of its own, and its port."""
    log = folder / "log"
    running = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "serve"],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            **ENVIRONMENT,
            "PYRAMID_DATA": str(folder / "data"),
        },
        stderr=log.open("wb"),
    )
    while True:
        found = re.findall(r"http://\S+:(\d+)", log.read_text())
        if found and _is_ready(int(found[-1])):
            return running, int(found[-1])
        if running.poll() is not None:
            raise RuntimeError(log.read_text())
        time.sleep(0.1)


def _is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _told(name: str, seconds: list[float]) -> str:
    found = sorted(1000 * each for each in seconds)
    return (
        f"{name}: {len(found):,}, p50 {statistics.median(found):.1f} ms, "
        f"p99 {found[len(found) * 99 // 100]:.1f} ms, most {found[-1]:.0f} ms"
    )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--pause", type=float, default=10.0, help="seconds before each action")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        running, port = served(Path(folder))
        try:
            figures = asyncio.run(play(port, options))
        finally:
            running.terminate()
            running.wait()
    print(f"{options.matches} matches, {SEATS * options.matches} long polls")
    print(_told("actions", figures.actions))
    print(_told("news", figures.news))


if __name__ == "__main__":
    main()

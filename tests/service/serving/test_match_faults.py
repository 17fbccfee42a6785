"""Matches while parts of the service are killed, and many of them at once."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.match import Match
from games.shuffle import Stream
from service.client import Client, Seat
from tests.service.serving.tables import first_legal
from tests.service.serving.test_matches_served import UNLIMITED, play
from tests.service.serving.test_serve import Service, until

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]  # It is the same again when the API comes back.
    running = Service(tmp_path, **UNLIMITED, PYRAMID_WORKERS="2", PYRAMID_PORT=str(port))
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


@pytest.mark.parametrize(
    ("game", "options"),
    [("hearts", {"max_deals": 1}), ("kaiser", {"max_deals": 1}), ("spades", {"max_deals": 1})],
)
def test_a_game_goes_on_whatever_is_killed(
    service: Service, game: str, options: dict[str, Any]
) -> None:
    """In passing, in the auction, within tricks: all views are the same afterwards, and the end
    is what the engine makes of the log.
    """  # noqa: D205 - one sentence
    clients = [Client(service.url) for _ in range(4)]
    for client in clients:
        client.register()
    first = clients[0].create(game, options=options)
    seats = [first, *(client.join(first.match_id, first.first["code"]) for client in clients[1:])]
    dice = Stream(game, "faults")
    kills = iter([2, 5, 9, 14, 22, 27])
    parts = iter(["api", "store", "worker", "api", "store", "scheduler"])
    due = next(kills)
    done = 0
    match = first.look()
    while match["status"] != "over":
        if done == due:
            before = [seat.look() for seat in seats]
            killed(service, next(parts))
            assert [seat.look() for seat in seats] == before
            due = next(kills, -1)
        seat = seats[match["waiting"][0]]
        own = seat.look()
        seat.act(first_legal(own, dice.below(1000)), own["version"])
        done += 1
        match = first.look()
    assert due == -1
    replayed = Match.from_lines(first.history()["log"]).state.result
    assert replayed is not None
    assert list(replayed.scores) == match["view"]["result"]["scores"]


def test_a_table_does_not_wait_for_a_lost_worker(service: Service) -> None:
    """Killed again and again while bots are to act: the game comes to its end all the same."""
    client = Client(service.url)
    client.register()
    seat = client.create("kaiser", seats=["you", "easy", "easy", "easy"], options={"max_deals": 1})
    dice = Stream("lost", "worker")
    match = seat.look()
    kills = 0
    while match["status"] != "over":
        if seat.number in match["waiting"]:
            match = seat.act(first_legal(match, dice.below(1000)), match["version"])
            if kills < 4:
                kills += 1
                for name, pid in service.family().items():
                    if "worker" in name:
                        os.kill(pid, signal.SIGKILL)
        else:
            match = seat.look(since=match["version"], wait=20)
    assert kills == 4


def test_a_hundred_games_at_once(service: Service) -> None:
    """One script and three bots each: all are played to the end, as the engine allows it."""
    ended: list[str] = []
    lock = threading.Lock()

    def script(number: int) -> None:
        client = Client(service.url)
        client.register()
        seats: list[Seat] = []
        for _ in range(10):
            order = ["easy", "easy", "easy"]
            order.insert(number % 4, "you")
            seats.append(client.create("kaiser", seats=order, options={"max_deals": 1}))
        for seat in seats:
            end = play(seat, Stream(f"{number}", "hundred"))
            replayed = Match.from_lines(seat.history()["log"]).state.result
            assert replayed is not None
            assert list(replayed.scores) == end["view"]["result"]["scores"]
            with lock:
                ended.append(seat.match_id)

    threads = [threading.Thread(target=script, args=[number]) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(400)
    assert len(set(ended)) == 100

"""Whole matches by HTTP clients, against the real server with its workers."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from games.match import Match
from games.shuffle import Stream
from service.client import Client, Refused, Seat
from tests.service.serving.tables import first_legal
from tests.service.serving.test_serve import Service

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]

UNLIMITED = {
    f"PYRAMID_RATE_{name}": "" for name in ("ADDRESS", "TOKEN", "WORK", "BATCHES", "PLAYERS")
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("served"), **UNLIMITED)
    try:
        yield running
    finally:
        running.process.terminate()
        running.process.wait(30)


def play(seat: Seat, dice: Stream) -> dict[str, Any]:
    """A seat's match, played to its end by chance.

    Where several may act at once, who comes too late looks again.
    """
    match = seat.look()
    while match["status"] != "over":
        try:
            if seat.number in match["waiting"]:
                match = seat.act(first_legal(match, dice.below(1000)), match["version"])
            else:
                match = seat.look(since=match["version"], wait=20)
        except Refused as refused:
            if refused.kind != "stale":
                raise
            match = seat.look()
    return match


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("hearts", {"max_deals": 2}),
        ("spades", {"max_deals": 2}),
        ("kaiser", {"max_deals": 3}),
    ],
)
def test_four_clients(service: Service, game: str, options: dict[str, Any]) -> None:
    """All see the same end, and the engine's replay of the log comes to the same scores."""
    clients = [Client(service.url) for _ in range(4)]
    for number, client in enumerate(clients):
        client.register(f"Player {number}")
    first = clients[0].create(game, options=options)
    code = first.first["code"]
    seats = [first, *(client.join_by_code(code) for client in clients[1:])]
    assert sorted(seat.number for seat in seats) == [0, 1, 2, 3]
    ends: dict[int, dict[str, Any]] = {}

    def sit(seat: Seat) -> None:
        ends[seat.number] = play(seat, Stream(f"{game} {seat.number}", "dice"))

    threads = [threading.Thread(target=sit, args=[seat]) for seat in seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(ends) == 4
    result = ends[0]["view"]["result"]
    assert all(end["view"]["result"] == result for end in ends.values())
    replayed = Match.from_lines(first.history()["log"]).state.result
    assert replayed is not None
    assert list(replayed.scores) == result["scores"]
    assert list(replayed.winners) == result["winners"]


@pytest.mark.parametrize("game", ["hearts", "spades", "kaiser"])
def test_one_client_and_three_bots(service: Service, game: str) -> None:
    client = Client(service.url)
    client.register()
    seats = ["you", "easy", "strong", "easy"]
    seat = client.create(game, seats=seats, options={"max_deals": 1})
    end = play(seat, Stream(game, "dice"))
    replayed = Match.from_lines(seat.history()["log"]).state.result
    assert replayed is not None
    assert list(replayed.scores) == end["view"]["result"]["scores"]


def test_a_stream_tells_what_looking_tells(service: Service) -> None:
    """Each version once or skipped, in order, to the end; and it goes on where it was left."""
    client = Client(service.url)
    client.register()
    seat = client.create("kaiser", seats=["easy", "you", "easy", "easy"], options={"max_deals": 1})
    seen: list[dict[str, Any]] = []
    ended = threading.Event()

    def follow() -> None:
        seen.extend(seat.stream())
        ended.set()

    thread = threading.Thread(target=follow)
    thread.start()
    end = play(seat, Stream("stream", "dice"))
    assert ended.wait(20)
    versions = [match["version"] for match in seen]
    assert versions == sorted(set(versions))
    assert versions[-1] == end["version"]
    assert seen[-1]["view"] == end["view"]
    told = [event for match in seen[1:] for event in match["events"]]
    events = seat.history()["events"]
    public = [event for event in events if event["version"] > versions[0]]
    assert [each["event"] for each in told] == [each["event"] for each in public]

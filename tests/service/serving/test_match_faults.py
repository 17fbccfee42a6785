"""Matches while parts of the service are killed, and many of them at once."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.match import Match
from games.shuffle import Stream
from service.client import Client, Seat
from tests.service.serving.outages import killed, mending
from tests.service.serving.tables import first_legal
from tests.service.serving.test_matches_served import play
from tests.service.serving.test_serve import Service

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with mending(tmp_path) as running:
        yield running


def play_on(
    service: Service, game: str, options: dict[str, Any], kills: Callable[[int, int], str | None]
) -> None:
    """Four play a whole game, while parts are killed after the actions and deals that are named.

    All views are the same afterwards, and the end is what the engine makes of the log.
    """
    clients = [Client(service.url) for _ in range(4)]
    for client in clients:
        client.register()
    first = clients[0].create(game, options=options)
    seats = [first, *(client.join(first.match_id, first.first["code"]) for client in clients[1:])]
    dice = Stream(game, "faults")
    done = 0
    match = first.look()
    while match["status"] != "over":
        part = kills(done, match["view"]["deal"])
        if part is not None:
            before = [seat.look() for seat in seats]
            killed(service, part)
            assert [seat.look() for seat in seats] == before
        seat = seats[match["waiting"][0]]
        own = seat.look()
        seat.act(first_legal(own, dice.below(1000)), own["version"])
        done += 1
        match = first.look()
    replayed = Match.from_lines(first.history()["log"]).state.result
    assert replayed is not None
    assert list(replayed.scores) == match["view"]["result"]["scores"]


@pytest.mark.parametrize(
    ("game", "options"),
    [("hearts", {"max_deals": 1}), ("kaiser", {"max_deals": 1}), ("spades", {"max_deals": 1})],
)
def test_a_game_goes_on_whatever_is_killed(
    service: Service, game: str, options: dict[str, Any]
) -> None:
    """In passing, in the auction, and within tricks."""
    due = dict(
        zip(
            (2, 5, 9, 14, 22, 27),
            ("api", "store", "worker", "api", "store", "scheduler"),
            strict=True,
        )
    )
    play_on(service, game, options, lambda done, _: due.pop(done, None))
    assert not due


@pytest.mark.parametrize(
    ("game", "options", "parts"),
    [
        ("hearts", {"max_deals": 3}, ("store", "api")),
        ("kaiser", {"max_deals": 4}, ("api", "store", "worker")),
        ("spades", {"max_deals": 2}, ("store",)),
    ],
)
def test_a_game_goes_on_between_deals(
    service: Service, game: str, options: dict[str, Any], parts: tuple[str, ...]
) -> None:
    """A deal has just ended, and the next one is known by nothing but the seed."""
    due = dict(enumerate(parts, 2))
    play_on(service, game, options, lambda _, deal: due.pop(deal, None))
    assert not due


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

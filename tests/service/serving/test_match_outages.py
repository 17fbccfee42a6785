"""Those who wait for a match, and games for one, while parts of the service are killed."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from games.match import Match
from games.shuffle import Stream
from service.client import Client, Refused, Seat, Unreachable
from tests.service.serving.outages import killed, mending
from tests.service.serving.tables import first_legal
from tests.service.serving.test_serve import Service, until

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]

# Who isn't told waits longer than that, for nothing: what is polled for comes after 25 seconds.
_PATIENCE = 20
_POLL_SECONDS = 25


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with mending(tmp_path) as running:
        yield running


class Follower:
    """Follows a match to its end, by polling or as a stream, and comes back when it is cut off.

    Attributes:
        seen: the match at each version that was told, the events apart.
        events: those that were told since the first version.
        first, last: the versions that were told first and last.
        listened: how often it has begun to.
    """

    def __init__(self, seat: Seat, *, polls: bool) -> None:
        self._seat = seat
        self._polls = polls
        self.first = -1
        self.last = -1
        self.seen: dict[int, dict[str, Any]] = {}
        self.events: list[dict[str, Any]] = []
        self.listened = 0
        self._fault: Exception | None = None
        self.thread = threading.Thread(target=self._follow, daemon=True)
        self.thread.start()

    def has_seen(self, version: int) -> bool:
        """Whether it was told of a version by now."""
        if self._fault is not None:
            raise self._fault
        return self.last >= version

    def _follow(self) -> None:
        try:
            self._take(self._seat.look())
            while self.seen[self.last]["status"] != "over":
                try:
                    self._listen()
                except Unreachable:
                    continue
                except Refused as refused:
                    if refused.status != 503:
                        raise
        except Exception as error:  # noqa: BLE001 - told in the thread of the test
            self._fault = error

    def _listen(self) -> None:
        self.listened += 1
        if self._polls:
            self._take(self._seat.look(since=self.last, wait=_POLL_SECONDS))
            return
        for match in self._seat.stream(last=self.last):
            self._take(match)

    def _take(self, match: dict[str, Any]) -> None:
        events = match.pop("events")
        version = match["version"]
        assert version >= self.last
        if version > self.last >= 0:
            self.events += events
        elif version == self.last:
            assert events == []
        assert self.seen.setdefault(version, match) == match
        self.first = version if self.first < 0 else self.first
        self.last = version


def follow(service: Service, first: Seat, seats: list[Seat]) -> list[Follower]:
    """Two seats and somebody who watches, each by polling and by a stream."""
    followers = []
    for seat in (seats[1], seats[2], None):
        taken = {
            "match": first.first,
            "seat": -1 if seat is None else seat.number,
            "token": "" if seat is None else seat.token,
        }
        followers += [
            Follower(Seat(Client(service.url), taken), polls=polls) for polls in (True, False)
        ]
    return followers


def waiting(service: Service) -> float:
    """How many wait for news of matches."""
    text = requests.get(f"{service.url}/metrics", timeout=30).text
    found = re.search(r"^pyramid_waiting (\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return float(found[1])


def test_who_waits_misses_nothing(service: Service) -> None:
    """With polls and streams that are open when a part is killed: whoever comes back with the
    last version that they have seen is told all that has happened since, once, and soon.
    """  # noqa: D205 - one sentence
    clients = [Client(service.url) for _ in range(4)]
    for client in clients:
        client.register()
    first = clients[0].create("kaiser", options={"max_deals": 2})
    seats = [first, *(client.join(first.match_id, first.first["code"]) for client in clients[1:])]
    followers = follow(service, first, seats)
    kills = dict(
        zip(
            (3, 7, 11, 16, 23, 29, 35),
            ("api", "store", "worker --bots", "store", "api", "scheduler", "store"),
            strict=True,
        )
    )
    dice = Stream("kaiser", "outages")
    done = 0
    match = first.look()
    while match["status"] != "over":
        if done in kills:
            version = match["version"]
            until(lambda version=version: all(each.has_seen(version) for each in followers))  # type: ignore[misc]
            until(lambda: waiting(service) == len(followers))
            killed(service, kills.pop(done))
        seat = seats[match["waiting"][0]]
        own = seat.look()
        after = seat.act(first_legal(own, dice.below(1000)), own["version"])["version"]
        until(lambda after=after: all(each.has_seen(after) for each in followers), _PATIENCE)  # type: ignore[misc]
        done += 1
        match = first.look()
    assert not kills
    happened = first.history()["events"]
    for follower in followers:
        follower.thread.join(_PATIENCE)
        assert not follower.thread.is_alive()
        expected = [event for event in happened if event["version"] > follower.first]
        assert list(map(_public, follower.events)) == list(map(_public, expected))
        # Two kills of the API at least have cut it off.
        assert follower.listened > 2


def _public(event: dict[str, Any]) -> tuple[Any, ...]:
    """What all see of an event."""
    return tuple(event.get(name) for name in ("version", "event", "seat", "card", "bid", "taken"))


def test_a_game_of_pyramid_goes_on(service: Service) -> None:
    """After moves, after some were taken back, and after a hint: it is as it was, and can be
    played to its end, which is what the engine makes of the log.
    """  # noqa: D205 - one sentence
    client = Client(service.url)
    client.register()
    seat = client.create("pyramid", options={"rules": "one-pass", "max_actions": 40})
    watcher = Seat(Client(service.url), {"match": seat.first, "seat": -1, "token": ""})
    # What is done before a part is killed, and the part.
    kills = {
        3: ("move", "api"), 8: ("undo", "store"), 12: ("hint", "store"), 17: ("undo", "api"),
        22: ("hint", "api"), 30: ("move", "store"),
    }  # fmt: skip
    dice = Stream("pyramid", "outages")
    done = 0
    match = seat.look()
    while match["status"] != "over":
        what, part = kills.pop(done, ("move", ""))
        legal = [action for action in match["view"]["legal"] if "resign" not in action]
        if what == "undo" and {"undo": True} in legal:
            match = seat.act({"undo": True}, match["version"])
        else:
            chosen = {"view": {"legal": [each for each in legal if "move" in each] or legal}}
            match = seat.act(first_legal(chosen, dice.below(1000)), match["version"])
        if what == "hint" and match["status"] != "over":
            client.send("POST", f"{seat.path}/hint", token=seat.token)
        if part:
            before = seat.look(), watcher.look(), seat.history()
            killed(service, part)
            assert (seat.look(), watcher.look(), seat.history()) == before
        done += 1
        match = seat.look()
    assert not kills
    assert match["helped"] == [0]
    assert match["view"]["undone"] >= 2
    history = seat.history()
    state = Match.from_lines(history["log"]).state
    assert state.result is not None
    assert list(state.result.scores) == match["view"]["result"]["scores"]
    assert list(state.moves) == match["view"]["moves"]
    assert watcher.look()["view"]["ending"] == match["view"]["ending"]

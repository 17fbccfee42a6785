"""Whole matches by HTTP clients, against the real server with its workers."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import requests

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


@pytest.fixture
def service(served: Service) -> Service:
    return served


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


@pytest.mark.slow
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


@pytest.mark.slow
def test_bad_messages_stop_nobody(service: Service) -> None:
    """Case G7: each is refused by a problem document, and a game at another table goes on at once.

    What is broken, too large, no card, no name or no path: sent to each place of a match.
    """
    clients = [Client(service.url) for _ in range(5)]
    for client in clients:
        client.register()
    endless = {"target": 10_000, "floor": -10_000, "max_deals": 1000}
    first = clients[0].create("kaiser", options=endless)
    bad = clients[4].create("hearts", seats=["you", "easy", "easy", "easy"])
    seats = [first, *(client.join(first.match_id, first.first["code"]) for client in clients[1:4])]
    dice = Stream("bad", "messages")
    before = bad.look()
    while before["waiting"] != [bad.number]:
        before = bad.look(since=before["version"], wait=20)
    before = bad.look()
    sent = 0
    headers = {
        "Authorization": f"Bearer {clients[4].token}",
        "If-Match": f'"{before["version"]}"',
        "Content-Type": "application/json",
    }
    with requests.Session() as session:
        session.headers.update(headers)
        for method, path, body in _bad_messages(bad.path, first.path):
            answer = session.request(method, service.url + path, data=body, timeout=30)
            assert 400 <= answer.status_code < 500, (method, path, body[:80], answer.text[:200])
            assert answer.headers["Content-Type"] == "application/problem+json", (path, body[:80])
            assert answer.json()["status"] == answer.status_code
            seat = seats[first.look()["waiting"][0]]
            own = seat.look()
            after = seat.act(first_legal(own, dice.below(1000)), own["version"])
            assert after["version"] == own["version"] + 1
            sent += 1
    assert sent > 100
    assert bad.look() == before


def _bad_messages(path: str, other: str) -> Iterator[tuple[str, str, bytes]]:
    """Methods, paths and bodies that nobody can mean who sits at one match and not at another."""
    places = ("/v1/matches", f"{other}/seats", f"{path}/actions", "/v1/players")
    whole = (
        b"", b"{", b'{"action": ', b"[]", b"null", b'"QS"', b"123", b"\xff\xfe", b'{"action": {}',
        b'{"x": 1}', b"[" * 5000, b'{"game": "' + b"a" * 1_000_000 + b'"}', b" " * 1_000_000,
    )  # fmt: skip
    for place in places:
        for body in whole:
            # An account needs nothing told.
            if place != "/v1/players" or body != b"":
                yield "POST", place, body
    odd: list[Any] = [
        "ZZ",
        "",
        123,
        None,
        [],
        {},
        "../../x",
        "QS\n",
        "qs",
        "10H",
        "🂡",
        -1,
        True,
        "A" * 300,
    ]
    for value in odd:
        for action in (
            {"play": value},
            {"pass": value},
            {"pass": [value] * 3},
            {"moon": value},
            {"bid": value},
        ):
            yield "POST", f"{path}/actions", json.dumps({"action": action}).encode()
        yield "POST", f"{path}/actions", json.dumps({"action": value}).encode()
        if value not in (None, {}):
            yield "POST", "/v1/matches", json.dumps({"game": "kaiser", "options": value}).encode()
            yield "POST", f"{other}/seats", json.dumps({"code": value}).encode()
        yield "POST", "/v1/matches", json.dumps({"game": value}).encode()
        yield (
            "POST",
            "/v1/matches",
            json.dumps({"game": "kaiser", "seats": ["you", value, "easy", "easy"]}).encode(),
        )
        yield (
            "POST",
            "/v1/matches",
            json.dumps({"game": "kaiser", "options": {"tie": value}}).encode(),
        )
    for name in ("\r\n", "Ann\x07", "a\x00b", "x" * 5000, 123, ["Ann"], "\u202eAnn"):
        yield "POST", "/v1/players", json.dumps({"name": name}).encode()
    for odd_path in ("..%2F..%2Fx", "../../x", "x", "%00", "%0a", "0" * 32, "0" * 5000):
        for end in ("", "/history", "/fairness", "/events", "?since=0&wait=20"):
            yield "GET", f"/v1/matches/{odd_path}{end}", b""
        yield "GET", f"/v1/matches/codes/{odd_path}", b""
    for query in ("since=x", "since=-1", "wait=1e9", "wait=nan", "since=1" + "0" * 5000):
        yield "GET", f"{path}?{query}", b""

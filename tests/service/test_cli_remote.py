"""Pyramid over HTTP in the terminal: what is drawn is what can be seen and remembered."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from games.pyramid import PYRAMID
from games.pyramid.actions import Undo
from games.shuffle import Stream
from service.cli.options import Daily
from service.cli.remote_pyramid import Seen
from service.client import Client, Refused, Unreachable
from service.draw.terminal import draw_position
from service.hints import fair_from_record, fair_record
from service.settings import Settings
from solver import read
from solver.analysis import fair_hint
from solver.rules import PRESETS
from tests.service.command import FORK, Pyramid


@pytest.mark.parametrize(
    "rules",
    [
        *PRESETS, "pysol cells=2 passes=0", "cardgames draw=3 rows=4",
        "apophis keep_waste=no passes=0", "double-pyramid draw=9 wastes=8",
    ],
)  # fmt: skip
def test_what_is_seen(rules: str) -> None:
    """At every moment of games by chance, with undos: all that lies open, and no card more."""
    dice = Stream(rules, "dice")
    state = PYRAMID.start(PYRAMID.options({"rules": rules}), "seed")
    for _ in range(150):
        view = PYRAMID.view(state, 0)
        found, hidden = Seen.of(PYRAMID.view_to_json(view))
        position = state.position
        known = len(found.stock)
        assert found._replace(stock=()) == position._replace(stock=())
        assert (found.stock, known + hidden) == (position.stock[:known], len(position.stock))
        assert not set(position.stock[known:]) & set(state.seen_cards)
        assert set(found.stock) <= set(state.seen_cards)
        legal = [each for each in PYRAMID.legal(state, 0)[:-1] if not isinstance(each, Undo)]
        undo = state.moves and dice.below(5) == 0
        if not (undo or legal):
            break
        state = PYRAMID.apply(state, 0, Undo() if undo else legal[dice.below(len(legal))])


def test_a_stock_that_lies_face_down() -> None:
    """What is known of it is drawn, and the others are counted."""
    position = read("pyramid: KH | stock: 8D AD")
    assert "Stock  2   8D  AD\n" in draw_position(position)
    assert "Stock  5   8D  AD  3 face down\n" in draw_position(position, hidden=3)


def test_a_hint_there_and_back() -> None:
    found = fair_hint(read(FORK), samples=3)
    record = fair_record(found)
    assert fair_record(fair_from_record(record)) == record
    assert fair_from_record(record).chances[0].move == found.chances[0].move


def test_a_player_may_run_a_service() -> None:
    """The tokens that the terminal reads are no settings of the service that don't exist."""
    tokens = {"PYRAMID_PLAYER_TOKEN": "a.b", "PYRAMID_SEAT_TOKEN": "c.0.d"}
    assert Settings.from_environment(tokens) == Settings()


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("today", {}),
        ("hard", {"difficulty": "hard"}),
        ("2026-11-30", {"date": "2026-11-30"}),
        ("2026-11-30:easy", {"date": "2026-11-30", "difficulty": "easy"}),
    ],
)
def test_dailies(given: str, asked: dict[str, str]) -> None:
    assert Daily().convert(given, None, None) == asked


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--daily", "soon"), "'soon': say easy, medium, hard, or a date"),
        (("--daily", "2026-02-30"), "'2026-02-30': say easy"),
        (("--daily",), "--daily goes with games of cards, or with --server"),
        (("hearts", "--daily"), "--daily goes with Pyramid, not with hearts"),
        (("--option", "undo=no"), "--option goes with games of cards, or with --server"),
        (("--server", "x", "seed:1", "--daily"), "--daily brings its deal"),
        (("--server", "x", "--daily", "easy", "--set", "draw=3"), "--set doesn't go with --daily"),
        (("--server", "x", "seed:1", "--option", "deal=seed:2"), "given already: seed:1"),
        (("--server", "x", "--rules", "giza", "--option", "rules=pysol"), "given already: giza"),
        (("--server", "x", "--option", "deal=KS"), "deal='KS'"),
        (("--server", "x", "--option", "colour=red"), "colour"),
        (("--server", "x", "--seat", "1"), "--seat goes with games of cards"),
        (("--server", "x", "--join", "ABC"), "--join goes with games of cards"),
        (("hearts", "--server", "x", "--resume", "y"), "--resume doesn't go with --server"),
    ],
)
def test_bad_commands(pyramid: Pyramid, arguments: tuple[str, ...], said: str) -> None:
    """They are refused before anything is asked of the service."""
    ended = pyramid("play", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err


@pytest.mark.parametrize(
    ("status", "headers", "body", "told"),
    [
        (200, {}, b"<html>", "no token"),
        (200, {}, b"[1]", "no token"),
        (200, {}, b'{"token": "a.b"}', "no match"),
        (503, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, b"later", "later"),
    ],
)
def test_another_kind_of_server(
    monkeypatch: pytest.MonkeyPatch, status: int, headers: dict[str, str], body: bytes, told: str
) -> None:
    """One sentence, whatever it answers."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    monkeypatch.setattr("service.client.time.sleep", lambda _: None)
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with (
            Client(f"http://127.0.0.1:{server.server_port}") as client,
            pytest.raises((Refused, Unreachable), match=told),
        ):
            _sit_down(client)
        server.shutdown()


def _sit_down(client: Client) -> None:
    client.register()
    client.create("kaiser")

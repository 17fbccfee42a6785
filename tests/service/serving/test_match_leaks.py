"""What others may see: every byte that every endpoint gives to every seat, and to who watches."""

from __future__ import annotations

import base64
import logging
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from games.shuffle import Stream
from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.wiring import Parts, parts
from tests.service.serving.conftest import UNLIMITED
from tests.service.serving.listeners import CARD, Listener
from tests.service.serving.tables import first_legal, headers, new_player, seated

TABLES: list[Any] = [
    pytest.param("hearts", {"max_deals": 2}, {}, marks=pytest.mark.extended),
    ("hearts", {"max_deals": 1, "moon": "choice", "jack_of_diamonds": "jack"}, {}),
    ("spades", {"max_deals": 1}, {}),
    ("spades", {"max_deals": 1, "blind_nil": True}, {}),
    ("kaiser", {"max_deals": 2, "kaiser_40": True}, {}),
    # One hand in a thousand deals can be thrown in: here it is.
    ("kaiser", {"max_deals": 2, "misdeal": True}, {"seed": "misdeal 322"}),
    # The stock is face down; with rules such as these its next card may lie open.
    ("pyramid", {}, {}),
    ("pyramid", {"rules": "microsoft", "deal": "seed:7"}, {}),
]
# Actions in a game of Pyramid, which needn't end.
_MOVES = 28
# All is asked for after so many actions: at tables of four that is at each stage of a trick.
_EVERY = 7
# And after each action while all decide at once, unseen by the others.
_UNSEEN = {"pass", "hand"}


@pytest.fixture
def limits() -> dict[str, Any]:
    """They ask more often than anybody may."""
    return UNLIMITED


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options", "asked"), TABLES, ids=str)
def test_nobody_is_told_what_is_hidden(
    made: Parts,
    client: FlaskClient,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    options: dict[str, Any],
    asked: dict[str, Any],
) -> None:
    """Through whole games: no card before it may be known, no seed, no token of another."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr("service.http.matches.HINT_SECONDS", 0.2)
    sitting = seated(client, game, options, public=True, **asked)
    listener = Listener(client, made, sitting)
    listener.known.learn(listener.table.state)
    dice = Stream(f"{game} {options}", "leaks")
    number = 0
    match = sitting.look(None)
    while match["status"] != "over":
        if number % _EVERY == 0 or match["view"]["phase"] in _UNSEEN:
            listener.ask()
            listener.try_out_of_turn(dice)
        if listener.left is None and _ends(match["view"], options, number):
            match = listener.resign(dice.below(len(sitting.tokens)))
        else:
            match = listener.act(dice)
        number += 1
    head = listener.table.head
    assert head.seed not in caplog.text
    assert not any(token in caplog.text for token in sitting.tokens + sitting.players)
    assert not CARD.search(re.sub(r"request_id\S*", "", caplog.text))
    fairness = client.get(f"{sitting.path}/fairness").get_json()
    assert (fairness["seed"], fairness["salt"]) == (head.seed, head.salt)
    events = client.get(f"{sitting.path}/history").get_json()["events"]
    assert any("seats" in event or len(event.get("deal", "")) == 52 for event in events)
    assert any(event["event"] == "thrown_in" for event in events) == ("misdeal" in options)


def _ends(view: dict[str, Any], options: dict[str, Any], number: int) -> bool:
    """Whether it is time to give a seat up: there is little left to play."""
    if view["game"] == "pyramid":
        return number == _MOVES
    return bool(view["deal"] == options["max_deals"] and max(view["counts"]) <= 3)


def test_an_open_table_tells_its_code_to_who_sits_there(made: Parts, client: FlaskClient) -> None:
    """Neither those who watch nor those who have looked it up by the code are told that, or more
    of what the cards come from than the commitment.
    """  # noqa: D205 - one sentence
    players = [new_player(client, name) for name in ("Ann", "Bob", "Eve")]
    ann, bob, eve = map(headers, players)
    asked = {"game": "kaiser", "options": {"max_deals": 1}, "public": True}
    answer = client.post("/v1/matches", json=asked, headers=ann)
    path, match = answer.headers["Location"], answer.get_json()["match"]
    joined = client.post(f"{path}/seats", json={"code": match["code"]}, headers=bob)
    head = made.matches.book.table(match["id"]).head
    tokens = {answer.get_json()["token"], joined.get_json()["token"], *players}
    shows = (path, f"{path}?since=0", f"{path}/events")
    others = (
        f"{path}/history", f"{path}/fairness", f"/v1/matches/codes/{head.code}",
        "/v1/matches/open", "/v1/matches",
    )  # fmt: skip
    for sent, sits in ((ann, True), (bob, True), (eve, False), ({}, False)):
        for asked_for in shows + others:
            told = client.get(asked_for, headers=sent)
            assert told.status_code == (401 if (asked_for, sent) == ("/v1/matches", {}) else 200)
            text = told.get_data(as_text=True) + str(told.headers)
            assert (head.code in text) == (sits and asked_for in shows), (asked_for, sent)
            assert not any(secret in text for secret in (head.seed, head.salt, *tokens))


def test_passes_are_flags_before_the_exchange(client: FlaskClient) -> None:
    """Three have passed: the fourth sees that, and no card; afterwards its own alone."""
    sitting = seated(client, "hearts", {"max_deals": 1})
    passed = []
    for seat in range(3):
        action = first_legal(sitting.look(seat))
        passed += action["pass"]
        sitting.act(action, seat)
    for viewer in (3, None):
        match = sitting.look(viewer)
        assert match["view"]["passed"] == [True, True, True, False]
        assert not set(passed) & (set(CARD.findall(str(match))) - set(match["view"]["hand"]))
    on_its_way = passed[6:]  # From seat 2 to seat 3.
    sent = headers(sitting.tokens[3], sitting.look(3)["version"])
    body = {"action": {"pass": on_its_way}}
    refused = client.post(f"{sitting.path}/actions", json=body, headers=sent)
    assert refused.status_code == 422
    sitting.act(first_legal(sitting.look(3)), 3)
    view = sitting.look(1)["view"]
    assert (view["received"], view["received_from"]) == (passed[:3], 0)
    assert sitting.look(None)["view"]["received"] is None


def test_who_may_do_what(client: FlaskClient) -> None:
    """Case G1: with no seat's token, or that of another seat or table, nothing is done.

    Without a token it is 401, and so it is with one of another scheme or of nobody; with the
    token of an account that doesn't sit there, of another table or of another seat it is 403.
    """
    sitting = seated(client, "spades", {"max_deals": 1})
    other = seated(client, "spades", {"max_deals": 1})
    seat, match = sitting.turn()
    token = sitting.tokens[seat]
    body = {"action": first_legal(match)}
    version = {"If-Match": str(match["version"])}
    path = f"{sitting.path}/actions"
    basic = base64.b64encode(f"{token}:".encode()).decode()
    nobodys = (
        "", "Bearer", "Bearer ", "Bearer nonsense", f"Bearer {token[:-1]}x", f"Bearer {token} x",
        f"Bearer a{token}", f"Bearer {token}.1", "Bearer ..", f"Basic {basic}", f"Basic {token}",
        f"Token {token}", f"Digest {token}", token,
    )  # fmt: skip
    strangers = (
        new_player(client, "Eve"), other.players[seat], other.tokens[seat],
        sitting.tokens[(seat + 1) % 4], sitting.players[(seat + 1) % 4],
    )  # fmt: skip
    tried = [
        ({}, 401),
        *(({"Authorization": text}, 401) for text in nobodys),
        *((headers(known), 403) for known in strangers),
    ]
    for sent, status in tried:
        refused = client.post(path, json=body, headers={**sent, **version})
        assert refused.status_code == status, sent
        assert refused.mimetype == "application/problem+json"
        if status == 401:
            assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert sitting.look(seat) == match
    assert client.post(path, json=body, headers=headers(token)).status_code == 428
    own = headers(sitting.players[seat], match["version"])
    assert client.post(path, json=body, headers=own).status_code == 200


def test_tables_that_nobody_watches(client: FlaskClient) -> None:
    """Not with an account, and not by the code either once the game has begun."""
    sitting = seated(client, "kaiser", {"max_deals": 1}, spectators=False)
    eve, sits = headers(new_player(client, "Eve")), headers(sitting.tokens[2])
    for path in ("", "/history", "/events", "/fairness"):
        told = [
            client.get(sitting.path + path, headers=sent).status_code for sent in ({}, eve, sits)
        ]
        assert told == [401, 403, 200]


def test_codes_are_not_logged(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    """Who reads the log can't sit down at a table."""
    caplog.set_level(logging.INFO)
    ann = headers(new_player(client))
    code = client.post("/v1/matches", json={"game": "kaiser"}, headers=ann).get_json()["match"][
        "code"
    ]
    assert client.get(f"/v1/matches/codes/{code}").status_code == 200
    paths = [record.__dict__.get("path") for record in caplog.records]
    assert any("/v1/matches/codes/" in str(path) for path in paths)
    assert code not in str([record.__dict__ for record in caplog.records])


def test_pages_of_other_origins_may_play(server: EmbeddedServer) -> None:
    """What an action needs may be sent from there."""
    made = parts(Settings(inline_seconds=0, cors_origins=("https://play.example",)), server.url)
    asked = (
        create_app(made)
        .test_client()
        .options(
            f"/v1/matches/{'0' * 32}/actions",
            headers={
                "Origin": "https://play.example",
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization, if-match, idempotency-key",
            },
        )
    )
    allowed = asked.headers["Access-Control-Allow-Headers"].lower()
    assert all(name in allowed for name in ("if-match", "idempotency-key", "authorization"))

"""What others may see: every byte that every endpoint gives to every seat, and to who watches."""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from games.shuffle import Stream
from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.wiring import Parts, parts
from tests.service.serving.conftest import UNLIMITED
from tests.service.serving.tables import Sitting, first_legal, headers, new_player, seated

CARD = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA][CDHS])(?![0-9A-Za-z])")
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("hearts", {"max_deals": 2}),
    ("hearts", {"max_deals": 1, "moon": "choice", "jack_of_diamonds": "jack"}),
    ("spades", {"max_deals": 1}),
    ("spades", {"max_deals": 1, "blind_nil": True}),
    ("kaiser", {"max_deals": 2, "kaiser_40": True}),
    ("kaiser", {"max_deals": 2, "misdeal": True}),
]


@pytest.fixture
def made(server: EmbeddedServer) -> Iterator[Parts]:
    """Parts on an empty store; they ask more often than anybody may."""
    found = parts(Settings(inline_seconds=0, **UNLIMITED), server.url)
    found.connection.flushdb()
    yield found
    found.connection.close()


class Listener:
    """Whoever asks for all there is, and remembers which cards may be known to each."""

    def __init__(self, client: FlaskClient, made: Parts, sitting: Sitting) -> None:
        self._client = client
        self._made = made
        self._sitting = sitting
        self._id = sitting.path.rpartition("/")[2]
        self._known: dict[int | None, set[str]] = {seat: set() for seat in (None, 0, 1, 2, 3)}

    def learn(self) -> None:
        """What each may know by now: its own cards, as far as shown, and those that were played."""
        state = self._made.matches.book.table(self._id).state
        public = {str(card) for trick in state.tricks for card in trick.cards}
        public |= {str(card) for card in state.trick}
        public |= {
            card
            for event in state.news
            for name, value in event.public
            # A card that has just ended a deal, and a hand that was thrown in.
            if (event.kind, name) in {("trick", "cards"), ("thrown_in", "hand")}
            for card in value
        }
        for seat in self._known:
            known = self._known[seat]
            known |= public
            hidden = hasattr(state, "is_hidden") and seat is not None and state.is_hidden(seat)
            if seat is not None and not hidden:
                known |= {str(card) for card in state.hands[seat]}

    def ask(self) -> None:
        """Ask for everything as everybody."""
        head = self._made.matches.book.table(self._id).head
        secrets = [head.seed, head.salt]
        for seat, known in self._known.items():
            sent = {} if seat is None else headers(self._sitting.tokens[seat])
            for path in ("", "?since=0", "/history", "/fairness", "/events"):
                self._check(self._client.get(self._sitting.path + path, headers=sent), known, seat)
            for other in secrets + [
                token for at, token in enumerate(self._sitting.tokens) if at != seat
            ]:
                assert other not in self._last
        for path in ("/v1/matches/open", "/metrics", "/v1/openapi.json"):
            answer = self._client.get(path)
            assert not any(secret in answer.get_data(as_text=True) for secret in secrets)

    def try_out_of_turn(self, dice: Stream) -> None:
        """Illegal actions are refused without a word of what others hold."""
        state = self._made.matches.book.table(self._id)
        pack = [str(card) for card in state.state.options.pack]
        for seat in range(4):
            card = dice.choose(pack)
            sent = headers(self._sitting.tokens[seat], state.version, str(uuid.uuid4()))
            body = {"action": {"play": card}}
            if seat in state.to_act and card in {str(each) for each in state.state.hands[seat]}:
                continue
            answer = self._client.post(f"{self._sitting.path}/actions", json=body, headers=sent)
            assert answer.status_code in {403, 422}
            self._check(answer, self._known[seat] | {card}, seat)

    def _check(self, answer: Any, known: set[str], seat: int | None) -> None:
        self._last = answer.get_data(as_text=True) + str(answer.headers)
        told = set(CARD.findall(self._last))
        # The card that begins a deal is in the rules.
        assert told <= known | {"2C"}, (seat, sorted(told - known), answer.request.path)


@pytest.mark.parametrize(("game", "options"), TABLES, ids=str)
def test_nobody_is_told_what_is_hidden(
    made: Parts,
    client: FlaskClient,
    caplog: pytest.LogCaptureFixture,
    game: str,
    options: dict[str, Any],
) -> None:
    """Through whole games: no card before it may be known, no seed, no token of another."""
    caplog.set_level(logging.DEBUG)
    sitting = seated(client, game, options, public=True)
    listener = Listener(client, made, sitting)
    dice = Stream(f"{game} {options}", "leaks")
    number = 0
    while True:
        listener.learn()
        match = sitting.look(None)
        if match["status"] == "over":
            break
        if number % 4 == 0:
            listener.ask()
            listener.try_out_of_turn(dice)
        seat = match["waiting"][0]
        sitting.act(first_legal(sitting.look(seat), dice.below(1000)), seat)
        number += 1
    head = made.matches.book.table(sitting.path.rpartition("/")[2]).head
    assert head.seed not in caplog.text
    assert not any(token in caplog.text for token in sitting.tokens)
    assert not CARD.search(re.sub(r"request_id\S*", "", caplog.text))
    fairness = client.get(f"{sitting.path}/fairness").get_json()
    assert (fairness["seed"], fairness["salt"]) == (head.seed, head.salt)
    history = client.get(f"{sitting.path}/history").get_json()
    assert any("seats" in event for event in history["events"])


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
    """Without a token 401, with a spectator's account 403, with another table's token 403."""
    sitting = seated(client, "spades", {"max_deals": 1})
    other = seated(client, "spades", {"max_deals": 1})
    seat, match = sitting.turn()
    body = {"action": first_legal(match)}
    version = {"If-Match": str(match["version"])}
    path = f"{sitting.path}/actions"
    watching = headers(new_player(client, "Eve"))
    for sent, status in (
        ({}, 401),
        ({"Authorization": "Bearer nonsense"}, 401),
        ({"Authorization": f"Bearer {sitting.tokens[0][:-1]}x"}, 401),
        (watching, 403),
        (headers(other.tokens[seat]), 403),
        (headers(sitting.tokens[(seat + 1) % 4]), 403),
    ):
        assert client.post(path, json=body, headers={**sent, **version}).status_code == status
    assert sitting.look(seat) == match
    assert client.post(path, json=body, headers=headers(sitting.tokens[seat])).status_code == 428


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

"""Whoever asks for all there is at a table, for the tests of what is hidden."""

from __future__ import annotations

import gzip
import json
import re
import uuid
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from games.kaiser import misdeal
from games.pyramid.state import State as PyramidState
from games.shuffle import Stream
from service.http.telling import Teller
from service.http.tickets import Ticket
from service.matches import Table
from service.wiring import Parts
from solver.moves import parse_move
from tests.service.serving.tables import Sitting, first_legal, headers

__all__ = ["CARD", "Known", "Listener"]

CARD = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA][CDHS])(?![0-9A-Za-z])")
#: A seat; None: who watches.
Viewer = int | None

# The card that begins a deal is in the rules, and in what is said to who plays another one.
_FIRST = {"2C"}
_RESIGN = {"resign": True}
_THROW_IN = {"hand": "throw_in"}
# Events that show cards to all at the end of a deal, when the state has forgotten them.
_SHOWING = {("trick", "cards"), ("thrown_in", "hand")}


class Known:
    """Which cards each may know, deal by deal, and who may throw a hand in.

    Worked out from the whole state: what was played, and what each holds and has looked at.
    """

    def __init__(self, viewers: list[Viewer]) -> None:
        self._viewers = viewers
        self._cards: defaultdict[tuple[int, Viewer], set[str]] = defaultdict(set)
        self.deal = 0
        self.may_throw_in: set[Viewer] = set()

    def of(self, viewer: Viewer, deal: int) -> set[str]:
        """The cards that one may know of a deal."""
        return self._cards[deal, viewer]

    def learn(self, state: Any) -> None:
        """What can be known by now; to be called after each action."""
        if isinstance(state, PyramidState):
            self._learn_of_pyramid(state)
            return
        deal = state.deal - sum(event.kind == "deal" for event in state.news)
        for event in state.news:
            deal += event.kind == "deal"
            for name, value in event.public:
                if (event.kind, name) in _SHOWING:
                    self._tell_all(deal, value)
        self.deal = state.deal
        for trick in state.tricks:
            self._tell_all(self.deal, trick.cards)
        self._tell_all(self.deal, state.trick)
        for seat, hand in enumerate(state.hands):
            # Who may still bid without having looked hasn't seen a card.
            looked, bids = getattr(state, "looked", None), getattr(state, "bids", ())
            if looked is None or looked[seat] or bids[seat] is not None:
                self._cards[self.deal, seat] |= set(map(str, hand))
            if state.phase == "hand" and misdeal.THROW_IN in misdeal.decisions(hand):
                self.may_throw_in.add(seat)

    def _learn_of_pyramid(self, state: PyramidState) -> None:
        """All is open but the stock: of that, what has been turned over, if only for a while."""
        self.deal = 1
        self._tell_all(1, [card for card in state.pyramid if card is not None])
        for pile in (*state.reserve, *state.wastes, state.cells):
            self._tell_all(1, pile)
        if state.options.in_force.stock_top:
            self._tell_all(1, state.stock[:1])

    def _tell_all(self, deal: int, cards: Any) -> None:
        for viewer in self._viewers:
            self._cards[deal, viewer] |= set(map(str, cards))


class Listener:
    """Asks everything as everybody, and sees that nobody is told more than they may know.

    Attributes:
        known: which cards that is.
        left: a seat that was given up, whose token lets one watch; None: none.
    """

    def __init__(self, client: FlaskClient, made: Parts, sitting: Sitting) -> None:
        self._client = client
        self._made = made
        self._sitting = sitting
        self._id = sitting.path.rpartition("/")[2]
        self._teller = Teller(made.matches, made.players)
        head = self.table.head
        self._secrets = [head.seed, head.salt, head.code]
        if "deal" in head.options:
            self._secrets.append(head.options["deal"])
        self._seats = range(len(sitting.tokens))
        self.known = Known([None, *self._seats])
        self.left: int | None = None

    @property
    def table(self) -> Table:
        """Everything, as it is kept."""
        return self._made.matches.book.table(self._id)

    def act(self, dice: Stream) -> dict[str, Any]:
        """Whoever's turn it is acts; the match as they see it afterwards."""
        seat = min(self.table.to_act)
        if seat == self.left:
            self._made.matches.bots.play(self._id)
            self.known.learn(self.table.state)
            return self._sitting.look(None)
        match = self._sitting.look(seat)
        legal = [action for action in match["view"]["legal"] if action != _RESIGN]
        chosen = {"view": {"legal": [_THROW_IN] if _THROW_IN in legal else legal}}
        return self._done(
            seat, "actions", match["version"], {"action": first_legal(chosen, dice.below(1000))}
        )

    def resign(self, seat: int) -> dict[str, Any]:
        """A seat is given up; the match as they see it who have left."""
        if len(self._seats) > 1:
            self.left = seat
        return self._done(seat, "resign")

    def _done(
        self, seat: int, what: str, version: int | None = None, body: Any = None
    ) -> dict[str, Any]:
        sent = headers(self._sitting.tokens[seat], version)
        answer = self._client.post(f"{self._sitting.path}/{what}", json=body, headers=sent)
        assert answer.status_code == 200, answer.get_json()
        self.known.learn(self.table.state)
        found: dict[str, Any] = answer.get_json()
        if found["status"] != "over":
            self._check(answer, None if seat == self.left else seat, seat)
        return found

    def ask(self) -> None:
        """Ask for everything as everybody."""
        sitting, code = self._sitting, self.table.head.code
        for token in (None, *self._seats):
            viewer = None if token == self.left else token
            sent = {} if token is None else headers(sitting.tokens[token])
            asked = [sitting.path + path for path in ("", "?since=0", "/history", "/events")]
            answers = [self._client.get(path, headers=sent) for path in asked]
            answers.append(self._client.get(f"{sitting.path}/fairness", headers=sent))
            if token is not None:
                mine = headers(sitting.players[token])
                answers.append(self._client.get("/v1/matches", headers=mine))
            for answer in answers:
                assert answer.status_code == 200
                self._check(answer, viewer, token)
            if viewer == token:
                self._ask_teller(viewer, *(answer.get_json() for answer in answers[:2]))
        found = self._client.get(f"/v1/matches/codes/{code}", headers=headers(sitting.players[0]))
        assert found.status_code == 200
        self._check(found, None, 0)
        for path in ("/v1/matches/open", "/metrics", "/v1/openapi.json"):
            text = self._client.get(path).get_data(as_text=True)
            assert not any(secret in text for secret in [*self._secrets, *sitting.tokens])
        self._ask_for_hint()

    def _ask_teller(self, viewer: Viewer, latest: Any, everything: Any) -> None:
        """What those are told who wait, or follow a stream, is what those are told who ask."""
        version = latest["version"]
        player = "" if viewer is None else self.table.sitters[viewer].player
        last = Ticket(self._id, version - 1, 1.0, viewer, player, "", encoding="gzip")
        tickets = [last, last._replace(encoding=""), last._replace(version=0, is_stream=True)]
        packed, plain, streamed = self._teller(self._id, tickets)
        assert packed is not None
        assert plain is not None
        assert packed.encoding == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert json.loads(plain.body) == latest
        self._check_text(plain.body.decode(), viewer, viewer)
        if version:
            assert streamed is not None
            self._check_text(streamed.body.decode(), viewer, viewer)
            assert list(_documents(streamed.body.decode())) == [everything]
        # Who sits there no more isn't taken for who does.
        if viewer is not None:
            assert self._teller(self._id, [last._replace(player="0" * 16)]) == [None]

    def _ask_for_hint(self) -> None:
        for seat in self._seats:
            sent = headers(self._sitting.tokens[seat])
            answer = self._client.post(f"{self._sitting.path}/hint", headers=sent)
            has_hints = isinstance(self.table.state, PyramidState)
            assert answer.status_code == (200 if has_hints else 403 if seat == self.left else 409)
            self._check(answer, seat, seat)

    def try_out_of_turn(self, dice: Stream) -> None:
        """Illegal actions are refused without a word of what others hold, or lies hidden."""
        table = self.table
        pack = [str(card) for card in table.state.options.pack]
        for seat in self._seats:
            if isinstance(table.state, PyramidState):
                cards = {dice.choose(pack), dice.choose(pack)}
                tried = {"move": str(parse_move("+".join(cards)))}
                is_legal = tried in self._sitting.look(seat)["view"]["legal"]
            else:
                cards = {dice.choose(pack)}
                tried = {"play": min(cards)}
                is_legal = seat in table.to_act and cards <= set(map(str, table.state.hands[seat]))
            if is_legal:
                continue
            sent = headers(self._sitting.tokens[seat], table.version, str(uuid.uuid4()))
            path = f"{self._sitting.path}/actions"
            answer = self._client.post(path, json={"action": tried}, headers=sent)
            assert answer.status_code in {403, 422}
            self._check(answer, seat, seat, cards | _FIRST)

    def _check(
        self, answer: TestResponse, viewer: Viewer, token: int | None, also: set[str] | None = None
    ) -> None:
        text = answer.get_data(as_text=True)
        self._check_text(text, viewer, token, also)
        self._check_words(str(answer.headers), viewer, token, set())

    def _check_text(
        self, text: str, viewer: Viewer, token: int | None, also: set[str] | None = None
    ) -> None:
        """See that an answer tells a viewer, who has sent a seat's token, no more than it may."""
        allowed = also or set()
        for document in _documents(text):
            self._check_legal(document, viewer)
            deal = self.known.deal
            # The last are of the deal that is on; each deal before them was told by an event.
            for event in reversed(document.pop("events", [])):
                self._check_words(json.dumps(event), viewer, token, allowed, deal)
                deal -= event["event"] == "deal"
            self._check_words(json.dumps(document), viewer, token, allowed)
        # Whatever form it has.
        assert not self._foreign(token, text)

    def _check_words(
        self, text: str, viewer: Viewer, token: int | None, also: set[str], deal: int | None = None
    ) -> None:
        may = self.known.of(viewer, self.known.deal if deal is None else deal) | also
        told = set(CARD.findall(text))
        assert told <= may, (viewer, sorted(told - may), text[:300])
        if viewer not in self.known.may_throw_in:
            assert '"throw_in"' not in text
        assert not self._foreign(token, text)

    def _foreign(self, token: int | None, text: str) -> list[str]:
        """The secrets that a text tells, and others' tokens."""
        sitting = self._sitting
        tokens = [each for at, each in enumerate(sitting.tokens) if at != token]
        return [each for each in self._secrets + tokens + sitting.players if each in text]

    @staticmethod
    def _check_legal(document: dict[str, Any], viewer: Viewer) -> None:
        """What may be done is told to nobody but who may do it."""
        view = document.get("view")
        assert json.dumps(document).count('"legal"') == (view is not None)
        if view is not None:
            assert view["seat"] == viewer
            assert bool(view["legal"]) == (viewer in view["waiting"])


def _documents(text: str) -> Iterator[dict[str, Any]]:
    """The objects of an answer, or of a stream."""
    if text.startswith("{"):
        yield json.loads(text)
        return
    for line in text.splitlines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))

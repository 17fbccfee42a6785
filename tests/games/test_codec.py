"""States as JSON: read exactly as they were written, or not at all."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pytest

from games.cards import Card, cards
from games.codec import from_json, to_json
from games.errors import BadRecord
from games.events import Event, event
from games.hearts import HEARTS
from games.match import Match
from games.options import Number, option
from games.shuffle import Stream
from tests.games.playing import steps


@dataclass(frozen=True)
class Options:
    players: int = option(4, Number(2, 6), "how many")


@dataclass(frozen=True, slots=True)
class Bid:
    tricks: int


class Inner(NamedTuple):
    seat: int
    cards: tuple[Card, ...]


class State(NamedTuple):
    options: Options
    name: str
    over: bool
    phase: Literal["one", "two"]
    dealer: int | None
    card: Card
    hands: tuple[tuple[Card, ...], ...]
    bids: tuple[Bid, ...]
    last: Inner | None
    news: tuple[Event, ...]


STATE = State(
    Options(3),
    "\u2660 \ud83d",
    True,
    "two",
    None,
    cards("TC")[0],
    (cards("AC QS"), ()),
    (Bid(3), Bid(0)),
    Inner(2, cards("2H")),
    (event("deal", {0: {"hand": cards("AC QS")}, 2: {}}, deal=1, of=("x", None, (1, True))),),
)
TOLD: dict[str, Any] = {
    "options": {"players": 3},
    "name": "\u2660 \ud83d",
    "over": True,
    "phase": "two",
    "dealer": None,
    "card": "TC",
    "hands": [["AC", "QS"], []],
    "bids": [{"tricks": 3}, {"tricks": 0}],
    "last": {"seat": 2, "cards": ["2H"]},
    "news": [
        {
            "kind": "deal",
            "public": {"deal": 1, "of": ["x", None, [1, True]]},
            "private": [[0, {"hand": ["AC", "QS"]}], [2, {}]],
            "sealed": [],
        }
    ],
}
DEEP: list[object] = []
for _ in range(100_000):
    DEEP = [DEEP]
ODDITIES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 10**30, 1.0, float("nan"), float("inf"), "", "x", "two",
    "2C", "tc", "10C", " TC", "\ud800", "\u212aS", "x" * 100_000, [],
    {}, [1], ["2C"], [["2C"]],
    [[0]], [[0, 1]], [{"tricks": 3}], {"a": 1}, {"cards": []}, {"tricks": 3}, {"players": 2},
    {"x": DEEP}, [DEEP], ["2C"] * 1000,
)  # fmt: skip


def test_written() -> None:
    """Tuples with names and dataclasses are objects, tuples lists, cards text."""
    assert json.loads(json.dumps(to_json(STATE))) == TOLD


def test_read() -> None:
    """What was written is read back, through text or not."""
    assert from_json(State, TOLD) == STATE
    assert from_json(State, to_json(STATE)) == STATE
    hash(from_json(State, TOLD))


def places(told: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value within JSON."""
    yield place
    if isinstance(told, dict | list):
        for name in told if isinstance(told, dict) else range(len(told)):
            yield from places(told[name], (*place, name))


def put(told: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The same with another value at one place."""
    if not place:
        return value
    changed = copy.copy(told)
    changed[place[0]] = put(told[place[0]], place[1:], value)
    return changed


def check(kind: type[Any], told: Any) -> bool:
    """See that foreign JSON is refused in few words, or read exactly; whether it was refused."""
    value, refusal = None, ""
    try:
        value = from_json(kind, told)
    except BadRecord as error:
        refusal = str(error)
    if value is None:
        assert 0 < len(refusal.encode()) < 1000
        return True
    assert repr(json.loads(json.dumps(to_json(value)))) == repr(told)
    return False


def test_oddities() -> None:
    """Whatever stands anywhere instead of a value is refused, or was such a value."""
    refused = 0
    for place in places(TOLD):
        for odd in ODDITIES:
            if (place, odd) != (("options",), {}):  # What is missing there has its default.
                refused += check(State, put(TOLD, place, odd))
        with pytest.raises(BadRecord):
            from_json(State, put(TOLD, place, DEEP))
    assert refused > 1000


def test_oddities_in_hearts() -> None:
    """The same for the states of a game."""
    match = Match(HEARTS, {"max_deals": 1}, "codec")
    for _ in steps(match, Stream("codec", "dice")):
        if match.version in (2, 40):
            told = json.loads(json.dumps(HEARTS.state_to_json(match.state)))
            for place in places(told):
                for odd in ODDITIES[:18]:
                    check(type(match.state), put(told, place, odd))


@pytest.mark.parametrize(
    ("name", "wrong", "reason"),
    [
        ("options", {"players": 7}, "players=7: give a whole|give a whole number from 2 to 6"),
        ("options", {"players": True}, "not of type int"),
        ("options", {"player": 3}, "there is no field 'player'"),
        ("options", [], "is no object"),
        ("name", 3, "3 is not of type str"),
        ("name", None, "'None' is not of type str"),
        ("over", 1, "1 is not of type bool"),
        ("over", "true", "'true' is not of type bool"),
        ("phase", "three", "three"),
        ("dealer", "1", "'1' is not of type int"),
        ("dealer", False, "'False' is not of type int"),
        ("dealer", 1.0, "'1.0' is not of type int"),
        ("card", "tc", "'tc' is no card"),
        ("card", "10C", "'10C' is no card"),
        ("card", [1, "C"], "is no card"),
        ("card", "ZZ", "is not a card"),
        ("hands", "AC", "'AC' is no list"),
        ("hands", [{"AC": 1}], "is no list"),
        ("hands", [["AC"], ["AC", "A"]], r"'A' is not a card.* @ \$.hands"),
        ("bids", [{}], "must be a field 'tricks'"),
        ("bids", [{"tricks": 1, "bags": 0}], "there is no field 'bags'"),
        ("bids", [3], "3 is no object"),
        ("last", {"seat": 1}, r"must be a field 'cards' @ \$.last"),
        ("last", {"seat": 1, "cards": [], "x": 1}, "there is no field 'x'"),
        ("last", {"seat": True, "cards": []}, r"not of type int.* @ \$.last.seat"),
    ],
)
def test_refusals(name: str, wrong: Any, reason: str) -> None:
    """What is wrong is told, and where."""
    with pytest.raises(BadRecord, match=reason) as caught:
        from_json(State, {**TOLD, name: wrong})
    assert f"$.{name}" in str(caught.value)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {"kind": "deal"},
        {"kind": 1, "public": {}, "private": [], "sealed": []},
        {"kind": "deal", "public": [], "private": [], "sealed": []},
        {"kind": "deal", "public": {}, "private": {}, "sealed": []},
        {"kind": "deal", "public": {}, "private": "", "sealed": []},
        {"kind": "deal", "public": {}, "private": [[0]], "sealed": []},
        {"kind": "deal", "public": {}, "private": [[0, {}, 1]], "sealed": []},
        {"kind": "deal", "public": {}, "private": [[0, []]], "sealed": []},
        {"kind": "deal", "public": {}, "private": [["0", {}]], "sealed": []},
        {"kind": "deal", "public": {}, "private": [[True, {}]], "sealed": []},
        {"kind": "deal", "public": {}, "private": [[[], {}]], "sealed": []},
        {"kind": "deal", "public": {}, "private": [], "sealed": [[0]]},
        {"kind": "deal", "public": {}, "private": []},
        {"kind": "deal", "public": {"x": {}}, "private": [], "sealed": []},
        {"kind": "deal", "public": {"x": [1.5]}, "private": [], "sealed": []},
        {"kind": "deal", "public": {"x": DEEP}, "private": [], "sealed": []},
        {"kind": "deal", "public": {}, "private": [], "more": 1, "sealed": []},
    ],
    ids=range(20),
)
def test_events_are_read_strictly(wrong: Any) -> None:
    """An event has a kind, and values by name, for all and by seat; hidden ones stay readable."""
    with pytest.raises(BadRecord):
        from_json(State, {**TOLD, "news": [wrong]})


def test_faults_are_few() -> None:
    """Of many faults the first three are told."""
    with pytest.raises(BadRecord) as caught:
        from_json(State, dict.fromkeys(TOLD, 1.5))
    assert [name for name in TOLD if f"$.{name}" in str(caught.value)] == list(TOLD)[:3]


def test_what_is_missing() -> None:
    """Nothing but options may be missing: those that were added later have their defaults."""
    for name in TOLD:
        with pytest.raises(BadRecord, match=f"must be a field '{name}'"):
            from_json(State, {key: value for key, value in TOLD.items() if key != name})
    assert from_json(State, {**TOLD, "options": {}}).options == Options(4)

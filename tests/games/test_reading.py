"""Actions, setups and events: what is read, what is refused, and who sees what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.cards import PACK, cards
from games.errors import BadAction, BadSetup
from games.events import event
from games.jsons import (
    card_from_json,
    cards_from_json,
    number_from_json,
    shown,
    the_one_field,
    word_from_json,
)
from games.protocol import Setup
from games.setups import checked_seed, checked_setup, next_hands
from games.shuffle import dealt

DEEP: list[object] = []
for _ in range(100_000):
    DEEP = [DEEP]
#: What is none of a card, a list of cards, a number from 0 to 13, a word, an action.
ODDITIES: tuple[Any, ...] = (
    None, True, False, 14, -1, 10**5000, 3.5, float("nan"), "", "3", "\ud800", "\u212aS",
    "x" * 100_000, {}, {"AC": 1}, ["ZZ"], [1], [["AC"]], ["AC"] * 61, DEEP, {"x": DEEP}, [DEEP],
)  # fmt: skip

READERS: list[Callable[[Any], object]] = [
    card_from_json,
    cards_from_json,
    lambda given: number_from_json(given, 0, 13),
    lambda given: word_from_json(given, ("yes", "no")),
    lambda given: the_one_field(given, ("play", "pass")),
]


@pytest.mark.parametrize("reader", READERS, ids=["card", "cards", "number", "word", "field"])
def test_oddities(reader: Callable[[Any], object]) -> None:
    """What can't be read is no action, and told in few words, whatever it is."""
    for given in ODDITIES:
        with pytest.raises(BadAction) as caught:
            reader(given)
        assert len(str(caught.value).encode()) < 200


def test_cards() -> None:
    """Cards are written in one way."""
    assert [card_from_json(str(card)) for card in PACK] == list(PACK)
    assert cards_from_json(["QS", "AH"]) == cards("QS AH")
    assert cards_from_json([]) == ()
    for given in ("qs", "Qs", " QS", "QS ", "Q\u2660", "10S", "Q S", "SQ"):
        with pytest.raises(BadAction, match=r"write (QS|TS)|is not a card"):
            card_from_json(given)
        with pytest.raises(BadAction):
            cards_from_json(["AH", given])
    for wrong in ("QS", ("QS",), {"QS": 1}):
        with pytest.raises(BadAction, match="give a list of cards, not"):
            cards_from_json(wrong)


def test_numbers() -> None:
    """From and to are numbers as well, and nothing else stands for one."""
    assert [number_from_json(number, 0, 13) for number in (0, 7, 13)] == [0, 7, 13]
    for given in (14, -1, 3.5, 3.0, "3", True, None):
        with pytest.raises(BadAction, match="give a whole number from 0 to 13, not"):
            number_from_json(given, 0, 13)


def test_words() -> None:
    assert word_from_json("no", ("yes", "no")) == "no"
    for given in ("NO", "", None, False, 0, ["no"]):
        with pytest.raises(BadAction, match="say one of yes, no, not"):
            word_from_json(given, ("yes", "no"))


def test_fields() -> None:
    """An action is an object with one field, which is known."""
    assert the_one_field({"play": [1]}, ("play", "pass")) == ("play", [1])
    for given in ({"play": 1, "pass": 2}, {"fly": 1}, {"": 1}, {}, [["play", 1]], "play"):
        with pytest.raises(BadAction, match="an object with one field, of play, pass: "):
            the_one_field(given, ("play", "pass"))


def test_shown() -> None:
    """Whatever was given can be shown, shortly."""
    assert [shown(5), shown(-5), shown("5"), shown(None)] == ["5", "-5", "'5'", "'None'"]
    assert shown("x" * 50) == "'" + "x" * 37 + "...'"
    assert shown("\ud800") == r"'\ud800'"
    for given in ODDITIES:
        assert len(shown(given)) < 60


HANDS = dealt(PACK, 4, 0, "setup", 1)


def setup_of(*hands: str) -> Setup:
    return Setup((tuple(map(cards, hands)),))


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (Setup(dealer=3), "dealer 3: the seats are 0 to 2"),
        (Setup(dealer=-1), "dealer -1"),
        (Setup(dealer=True), "dealer 'True'"),
        (Setup(dealer=1.0), "dealer '1.0'"),  # type: ignore[arg-type]
        (Setup(dealer=10**5000), "dealer "),
        (Setup(scores=(1,)), "1 scores: there are 2 to keep"),
        (Setup(scores=(1, 2, 3)), "3 scores"),
        (Setup(scores=(1, 1_000_001)), "score 1000001: give whole numbers"),
        (Setup(scores=(1, False)), "score 'False'"),
        (Setup(scores=(10**5000, 1)), "score "),
        (setup_of("AC", "2C"), "deal 1: 2 hands for 3 seats"),
        (setup_of("AC", "2C", "3C 4C"), "deal 1: the hands have 1, 1, 2 cards"),
        (setup_of("AC", "2C", "4C"), "deal 1: missing: 3C"),
        (setup_of("AC", "3C", "AC"), "deal 1: missing: 2C"),
        (setup_of("AC KC", "2C QC", "3C JC"), "deal 1: not in the pack: JC, QC, KC"),
        (setup_of("AC AC", "2C 2C", "3C 3C"), "deal 1: more than once: 2C, 3C, AC"),
        (Setup((*setup_of("AC", "2C", "3C").deals, ())), "deal 2: 0 hands for 3 seats"),
    ],
)
def test_setups(setup: Setup, reason: str) -> None:
    """What can't be had is told; what can passes."""
    with pytest.raises(BadSetup, match=f"^{reason}"):
        checked_setup(setup, cards("AC 2C 3C"), 3, 2)


def test_setups_that_can_be_had() -> None:
    for dealer in (None, 0, 2):
        for scores in ((), (0, 0), (-1_000_000, 1_000_000)):
            checked_setup(Setup((), dealer, scores), PACK, 3, 2)
    checked_setup(Setup((HANDS, HANDS), 3, (1, 2, 3, 4)), PACK, 4, 4)


def test_next_hands() -> None:
    """Given hands come first, in order and sorted; then the seed's for the number of the deal."""
    backwards = tuple(hand[::-1] for hand in HANDS)
    hands, left = next_hands((backwards, HANDS), PACK, 4, 2, "setup", 1)
    assert (hands, left) == (HANDS, (HANDS,))
    assert next_hands((), PACK, 4, 2, "setup", 7) == (dealt(PACK, 4, 2, "setup", 7), ())


def test_seeds() -> None:
    """A seed is text that has bytes."""
    for seed in ("", "x", "\u2660", "\U0001f0a1", "a\nb", "\x00"):
        assert checked_seed(seed) == seed
    for wrong in (None, 1, b"x", ["x"]):
        with pytest.raises(BadSetup, match="a seed is text"):
            checked_seed(wrong)
    with pytest.raises(BadSetup, match=r"seed '\\ud800': half of a surrogate pair is no text"):
        checked_seed("\ud800")


def test_events() -> None:
    """A seat sees what all see and its own; who only watches sees least; the end shows all."""
    happened = event("pass", {2: {"cards": cards("QS")}, 0: {"cards": ()}}, seat=2, of=(1, (2,)))
    public = {"event": "pass", "seat": 2, "of": [1, [2]]}
    assert happened.seen_by(None) == happened.seen_by(1) == happened.seen_by(3) == public
    assert happened.seen_by(2) == {**public, "cards": ["QS"]}
    assert happened.seen_by(0) == {**public, "cards": []}
    assert happened.seen_by_all() == {
        **public, "seats": {"0": {"cards": []}, "2": {"cards": ["QS"]}},
    }  # fmt: skip
    assert event("play", card=cards("QS")[0]).seen_by_all() == {"event": "play", "card": "QS"}
    hash(happened)

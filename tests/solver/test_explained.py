"""Rules in sentences: nothing is left out, and nothing is told that isn't so."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.board import LAYOUTS, MAX_ROWS
from solver.errors import BadRules
from solver.explained import explained
from solver.pairing import PAIRINGS
from solver.rules import PARAMETERS, PRESETS, Rules, rules_named

OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("cardgames", {"rows": 6}),
    ("cardgames", {"rows": 1}),
    ("cardgames", {"shape": "triangle"}),
    ("cardgames", {"shape": "triangle", "rows": 1}),
    ("cardgames", {"draw": 2}),
    ("cardgames", {"draw": 12}),
    ("cardgames", {"passes": 2}),
    ("cardgames", {"passes": 3}),
    ("cardgames", {"passes": 12}),
    ("cardgames", {"stock_top": True}),
    ("cardgames", {"cells": 1}),
    ("cardgames", {"cells": 2}),
    ("cardgames", {"reserve": (4, 2)}),
    ("cardgames", {"reserve": (2, 4)}),
    ("cardgames", {"goal": "board"}),
    ("cardgames", {"goal": "all"}),
    ("cardgames", {"draw": 2, "wastes": 2}),
    ("cardgames", {"draw": 3, "wastes": 2}),
    ("cardgames", {"draw": 3, "wastes": 3}),
    ("cardgames", {"draw": 3, "wastes": 3, "passes": 1}),
    ("cardgames", {"draw": 3, "wastes": 3, "keep_waste": False}),
    ("cardgames", {"keep_waste": False}),
    ("cardgames", {"draw": 3, "keep_waste": False}),
    ("cardgames", {"decks": 2}),
    ("cardgames", {"decks": 2, "rows": 13}),
    ("two-pyramids", {"rows": 1}),
    ("two-pyramids", {"rows": 5}),
    ("two-pyramids", {"rows": 5, "decks": 1}),
    ("two-pyramids", {"goal": "pyramid"}),
    ("two-pyramids", {"goal": "board"}),
    ("pharaohs", {"rows": 1}),
    ("pharaohs", {"rows": 6}),
    ("pharaohs", {"decks": 2}),
    ("pharaohs", {"goal": "pyramid"}),
    ("giza", {"cells": 1}),
    ("giza", {"goal": "board"}),
    *(("cardgames", {"pairing": name}) for name in PAIRINGS if name != "sum13"),
]


_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "rows": st.integers(1, MAX_ROWS),
    "shape": st.sampled_from(list(LAYOUTS)),
    "pairing": st.sampled_from(list(PAIRINGS)),
    "draw": st.integers(1, 12),
    "passes": st.integers(0, 12),
    "stock_top": st.booleans(),
    "cover_pairs": st.booleans(),
    "reserve": st.none() | st.tuples(st.integers(1, 4), st.integers(1, 3)),
    "cells": st.integers(0, 8),
    "goal": st.sampled_from(["pyramid", "board", "all"]),
    "decks": st.integers(1, 2),
    "wastes": st.integers(1, 8),
    "keep_waste": st.booleans(),
}


def _made(values: dict[str, Any]) -> Rules | None:
    try:
        return Rules(**values)
    except BadRules:
        return None


def rules_of_the_family() -> st.SearchStrategy[Rules]:
    """Any rules that make sense."""
    few = st.fixed_dictionaries({}, optional=_VALUES)
    return few.map(_made).filter(bool)  # type: ignore[return-value]  # what makes no sense is out


def changes_of(rules: Rules) -> st.SearchStrategy[Rules]:
    """The same rules with one parameter changed, where that makes sense."""
    one = st.sampled_from(list(_VALUES)).flatmap(
        lambda name: _VALUES[name].map(lambda v: (name, v))
    )
    made = one.map(lambda each: _made({**vars_of(rules), each[0]: each[1]}))
    return made.filter(bool)  # type: ignore[return-value]  # as above


def vars_of(rules: Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in _VALUES}


AVAILABLE = (
    "Available, and so free to be removed, are each card that no other covers and the top "
    "card of the waste."
)
AGAIN = (
    "When the stock is empty, the waste may be turned over to be the stock again, in the same "
    "order, as often as you like."
)
MOVES = (
    "What counts as one move: each removal of a pair, each card that goes alone, each draw "
    "and each time that the waste is turned over."
)


def told(rules: Rules) -> str:
    return " ".join(explained(rules))


def test_rules_that_differ_are_told_differently() -> None:
    """Every parameter is told; what isn't told doesn't matter, as draws without a stock."""
    known = {rules for name, rules in PRESETS.items() if name != "relaxed"}
    known |= {replace(PRESETS[name], **changes) for name, changes in OTHERS}
    texts = {rules: told(rules) for rules in known}
    for one, other in combinations(known, 2):
        assert texts[one] != texts[other], (one.name, other.name)


def _stated(rules: Rules) -> Rules:
    """The same rules with what doesn't matter left out: passes without a stock."""
    return rules if rules.stock_size else replace(rules, passes=0)


@given(rules_of_the_family(), st.data())
def test_any_change_is_told(rules: Rules, data: st.DataObject) -> None:
    """Of any two rules that differ in one parameter the sentences differ, and only then."""
    other = data.draw(changes_of(rules))
    assert (told(rules) == told(other)) == (_stated(rules) == _stated(other))
    for sentence in explained(other):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "  " not in sentence


@pytest.mark.parametrize("name", PRESETS)
def test_sentences_are_sentences(name: str) -> None:
    for sentence in explained(PRESETS[name]):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "  " not in sentence


def test_the_default_game() -> None:
    assert explained(Rules()) == [
        "Of 52 cards, 28 form a pyramid of seven rows, all face up.",
        "Each is covered by two cards of the row below.",
        "The other 24 are the stock, face down.",
        AVAILABLE,
        "Two cards whose ranks add up to 13 go together, and a king goes alone.",
        "An ace counts 1, a jack 11, a queen 12 and a king 13.",
        (
            "Two that match may go together although one covers the other, if nothing else covers "
            "either of them."
        ),
        "A draw moves the next card of the stock to the waste, face up.",
        AGAIN,
        "You win when the pyramid is cleared; what lies elsewhere may stay.",
        MOVES,
    ]


def test_every_parameter_is_varied() -> None:
    """The properties above know all parameters."""
    assert set(_VALUES) == set(PARAMETERS)


def test_several_piles() -> None:
    """How a draw deals to them, what of them is available, and in what order they come again."""
    sentences = explained(rules_named("apophis"))
    assert sentences[3].endswith(
        "each card that no other covers and the top card of each waste pile."
    )
    assert " ".join(sentences[7:10]) == (
        "A draw deals the next three cards of the stock, or as many as are left, face up, in turn "
        "to three waste piles; each draw begins with the first. When the stock is empty, the waste "
        "piles may be turned over to be the stock again, two times. The last pile comes first "
        "then, and the first pile last; of each pile the card that was drawn first is drawn first "
        "again."
    )
    assert "each time that the waste piles are turned over" in sentences[-1]
    more = told(rules_named("apophis draw=5"))
    assert "in turn to three waste piles, and from the first pile on again; each draw" in more


def test_a_waste_that_is_not_kept() -> None:
    lost = "What lies on the waste unused is gone for good with the next draw."
    assert lost in explained(rules_named("cardgames keep_waste=no"))
    assert lost not in explained(rules_named("cardgames"))


def test_boards_of_several_blocks() -> None:
    assert explained(rules_named("two-pyramids"))[:3] == [
        "Of two packs of 52 cards, 56 form two pyramids of seven rows each, all face up.",
        "Each is covered by two cards of the row below, in its own pyramid.",
        "The other 48 are the stock, face down.",
    ]
    assert explained(rules_named("pharaohs"))[:4] == [
        "Of 52 cards, all form three pyramids, of two, seven and six rows, all face up.",
        "Each is covered by two cards of the row below, in its own pyramid.",
        "There is no stock.",
        "Available, and so free to be removed, is each card that no other covers.",
    ]
    assert "You win when both pyramids are cleared;" in told(
        rules_named("two-pyramids goal=pyramid")
    )
    assert "You win when all three pyramids are cleared;" in told(
        rules_named("pharaohs goal=pyramid")
    )


def test_what_there_is_not_is_not_told() -> None:
    """No stock: no draws, no waste; no card that goes alone: none is counted."""
    text = told(rules_named("pyramid-dozen"))
    assert "waste" not in text
    assert "draw" not in text
    assert "goes alone, " not in text
    assert "There is no stock." in text
    assert "in six columns of four" in text

"""Rules in sentences: nothing is left out, and nothing is told that isn't so."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from solver.explained import explained
from solver.pairing import PAIRINGS
from solver.rules import PRESETS, Rules, rules_named

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
    ("giza", {"cells": 1}),
    ("giza", {"goal": "board"}),
    *(("cardgames", {"pairing": name}) for name in PAIRINGS if name != "sum13"),
]


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


def test_rules_that_differ_are_told_differently() -> None:
    """Every parameter is told; what isn't told doesn't matter, as draws without a stock."""
    known = {rules for name, rules in PRESETS.items() if name != "relaxed"}
    known |= {replace(PRESETS[name], **changes) for name, changes in OTHERS}
    told = {rules: " ".join(explained(rules)) for rules in known}
    for one, other in combinations(known, 2):
        assert told[one] != told[other], (one.name, other.name)


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
        "A card may go together with the one card that still covers it.",
        "A draw moves the next card of the stock to the waste, face up.",
        AGAIN,
        "You win when the pyramid is cleared; what lies elsewhere may stay.",
        MOVES,
    ]


def test_what_there_is_not_is_not_told() -> None:
    """No stock: no draws, no waste; no card that goes alone: none is counted."""
    told = " ".join(explained(rules_named("pyramid-dozen")))
    assert "waste" not in told
    assert "draw" not in told
    assert "goes alone, " not in told
    assert "There is no stock." in told
    assert "in six columns of four" in told

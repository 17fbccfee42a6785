"""Each rule of the games of tricks, each option and each case that went wrong elsewhere has a test.

Their docstrings name them as "rule 4", "option floor" and "case D1"; the tables below say what
those numbers stand for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.options import describe
from games.registry import GAMES

FOLDER = Path(__file__).resolve().parent

RULES = {
    "hearts": (
        "the fewest points win: one for each heart, thirteen for the queen of spades",
        "three cards are passed at one moment: left, right, across, not at all",
        "the two of clubs begins",
        "follow suit; the highest card of the suit led takes the trick",
        "hearts aren't led before they are broken",
        "no points in the first trick, but by hands of nothing else",
        "all points in one hand are charged to the others",
        "the end: somebody has a hundred, and one alone has the fewest",
    ),
    "spades": (
        "the seed's dealer, then the next to the left; thirteen cards each",
        "one bid each from the dealer's left, 0 to 13; the partners' are added up",
        "the dealer's left leads any card but a spade",
        "follow suit; the highest spade takes the trick, else the highest of the suit led",
        "spades aren't led before they are broken, but by hands of nothing else",
        "ten a trick of a bid that is made, one for each above; ten less a trick of one that fails",
        "tricks above bids are bags; ten of them cost a hundred",
        "nil: a hundred, made or lost; tricks of a failed one are bags",
        "five hundred win; the higher of two, and another deal if they are equal",
        "all thirteen tricks are told of",
    ),
    "kaiser": (
        "the seed's dealer, then the next to the left; eight cards each of 32",
        "one bid each, each higher; the dealer may equal the last, and must bid if nobody has",
        "the highest bidder names trumps and leads any card",
        "follow suit; the highest trump takes the trick, else the highest of the suit led",
        "one point a trick, five more for the five of hearts, three less for the three of spades",
        "made: the points; failed: the bid; twice without trumps; the others count theirs up to 47",
        "52 win and -52 lose; the bidders are looked at first",
    ),
}

CASES = {
    "hearts": {
        "A1": "points on the first trick",
        "A2": "a first trick with nothing but penalty cards",
        "A3": "the rule of the first trick kept too long",
        "A4": "somebody begins who hasn't the two of clubs",
        "A6": "nothing but hearts to lead, or hearts and the queen of spades",
        "B1": "the same card passed three times, and other passes that are none",
        "B2": "two cards passed",
        "B4": "a card passed on that was on its way",
        "B5": "passes seen too early, or by others",
        "C1": "a moon that was none",
        "C2": "the two ways to count a moon",
        "C3": "all points gone before the deal ends",
    },
    "spades": {
        "D1": "nothing but spades to lead, unbroken",
        "D2": "spades that are broken, and can't be led still",
        "D4": "a trump by somebody who could follow",
        "D5": "bids that are none",
        "D6": "bids that are made twice or change",
        "E1": "the tenth bag",
        "E2": "bags of the last deal only",
        "E5": "what a failed nil counts",
        "E7": "a game without an end",
        "E8": "both teams above the target",
        "E9": "the nil of an earlier deal",
    },
    "kaiser": {
        "F1": "a pack with the wrong cards",
        "F2": "a high card of another suit that takes the trick",
        "F3": "a contract without trumps that can't be played",
        "F4": "a dealer who can't equal a bid, or needn't bid",
        "F7": "what is doubled without trumps",
        "F8": "the floor",
        "F9": "hands thrown in",
    },
}


def _docstrings(game: str) -> Iterator[str]:
    """Those of all tests of a game."""
    for path in sorted((FOLDER / game).glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield " ".join((ast.get_docstring(node) or "").split())


def _numbers(docstring: str) -> Iterator[int]:
    """The rules that a docstring names, such as 1 and 3 to 5."""
    for text in re.findall(r"\brules? (\d+(?:(?:, | and | to )\d+)*)", docstring, re.IGNORECASE):
        yield from map(int, re.findall(r"\d+", text))
        for first, last in re.findall(r"(\d+) to (\d+)", text):
            yield from range(int(first), int(last))


@pytest.mark.parametrize("game", RULES)
def test_each_rule_has_a_test(game: str) -> None:
    """And no test names a rule that there isn't."""
    named = {number for each in _docstrings(game) for number in _numbers(each)}
    assert named == set(range(1, len(RULES[game]) + 1))


@pytest.mark.parametrize("game", CASES)
def test_each_case_has_a_test(game: str) -> None:
    """Case I2, of hands in which there seems to be no move, is that of several games."""
    named = {
        case
        for each in _docstrings(game)
        for text in re.findall(r"\bcases? ([A-Z]\d(?: and [A-Z]\d)*)", each, re.IGNORECASE)
        for case in re.findall(r"[A-Z]\d", text)
    }
    assert named - {"I2"} == set(CASES[game])


@pytest.mark.parametrize("game", RULES)
def test_each_option_has_a_test(game: str) -> None:
    """By its name, after the word for it."""
    named = {
        name
        for each in _docstrings(game)
        for text in re.findall(r"\boptions? ([^:]+?)(?::|$)", each, re.IGNORECASE)
        for name in re.findall(r"\w+", text)
    }
    assert {name for name, *_ in describe(type(GAMES[game].options({})))} <= named


@pytest.mark.parametrize("game", RULES)
def test_each_test_has_a_claim(game: str) -> None:
    """A docstring says what holds."""
    assert all(_docstrings(game))

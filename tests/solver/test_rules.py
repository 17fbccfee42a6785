"""The family of rules as data."""

from __future__ import annotations

import random
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from solver import PRESETS, Rules, preset, rules_from
from solver.errors import BadRules
from solver.rules import DEFAULT, PARAMETERS, SOURCES
from tests.solver.boards import random_rules

# preset: draw, passes, stock_top, cover_pairs, goal, shape, pairing, reserve, stock cards
TABLE = {
    "cardgames": (1, 0, False, True, "pyramid", "pyramid", "sum13", None, 24),
    "microsoft": (1, 3, True, False, "pyramid", "pyramid", "sum13", None, 24),
    "classic": (1, 1, True, False, "all", "pyramid", "sum13", None, 24),
    "pysol": (1, 3, True, False, "all", "pyramid", "sum13", None, 24),
    "relaxed": (1, 3, True, False, "pyramid", "pyramid", "sum13", None, 24),
    "one-pass": (1, 1, False, True, "pyramid", "pyramid", "sum13", None, 24),
    "king-tut": (3, 0, False, False, "pyramid", "pyramid", "sum13", None, 24),
    "tuts-tomb": (3, 0, False, True, "pyramid", "pyramid", "sum13", None, 24),
    "giza": (1, 1, False, False, "all", "pyramid", "sum13", (8, 3), 0),
    "pyramid-dozen": (1, 1, False, False, "all", "pyramid", "sum12", (6, 4), 0),
    "triangle": (1, 3, True, False, "all", "triangle", "sum13", None, 24),
    "cheops": (1, 1, True, False, "all", "pyramid", "equal-or-adjacent", None, 24),
    "apophis": (3, 3, False, False, "all", "pyramid", "sum13", None, 24),
    "pharaohs": (1, 1, False, False, "all", "pharaohs", "sum13", None, 0),
    "double-pyramid": (1, 3, True, False, "all", "pyramid", "sum13", None, 59),
    "two-pyramids": (1, 3, True, False, "all", "two-pyramids", "sum13", None, 48),
    "up-and-down": (1, 3, True, False, "all", "up-and-down", "sum13", None, 48),
}
# preset: rows, decks, wastes, where they aren't 7, 1 and 1
OTHERS = {
    "apophis": (7, 1, 3),
    "double-pyramid": (9, 2, 1),
    "two-pyramids": (7, 2, 1),
    "up-and-down": (7, 2, 1),
}


@pytest.mark.parametrize("name", TABLE)
def test_preset(name: str) -> None:
    """A preset holds the parameters of the table."""
    rules = preset(name)
    assert (
        rules.draw,
        rules.passes,
        rules.stock_top,
        rules.cover_pairs,
        rules.goal,
        rules.shape,
        rules.pairing,
        rules.reserve,
        rules.stock_size,
    ) == TABLE[name]
    assert (rules.rows, rules.decks, rules.wastes) == OTHERS.get(name, (7, 1, 1))
    assert (rules.cells, rules.keep_waste) == (0, True)


def test_every_preset_is_described() -> None:
    """Presets, the table above and the list of where they are played name the same games."""
    assert set(PRESETS) == set(TABLE) == set(SOURCES)
    assert preset(DEFAULT) == Rules() == preset(" Cardgames ")


def test_every_parameter_is_described() -> None:
    """The descriptions cover exactly the parameters there are, in their order."""
    assert list(PARAMETERS) == [field.name for field in fields(Rules)]


@pytest.mark.parametrize("name", TABLE)
def test_name(name: str) -> None:
    """Rules know their preset's name; of two names for the same rules the first is given."""
    assert preset(preset(name).name) == preset(name)
    assert str(preset(name)) == ("microsoft" if name == "relaxed" else name)


def test_name_of_changed_rules() -> None:
    """Rules that aren't a preset are named by what differs from the default."""
    rules = rules_from("microsoft", ["passes=2", "goal=all", "reserve=3x2"])
    assert rules.name == ("cardgames passes=2 stock_top=yes cover_pairs=no reserve=3x2 goal=all")
    first, *settings = rules.name.split()
    assert rules_from(first, settings) == rules


@pytest.mark.parametrize("seed", range(50))
def test_values_are_read_back(seed: int) -> None:
    """Every parameter written as text gives the same rules again."""
    rng = random.Random(seed)
    rules = random_rules(rng, rng.randint(1, 9))
    assert rules_from("classic", rules.values()) == rules
    assert rules_from(settings=[f"{key}={text}" for key, text in rules.values().items()]) == rules


def test_rules_are_values() -> None:
    """Rules can't be changed, and equal rules are equal and hash alike, however spelt."""
    rules = rules_from("cardgames", ["pairing=sum 12", "stock-top=ON"])
    assert rules == Rules(pairing="12", stock_top=True)
    assert hash(rules) == hash(Rules(pairing="sum12", stock_top=True))
    with pytest.raises(FrozenInstanceError):
        rules.rows = 3  # type: ignore[misc]  # that is the point


@pytest.mark.parametrize(
    ("word", "value"),
    [(w, True) for w in ("yes", "Y", "true", "on", "1")]
    + [(w, False) for w in ("no", "N", "FALSE", "off", "0")],
)
def test_yes_and_no(word: str, value: bool) -> None:
    """Yes and no may be written in several ways."""
    assert rules_from("cardgames", {"stock_top": word}).stock_top is value


def test_reserve_spellings() -> None:
    """A reserve is columns by depth, or none."""
    for text in ("8x3", "8X3", "8 x 3", "8*3"):
        assert rules_from("cardgames", {"reserve": text}).reserve == (8, 3)
    for text in ("none", "no", "0", "0x0"):
        assert rules_from("giza", {"reserve": text}).reserve is None


def test_sizes() -> None:
    """The stock is what pyramid and reserve leave of the pack."""
    assert [Rules(rows=rows).stock_size for rows in range(1, 10)] == [
        51, 49, 46, 42, 37, 31, 24, 16, 7,
    ]  # fmt: skip
    assert Rules(rows=7, reserve=(2, 5)).stock_size == 14
    assert Rules(rows=7, reserve=(2, 5)).reserve_size == 10
    assert Rules(rows=13, decks=2).stock_size == 13
    assert Rules(shape="two-pyramids", rows=6).stock_size == 10


def test_the_largest_that_makes_sense() -> None:
    """A draw of the whole stock and a reserve of all other cards are accepted."""
    assert Rules(draw=24).draw == 24
    assert Rules(rows=9, draw=7).draw == 7
    assert Rules(rows=9, reserve=(7, 1)).stock_size == 0
    with pytest.raises(BadRules, match="the stock has only 7 cards"):
        Rules(rows=9, draw=8)


def test_with_rows() -> None:
    """A change of rows keeps everything else."""
    rules = Rules(passes=2)
    assert rules.with_rows(7) is rules
    assert rules.with_rows(3) == replace(rules, rows=3)

"""The options of Pyramid: what they may be."""

from __future__ import annotations

from dataclasses import fields

import pytest

from games.errors import BadOptions, BadRecord
from games.match import Match
from games.options import Text, describe
from games.pyramid import PYRAMID
from games.pyramid.options import MOST_ACTIONS, Options
from games.registry import game_named
from solver.rules import PRESETS, Rules, rules_from, rules_named


def test_the_defaults() -> None:
    options = PYRAMID.options({})
    assert options == Options("cardgames", None, True, True, 10_000)
    assert options.in_force == Rules()
    assert game_named("pyramid") is PYRAMID
    assert PYRAMID.seats(options) == 1


@pytest.mark.parametrize("name", PRESETS)
def test_rules_are_every_preset(name: str) -> None:
    assert PYRAMID.options({"rules": name}).in_force == PRESETS[name]


def test_rules_are_a_preset_with_settings() -> None:
    """Written as the solver's commands take them; small letters and blanks don't matter."""
    options = PYRAMID.options({"rules": " Microsoft  passes=2 STOCK-TOP=no"})
    assert options.in_force == rules_from("microsoft", ["passes=2", "stock_top=no"])
    assert options == PYRAMID.options({"rules": "microsoft passes=2 stock-top=no"})
    assert PYRAMID.options({"rules": rules_named("giza cells=2").name}).in_force.cells == 2


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        ("", "preset '' is unknown"),
        ("bridge", "preset 'bridge' is unknown"),
        ("classic passes", "KEY=VALUE"),
        ("classic passes=2 passes=3", "set twice"),
        ("classic fly=2", "parameter 'fly' is unknown"),
        ("classic rows=14", "from 1 to 13"),
        ("giza stock_top=yes", "makes no sense"),
        ("classic rows=10", "one pack only 52"),
        ("apophis draw=2", "draw at least 3"),
        (None, "give a preset"),
        (True, "give a preset"),
        (["classic"], "give a preset"),
    ],
)
def test_bad_rules_are_refused(rules: object, fault: str) -> None:
    with pytest.raises(BadOptions, match=fault):
        PYRAMID.options({"rules": rules})


def test_flags_and_the_cap_are_checked() -> None:
    assert PYRAMID.options({"undo": "no", "notice": False, "max_actions": "7"}) == Options(
        undo=False, notice=False, max_actions=7
    )
    for given in ({"undo": "maybe"}, {"notice": 1}, {"max_actions": 0},
                  {"max_actions": MOST_ACTIONS + 1}, {"max_actions": 2.0}):  # fmt: skip
        with pytest.raises(BadOptions):
            PYRAMID.options(given)


@pytest.mark.parametrize("wrong", [{"rules": "bridge"}, {"deal": "7D"}, {"undo": 1}])
def test_states_with_bad_options_arent_read(wrong: dict[str, object]) -> None:
    told = PYRAMID.state_to_json(Match(PYRAMID, {}, "s").state)
    with pytest.raises(BadRecord):
        PYRAMID.state_from_json({**told, "options": {**told["options"], **wrong}})


def test_they_are_described() -> None:
    """A text tells what may be written, as other options do."""
    rows = {name: (words, default) for name, words, default, _ in describe(Options)}
    assert list(rows) == [each.name for each in fields(Options)]
    assert rows["deal"] == ("all cards, seed:N, ms:N or pysol:N, none", "none")
    assert rows["rules"][1] == "cardgames"
    assert Text("a word", str.upper).words == ("a word",)
    assert Text("a word", str.upper).read("x") == "X"
    with pytest.raises(ValueError, match="give a word"):
        Text("a word", str.upper).read(None)

"""States that were read can be: nobody gets one that no game leads to and that stops an engine."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from games.errors import BadRecord
from games.match import Match
from games.protocol import Game
from games.registry import GAMES
from games.shuffle import Stream
from tests.games.playing import steps
from tests.games.tables import NAMES, TABLES

ROWS = [(row, name) for row, name in zip(TABLES, NAMES, strict=True) if row[0].name in GAMES]
each_table = pytest.mark.parametrize(
    ("game", "options"), [row for row, _ in ROWS], ids=[name for _, name in ROWS]
)
WORDS = (
    "pass", "play", "moon", "over", "bid", "hand", "trump", "keep", "throw_in", "7", "12 no", "40",
    "C", "S", "2C", "QS", "5H", "KD", "draw", "recycle", "cell 2C", "won", "cap", "target",
)  # fmt: skip
NUMBERS = (0, 1, 3, 13, 1000)


def told(game: Game[Any, Any, Any], options: dict[str, object], version: int) -> dict[str, Any]:
    """A state as JSON, after some actions of a random game."""
    match = Match(game, options, "possible")
    for _ in steps(match, Stream("possible", "dice")):
        if match.version == version:
            break
    return json.loads(json.dumps(game.state_to_json(match.state)))  # type: ignore[no-any-return]


def changed(value: Any, dice: Stream) -> Any:
    """The same but for one thing somewhere in it."""
    if isinstance(value, dict) and value:
        name = dice.choose(sorted(value))
        return {**value, name: changed(value[name], dice)}
    if not isinstance(value, list) or not value:
        return other(value, dice)
    at, to = dice.below(len(value)), dice.below(len(value))
    way = dice.below(8)
    if way > 4:
        return [*value[:at], changed(value[at], dice), *value[at + 1 :]]
    if way == 0:
        return []
    if way == 1:
        return value[:at] + value[at + 1 :]
    if way == 2:
        return [*value, value[at]]
    if way == 3:
        return [*value[:at], value[to], *value[at + 1 :]]
    changes = copy.copy(value)
    changes[at], changes[to] = changes[to], changes[at]
    return changes


def other(value: Any, dice: Stream) -> Any:
    """Another value of a kind that could stand there."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return dice.choose((None, -1, value - 1, value + 1, 10**20, *NUMBERS))
    return dice.choose((None, *WORDS, *NUMBERS))


def play_on(game: Game[Any, Any, Any], state: Any, dice: Stream) -> None:
    """See that a state goes on as a game does, for some actions."""
    seats = range(game.seats(state.options))
    for _ in range(6):
        for seat in (None, *seats):
            json.dumps(game.view_to_json(game.view(state, seat)))
        waiting = game.to_act(state)
        assert bool(waiting) == (game.result(state) is None)
        if not waiting:
            break
        seat = dice.choose(sorted(waiting))
        state = game.apply(state, seat, dice.choose(game.legal(state, seat)))


@each_table
def test_changed_states(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """With any one thing changed a state is refused in few words, or a game goes on from it."""
    dice = Stream("changed", "dice")
    refused = 0
    for version in (0, 2, 5, 17, 56, 10_000):
        right = told(game, options, version)
        names = sorted(set(right) - {"options", "news"})
        for _ in range(30):
            name = dice.choose(names)
            wrong = {**right, name: changed(right[name], dice)}
            state, refusal = None, ""
            try:
                state = game.state_from_json(wrong)
            except BadRecord as error:
                refusal = str(error)
            if state is None:
                assert 0 < len(refusal) < 700
                refused += 1
                continue
            assert json.loads(json.dumps(game.state_to_json(state))) == wrong
            play_on(game, state, dice)
    assert refused > 80


HEARTS: dict[str, object] = {"max_deals": 3}
HAND: dict[str, object] = {"misdeal": True, "min_bid": 6}
SMALL: dict[str, object] = {"rules": "triangle cells=2"}
NO_UNDO: dict[str, object] = {**SMALL, "undo": False}


@pytest.mark.parametrize(
    ("name", "options", "version", "changes", "reason"),
    [
        ("hearts", HEARTS, 0, {"hands": []}, "hands: there must be 4, not 0"),
        ("hearts", HEARTS, 0, {"passes": []}, "passes: there must be 4, not 0"),
        ("hearts", HEARTS, 0, {"totals": [0]}, "totals: there must be 4, not 1"),
        ("hearts", HEARTS, 0, {"phase": "play"}, "phase: play doesn't fit the passes"),
        ("hearts", HEARTS, 0, {"phase": "over"}, "phase: over doesn't fit the passes"),
        ("hearts", HEARTS, 0, {"leader": 4}, "leader: the seats are 0 to 3"),
        ("hearts", HEARTS, 0, {"dealer": -1}, "dealer -1: the seats are 0 to 3"),
        ("hearts", HEARTS, 0, {"deal": 0}, "deal: they are numbered 1 to 3"),
        ("hearts", HEARTS, 0, {"deal": 4}, "deal: they are numbered 1 to 3"),
        ("hearts", HEARTS, 0, {"seed": "\ud800"}, "half of a surrogate pair"),
        ("hearts", HEARTS, 0, {"reached": True}, "reached: nothing was counted yet"),
        ("hearts", HEARTS, 0, {"given": [[["2C"]]]}, "deal 1: 1 hands for 4 seats"),
        ("hearts", HEARTS, 0, {"trick": ["2C"]}, "hands and tricks: the hands have"),
        ("hearts", HEARTS, 20, {"phase": "pass"}, "phase: pass doesn't fit the passes"),
        ("hearts", HEARTS, 20, {"phase": "moon"}, "phase: moon doesn't fit the hands"),
        ("hearts", HEARTS, 20, {"tricks": []}, "hands and tricks: missing"),
        ("hearts", HEARTS, 20, {"broken": None}, "not of type bool"),
        ("hearts", {"style": "hoyle1913"}, 0, {"phase": "pass"}, "nothing is passed in this deal"),
        ("spades", {}, 0, {"bids": []}, "bids: there must be 4, not 0"),
        ("spades", {}, 0, {"looked": []}, "looked: there must be 4, not 0"),
        ("spades", {}, 0, {"looked": [False] * 4}, "without blind nil all have"),
        ("spades", {}, 0, {"bags": []}, "bags: there must be 2, not 0"),
        ("spades", {}, 0, {"bags": [10, 0]}, "bags: fewer than 10"),
        ("spades", {}, 0, {"phase": "play"}, "phase: play doesn't fit the bids"),
        ("spades", {}, 0, {"bids": [1, 1, 1, 1]}, "phase: bid doesn't fit the bids"),
        ("spades", {}, 1, {"bids": [None, 20, None, None]}, "bids: "),
        ("spades", {}, 9, {"hands": [[], [], [], []]}, "hands and tricks: the hands have"),
        ("spades", {}, 9, {"broken": True}, "broken: the cards that were played"),
        ("kaiser", {}, 0, {"decisions": []}, "decisions: there must be 4, not 0"),
        ("kaiser", {}, 0, {"decisions": ["keep"] * 4}, "decisions: nobody is asked"),
        ("kaiser", {}, 0, {"declarer": 1}, "declarer: it isn't who has won the auction"),
        ("kaiser", {}, 0, {"phase": "play"}, "phase: it is bid, not play"),
        ("kaiser", {}, 0, {"phase": "over"}, "phase: it is bid, not over"),
        ("kaiser", {}, 0, {"bids": ["fly"]}, "nobody can bid 'fly' here"),
        ("kaiser", {}, 0, {"bids": ["pass"] * 5}, "bids: 4 at most"),
        ("kaiser", {}, 0, {"trump": "C"}, "trump: it doesn't fit contract and phase"),
        ("kaiser", HAND, 0, {"decisions": ["fly", None, None, None]}, "say one of keep, throw_in"),
        ("kaiser", HAND, 0, {"bids": ["7"]}, "bids: all keep their hands first"),
        ("pyramid", SMALL, 0, {"dealt": []}, "dealt: .*missing"),
        ("pyramid", SMALL, 0, {"cells": ["2C"] * 5}, "cells: the moves have led to something else"),
        ("pyramid", SMALL, 0, {"stock": []}, "stock: the moves have led to something else"),
        ("pyramid", SMALL, 0, {"phase": "over"}, "phase: over doesn't fit the position"),
        ("pyramid", SMALL, 0, {"undone": -1, "actions": -2}, "undone: 0 to 10000"),
        ("pyramid", SMALL, 0, {"undone": 10**5000}, "undone: 0 to 10000"),
        ("pyramid", SMALL, 0, {"actions": 3}, "actions: moves and what was undone make 0"),
        ("pyramid", SMALL, 0, {"moves": ["fly"], "actions": 1}, "moves: number 1: 'fly' is not"),
        ("pyramid", SMALL, 0, {"moves": ["recycle"], "actions": 1}, "moves: number 1: recycle: "),
        ("pyramid", SMALL, 0, {"time": -1}, "time: 0 to"),
        ("pyramid", SMALL, 0, {"seen": 53}, "seen: "),
        ("pyramid", NO_UNDO, 0, {"undone": 1, "actions": 2}, "can't be taken back"),
    ],
)  # fmt: skip
def test_refusals(
    name: str, options: dict[str, object], version: int, changes: dict[str, Any], reason: str
) -> None:
    """What is wrong is told."""
    game = GAMES[name]
    right = told(game, options, version)
    game.state_from_json(right)
    with pytest.raises(BadRecord, match=reason):
        game.state_from_json({**right, **changes})


def test_a_taker_that_was_not() -> None:
    """Tricks are those that their cards make."""
    for name in ("hearts", "spades", "kaiser"):
        right = told(GAMES[name], HEARTS, 30)
        first, *others = right["tricks"]
        wrong = {**first, "taker": (first["taker"] + 1) % 4}
        with pytest.raises(BadRecord, match="tricks: "):
            GAMES[name].state_from_json({**right, "tricks": [wrong, *others]})

"""Records that can't be true: each is refused in a few words that name the line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.errors import BadRecord
from games.shuffle import Stream
from tests.games.records import read, toy

DEEP = "[" * 200 + "]" * 200


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"match": 2}, "a match begins with"),
        ({"match": None}, "a match begins with"),
        ({"match": True}, "a match begins with"),
        ({"match": 1.0}, "a match begins with"),
        ({"match": "1"}, "a match begins with"),
        ({"game": None}, "a game has a name"),
        ({"game": ["toy"]}, "a game has a name"),
        ({"game": 1}, "a game has a name"),
        ({"game": "whist"}, "no game 'whist'; there are hearts.*, toy"),
        ({"game": "Toy"}, "no game 'Toy'"),
        ({"game": ""}, "no game ''"),
        ({"game": "\ud800"}, "no game"),
        ({"game": "x" * 10_000}, "no game"),
        ({"options": []}, "options are an object"),
        ({"options": 0}, "options are an object"),
        ({"options": ""}, "options are an object"),
        ({"options": False}, "options are an object"),
        ({"options": {"fly": 1}}, "there is no option 'fly'"),
        ({"options": {"players": 9}}, "players=9: give a whole number from 2 to 3"),
        ({"options": {"players": 10**4000}}, "players=.*: give a whole number from 2 to 3"),
        ({"options": {"players": float("nan")}}, "players='nan': give a whole number"),
        ({"options": {"players": [[[2]]]}}, "players=.*: give a whole number"),
        ({"seed": 1}, "a seed is text, not 1"),
        ({"seed": ["x"]}, "a seed is text"),
        ({"seed": False}, "a seed is text"),
        ({"seed": "\ud800"}, "half of a surrogate pair"),
        ({"dealer": 2}, "dealer 2: the seats are 0 to 1"),
        ({"dealer": -1}, "dealer -1"),
        ({"dealer": True}, "dealer 'True'"),
        ({"dealer": 0.0}, "dealer '0.0'"),
        ({"dealer": "0"}, "dealer '0'"),
        ({"dealer": [0]}, "dealer"),
        ({"dealer": 10**4000}, "dealer '1000"),
        ({"scores": {}}, "scores and deals are lists"),
        ({"scores": 0}, "scores and deals are lists"),
        ({"scores": "00"}, "scores and deals are lists"),
        ({"scores": [1]}, "1 scores: there are 2 to keep"),
        ({"scores": [1, 2, 3]}, "3 scores"),
        ({"scores": [1, True]}, "score 'True'"),
        ({"scores": [1.0, 2]}, "score '1.0'"),
        ({"scores": [None, 2]}, "score 'None'"),
        ({"scores": [0, 10**4000]}, "score .*: give whole numbers from"),
        ({"scores": [0, -1_000_001]}, "score -1000001"),
        ({"deals": {}}, "scores and deals are lists"),
        ({"deals": "AC"}, "scores and deals are lists"),
        ({"deals": ["AC"]}, "a deal is a list of hands"),
        ({"deals": [{}]}, "a deal is a list of hands"),
        ({"deals": [None]}, "a deal is a list of hands"),
        ({"deals": [["AC 4C", "2C 3C"]]}, "give a list of cards"),
        ({"deals": [[["AC", "4C"], ["2C", 3]]]}, "a card is text"),
        ({"deals": [[["AC", "4C"], ["2C", "3c"]]]}, "write 3C, not '3c'"),
        ({"deals": [[["AC", "4C"], ["2C", "\u212aS"]]]}, "is not a card"),
        ({"deals": [[["AC"], ["2C"]]]}, "deal 1: missing: 3C, 4C"),
        ({"deals": [[["AC", "4C"], ["2C", "5C"]]]}, "deal 1: missing: 3C"),
        ({"deals": [[["AC", "4C"], ["2C"]]]}, "deal 1: the hands have 2, 1 cards"),
        ({"deals": [[["AC", "4C", "2C", "3C"]]]}, "deal 1: 1 hands for 2 seats"),
        ({"deals": [[]]}, "deal 1: 0 hands for 2 seats"),
        ({"deals": [[["AC", "4C"], ["AC", "4C"]]]}, "missing: 2C, 3C"),
        ({"deals": [[["AC", "4C"], ["2C", "3C"]], []]}, "deal 2: 0 hands"),
        ({"deals": [[["AC"] * 1000, ["2C"]]]}, "give a list of cards"),
        ({"players": 4}, "there is no field 'players'"),
        ({"": 4}, "there is no field ''"),
        ({"x" * 10_000: 4}, "there is no field 'xxx"),
    ],
)  # fmt: skip
def test_wrong_headers(changes: dict[str, Any], reason: str) -> None:
    """A wrong header is refused in a few words that name its line."""
    with pytest.raises(BadRecord, match=rf"^line 1: .*{reason}") as caught:
        read(*toy(**changes))
    assert len(str(caught.value)) < 250


def test_headers_that_leave_out() -> None:
    """Options, dealer and scores may be left out, or be null: they have their defaults."""
    lines = toy()
    for header in (
        {"match": 1, "game": "toy", "seed": "lines"},
        {"match": 1, "game": "toy", "seed": "lines", "options": None, "dealer": None,
         "scores": None, "deals": None},
        {"seed": "lines", "scores": [], "deals": [], "options": {}, "game": "toy", "match": 1},
    ):  # fmt: skip
        assert read(json.dumps(header), *lines[1:]).state == read(*lines).state
    for lacking in ("match", "game"):
        header = {name: value for name, value in json.loads(lines[0]).items() if name != lacking}
        with pytest.raises(BadRecord, match=r"^line 1: a (match begins|game has)"):
            read(json.dumps(header), *lines[1:])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "there are no lines"),
        ("x", "line 1: not JSON: 'x'"),
        ("{", "line 1: not JSON"),
        ("\ufeff{}", "line 1: not JSON"),
        ("{'match': 1}", "line 1: not JSON"),
        ("[" * 100_000, "line 1: not JSON"),
        ('{"a":' * 100_000, "line 1: not JSON"),
        ("9" * 5000, "line 1: not JSON"),
        ('{"match": ' + "9" * 5000 + "}", "line 1: not JSON"),
        ("\ud800", "line 1: not JSON"),
        ("x" * 1_000_000, "line 1: not JSON: 'xxx"),
        ("[]", "line 1: not an object: '\\[\\]'"),
        ("null", "line 1: not an object: 'null'"),
        ("1", "line 1: not an object"),
        ('"match"', "line 1: not an object"),
        ("NaN", "line 1: not an object"),
        ("{}", "line 1: a match begins with"),
        ('{"match": ' + DEEP + "}", "line 1: nested too deeply"),
        ('{"seat": 0, "action": {"show": "2C"}}', "line 1: a match begins with"),
    ],
    ids=range(19),
)
def test_odd_first_lines(line: str, reason: str) -> None:
    """What isn't a line of a record at all is told, cut short, and stops nothing."""
    with pytest.raises(BadRecord, match=f"^{reason}") as caught:
        read(line)
    assert len(str(caught.value)) < 120
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{}", "an action is"),
        ('{"seat": 0}', "an action is"),
        ('{"action": {"show": "2C"}}', "an action is"),
        ('{"seat": 0, "action": {"show": "2C"}, "at": 1}', "an action is"),
        ('{"seat": true, "action": {"show": "2C"}}', "an action is"),
        ('{"seat": 0.0, "action": {"show": "2C"}}', "an action is"),
        ('{"seat": "0", "action": {"show": "2C"}}', "an action is"),
        ('{"seat": null, "action": {"show": "2C"}}', "an action is"),
        ('{"seat": [0], "action": {"show": "2C"}}', "an action is"),
        ('{"seat": 2, "action": {"show": "2C"}}', "there is no seat 2"),
        ('{"seat": -1, "action": {"show": "2C"}}', "there is no seat -1"),
        ('{"seat": ' + "9" * 4000 + ', "action": {"show": "2C"}}', "there is no seat '999"),
        ('{"seat": 0, "action": null}', "seat 0: BadAction: an action is an object"),
        ('{"seat": 0, "action": {}}', "seat 0: BadAction"),
        ('{"seat": 0, "action": {"show": "ZZ"}}', "seat 0: BadAction: 'ZZ' is not a card"),
        ('{"seat": 0, "action": {"show": NaN}}', "seat 0: BadAction: a card is text"),
        ('{"seat": 0, "action": {"show": "\\ud800"}}', "seat 0: BadAction"),
        ('{"seat": 0, "action": {"show": "' + "x" * 100_000 + '"}}', "seat 0: BadAction"),
        ('{"seat": 0, "action": {"show": "KS"}}', "seat 0: NoSuchCard: you don't hold KS"),
        ('{"seat": 0, "action": ' + DEEP + "}", "nested too deeply"),
        ('{"event": null}', "nothing of the kind has happened"),
        ('{"event": []}', "nothing of the kind has happened"),
        ('{"event": "choice", "seat": 0}', "nothing of the kind has happened"),
        ('{"event": "' + "x" * 100_000 + '"}', "nothing of the kind has happened"),
        ('{"event": ' + DEEP + "}", "nested too deeply"),
        ("nonsense", "not JSON"),
        ("[1]", "not an object"),
        ('{"seat": 2, "seat": 0, "action": {"show": "2C"}}', "'seat' stands there twice"),
        ('{"seat": 0, "seat": 0, "action": {"show": "2C"}}', "'seat' stands there twice"),
        ('{"seat": 0, "action": {"show": "2C", "sho\\u0077": "2C"}}', "'show' stands there twice"),
        ('{"' + "x" * 100_000 + '": 0, "' + "x" * 100_000 + '": 0}', "'xxx.* stands there twice"),
    ],
    ids=range(31),
)
def test_odd_lines(line: str, reason: str) -> None:
    """So is what comes later, by the number of its line."""
    with pytest.raises(BadRecord, match=rf"^line 3: {reason}") as caught:
        read(*toy()[:2], line)
    assert len(str(caught.value)) < 200


def test_keys_that_stand_twice_in_the_header() -> None:
    """So they are in the header, which somebody could have read with another seed."""
    header, *lines = toy()
    with pytest.raises(BadRecord, match=r"^line 1: 'seed' stands there twice$"):
        read(header[:-1] + ', "seed": "lines"}', *lines)


def test_actions_after_the_end() -> None:
    """When a game is over, nothing more can have been done."""
    lines = toy()
    with pytest.raises(BadRecord, match=rf"^line {len(lines) + 1}: seat 0: GameIsOver"):
        read(*lines, '{"seat": 0, "action": {"show": "2C"}}')


def test_changed_events() -> None:
    """An event must be told exactly, if it is: true isn't 1, and nothing may be added."""
    lines = toy()
    told = json.loads(lines[1])
    changed: tuple[dict[str, Any], ...] = (
        {"deal": True}, {"deal": 1.0}, {"deal": 2}, {"deal": "1"}, {"seats": {}}, {"more": 1},
        {"deal": None}, {"dealer": 1 - told["dealer"]},
    )  # fmt: skip
    for changes in changed:
        with pytest.raises(BadRecord, match=r'^line 2: it should read \{"event": "deal"'):
            read(lines[0], json.dumps({**told, **changes}), *lines[2:])
    del told["dealer"]
    with pytest.raises(BadRecord, match="it should read"):
        read(lines[0], json.dumps(told), *lines[2:])
    # In another order, it is the same.
    told = dict(reversed(json.loads(lines[1]).items()))
    assert read(lines[0], json.dumps(told), *lines[2:]).state == read(*lines).state


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seats": []}, "an object of its own for each seat"),
        ({"seats": None}, "an object of its own for each seat"),
        ({"seats": "01"}, "an object of its own for each seat"),
        ({"seats": {"0": [], "1": []}}, "an object of its own for each seat"),
        ({"seats": {}}, "deal 1: 0 hands for 2 seats"),
        ({"seats": {"0": {"hand": ["AC", "4C"]}}}, "deal 1: 1 hands for 2 seats"),
        ({"seats": {"0": {}, "1": {}}}, "a deal lacks 'hand'"),
        ({"seats": {"0": {"hand": ["AC", "4C"]}, "2": {"hand": ["2C", "3C"]}}}, "lacks '1'"),
        ({"seats": {"0": {"hand": ["AC", "4C"]}, "1": {"hand": "2C 3C"}}}, "a list of cards"),
        ({"seats": {"0": {"hand": ["AC", "4C"]}, "1": {"hand": ["2C", None]}}}, "a card is text"),
        ({"seats": {"0": {"hand": ["AC", "4C"]}, "1": {"hand": ["2C", "AC"]}}}, "missing: 3C"),
        ({"dealer": 5}, "dealer 5"),
        ({"dealer": "0"}, "dealer '0'"),
        ({"dealer": True}, "dealer 'True'"),
    ],
)
def test_wrong_lines_of_deals(changes: dict[str, Any], reason: str) -> None:
    """Hands that can't be had are refused, at the header that has no seed instead."""
    lines = toy()
    told = json.dumps({**json.loads(lines[1]), **changes})
    with pytest.raises(BadRecord, match=rf"^line 1: .*{reason}"):
        read(json.dumps({"match": 1, "game": "toy"}), told, *lines[2:])


def test_rubbish() -> None:
    """Lines cut, glued, or with one character changed are read or refused, and nothing else."""
    lines = toy()
    dice = Stream("rubbish", "dice")
    refused = 0
    for _ in range(2000):
        at = dice.below(len(lines))
        line = lines[at]
        place = dice.below(len(line))
        other = dice.choose(
            ["", "0", "9", '"', "{", "}", "[", ",", "\\", "\x00", "\ud800", "e", "-"]
        )
        changed = line[:place] + other + line[place + dice.below(3) :]
        refused += is_refused([*lines[:at], changed, *lines[at + 1 :]])
    assert 1500 < refused < 2000


def is_refused(lines: list[str]) -> bool:
    """Whether lines aren't a record; nothing but that may come out."""
    try:
        read(*lines)
    except BadRecord:
        return True
    return False

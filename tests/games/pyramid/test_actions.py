"""Actions as JSON: what is read, and what isn't."""

from __future__ import annotations

from typing import Any

import pytest

from games.errors import BadAction
from games.pyramid import PYRAMID
from games.pyramid.actions import LATEST, Action, Make, Resign, Undo
from solver.moves import DRAW, RECYCLE, parse_move

READ: list[tuple[Any, Action]] = [
    ({"move": "draw"}, Make(DRAW)),
    ({"move": "recycle"}, Make(RECYCLE)),
    ({"move": "KC"}, Make(parse_move("KC"))),
    ({"move": "5C+8D"}, Make(parse_move("8D+5C"))),
    ({"move": "cell TS"}, Make(parse_move("cell TS"))),
    ({"move": "KC", "at": 0}, Make(parse_move("KC"), 0)),
    ({"at": 1250, "move": "draw"}, Make(DRAW, 1250)),
    ({"undo": True}, Undo()),
    ({"undo": True, "at": 3}, Undo(3)),
    ({"resign": True}, Resign()),
    ({"resign": True, "at": LATEST}, Resign(LATEST)),
]


@pytest.mark.parametrize(("given", "action"), READ)
def test_they_are_read_and_written(given: Any, action: Action) -> None:
    assert PYRAMID.action_from_json(given) == action
    assert PYRAMID.action_to_json(action) == given


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"move": "8D+5C"}, "write 5C\\+8D"),
        ({"move": "kc"}, "write KC"),
        ({"move": " draw"}, "write draw"),
        ({"move": "DRAW"}, "write draw"),
        ({"move": "10S+3S"}, "write 3S\\+TS"),
        ({"move": "5C+5C"}, "twice"),
        ({"move": "5C+8D+KC"}, "is not a move"),
        ({"move": ""}, "is not a move"),
        ({"move": "undo"}, "is not a move"),
        ({"move": 5}, "a move is text"),
        ({"move": None}, "a move is text"),
        ({"move": ["5C", "8D"]}, "a move is text"),
        ({"undo": 1}, '{"undo": true}'),
        ({"undo": False}, '{"undo": true}'),
        ({"undo": "yes"}, '{"undo": true}'),
        ({"resign": None}, '{"resign": true}'),
        ({"resign": "true"}, '{"resign": true}'),
        ({"move": "KC", "undo": True}, "one field"),
        ({"move": "KC", "fly": 1}, "one field"),
        ({"at": 5}, "one field"),
        ({}, "one field"),
        ("undo", "one field"),
        ({"move": "KC", "at": 1.5}, "whole number"),
        ({"move": "KC", "at": 12.0}, "whole number"),
        ({"move": "KC", "at": "12"}, "whole number"),
        ({"move": "KC", "at": True}, "whole number"),
        ({"move": "KC", "at": None}, "whole number"),
        ({"move": "KC", "at": -1}, "whole number"),
        ({"move": "KC", "at": LATEST + 1}, "whole number"),
    ],
)
def test_nothing_else_is_read(given: Any, fault: str) -> None:
    """Moves are written exactly as the solver does; times are whole numbers."""
    with pytest.raises(BadAction, match=fault):
        PYRAMID.action_from_json(given)


@pytest.mark.parametrize("name", ["move", "undo", "resign", "at"])
def test_what_cant_be_shown(name: str) -> None:
    """Neither what is nested deeply nor a number of many digits is more than refused."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for given in (deep, {"x": deep}, 10**5000, "x" * 100_000, "\ud800"):
        with pytest.raises(BadAction) as caught:
            PYRAMID.action_from_json({name: given})
        assert len(str(caught.value).encode()) < 200

"""What a player of Pyramid may do, and when it was done.

Every action may carry ``at``: the time at which it was done, in whole milliseconds since the
deal. The game has no clock and believes what it is told, as long as time doesn't run backwards.
Whoever runs games fills it in from a clock of its own and overwrites what a player has sent.
Without it the time of the action before stands. What is legal is listed without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.cards import is_card
from games.errors import BadAction
from games.events import Json
from games.jsons import number_from_json, shown, the_one_field
from solver.errors import BadMove
from solver.moves import Move, parse_move

__all__ = [
    "LATEST",
    "SOUND",
    "Action",
    "Make",
    "Resign",
    "Undo",
    "action_from_json",
    "action_to_json",
]

#: The latest time of an action, in milliseconds: some thirty years after the deal.
LATEST = 10**12


@dataclass(frozen=True, slots=True)
class Make:
    """Make a move."""

    move: Move
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move that stands."""

    at: int | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""

    at: int | None = None


Action = Make | Undo | Resign

# How many cards a move of each kind has.
_CARDS = {"draw": (0,), "recycle": (0,), "cell": (1,), "remove": (1, 2)}


def _is_timed(action: Action) -> bool:
    return action.at is None or (type(action.at) is int and action.at <= LATEST)


def _is_make(action: Make) -> bool:
    """Whether its move is one that could have been read."""
    move = action.move
    return (
        type(move) is Move
        and type(move.kind) is str
        and type(move.cards) is tuple
        and len(move.cards) in _CARDS.get(move.kind, ())
        and all(map(is_card, move.cards))
        and sorted(set(move.cards)) == list(move.cards)
        and _is_timed(action)
    )


#: Each kind of action, and whether one of that kind holds what it should.
SOUND: Mapping[type, Callable[[Any], bool]] = {
    Make: _is_make,
    Undo: _is_timed,
    Resign: _is_timed,
}


def action_to_json(action: Action) -> Json:
    """An action as JSON, with its time if that is told."""
    timed = {} if action.at is None else {"at": action.at}
    if isinstance(action, Make):
        return {"move": str(action.move), **timed}
    return {"undo" if isinstance(action, Undo) else "resign": True, **timed}


def action_from_json(given: Json) -> Action:
    """The other way round.

    Raises:
        BadAction: it is none.
    """
    at = None
    if isinstance(given, dict) and "at" in given:
        at = number_from_json(given["at"], 0, LATEST)
        given = {name: value for name, value in given.items() if name != "at"}
    name, value = the_one_field(given, ("move", "undo", "resign"))
    if name == "move":
        return Make(_move_from_json(value), at)
    if value is not True:
        raise BadAction(f'write {{"{name}": true}}, not {shown(value)}')
    return Undo(at) if name == "undo" else Resign(at)


def _move_from_json(given: Json) -> Move:
    """A move exactly as the solver writes it."""
    if not isinstance(given, str):
        raise BadAction(f"a move is text such as 5C+8D, not {shown(given)}")
    try:
        move = parse_move(given)
    except BadMove as error:
        raise BadAction(str(error)) from None
    if str(move) != given:
        raise BadAction(f"write {move}, not {shown(given)}")
    return move

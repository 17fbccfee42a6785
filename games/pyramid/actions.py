"""What a player of Pyramid may do, and when it was done.

Every action may carry ``at``: the time at which it was done, in whole milliseconds since the
deal. The game has no clock and believes what it is told, as long as time doesn't run backwards.
Whoever runs games fills it in from a clock of its own and overwrites what a player has sent.
Without it the time of the action before stands. What is legal is listed without it.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.errors import BadAction
from games.events import Json
from games.jsons import number_from_json, the_one_field
from solver.errors import BadMove, shorten
from solver.moves import Move, parse_move

__all__ = [
    "LATEST",
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
        raise BadAction(f'write {{"{name}": true}}, not {shorten(repr(value))}')
    return Undo(at) if name == "undo" else Resign(at)


def _move_from_json(given: Json) -> Move:
    """A move exactly as the solver writes it."""
    if not isinstance(given, str):
        raise BadAction(f"a move is text such as 5C+8D, not {shorten(repr(given))}")
    try:
        move = parse_move(given)
    except BadMove as error:
        raise BadAction(str(error)) from None
    if str(move) != given:
        raise BadAction(f"write {move}, not {shorten(given)}")
    return move

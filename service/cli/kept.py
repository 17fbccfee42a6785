"""Games that ``pyramid play --save`` keeps: a log, with a line before it for who goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.errors import BadRecord
from games.events import Json
from games.jsons import shown
from games.match import Match
from service.cli.options import MOST_WORLDS
from service.cli.reading import read_lines
from service.files import save_whole

__all__ = ["Seats", "keep", "lines_of_log", "read_kept"]

_FORMAT = 1


class Seats(NamedTuple):
    """Who sits where, and what else isn't in the log.

    Attributes:
        own: the player's seat.
        bots: the levels of all seats; what stands at the player's is of no account.
        worlds: deals that strong bots imagine for a choice.
        salt: that the commitment was made with; None if the player knows the seed.
    """

    own: int
    bots: tuple[str, ...]
    worlds: int
    salt: str | None = None


def keep(path: str, seats: Seats, match: Match) -> None:
    """Write a game down.

    Raises:
        BadOutput: it can't be written.
    """
    head = {
        "play": _FORMAT,
        "seat": seats.own,
        "bots": seats.bots,
        "worlds": seats.worlds,
        "salt": seats.salt,
    }
    save_whole(path, "\n".join([json.dumps(head), *match.lines()]) + "\n")


def read_kept(path: str, name: str) -> tuple[Seats, Match]:
    """A game that was kept.

    Raises:
        BadRecord: it is none of that name.
    """
    lines = [line for _, line in read_lines(path)]
    head = _head(lines[0]) if lines else None
    seats = None if head is None else _seats(head)
    if head is None or seats is None:
        raise BadRecord(f"{path}: not a game that `pyramid play` has kept")
    match = Match.from_lines(lines_of_log(lines))
    count = match.game.seats(match.options)
    if match.game.name != name:
        raise BadRecord(f"{path}: a game of {match.game.name}, not of {name}")
    if not 0 <= seats.own < count or len(seats.bots) != count:
        raise BadRecord(f"{path}: line 1: there are {count} seats")
    if type(seats.worlds) is not int or not 1 <= seats.worlds <= MOST_WORLDS:
        raise BadRecord(
            f"{path}: line 1: worlds {shown(seats.worlds)}: "
            f"give a whole number from 1 to {MOST_WORLDS}"
        )
    if seats.salt is not None and (not isinstance(seats.salt, str) or "|" in seats.salt):
        raise BadRecord(f"{path}: line 1: salt {shown(seats.salt)}: give text without a |, or null")
    return seats, match


def lines_of_log(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a log; that before it is empty, so that the others keep their numbers."""
    for number, line in enumerate(lines):
        yield "" if number == 0 and _head(line) is not None else line


def _head(line: str) -> dict[str, Json] | None:
    """What goes before the log; None if it is something else."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    known = isinstance(found, dict) and type(found.get("play")) is int and found["play"] == _FORMAT
    return found if known else None


def _seats(head: dict[str, Json]) -> Seats | None:
    """Who sits where, as far as it can be read without the game."""
    try:
        own, bots, worlds = head["seat"], head["bots"], head["worlds"]
        # Games that were kept before there were commitments have no salt.
        return (
            Seats(own, tuple(map(str, bots)), worlds, head.get("salt"))
            if type(own) is int
            else None
        )
    except (KeyError, TypeError):
        return None

"""A match: a game, its options and seed, and everything that was done, in order.

The state can always be had again by doing all of it once more. As JSON lines a match can be
kept, handed on and checked; ``docs/games.md`` tells the format field by field.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self

from games.cards import Hand, by_suit
from games.errors import BadAction, BadOptions, BadRecord, BadSetup, IllegalAction
from games.events import Event, Json
from games.jsons import cards_from_json
from games.protocol import SEEDED, Game, Setup
from games.registry import game_named
from solver.errors import shorten

__all__ = ["Match", "Step", "replay"]

Games = Mapping[str, Game[Any, Any, Any]]

_FORMAT = 1
_HEADER = ("match", "game", "options", "seed", "dealer", "scores")


class Step(NamedTuple):
    """Something that was done: by whom, what, and what came of it."""

    seat: int
    action: Any
    events: tuple[Event, ...]


class Match:
    """A game that is being played.

    Attributes:
        game, options, seed, setup: what it was begun with.
        state: how things stand.
        steps: all that was done.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        options: Mapping[str, object] | None = None,
        seed: str = "",
        setup: Setup = SEEDED,
    ) -> None:
        self.game = game
        self.options = game.options(options or {})
        self.seed = seed
        self.setup = setup
        self.given = dict(options or {})
        self.begun = game.start(self.options, seed, setup)
        self.state = self.begun
        self.steps: list[Step] = []

    @property
    def version(self) -> int:
        """How many actions were done."""
        return len(self.steps)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.result(self.state) is not None

    def act(self, seat: int, action: Any) -> tuple[Event, ...]:
        """Do something; what comes of it.

        Raises:
            IllegalAction: the rules forbid it, and nothing has changed.
        """
        self.state = self.game.apply(self.state, seat, action)
        events = self.game.events(self.state)
        self.steps.append(Step(seat, action, events))
        return events

    def events(self) -> Iterator[Event]:
        """All that has happened, from the first deal on."""
        yield from self.game.events(self.begun)
        for step in self.steps:
            yield from step.events

    def lines(self) -> Iterator[str]:
        """The match as JSON lines, hidden cards and seed and all."""
        header = {
            "match": _FORMAT,
            "game": self.game.name,
            "options": self.given,
            # Hands that were given stand in the lines of the deals.
            "seed": None if self.setup.deals else self.seed,
            "dealer": self.setup.dealer,
            "scores": list(self.setup.scores),
        }
        yield json.dumps(header)
        yield from _told(self.game.events(self.begun))
        for step in self.steps:
            yield json.dumps({"seat": step.seat, "action": self.game.action_to_json(step.action)})
            yield from _told(step.events)

    @classmethod
    def from_lines(cls, lines: Iterable[str], games: Games | None = None) -> Self:
        """The match that lines tell of, checked as by :func:`replay`."""
        *_, (match, _) = replay(lines, games)
        assert isinstance(match, cls)
        return match


def _told(events: Iterable[Event]) -> Iterator[str]:
    return (json.dumps(each.seen_by_all()) for each in events)


def replay(lines: Iterable[str], games: Games | None = None) -> Iterator[tuple[Match, int]]:
    """Play a match again from its lines, and check it.

    The hands come from the lines that tell of deals, where there are any; with a seed they must
    be the seed's. Lines that tell of other events must tell what came of the actions; they may
    also be left out.

    Yields:
        The match before each action, and the number of the action's line from 1; in the end
        the match as the lines leave it, and the number of lines.

    Raises:
        BadRecord: a line can't be read, or tells what can't have been; which one is told.
    """
    parsed = [(number, _read(number, line)) for number, line in enumerate(lines, 1) if line.strip()]
    if not parsed:
        raise BadRecord("there are no lines")
    match = _begun(*parsed[0], [each for _, each in parsed[1:]], games)
    expected = _shown(match.game.events(match.begun))
    number = parsed[0][0]
    for number, line in parsed[1:]:
        if "event" in line:
            _check_event(number, line, expected)
        else:
            yield match, number
            _act(match, number, line)
            expected = _shown(match.steps[-1].events)
    yield match, number


def _shown(events: Iterable[Event]) -> list[dict[str, Json]]:
    return [each.seen_by_all() for each in events]


def _read(number: int, line: str) -> dict[str, Json]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(f"line {number}: not JSON: {shorten(line.strip())}") from None
    if not isinstance(found, dict):
        raise BadRecord(f"line {number}: not an object: {shorten(line.strip())}")
    return found


def _begun(
    number: int, header: dict[str, Json], lines: list[dict[str, Json]], games: Games | None
) -> Match:
    """The match that a header and the lines of deals begin."""
    if header.get("match") != _FORMAT:
        raise BadRecord(f'line {number}: a match begins with {{"match": {_FORMAT}, "game": ...}}')
    unknown = sorted(set(header) - set(_HEADER))
    if unknown:
        raise BadRecord(f"line {number}: there is no field {shorten(unknown[0])}")
    seed, options, scores = (
        header.get("seed"), header.get("options") or {}, header.get("scores") or [],
    )  # fmt: skip
    if seed is not None and not isinstance(seed, str):
        raise BadRecord(f"line {number}: a seed is text, or null")
    if not isinstance(options, dict) or not isinstance(scores, list):
        raise BadRecord(f"line {number}: options are an object, scores a list")
    if any(type(score) is not int for score in scores):
        raise BadRecord(f"line {number}: scores are whole numbers")
    deals = [line for line in lines if line.get("event") == "deal"]
    dealer = header.get("dealer")
    if dealer is None and deals and seed is None:
        dealer = deals[0].get("dealer")
    if dealer is not None and type(dealer) is not int:
        raise BadRecord(f"line {number}: a dealer is a seat's number")
    try:
        game = game_named(str(header.get("game")), games)
        hands = tuple(map(_hands, deals)) if seed is None else ()
        return Match(game, options, seed or "", Setup(hands, dealer, tuple(scores)))
    except (BadOptions, BadSetup, BadAction) as error:
        raise BadRecord(f"line {number}: {error}") from None


def _hands(line: dict[str, Json]) -> tuple[Hand, ...]:
    """The hands that a line of a deal tells of."""
    seats = line.get("seats")
    if not isinstance(seats, dict) or not all(isinstance(own, dict) for own in seats.values()):
        raise BadSetup("a deal without a seed needs its hands, by seat")
    try:
        return tuple(
            by_suit(cards_from_json(seats[str(seat)]["hand"])) for seat in range(len(seats))
        )
    except KeyError as error:
        raise BadSetup(f"a deal lacks {error}") from None


def _check_event(number: int, line: dict[str, Json], expected: list[dict[str, Json]]) -> None:
    """See that a line tells of something that has just happened, in order."""
    while expected:
        happened = expected.pop(0)
        if happened["event"] == line["event"]:
            if happened != line:
                raise BadRecord(
                    f"line {number}: it should read {json.dumps(happened)}, not {json.dumps(line)}"
                )
            return
    raise BadRecord(f"line {number}: nothing of the kind has happened here: {json.dumps(line)}")


def _act(match: Match, number: int, line: dict[str, Json]) -> None:
    seat = line.get("seat")
    if set(line) != {"seat", "action"} or type(seat) is not int:
        raise BadRecord(f'line {number}: an action is {{"seat": ..., "action": ...}}')
    if not 0 <= seat < match.game.seats(match.options):
        raise BadRecord(f"line {number}: there is no seat {seat}")
    try:
        match.act(seat, match.game.action_from_json(line["action"]))
    except (BadAction, IllegalAction) as error:
        raise BadRecord(f"line {number}: seat {seat}: {type(error).__name__}: {error}") from None

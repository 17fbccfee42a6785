"""A match: a game, its options and seed, and everything that was done, in order.

The state can always be had again by doing all of it once more. As JSON lines a match can be
kept, handed on and checked; ``docs/games.md`` tells the format field by field.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self

from games.cards import Hand
from games.errors import BadAction, BadOptions, BadRecord, BadSetup, IllegalAction
from games.events import Event, Json
from games.jsons import cards_from_json, shown
from games.lines import read_line
from games.protocol import SEEDED, Game, Setup
from games.registry import game_named
from games.setups import checked_seed

__all__ = ["Match", "Step", "replay"]

Games = Mapping[str, Game[Any, Any, Any]]

_FORMAT = 1
_HEADER = ("match", "game", "options", "seed", "dealer", "scores", "deals")


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

    Raises:
        BadOptions: there are no such options.
        BadSetup: such hands, such a dealer or such a seed can't be had.
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
        self.seed = checked_seed(seed)
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
        header: dict[str, Json] = {
            "match": _FORMAT,
            "game": self.game.name,
            "options": self.given,
            "seed": self.seed,
            "dealer": self.setup.dealer,
            "scores": list(self.setup.scores),
        }
        if self.setup.deals:
            header["deals"] = [
                [[str(card) for card in hand] for hand in hands] for hands in self.setup.deals
            ]
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

    Hands come from the header's ``deals``, then from the seed. Without a seed those that the
    header doesn't tell come from the lines of deals; none of them may be missing. With a seed
    such lines must tell the seed's hands. They and the lines that tell of other events must tell
    what came of the actions; with a seed they may also be left out.

    Yields:
        The match before each action, and the number of the action's line from 1; in the end
        the match as the lines leave it, and the number of lines.

    Raises:
        BadRecord: a line can't be read, or tells what can't have been; which one is told.
    """
    parsed = [
        (number, read_line(number, line)) for number, line in enumerate(lines, 1) if line.strip()
    ]
    if not parsed:
        raise BadRecord("there are no lines")
    number, header = parsed[0]
    match = _begun(number, header, [each for _, each in parsed[1:]], games)
    is_seeded = header.get("seed") is not None
    deals = _Deals(None if is_seeded else len(match.setup.deals))
    expected = deals.happened(number, match.game.events(match.begun))
    for number, line in parsed[1:]:
        if "event" in line:
            _check_event(number, line, expected)
        else:
            yield match, number
            _act(match, number, line)
            expected = deals.happened(number, match.steps[-1].events)
    yield match, number


class _Deals:
    """Counts the deals of a match: without a seed there are no more than are told.

    Args:
        told: how many; None: the seed gives all.
    """

    def __init__(self, told: int | None) -> None:
        self._told = told
        self._dealt = 0

    def happened(self, number: int, events: Iterable[Event]) -> list[dict[str, Json]]:
        """The lines that tell of the events that the line of a number has brought about."""
        expected = [each.seen_by_all() for each in events]
        self._dealt += sum(map(_tells_hands, expected))
        if self._told is not None and self._dealt > self._told:
            raise BadRecord(f"line {number}: without a seed, deal {self._dealt} must be told")
        return expected


def _tells_hands(line: dict[str, Json]) -> bool:
    return line.get("event") == "deal" and "seats" in line


def _begun(
    number: int, header: dict[str, Json], lines: list[dict[str, Json]], games: Games | None
) -> Match:
    """The match that a header and the lines of deals begin."""
    where = f"line {number}"
    if type(header.get("match")) is not int or header["match"] != _FORMAT:
        raise BadRecord(f'{where}: a match begins with {{"match": {_FORMAT}, "game": ...}}')
    unknown = sorted(set(header) - set(_HEADER))
    if unknown:
        raise BadRecord(f"{where}: there is no field {shown(unknown[0])}")
    name, seed, dealer = header.get("game"), header.get("seed"), header.get("dealer")
    options, scores, given = (
        {} if header.get("options") is None else header["options"],
        [] if header.get("scores") is None else header["scores"],
        [] if header.get("deals") is None else header["deals"],
    )
    if not isinstance(name, str):
        raise BadRecord(f"{where}: a game has a name")
    if not isinstance(options, dict):
        raise BadRecord(f"{where}: options are an object")
    if not isinstance(scores, list) or not isinstance(given, list):
        raise BadRecord(f"{where}: scores and deals are lists")
    told = [line for line in lines if _tells_hands(line)] if seed is None else []
    if dealer is None and told:
        dealer = told[0].get("dealer")
    try:
        deals = [*map(_hands, given), *map(_hands_of_line, told[len(given) :])]
        setup = Setup(tuple(deals), dealer, tuple(scores))
        return Match(game_named(name, games), options, "" if seed is None else seed, setup)
    except (BadOptions, BadSetup, BadAction) as error:
        raise BadRecord(f"{where}: {error}") from None


def _hands(given: Json) -> tuple[Hand, ...]:
    """Hands by seat, as a header tells them."""
    if not isinstance(given, list):
        raise BadSetup("a deal is a list of hands, by seat")
    return tuple(map(cards_from_json, given))


def _hands_of_line(line: dict[str, Json]) -> tuple[Hand, ...]:
    """The hands that a line of a deal tells of."""
    seats = line["seats"]
    if not isinstance(seats, dict) or not all(isinstance(own, dict) for own in seats.values()):
        raise BadSetup("the line of a deal has an object of its own for each seat")
    try:
        return _hands([seats[str(seat)]["hand"] for seat in range(len(seats))])
    except KeyError as error:
        raise BadSetup(f"a deal lacks {error}") from None


def _check_event(number: int, line: dict[str, Json], expected: list[dict[str, Json]]) -> None:
    """See that a line tells of something that has just happened, in order."""
    while expected:
        happened = expected.pop(0)
        if happened["event"] == line["event"]:
            # As text, since true would equal 1.
            if _in_order(happened) != _in_order(line):
                raise BadRecord(f"line {number}: it should read {json.dumps(happened)}")
            return
    raise BadRecord(f"line {number}: nothing of the kind has happened here: {shown(line)}")


def _in_order(line: dict[str, Json]) -> str:
    return json.dumps(line, sort_keys=True)


def _act(match: Match, number: int, line: dict[str, Json]) -> None:
    seat = line.get("seat")
    if set(line) != {"seat", "action"} or type(seat) is not int:
        raise BadRecord(f'line {number}: an action is {{"seat": ..., "action": ...}}')
    if not 0 <= seat < match.game.seats(match.options):
        raise BadRecord(f"line {number}: there is no seat {shown(seat)}")
    try:
        match.act(seat, match.game.action_from_json(line["action"]))
    except (BadAction, IllegalAction) as error:
        raise BadRecord(f"line {number}: seat {seat}: {type(error).__name__}: {error}") from None

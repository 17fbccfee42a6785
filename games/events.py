"""What has happened in a game, and who may know what of it.

An event carries what all may see, and for single seats what only they may: nobody has to
remember to leave something out later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.cards import NAMES, Card

__all__ = ["Event", "Json", "card_played", "event"]

#: What :mod:`json` reads and writes.
Json = Any
#: Names and values, for single seats.
BySeat = tuple[tuple[int, tuple[tuple[str, Json], ...]], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened.

    Attributes:
        kind: ``deal``, ``play``, ...
        public: what everybody may know, by name; lists as tuples.
        private: the same for single seats, by seat.
        sealed: what is told of single seats once the game is over, and to nobody before.
    """

    kind: str
    public: tuple[tuple[str, Json], ...] = ()
    private: BySeat = ()
    sealed: BySeat = ()

    def seen_by(self, seat: int | None) -> dict[str, Json]:
        """As a seat sees it; None: as those see it who only watch."""
        own = dict(self.private).get(seat, ()) if seat is not None else ()
        return {"event": self.kind, **_plain(self.public), **_plain(own)}

    def seen_by_all(self) -> dict[str, Json]:
        """Everything, for when the game is over: what was hidden stands under its seat."""
        seen = self.seen_by(None)
        hidden: dict[str, dict[str, Json]] = {}
        for seat, own in self.private + self.sealed:
            hidden.setdefault(str(seat), {}).update(_plain(own))
        if hidden:
            seen["seats"] = hidden
        return seen


def event(
    kind: str,
    private: Mapping[int, Mapping[str, object]] | None = None,
    sealed: Mapping[int, Mapping[str, object]] | None = None,
    **public: object,
) -> Event:
    """An event, from numbers, words, cards and tuples of such."""
    return Event(kind, _frozen(public), _by_seat(private), _by_seat(sealed))


@cache
def card_played(seat: int, card: Card) -> Event:
    """The event of which there are most."""
    return event("play", seat=seat, card=card)


def _jsonable(value: object) -> Json:
    """Cards as text, sequences as tuples of such."""
    if isinstance(value, Card):
        return NAMES[value]
    if isinstance(value, tuple):
        return tuple(map(_jsonable, value))
    return value


def _frozen(values: Mapping[str, object]) -> tuple[tuple[str, Json], ...]:
    return tuple([(name, _jsonable(value)) for name, value in values.items()])


def _by_seat(given: Mapping[int, Mapping[str, object]] | None) -> BySeat:
    return tuple((seat, _frozen(own)) for seat, own in sorted(given.items())) if given else ()


def _plain(values: tuple[tuple[str, Json], ...]) -> dict[str, Json]:
    return {name: _thawed(value) for name, value in values}


def _thawed(value: Json) -> Json:
    return [_thawed(each) for each in value] if isinstance(value, tuple) else value

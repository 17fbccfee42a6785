"""A game of hearts at one moment: everything, and what a seat may see of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.cards import Card, Hand
from games.events import Event, Json
from games.hearts.options import Options
from games.protocol import Result
from games.tricks import Play, Trick

__all__ = ["MOON", "OVER", "PASS", "PLAY", "Action", "ChooseMoon", "Pass", "State", "View"]

#: The phases: choosing cards to pass, playing, saying how a moon counts, nothing any more.
PASS: Literal["pass"] = "pass"  # noqa: S105 - of cards
PLAY: Literal["play"] = "play"
MOON: Literal["moon"] = "moon"
OVER: Literal["over"] = "over"


@dataclass(frozen=True, slots=True)
class Pass:
    """Choose the cards that go to another player."""

    cards: frozenset[Card]


@dataclass(frozen=True, slots=True)
class ChooseMoon:
    """Say how the moon counts that one has shot: ``others_plus`` or ``shooter_minus``."""

    way: str


Action = Play | Pass | ChooseMoon


class State(NamedTuple):
    """A game of hearts; lists have a place for each seat.

    Attributes:
        options, seed: of the game.
        given: hands of deals to come that don't come from the seed, the next first.
        deal: its number, from 1.
        dealer: whose turn to deal it was.
        phase: one of ``pass``, ``play``, ``moon``, ``over``.
        hands: what each holds.
        passes: what each has chosen to pass, None before; kept for the whole deal.
        leader: who leads, or has led, to the trick on the table.
        trick: the cards of that trick, in the order of play.
        tricks: those of this deal that are complete.
        broken: whether hearts are.
        totals: the score sheet.
        reached: whether the target was; the game goes on if several have the fewest points.
        result: how the game has ended.
        news: what has happened since the state before.
    """

    options: Options
    seed: str
    given: tuple[tuple[Hand, ...], ...]
    deal: int
    dealer: int
    phase: Literal["pass", "play", "moon", "over"]
    hands: tuple[Hand, ...]
    passes: tuple[Hand | None, ...]
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    broken: bool
    totals: tuple[int, ...]
    reached: bool
    result: Result | None
    news: tuple[Event, ...]

    @property
    def turn(self) -> int:
        """Whose turn it is to play."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def taken(self) -> tuple[Hand, ...]:
        """The cards that each has taken in this deal."""
        return tuple(
            tuple(card for trick in self.tricks if trick.taker == seat for card in trick.cards)
            for seat in range(len(self.hands))
        )


class View(NamedTuple):
    """What a seat may see; lists have a place for each seat.

    Attributes:
        seat: whose view it is; None: who only watches.
        deal, dealer, phase, leader, trick, tricks, broken, totals, reached, result: as in the
            state.
        direction: where cards are passed to in this deal.
        waiting: the seats that the game waits for.
        hand: the seat's own cards.
        counts: how many cards each holds.
        passed: whether each has chosen what to pass.
        given, received: what the seat itself has passed and got, once that is known to it;
            ``received_from`` is who gave it.
        points: what each has taken in this deal, before moons and diamonds.
        legal: what the seat may do, as JSON. A pass is told as how many of which cards.
    """

    game: str
    options: Options
    seat: int | None
    deal: int
    dealer: int
    phase: str
    direction: str
    waiting: tuple[int, ...]
    hand: Hand
    counts: tuple[int, ...]
    passed: tuple[bool, ...]
    given: Hand | None
    received: Hand | None
    received_from: int | None
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    broken: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]
    reached: bool
    legal: tuple[Json, ...]
    result: Result | None

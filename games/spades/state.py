"""A game of spades at one moment: everything, and what a seat may see of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.cards import Card, Hand
from games.events import Event, Json
from games.protocol import Result
from games.spades.options import SEATS, Options
from games.tricks import Play, Trick

__all__ = ["BID", "OVER", "PLAY", "Action", "Bid", "BlindNil", "Look", "State", "View"]

#: The phases: bidding, playing, nothing any more.
BID: Literal["bid"] = "bid"
PLAY: Literal["play"] = "play"
OVER: Literal["over"] = "over"


@dataclass(frozen=True, slots=True)
class Bid:
    """Say how many tricks one will take."""

    tricks: int


@dataclass(frozen=True, slots=True)
class BlindNil:
    """Say that one will take no trick, before one has looked at the cards."""


@dataclass(frozen=True, slots=True)
class Look:
    """Look at the cards, to bid afterwards."""


Action = Play | Bid | BlindNil | Look


class State(NamedTuple):
    """A game of spades; lists have a place for each seat.

    Attributes:
        options, seed: of the game.
        given: hands of deals to come that don't come from the seed, the next first.
        deal: its number, from 1.
        dealer: whose turn to deal it was.
        phase: one of ``bid``, ``play``, ``over``.
        hands: what each holds.
        looked: whether each has looked at its cards to bid. Who bids blind never does, though
            the cards are shown to it afterwards.
        bids: how many tricks each has bid, None before; kept for the whole deal.
        leader: who leads, or has led, to the trick on the table; before that, who bids first.
        trick: the cards of that trick, in the order of play.
        tricks: those of this deal that are complete.
        broken: whether spades are.
        totals, bags: the score sheet, by team: points, and overtricks as a number of their own.
        result: how the game has ended.
        news: what has happened since the state before.
    """

    options: Options
    seed: str
    given: tuple[tuple[Hand, ...], ...]
    deal: int
    dealer: int
    phase: Literal["bid", "play", "over"]
    hands: tuple[Hand, ...]
    looked: tuple[bool, ...]
    bids: tuple[int | None, ...]
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    broken: bool
    totals: tuple[int, ...]
    bags: tuple[int, ...]
    result: Result | None
    news: tuple[Event, ...]

    @property
    def turn(self) -> int:
        """Whose turn it is to bid or to play."""
        done = len(self.trick) if self.phase == PLAY else SEATS - self.bids.count(None)
        return (self.leader + done) % SEATS

    @property
    def taken(self) -> tuple[int, ...]:
        """How many tricks each has taken in this deal."""
        takers = [trick.taker for trick in self.tricks]
        return tuple(map(takers.count, range(SEATS)))

    def is_hidden(self, seat: int) -> bool:
        """Whether a seat's cards are hidden from itself: it hasn't decided how to bid."""
        return not self.looked[seat] and self.bids[seat] is None


class View(NamedTuple):
    """What a seat may see; lists have a place for each seat.

    Attributes:
        seat: whose view it is; None: who only watches.
        deal, dealer, phase, looked, bids, leader, trick, tricks, broken: as in the state.
        totals, bags, result: as in the state.
        waiting: the seats that the game waits for.
        hand: the seat's own cards; none while it may still bid blind.
        counts: how many cards each holds.
        taken: how many tricks each has taken in this deal.
        legal: what the seat may do, as JSON.
    """

    game: str
    options: Options
    seat: int | None
    deal: int
    dealer: int
    phase: str
    waiting: tuple[int, ...]
    hand: Hand
    counts: tuple[int, ...]
    looked: tuple[bool, ...]
    bids: tuple[int | None, ...]
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    broken: bool
    taken: tuple[int, ...]
    totals: tuple[int, ...]
    bags: tuple[int, ...]
    legal: tuple[Json, ...]
    result: Result | None

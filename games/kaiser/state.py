"""A game of kaiser at one moment: everything, and what a seat may see of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.cards import Card, Hand
from games.events import Event, Json
from games.kaiser.contracts import FORTY
from games.kaiser.options import Options
from games.kaiser.teams import SEATS, partner_of
from games.protocol import Result
from games.tricks import Play, Trick

__all__ = [
    "BID",
    "HAND",
    "OVER",
    "PLAY",
    "TRUMP",
    "Action",
    "Bid",
    "DecideHand",
    "NameTrump",
    "State",
    "Suit",
    "View",
]

#: The phases: keeping hands or throwing them in, bidding, naming trumps, playing, nothing more.
HAND: Literal["hand"] = "hand"
BID: Literal["bid"] = "bid"
TRUMP: Literal["trump"] = "trump"
PLAY: Literal["play"] = "play"
OVER: Literal["over"] = "over"

Suit = Literal["C", "D", "H", "S"]


@dataclass(frozen=True, slots=True)
class DecideHand:
    """Keep one's hand or throw it in: ``keep`` or ``throw_in``."""

    decision: str


@dataclass(frozen=True, slots=True)
class Bid:
    """Say a bid, or ``pass``."""

    bid: str


@dataclass(frozen=True, slots=True)
class NameTrump:
    """Name the suit of the trumps: C, D, H or S."""

    suit: str


Action = Play | Bid | NameTrump | DecideHand


class State(NamedTuple):
    """A game of kaiser.

    Attributes:
        options, seed: of the game.
        given: hands of deals to come that don't come from the seed, the next first.
        deal: its number, from 1; hands thrown in and auctions passed out count.
        dealer: whose turn to deal it was.
        phase: one of ``hand``, ``bid``, ``trump``, ``play``, ``over``.
        hands: what each seat holds.
        decisions: what each seat has said about its hand, None before.
        bids: what was said in the auction, in that order, from the dealer's left.
        declarer: who has won it, None before.
        trump: what trumps are, None before they are named and without any.
        leader: who begins: the auction, and then the trick on the table.
        trick: the cards of that trick, in the order of play.
        tricks: those of this deal that are complete; the declarer's partner has no cards in
            them when the contract is 40.
        totals: the score sheet, by team.
        result: how the game has ended.
        news: what has happened since the state before.
    """

    options: Options
    seed: str
    given: tuple[tuple[Hand, ...], ...]
    deal: int
    dealer: int
    phase: Literal["hand", "bid", "trump", "play", "over"]
    hands: tuple[Hand, ...]
    decisions: tuple[str | None, ...]
    bids: tuple[str, ...]
    declarer: int | None
    trump: Suit | None
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    totals: tuple[int, ...]
    result: Result | None
    news: tuple[Event, ...]

    @property
    def contract(self) -> str | None:
        """The bid that has won the auction."""
        if self.declarer is None:
            return None
        return self.bids[(self.declarer - self.dealer - 1) % SEATS]

    @property
    def sits_out(self) -> int | None:
        """The seat that plays no cards in this deal: the declarer's partner at 40."""
        if self.declarer is None or self.contract != FORTY:
            return None
        return partner_of(self.declarer)

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that play to the trick on the table, in that order."""
        out = self.sits_out
        around = [(self.leader + step) % SEATS for step in range(SEATS)]
        return tuple(around if out is None else [seat for seat in around if seat != out])

    @property
    def turn(self) -> int:
        """Whose turn it is to bid, to name trumps or to play."""
        if self.phase == BID:
            return (self.leader + len(self.bids)) % SEATS
        steps, out = len(self.trick), self.sits_out
        if out is not None and (out - self.leader) % SEATS <= steps:
            steps += 1
        return (self.leader + steps) % SEATS


class View(NamedTuple):
    """What a seat may see.

    Attributes:
        seat: whose view it is; None: who only watches.
        deal, dealer, phase, bids, declarer, contract, trump, leader, sits_out, trick, tricks,
            totals, result: as in the state.
        waiting: the seats that the game waits for.
        hand: the seat's own cards.
        counts: how many cards each seat holds.
        decided: whether each seat has kept its hand or thrown it in.
        decision: what the seat itself has said about its hand.
        points: what each team would have taken if it took no more tricks in this deal.
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
    decided: tuple[bool, ...]
    decision: str | None
    bids: tuple[str, ...]
    declarer: int | None
    contract: str | None
    trump: str | None
    sits_out: int | None
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    legal: tuple[Json, ...]
    result: Result | None

"""Deals of spades in which each seat takes as many tricks as a test wants."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.cards import Card, Hand, by_suit, cards
from games.match import Match
from games.protocol import Setup
from games.spades import SPADES
from games.spades.state import PLAY, Bid, BlindNil, Look, State
from games.tricks import Play, Trick

__all__ = ["BLIND", "Deal", "bid", "planned", "play", "played", "position", "told"]

#: A bid of nil before looking.
BLIND = -1

# Tricks to which all follow suit; the highest card stands last.
_SUITED = [
    cards(" ".join(rank + suit for rank in block))
    for suit in "CDHS"
    for block in ("3456", "789T", "JQKA")
]
_BEFORE_SPADES = 9


class Deal(NamedTuple):
    """What each seat bids, and how many tricks it takes."""

    bids: tuple[int, int, int, int]
    tricks: tuple[int, int, int, int]


def planned(tricks: tuple[int, ...]) -> tuple[Hand, ...]:
    """Hands, each in the order of play, with which the seats take so many tricks.

    Clubs, diamonds and hearts are played out but for the twos; these go to one trick, which is
    taken by the two of spades; then there are only spades. The dealer doesn't matter.
    """
    assert sum(tricks) == 13
    takers = [seat for seat, times in enumerate(tricks) for _ in range(times)]
    if takers[0] == takers[-1]:
        suits = iter("CDH")
        swept = ["S" if seat == takers[0] else next(suits) for seat in range(4)]
        return tuple(cards(" ".join(rank + suit for rank in "23456789TJQKA")) for suit in swept)
    # Who takes the twos isn't who leads to them.
    takers = [*takers[1:9], takers[0], takers[-1], *takers[9:-1]]
    blocks = list(_SUITED)
    blocks.insert(_BEFORE_SPADES, cards("2C 2D 2H 2S"))
    order: tuple[list[Card], ...] = ([], [], [], [])
    for taker, block in zip(takers, blocks, strict=True):
        others = iter(block[:-1])
        for seat in range(4):
            order[seat].append(block[-1] if seat == taker else next(others))
    return tuple(map(tuple, order))


def bid(match: Match, bids: tuple[int, ...]) -> None:
    """All bid in their order, looking at their cards first if they have to."""
    for _ in range(4):
        seat = match.state.turn
        if bids[seat] == BLIND:
            match.act(seat, BlindNil())
            continue
        if match.state.is_hidden(seat):
            match.act(seat, Look())
        match.act(seat, Bid(bids[seat]))


def play(match: Match, order: tuple[Hand, ...]) -> None:
    """A deal is played as it was planned."""
    for trick in range(13):
        for _ in range(4):
            seat = match.state.turn
            match.act(seat, Play(order[seat][trick]))


def played(options: dict[str, object], *deals: Deal, scores: tuple[int, ...] = ()) -> Match:
    """A match in which some deals were played; the first is dealt by seat 3."""
    orders = [planned(deal.tricks) for deal in deals]
    hands = tuple(tuple(map(by_suit, order)) for order in orders)
    match = Match(SPADES, options, "spades", Setup(hands, dealer=3, scores=scores))
    for deal, order in zip(deals, orders, strict=True):
        bid(match, deal.bids)
        play(match, order)
        first, second, third, fourth = deal.tricks
        assert told(match, "score")[-1]["tricks"] == [first + third, second + fourth]
    return match


def told(match: Match, kind: str) -> list[dict[str, Any]]:
    """The events of a kind, as all see them."""
    return [each.seen_by(None) for each in match.events() if each.kind == kind]


def position(*hands: str, leader: int, broken: bool = False, **options: object) -> State:
    """A deal in which one trick has been played, and each holds some cards still."""
    state = SPADES.start(SPADES.options(options), "position", Setup(dealer=3))
    return state._replace(
        phase=PLAY,
        hands=tuple(by_suit(cards(hand)) for hand in hands),
        bids=(3, 3, 3, 3),
        leader=leader,
        tricks=(Trick(0, cards("4C 5C 6C 7C"), 3),),
        broken=broken,
    )

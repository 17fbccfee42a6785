"""Which cards may be played, and why not the others."""

from __future__ import annotations

from games.cards import Card, Hand, in_words
from games.errors import IllegalAction
from games.hearts.errors import (
    HeartsNotBroken,
    MustLeadLowestClub,
    NoPointsInFirstTrick,
    QueenNotBroken,
)
from games.hearts.options import QUEEN, Options
from games.hearts.state import State
from games.tricks import follow, followers, obeys

__all__ = ["check", "playable"]


def playable(state: State, seat: int) -> Hand:
    """The cards that a seat may play on its turn."""
    hand = state.hands[seat]
    if not state.trick:
        return _leads(state, hand)
    suited = followers(hand, state.trick[0].suit)
    if suited:
        return suited
    if _is_free_of_points(state):
        return tuple(card for card in hand if not state.options.points(card)) or hand
    return hand


def check(state: State, seat: int, card: Card) -> None:
    """See that a seat may play a card on its turn.

    Raises:
        IllegalAction: by the rule that forbids it.
    """
    if obeys(state.hands[seat], card, state.trick):
        return
    may = playable(state, seat)
    if card in may:
        return
    hand = state.hands[seat]
    follow(hand, card, state.trick[0].suit if state.trick else None)
    raise _reason(state, card, may)


def _reason(state: State, card: Card, may: Hand) -> IllegalAction:
    """Why a card that is held, and follows suit, may not be played."""
    instead = f"you may play {in_words(may)}"
    if state.trick:
        return NoPointsInFirstTrick(
            f"{card} has points, which don't go to the first trick: {instead}"
        )
    if not state.tricks:
        return MustLeadLowestClub(f"the deal begins with {state.options.first_card}: {instead}")
    if card.suit == "H":
        return HeartsNotBroken(f"hearts aren't broken yet: {instead}")
    return QueenNotBroken(f"{card} isn't led before hearts are broken: {instead}")


def _leads(state: State, hand: Hand) -> Hand:
    options = state.options
    if not options.is_modern:
        return hand
    if not state.tricks:
        return (options.first_card,)
    if state.broken:
        return hand
    others = tuple(card for card in hand if card.suit != "H")
    if options.lead_hearts_if_only_queen_else and others == (QUEEN,):
        others = hand
    if options.queen_lead_needs_broken:
        others = tuple(card for card in others if card != QUEEN)
    # Who has nothing else may lead whatever there is.
    return others or hand


def _is_free_of_points(state: State) -> bool:
    """Whether the trick on the table is one that points don't go to."""
    options: Options = state.options
    return options.is_modern and not state.tricks and options.first_trick_points == "never"

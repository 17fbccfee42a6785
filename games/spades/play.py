"""Which cards may be played, and why not the others."""

from __future__ import annotations

from games.cards import Card, Hand, cards, in_words
from games.errors import IllegalAction
from games.spades.errors import MustLeadTwoOfClubs, NoSpadeFirst, SpadesNotBroken
from games.spades.options import ANY, TWO_OF_CLUBS
from games.spades.state import State
from games.tricks import follow, followers, obeys

__all__ = ["TRUMP", "TWO", "check", "playable"]

TRUMP = "S"
#: The two of clubs, which begins a deal by option.
TWO = cards("2C")[0]


def playable(state: State, seat: int) -> Hand:
    """The cards that a seat may play on its turn."""
    hand = state.hands[seat]
    if state.trick:
        return followers(hand, state.trick[0].suit) or hand
    return _leads(state, hand)


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
    follow(state.hands[seat], card, state.trick[0].suit if state.trick else None)
    raise _reason(state, may)


def _reason(state: State, may: Hand) -> IllegalAction:
    """Why a card that is held may not be led."""
    instead = f"you may lead {in_words(may)}"
    if state.tricks:
        return SpadesNotBroken(f"spades aren't broken yet: {instead}")
    if state.options.first_lead == TWO_OF_CLUBS:
        return MustLeadTwoOfClubs(f"the deal begins with {TWO}: {instead}")
    return NoSpadeFirst(f"the deal doesn't begin with a spade: {instead}")


def _leads(state: State, hand: Hand) -> Hand:
    first_lead = state.options.first_lead
    if not state.tricks and first_lead == TWO_OF_CLUBS:
        return (TWO,)
    if state.broken or (not state.tricks and first_lead == ANY):
        return hand
    # Who has only spades leads one.
    return tuple(card for card in hand if card.suit != TRUMP) or hand

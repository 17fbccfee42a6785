"""Which cards may be played: any of the suit that was led, or else any."""

from __future__ import annotations

from games.cards import Card, Hand
from games.kaiser.state import State
from games.tricks import follow, followers, obeys

__all__ = ["check", "playable"]


def playable(state: State, seat: int) -> Hand:
    """The cards that a seat may play on its turn."""
    hand = state.hands[seat]
    return hand if not state.trick else followers(hand, state.trick[0].suit) or hand


def check(state: State, seat: int, card: Card) -> None:
    """See that a seat may play a card on its turn.

    Raises:
        IllegalAction: by the rule that forbids it.
    """
    if obeys(state.hands[seat], card, state.trick):
        return
    follow(state.hands[seat], card, state.trick[0].suit if state.trick else None)

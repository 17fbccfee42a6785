"""Players by habit: high ones take what they can, low ones duck. Random play seldom does either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from games.cards import Card, strength
from games.hearts.state import Pass
from games.match import Match
from games.shuffle import Stream
from games.tricks import Play

__all__ = ["Habit", "play_by_habit"]

#: How a seat plays cards: the highest, the lowest, or any. All else that it does is by chance, but
#: that who plays high passes low cards, and the other way round.
Habit = Literal["high", "low", "any"]


def play_by_habit(match: Match, habits: Sequence[Habit], dice: Stream) -> Match:
    """The same match, at its end; the habits are those of seats 0, 1, ..., over and over."""
    while not match.is_over:
        seat = min(match.game.to_act(match.state))
        legal = match.game.legal(match.state, seat)
        match.act(seat, _chosen(legal, habits[seat % len(habits)], dice))
    return match


def _chosen(legal: tuple[Any, ...], habit: Habit, dice: Stream) -> Any:
    if habit == "any" or not isinstance(legal[0], Play | Pass):
        return dice.choose(legal)
    highest = (habit == "high") is isinstance(legal[0], Play)
    return (max if highest else min)(legal, key=_height)


def _height(action: Play | Pass) -> tuple[tuple[int, str], ...]:
    """How high the cards are; among equals the suit decides."""
    cards: Sequence[Card] = [action.card] if isinstance(action, Play) else [*action.cards]
    return tuple(sorted(((strength(card), card.suit) for card in cards), reverse=True))

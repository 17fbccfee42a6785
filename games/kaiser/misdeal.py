"""Hands that may be thrown in before the auction."""

from __future__ import annotations

from games.cards import Card, Hand, in_words, strength
from games.kaiser.errors import HandTooGood, NoSuchDecision
from games.kaiser.options import FIVE, THREE

__all__ = ["DECISIONS", "KEEP", "THROW_IN", "check", "decisions"]

KEEP, THROW_IN = "keep", "throw_in"
DECISIONS = (KEEP, THROW_IN)

_TEN = 10


def _is_good(card: Card) -> bool:
    """Whether a card makes its hand too good to be thrown in."""
    return strength(card) > _TEN or card in {FIVE, THREE}


def decisions(hand: Hand) -> tuple[str, ...]:
    """What may be done with a hand."""
    return (KEEP,) if any(map(_is_good, hand)) else DECISIONS


def check(hand: Hand, decision: str) -> None:
    """See that it may be done with a hand.

    Raises:
        NoSuchDecision: nobody can do that with a hand.
        HandTooGood: the hand can't be thrown in.
    """
    if decision not in DECISIONS:
        raise NoSuchDecision(f"say one of {', '.join(DECISIONS)}")
    good = tuple(filter(_is_good, hand))
    if decision == THROW_IN and good:
        raise HandTooGood(f"only {KEEP} such a hand: you hold {in_words(good)}")

"""Packs and orders of cards in games of tricks, where the ace is high."""

from __future__ import annotations

from collections.abc import Iterable

from solver.cards import PACK, SUITS, Card, pack_of, parse_card

__all__ = [
    "NAMES",
    "PACK",
    "SUITS",
    "SUIT_NAMES",
    "Card",
    "Hand",
    "by_suit",
    "cards",
    "in_words",
    "is_card",
    "parse_card",
    "strength",
]

#: Cards in the order of :func:`by_suit`.
Hand = tuple[Card, ...]

SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

_ACE = 14
# Two to ace within clubs, diamonds, hearts, spades. Games of tricks have one pack; what they are
# given may have cards of two.
_PLACE = {
    card: (SUITS.index(card.suit), _ACE if card.rank == 1 else card.rank, card.copy)
    for card in pack_of(2)
}
#: Cards as they are written, of two packs.
NAMES = {card: str(card) for card in pack_of(2)}
_STRENGTH = {card: place[1] for card, place in _PLACE.items()}


def is_card(given: object) -> bool:
    """Whether something is a card of two packs, and not only equal to one, as (12, "S", 0) is."""
    return (
        type(given) is Card
        and type(given.rank) is int
        and type(given.suit) is str
        and type(given.copy) is int
        and given in NAMES
    )


def strength(card: Card) -> int:
    """How high a card is in its suit: 2 to 14, the ace."""
    return _STRENGTH[card]


def by_suit(hand: Iterable[Card]) -> Hand:
    """Cards as one holds them: clubs, diamonds, hearts, spades, each upwards."""
    return tuple(sorted(hand, key=_PLACE.__getitem__))


def cards(text: str) -> Hand:
    """Cards written with blanks between them, in that order.

    Raises:
        BadCard: one can't be read.
    """
    return tuple(parse_card(word) for word in text.split())


def in_words(hand: Iterable[Card]) -> str:
    """Cards with commas between them."""
    return ", ".join(map(str, hand)) or "none"

"""Cards as the kernels see them: numbers, and sets as words; see :mod:`games.kernels`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from games.cards import PACK, SUITS, Card, strength

__all__ = ["CARD_OF", "NUMBER_OF", "Layable", "cards_in", "lay_cards", "word_of"]

#: The number of each card.
NUMBER_OF = {card: 13 * SUITS.index(card.suit) + strength(card) - 2 for card in PACK}
#: The card of each number.
CARD_OF = {number: card for card, number in NUMBER_OF.items()}


def word_of(cards: Iterable[Card]) -> int:
    """A set of cards as a word."""
    word = 0
    for card in cards:
        word |= 1 << NUMBER_OF[card]
    return word


class Layable(Protocol):
    """A kernel's table, as far as cards are laid on it."""

    def turn_to(self, seat: int) -> None:
        """It is a seat's turn."""

    def lay_card(self, card: int) -> None:
        """Play a card for whose turn it is."""


def lay_cards(table: Layable, leader: int, cards: Iterable[Card]) -> None:
    """Play the cards of a trick, the first by its leader."""
    table.turn_to(leader)
    for card in cards:
        table.lay_card(NUMBER_OF[card])


def cards_in(word: int) -> Iterator[Card]:
    """The cards of a word, lowest number first."""
    while word:
        yield CARD_OF[(word & -word).bit_length() - 1]
        word &= word - 1

"""Tricks: who must follow suit, and who takes them. Functions that games of tricks share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.cards import PACK, SUIT_NAMES, Card, Hand, in_words, is_card, strength
from games.errors import MustFollowSuit, NoSuchCard

__all__ = [
    "Play", "Trick", "follow", "followers", "is_play", "left_of", "obeys", "plays", "takes",
    "without",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card: lead it, or play it to the trick on the table."""

    card: Card


_PLAYS = {card: Play(card) for card in PACK}
# These are never thrown away, so that nothing else can have their numbers.
_LISTED = frozenset(map(id, _PLAYS.values()))


def is_play(play: Play) -> bool:
    """Whether it is a card that is played; most plays were listed by :func:`plays`."""
    return id(play) in _LISTED or is_card(play.card)


def plays(hand: Hand) -> tuple[Play, ...]:
    """The plays of some cards."""
    return tuple([_PLAYS[card] for card in hand])


class Trick(NamedTuple):
    """Cards in the order in which they were played, the first by ``leader``, and who took them."""

    leader: int
    cards: tuple[Card, ...]
    taker: int


def left_of(seat: int, seats: int) -> int:
    """The next seat, clockwise."""
    return (seat + 1) % seats


def followers(hand: Hand, led: str) -> Hand:
    """The cards of the suit that was led."""
    return tuple([card for card in hand if card.suit == led])


def obeys(hand: Hand, card: Card, trick: Sequence[Card]) -> bool:
    """Whether a card follows the suit of a trick on the table: then no rule forbids it."""
    return bool(trick) and card.suit == trick[0].suit and card in hand


def without(hands: tuple[Hand, ...], seat: int, card: Card) -> tuple[Hand, ...]:
    """All hands after a seat has played a card of its own."""
    hand = hands[seat]
    at = hand.index(card)
    return (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])


def takes(played: Sequence[Card], trump: str | None = None) -> int:
    """Which card takes a trick, by its place.

    The highest trump, or else the highest card of the suit of the first.
    """
    best = played[0]
    for card in played:
        if card.suit == best.suit:
            if strength(card) > strength(best):
                best = card
        elif card.suit == trump:
            best = card
    return played.index(best)


def follow(hand: Hand, card: Card, led: str | None) -> None:
    """See that a card may be played as far as holding it and following suit go.

    Args:
        hand: the player's.
        card: what is to be played.
        led: the suit of the trick; None for who leads.

    Raises:
        NoSuchCard: the player hasn't got it.
        MustFollowSuit: it is of another suit, and the player could follow.
    """
    if card not in hand:
        raise NoSuchCard(f"you don't hold {card}: you hold {in_words(hand)}")
    if led is not None and card.suit != led:
        suited = followers(hand, led)
        if suited:
            raise MustFollowSuit(f"must follow {SUIT_NAMES[led]}: you hold {in_words(suited)}")

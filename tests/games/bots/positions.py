"""Positions in the middle of a deal, as seat 0 sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.cards import Card, Hand, by_suit, cards
from games.hearts import HEARTS
from games.hearts import state as hearts
from games.shuffle import shuffled
from games.spades import SPADES
from games.spades import state as spades
from games.tricks import Trick, takes

__all__ = ["hearts_view", "spades_view"]

SEATS = 4
# No cards are passed in the fourth deal.
_NO_PASS = 4


def hearts_view(
    hand: str,
    trick: str = "",
    gone: Sequence[tuple[int, str]] = (),
    others: Sequence[str] = (),
    **options: object,
) -> Any:
    """Seat 0's view of a deal of hearts; it is its turn.

    Args:
        hand: its cards.
        trick: those on the table; the seats before it have played them.
        gone: tricks that are complete: who led, and the cards.
        others: hands of seats 1 to 3; by chance if they aren't given.
        options: of the game.
    """
    tricks = _tricks(gone)
    state = HEARTS.start(HEARTS.options(options), "position")._replace(
        deal=_NO_PASS,
        phase=hearts.PLAY,
        hands=_hands(hand, trick, tricks, others),
        passes=(None,) * SEATS,
        leader=-len(cards(trick)) % SEATS,
        trick=cards(trick),
        tricks=tricks,
        broken=any(card.suit == "H" for each in tricks for card in each.cards),
    )
    return HEARTS.view(state, 0)


def spades_view(
    hand: str,
    trick: str = "",
    gone: Sequence[tuple[int, str]] = (),
    bids: Sequence[int | None] = (3, 3, 3, 3),
    others: Sequence[str] = (),
    **options: object,
) -> Any:
    """Seat 0's view of a deal of spades; with a bid missing it is its turn to bid."""
    tricks = _tricks(gone, "S")
    bidding = None in bids
    state = SPADES.start(SPADES.options(options), "position")._replace(
        phase=spades.BID if bidding else spades.PLAY,
        hands=_hands(hand, trick, tricks, others),
        bids=tuple(bids),
        leader=(bids.count(None) if bidding else -len(cards(trick))) % SEATS,
        trick=cards(trick),
        tricks=tricks,
        broken=any(card.suit == "S" for each in tricks for card in each.cards),
    )
    return SPADES.view(state, 0)


def _tricks(gone: Sequence[tuple[int, str]], trump: str | None = None) -> tuple[Trick, ...]:
    return tuple(
        Trick(leader, cards(text), (leader + takes(cards(text), trump)) % SEATS)
        for leader, text in gone
    )


def _hands(
    hand: str, trick: str, tricks: Sequence[Trick], others: Sequence[str]
) -> tuple[Hand, ...]:
    """All hands: given, or dealt from what is left."""
    own, table = cards(hand), cards(trick)
    if others:
        return tuple(by_suit(cards(text)) for text in (hand, *others))
    seen = {*own, *table, *(card for each in tricks for card in each.cards)}
    rest: list[Card] = [card for card in shuffled(HEARTS.options({}).pack, "rest", 1)
                        if card not in seen]  # fmt: skip
    hands = [by_suit(own)]
    for seat in range(1, SEATS):
        # Who has played to the trick holds one card less.
        count = len(own) - (seat >= SEATS - len(table))
        hands.append(by_suit(rest[:count]))
        del rest[:count]
    assert not rest
    return tuple(hands)

"""The options of kaiser, and what follows from them before a card is dealt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.cards import PACK, Hand, cards, strength
from games.kaiser.contracts import BIDS, FORTY
from games.options import Choice, Number, flag, option

__all__ = ["FIVE", "FORCE", "KAISER_PACK", "THREE", "Options"]

FORCE, REDEAL = "force", "redeal"

#: The card that is worth five points, and the card that costs three.
FIVE, THREE = cards("5H 3S")
#: Seven to ace, but for two sevens, whose places those two cards take.
KAISER_PACK: Hand = tuple(
    card for card in PACK if strength(card) >= 8 or card in cards("7C 7D 5H 3S")
)


@dataclass(frozen=True)
class Options:
    """How kaiser is played; the defaults are the usual game."""

    min_bid: int = option(7, Number(5, 7), "the lowest bid")
    three_trick_rule: bool = flag(
        "the team that takes the three of spades counts -3 until it has three tricks"
    )
    misdeal: bool = flag(
        "a hand without ace, picture card, five of hearts and three of spades may be thrown in"
    )
    kaiser_40: bool = flag("a bid of 40: all eight tricks, alone and without trumps")
    all_pass: str = option(
        FORCE,
        Choice((FORCE, REDEAL)),
        "when three have passed: the dealer must bid, or may pass and the next one deals",
    )
    must_bid_to_win: bool = flag("only the team that has won the auction can reach the target")
    cap: int | None = option(
        47, Number(1, 10_000, none=True), "the score from which defenders can't add to it"
    )
    target: int = option(52, Number(1, 10_000), "points that win the game")
    floor: int = option(-52, Number(-10_000, -1), "points that lose the game")
    max_deals: int = option(100, Number(1, 1000), "deals after which the game ends in any case")

    @property
    def pack(self) -> Hand:
        """The cards that are played with."""
        return KAISER_PACK

    @cached_property
    def bids(self) -> tuple[str, ...]:
        """The bids of this table, each higher than the one before."""
        last = None if self.kaiser_40 else BIDS.index(FORTY)
        return BIDS[BIDS.index(str(self.min_bid)) : last]

"""The options of spades."""

from __future__ import annotations

from dataclasses import dataclass

from games.cards import PACK, Hand
from games.options import Choice, Number, flag, option

__all__ = ["ANY", "BLIND_NIL", "HIGHEST_BID", "PAIR", "SEATS", "TEAMS", "TWO_OF_CLUBS", "Options"]

SEATS, TEAMS = 4, 2
#: All tricks of a deal.
HIGHEST_BID = 13
#: What a blind nil is worth.
BLIND_NIL = 200

NOT_SPADE, TWO_OF_CLUBS, ANY = "not_spade", "two_of_clubs", "any"
SEPARATE, PAIR = "separate", "pair"


@dataclass(frozen=True)
class Options:
    """How spades is played; the defaults are the game of most programs."""

    target: int = option(500, Number(1, 10_000), "points that win the game")
    floor: int | None = option(
        -500, Number(-10_000, -1, none=True), "points at which, or below which, a team has lost"
    )
    max_deals: int = option(100, Number(1, 1000), "deals after which the game ends in any case")
    nil: int = option(
        100, Number(0, 1000), "what a bid of 0 brings or costs; 0: it is a bid like any other"
    )
    blind_nil: bool = flag(
        f"who hasn't looked at the cards yet may bid nil for {BLIND_NIL}; they are hidden so long"
    )
    failed_nil_tricks_help: bool = flag("tricks of a failed nil count for the partner's bid")
    bags: int | None = option(
        10, Number(1, 1000, none=True), "overtricks that bring a penalty; none: they never do"
    )
    bag_penalty: int = option(100, Number(1, 1000), "points that so many overtricks cost")
    boston: int = option(0, Number(0, 1000), "points for taking all thirteen tricks")
    double_nil: str = option(
        SEPARATE,
        Choice((SEPARATE, PAIR)),
        "when both partners bid nil: each counts for itself, or both bring their points together "
        "if both are made, and cost them otherwise",
    )
    first_lead: str = option(
        NOT_SPADE,
        Choice((NOT_SPADE, TWO_OF_CLUBS, ANY)),
        "what begins a deal: any card of the dealer's left but a spade, the two of clubs "
        "by whoever holds it, or any card of the dealer's left",
    )
    team_bid_max: int | None = option(
        None, Number(1, 2 * HIGHEST_BID, none=True), "the most that partners may bid together"
    )

    def __post_init__(self) -> None:
        if self.blind_nil and not self.nil:
            raise ValueError("blind_nil=yes needs a nil above 0")

    @property
    def pack(self) -> Hand:
        """The cards that are played with."""
        return PACK

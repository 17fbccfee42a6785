"""The options of hearts, and what follows from them before a card is dealt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.cards import PACK, Card, Hand, cards, strength
from games.options import Choice, Number, flag, option

__all__ = ["LEFT", "NONE", "Options"]

LEFT, RIGHT, ACROSS, NONE = "left", "right", "across", "none"

# What is left out of the pack, so that it comes out even.
_LEFT_OUT = {2: "", 3: "2S", 4: "", 5: "2S 2C", 6: "2S 2C 2D 2H"}


@dataclass(frozen=True)
class Options:
    """How hearts is played; the defaults are the game of most programs.

    ``first_trick_points`` has three values that the literature knows. Since the first trick is
    begun with a club that all who can must follow, ``if_void`` and ``free`` come to the same.
    """

    players: int = option(4, Number(2, 6), "how many play; packs are cut to come out even")
    target: int = option(100, Number(1, 10_000), "points that end the game")
    tie: str = option(
        "play_on", Choice(("play_on", "share")), "when several have the fewest points at the end"
    )
    max_deals: int = option(100, Number(1, 1000), "deals after which the game ends in any case")
    moon: str = option(
        "others_plus",
        Choice(("others_plus", "shooter_minus", "choice")),
        "what becomes of all points in one hand: added to the others, taken off the shooter's, "
        "or as the shooter says",
    )
    jack_of_diamonds: str = option(
        "no", Choice(("no", "jack", "ten")), "the diamond that counts ten points less (omnibus)"
    )
    moon_needs_jack: bool = flag("the moon needs that diamond too")
    first_trick_points: str = option(
        "never",
        Choice(("never", "if_void", "free")),
        "when hearts and the queen of spades may go to the first trick",
    )
    queen_breaks_hearts: bool = flag("the queen of spades breaks hearts")
    queen_lead_needs_broken: bool = flag("the queen of spades isn't led before hearts are broken")
    lead_hearts_if_only_queen_else: bool = flag(
        "who holds hearts and the queen of spades alone may lead a heart"
    )
    style: str = option(
        "modern",
        Choice(("modern", "hoyle1913")),
        "hoyle1913: no passing, the dealer's left leads any card, only hearts count",
    )

    def __post_init__(self) -> None:
        if self.moon_needs_jack and self.jack_of_diamonds == "no":
            raise ValueError("moon_needs_jack=yes needs jack_of_diamonds=jack or ten")

    @property
    def is_modern(self) -> bool:
        """Whether there is more to it than following suit."""
        return self.style == "modern"

    @cached_property
    def pack(self) -> Hand:
        """The cards that are played with."""
        without = set(cards(_LEFT_OUT[self.players]))
        return tuple(card for card in PACK if card not in without)

    @cached_property
    def first_card(self) -> Card:
        """The card that begins each deal, if any one does."""
        return min((card for card in self.pack if card.suit == "C"), key=strength)

    @cached_property
    def bonus(self) -> Card | None:
        """The diamond that counts less than nothing."""
        if not self.is_modern or self.jack_of_diamonds == "no":
            return None
        return cards({"jack": "JD", "ten": "TD"}[self.jack_of_diamonds])[0]

    @cached_property
    def all_points(self) -> int:
        """The points of the whole pack, without the diamond's: 26 with four players."""
        return sum(self.points(card) for card in self.pack)

    def points(self, card: Card) -> int:
        """What a card costs, but for the diamond that counts less than nothing."""
        if card.suit == "H":
            return 1
        return 13 if self.is_modern and card == QUEEN else 0

    def direction(self, deal: int) -> str:
        """To whom cards are passed in the deal of a number, from 1."""
        if not self.is_modern:
            return NONE
        cycle = {2: (LEFT, NONE), 4: (LEFT, RIGHT, ACROSS, NONE)}.get(
            self.players, (LEFT, RIGHT, NONE)
        )
        return cycle[(deal - 1) % len(cycle)]

    def receiver(self, seat: int, deal: int) -> int:
        """Whom a seat passes to; itself if nobody does."""
        steps = {LEFT: 1, RIGHT: -1, ACROSS: 2, NONE: 0}[self.direction(deal)]
        return (seat + steps) % self.players


QUEEN = cards("QS")[0]

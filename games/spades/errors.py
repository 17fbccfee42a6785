"""The rules of spades that an action can break."""

from __future__ import annotations

from games.errors import IllegalAction

__all__ = [
    "BidAlready",
    "LookFirst",
    "LookedAlready",
    "MustLeadTwoOfClubs",
    "NoBlindNil",
    "NoSpadeFirst",
    "NoSuchBid",
    "SpadesNotBroken",
    "TeamBidTooHigh",
]


class NoSuchBid(IllegalAction):
    """A hand has thirteen tricks at most, and none at least."""


class BidAlready(IllegalAction):
    """Each bids once, and a bid stays."""


class TeamBidTooHigh(IllegalAction):
    """By option, partners together bid no more than so many tricks."""


class NoBlindNil(IllegalAction):
    """Unless an option says so, all look at their cards before they bid."""


class LookFirst(IllegalAction):
    """Tricks are bid by who has looked at the cards."""


class LookedAlready(IllegalAction):
    """Who has looked at the cards is blind no more, and can't look again."""


class NoSpadeFirst(IllegalAction):
    """The first trick isn't led with a spade."""


class MustLeadTwoOfClubs(IllegalAction):
    """By option, the first trick is led with the two of clubs."""


class SpadesNotBroken(IllegalAction):
    """Spades aren't led before one was played."""

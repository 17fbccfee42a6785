"""The rules of kaiser that an action can break."""

from __future__ import annotations

from games.errors import IllegalAction

__all__ = [
    "BidBelowMinimum",
    "BidTooLow",
    "DealerMustBid",
    "DecidedAlready",
    "HandTooGood",
    "NoSuchBid",
    "NoSuchDecision",
    "NoSuchTrump",
]


class NoSuchDecision(IllegalAction):
    """A hand is kept or thrown in."""


class HandTooGood(IllegalAction):
    """Only a hand without ace, picture card, five of hearts and three of spades is thrown in."""


class DecidedAlready(IllegalAction):
    """What was said about one's hand can't be taken back."""


class NoSuchBid(IllegalAction):
    """There is no such bid at this table."""


class BidBelowMinimum(IllegalAction):
    """Each table has a lowest bid."""


class BidTooLow(IllegalAction):
    """A bid is higher than the last; the dealer's may equal it."""


class DealerMustBid(IllegalAction):
    """When all others have passed, the dealer can't, unless the option says so."""


class NoSuchTrump(IllegalAction):
    """Trumps are one of the four suits."""

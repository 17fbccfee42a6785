"""The rules of hearts that an action can break."""

from __future__ import annotations

from games.errors import IllegalAction

__all__ = [
    "HeartsNotBroken",
    "MustLeadLowestClub",
    "NoPointsInFirstTrick",
    "NoSuchMoon",
    "PassedAlready",
    "QueenNotBroken",
    "WrongPass",
]


class WrongPass(IllegalAction):
    """Three different cards of one's own are passed, no more and no fewer."""


class PassedAlready(IllegalAction):
    """What was passed can't be taken back."""


class MustLeadLowestClub(IllegalAction):
    """The first trick is begun with the lowest club of the pack."""


class HeartsNotBroken(IllegalAction):
    """Hearts aren't led before one was thrown on another suit."""


class QueenNotBroken(IllegalAction):
    """By option, the queen of spades isn't led before hearts are broken."""


class NoPointsInFirstTrick(IllegalAction):
    """No heart and no queen of spades goes to the first trick."""


class NoSuchMoon(IllegalAction):
    """The two ways to score a moon are the only ones."""

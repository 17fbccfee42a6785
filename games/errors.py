"""What can be wrong with options, actions and plays, as a tree.

Every rule that an action can break has an error of its own; its text says what was wrong and
what would have been right.
"""

from __future__ import annotations

__all__ = [
    "BadAction",
    "BadOptions",
    "BadRecord",
    "BadSetup",
    "GameError",
    "GameIsOver",
    "IllegalAction",
    "MustFollowSuit",
    "NoSuchCard",
    "NoSuchSeat",
    "NotNow",
    "NotYourTurn",
]


class GameError(Exception):
    """Anything that is wrong with what a game was given."""


class BadOptions(GameError):
    """There are no such options."""


class BadSetup(GameError):
    """Such hands, or such a dealer, can't be had."""


class BadAction(GameError):
    """It isn't an action of this game."""


class BadRecord(GameError):
    """It isn't what a game was written down as."""


class IllegalAction(GameError):
    """The rules forbid the action as things stand; nothing has changed."""


class NoSuchSeat(IllegalAction):
    """Nobody sits there: there is nothing to do, and nothing to see."""


class GameIsOver(IllegalAction):
    """Nobody may do anything any more."""


class NotYourTurn(IllegalAction):
    """Others have to act."""


class NotNow(IllegalAction):
    """There is a time for such actions, and it is another."""


class NoSuchCard(IllegalAction):
    """The card isn't in the player's hand."""


class MustFollowSuit(IllegalAction):
    """The player has cards of the suit that was led."""

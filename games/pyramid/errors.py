"""The rules of Pyramid that an action can break."""

from __future__ import annotations

from games.errors import IllegalAction

__all__ = [
    "CardIsBuried",
    "CardIsCovered",
    "CardIsGone",
    "CardIsInStock",
    "InCellAlready",
    "NoFreeCell",
    "NoMatch",
    "NoMorePasses",
    "NotAlone",
    "NothingToRecycle",
    "NothingToUndo",
    "StockIsEmpty",
    "StockIsNotEmpty",
    "TimeRunsBackwards",
    "UndoIsOff",
]


class CardIsCovered(IllegalAction):
    """A card of the pyramid is free when no other lies on it."""


class CardIsBuried(IllegalAction):
    """Of the waste and of each column of the reserve only the top card is free."""


class CardIsInStock(IllegalAction):
    """Cards of the stock are drawn first; by some rules its next card is free."""


class CardIsGone(IllegalAction):
    """What was removed isn't in play any more."""


class NotAlone(IllegalAction):
    """Only cards of certain ranks, or of none, are removed alone: kings where pairs make 13."""


class NoMatch(IllegalAction):
    """Two cards go together if their ranks do."""


class InCellAlready(IllegalAction):
    """A card in a free cell isn't moved to another."""


class NoFreeCell(IllegalAction):
    """Each free cell, if there are any, holds one card."""


class StockIsEmpty(IllegalAction):
    """There is nothing to draw."""


class StockIsNotEmpty(IllegalAction):
    """The waste is turned over when the whole stock has been drawn."""


class NothingToRecycle(IllegalAction):
    """There is no waste to turn over."""


class NoMorePasses(IllegalAction):
    """The stock is gone through as often as the rules allow."""


class UndoIsOff(IllegalAction):
    """By option, moves aren't taken back."""


class NothingToUndo(IllegalAction):
    """No move is taken back before the first."""


class TimeRunsBackwards(IllegalAction):
    """No action is done before the last one, or before the deal."""

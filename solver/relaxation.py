"""An easier game whose loss proves that of a harder one.

**The free run.** Let every card of the stock, the wastes and the reserve be at hand at any time:
as under draw 1 with free recycles, where each can be brought to the top of the waste as often as
one likes. Whoever clears the pyramid under any rules with the same pyramid, pairing and cover
pairs clears it then too, by the same removals of pyramid cards in the same order: each partner
from outside the pyramid is at hand, and what else is done needn't be. Every goal asks for the
pyramid to be cleared. So a position that is lost there is lost, whatever its draw, passes, wastes,
reserve and goal are. In that game it is decided by the cards alone, in less than a millisecond.

With cells this doesn't hold: a pyramid card may stay in a cell, or wait there for a card that lay
under it.
"""

from __future__ import annotations

from dataclasses import replace

from solver.position import Position

__all__ = ["free_run"]


def free_run(position: Position) -> Position | None:
    """The position with its run at hand, or None: there are cells, or it would be won."""
    rules = position.rules
    if rules.cells or not any(position.pyramid):
        return None
    piles = (position.stock, *position.wastes, *position.reserve)
    return Position(
        replace(
            rules,
            draw=1,
            passes=0,
            stock_top=False,
            reserve=None,
            goal="pyramid",
            wastes=1,
            keep_waste=True,
        ),
        position.pyramid,
        tuple(card for pile in piles for card in pile),
    )

"""Hearts: fewest points win; every heart is a point, the queen of spades thirteen."""

from __future__ import annotations

from games.hearts.game import HEARTS, Hearts

__all__ = ["HEARTS", "Hearts"]

"""Spades: partners bid how many tricks they will take, and spades are always trump."""

from __future__ import annotations

from games.spades.game import SPADES, Spades

__all__ = ["SPADES", "Spades"]

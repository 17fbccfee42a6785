"""Pyramid solitaire as a game of one seat, under all rules that the solver knows."""

from __future__ import annotations

from games.pyramid.game import PYRAMID, Pyramid

__all__ = ["PYRAMID", "Pyramid"]

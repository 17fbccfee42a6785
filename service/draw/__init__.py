"""Pictures of positions: pure functions from a position to text."""

from __future__ import annotations

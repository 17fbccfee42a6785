"""Bids and contracts, as they are said: ``8``, ``8 no``, ``40``."""

from __future__ import annotations

__all__ = ["BIDS", "FORTY", "PASS", "is_no_trump", "number"]

PASS = "pass"  # noqa: S105 - a word at the table
#: All eight tricks by the declarer alone; by option.
FORTY = "40"
_NO = " no"

#: All bids that there are at any table, each higher than the one before.
BIDS = (*(f"{points}{kind}" for points in range(5, 13) for kind in ("", _NO)), FORTY)


def number(bid: str) -> int:
    """The points of a bid."""
    return int(bid.removesuffix(_NO))


def is_no_trump(bid: str) -> bool:
    """Whether it is played without trumps."""
    return bid.endswith(_NO) or bid == FORTY

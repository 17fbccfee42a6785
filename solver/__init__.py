"""Pyramid solitaire, solved exactly.

>>> from solver import Deal, Rules, solve
>>> result = solve(Deal.seed(1), Rules())
>>> result.status, result.min_moves == len(result.solution)
('winnable', True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.cards import Card
from solver.deal import Deal
from solver.engines import ENGINES, solve
from solver.errors import PyramidError
from solver.moves import Move, parse_move, parse_moves
from solver.notation import format_position, parse_position, read
from solver.position import Position, play
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits, Result
from solver.rules import PRESETS, Rules, preset, rules_from
from solver.search import KERNEL_COMPILED

if TYPE_CHECKING:
    from solver.certificate import Certificate
    from solver.certification import certify, check_certificate

__all__ = [
    "ENGINES",
    "KERNEL_COMPILED",
    "PRESETS",
    "UNKNOWN",
    "UNWINNABLE",
    "WINNABLE",
    "Card",
    "Certificate",
    "Deal",
    "Limits",
    "Move",
    "Position",
    "PyramidError",
    "Result",
    "Rules",
    "certify",
    "check_certificate",
    "format_position",
    "parse_move",
    "parse_moves",
    "parse_position",
    "play",
    "preset",
    "read",
    "rules_from",
    "solve",
]


def __getattr__(name: str) -> object:
    # Few need these, and everybody waits for what is imported at the top.
    if name == "Certificate":
        from solver.certificate import Certificate  # noqa: PLC0415

        return Certificate
    if name in ("certify", "check_certificate"):
        from solver import certification  # noqa: PLC0415

        return getattr(certification, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

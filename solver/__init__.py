"""Pyramid solitaire, solved exactly.

>>> from solver import Deal, Rules, solve
>>> result = solve(Deal.seed(1), Rules())
>>> result.status, result.min_moves == len(result.solution)
('winnable', True)
"""

from __future__ import annotations

from solver.cards import Card
from solver.certificate import Certificate
from solver.certification import certify, check_certificate
from solver.deal import Deal
from solver.engines import ENGINES, solve
from solver.errors import PyramidError
from solver.moves import Move, parse_move, parse_moves
from solver.notation import format_position, parse_position, read
from solver.position import Position, play
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Limits, Result
from solver.rules import PRESETS, Rules, preset, rules_from
from solver.search import KERNEL_COMPILED

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

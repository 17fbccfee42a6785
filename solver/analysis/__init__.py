"""What players and puzzle makers ask about a game: verdicts, hints and reviews.

>>> from solver import parse_position
>>> from solver.analysis import hint
>>> found = hint(parse_position("pyramid: QH / 5C -- | stock: 8D AD"))
>>> found.status, str(found.best), found.moves
('winnable', 'draw', 4)
"""

from __future__ import annotations

from solver.analysis.clearing import Clearing, clear_most
from solver.analysis.difficulty import Difficulty, difficulty
from solver.analysis.fair import Chance, FairHint, fair_hint
from solver.analysis.hints import Grade, Hint, hint
from solver.analysis.review import Review, Step, review
from solver.analysis.verdict import LOST, Verdict, verdict
from solver.analysis.wanted import Fit, Wish, fit

__all__ = [
    "LOST",
    "Chance",
    "Clearing",
    "Difficulty",
    "FairHint",
    "Fit",
    "Grade",
    "Hint",
    "Review",
    "Step",
    "Verdict",
    "Wish",
    "clear_most",
    "difficulty",
    "fair_hint",
    "fit",
    "hint",
    "review",
    "verdict",
]

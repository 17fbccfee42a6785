"""What is easy, medium and hard among the deals of a preset.

A deal's number says how hard it is whatever the game. Under some rules nearly all deals have
much the same one, so that none is easy for anybody: there the easiest three tenths of the deals
that can be won are called easy, the hardest three tenths hard.
"""

from __future__ import annotations

from solver.analysis.difficulty import scores_of
from solver.result import Limits

__all__ = ["BAND_LABELS", "BAND_LIMITS", "band"]

#: The labels that every preset has.
BAND_LABELS = ("easy", "medium", "hard")
#: For each question of a number that is held against a band: nodes, so that the same deals
#: have the same numbers on every machine.
BAND_LIMITS = Limits(nodes=500_000)

# The third and the seventh decile of the numbers of deals that can be won, from
# `python benchmarks/analysis.py difficulty --rules NAME --deals 200 --held 0`. Presets
# that aren't named have a tenth of their deals or more under each label.
_DECILES: dict[str, tuple[int, int]] = {
    "classic": (79, 84),
    "pysol": (71, 79),
    "one-pass": (64, 82),
    "king-tut": (80, 83),
    "tuts-tomb": (77, 82),
    "giza": (77, 86),
    "pyramid-dozen": (81, 88),
    "triangle": (65, 79),
    "cheops": (78, 80),
    "pharaohs": (84, 88),
}


def band(rules_name: str, label: str) -> tuple[int, int]:
    """The scores, from and to, that have a label among the deals of some rules.

    Raises:
        ValueError: the label is none of :data:`BAND_LABELS`.
    """
    if label not in BAND_LABELS:
        raise ValueError(f"{label!r} is no band; choose one of {', '.join(BAND_LABELS)}")
    if rules_name not in _DECILES:
        return scores_of(label)
    third, seventh = _DECILES[rules_name]
    return {"easy": (0, third), "medium": (third + 1, seventh), "hard": (seventh + 1, 100)}[label]

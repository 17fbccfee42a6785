"""The figures of surveys that the page draws: ``python -m service.survey.figures``.

They are those of docs/survey, of each preset the largest survey.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from solver.rules import PRESETS, SOURCES

__all__ = ["figures"]

_ROOT = Path(__file__).parents[2]
_OUT = _ROOT / "service" / "web" / "data" / "survey.json"
_QUANTITIES = ("min_moves", "removals", "draws", "passes")


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _number(text: str) -> float | None:
    return float(text) if text else None


def figures(folder: Path) -> dict[str, Any]:
    """The figures of all presets in the folders of surveys below one.

    Returns:
        What is written down: ``rules``, a list with shares and medians, and how often each least
        number of moves occurs, from ``first`` on.
    """
    best: dict[str, tuple[dict[str, str], Path]] = {}
    for path in sorted(folder.glob("*/summary.csv")):
        for row in _rows(path):
            name = row["rules"]
            if name in PRESETS and (
                name not in best or int(row["deals"]) > int(best[name][0]["deals"])
            ):
                best[name] = row, path
    found = []
    for name in PRESETS:
        if name not in best:
            continue
        row, path = best[name]
        counts = {
            int(each["value"]): int(each["deals"])
            for each in _rows(path.with_name("distributions.csv"))
            if (each["rules"], each["quantity"]) == (name, "min_moves")
        }
        span = range(min(counts), max(counts) + 1) if counts else range(0)
        found.append(
            {
                "name": name,
                "played_at": SOURCES[name],
                "deals": int(row["deals"]),
                "undecided": int(row["undecided"]),
                "share": float(row["share"]),
                "low": float(row["low"]),
                "high": float(row["high"]),
                "medians": {key: _number(row[f"{key}_median"]) for key in _QUANTITIES},
                "most": _number(row["min_moves_max"]),
                "first": span.start,
                "counts": [counts.get(value, 0) for value in span],
            }
        )
    return {"rules": found}


def main() -> None:
    """Write them anew."""
    text = json.dumps(figures(_ROOT / "docs" / "survey"), separators=(",", ":"))
    _OUT.parent.mkdir(exist_ok=True)
    _OUT.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

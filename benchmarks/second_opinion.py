"""Holds the constraint model against the search, deal by deal, and times it.

    python benchmarks/second_opinion.py                     # the table of docs/second-opinion.md
    python benchmarks/second_opinion.py --rules microsoft --deals 20

For the deals ``seed:1`` to ``seed:N`` the model decides from scratch whether the deal can be
won and in how few moves (*decide*), and then proves that no win takes fewer moves than the
search says (*refute*), each within 60 seconds of wall-clock time. Every line of the model is
replayed.

Exit status 1 if any two answers contradict each other.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from solver import Deal, Limits, rules_from, solve
from solver.confirm import decide, refute
from solver.cpsat import ortools_version
from solver.engines import conflict

ROWS = [("one-pass", 500), ("cardgames", 200), ("microsoft", 60)]
HEAD = (
    "rules", "deals", "decided", "median s", "90 %", "max", "refuted", "median s", "max",
    "contradictions",
)  # fmt: skip


def spread(seconds: Sequence[float]) -> tuple[str, str, str]:
    """Median, the tenth worst, and the worst."""
    ordered = sorted(seconds)
    tenth = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
    return f"{statistics.median(ordered):.2f}", f"{tenth:.2f}", f"{ordered[-1]:.2f}"


def run(rules_text: str, deals: int, first: int, limits: Limits, workers: int) -> tuple[str, int]:
    """One row of the table, and the number of contradictions."""
    name, *settings = rules_text.split()
    rules = rules_from(name, settings)
    took, refuted_in = [], []
    decided = refuted = wrong = 0
    for number in range(first, first + deals):
        position = Deal.seed(number, rules).position(rules)
        truth = solve(position)
        told = decide(position, limits=limits, workers=workers)
        took.append(told.seconds)
        decided += told.status != "unknown"
        reason = conflict(truth, told)
        claim = refute(position, truth.min_moves, limits=limits, workers=workers)
        refuted_in.append(claim.seconds)
        refuted += claim.holds is True
        if claim.holds is False:
            reason = f"{reason or ''}; a win in {len(claim.line or ())} moves"
        if reason is not None:
            wrong += 1
            print(f"seed:{number} {rules.name}: {reason}", file=sys.stderr)
        if told.status == "unknown":
            print(f"seed:{number} {rules.name}: not decided in time", file=sys.stderr)
    median, _, worst = spread(refuted_in)
    cells = [
        rules.name, str(deals), f"{100 * decided / deals:.1f} %", *spread(took),
        f"{100 * refuted / deals:.1f} %", median, worst, str(wrong),
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |", wrong


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rules", help="only this row: a preset, settings after it")
    parser.add_argument("--deals", type=int, help="with --rules: how many")
    parser.add_argument("--seed", type=int, default=1, help="the first deal's seed")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=1, help="threads of CP-SAT")
    options = parser.parse_args()
    limits = Limits(seconds=options.seconds, memory=4096)
    rows = [(options.rules, options.deals or 20)] if options.rules else ROWS
    print(f"OR-Tools {ortools_version()}, {options.workers} thread(s)\n")
    print("| " + " | ".join(HEAD) + " |")
    print("|" + "---|" * len(HEAD), flush=True)
    wrong = 0
    for rules_text, deals in rows:
        row, contradictions = run(rules_text, deals, options.seed, limits, options.workers)
        print(row, flush=True)
        wrong += contradictions
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

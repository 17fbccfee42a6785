"""Times the solver on seeded random deals: CPU milliseconds and expansions a deal.

    python benchmarks/solve.py                      # the table of the README
    python benchmarks/solve.py --presets --deals 100  # the other presets
    python benchmarks/solve.py --rules microsoft --deals 100

Each row runs in a process of its own, on one core, over the deals ``seed:1`` to
``seed:N``. A deal's time is the CPU time of ``solve``: everything from the position to the
replayed answer. Machines differ and neighbours disturb, so each row also gives its mean as
a multiple of a calibration: one million additions in a plain Python loop, the least of
several goes spread over the run.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from solver import KERNEL_COMPILED, PRESETS, Deal, Limits, rules_from, solve

#: (rules, winnable-only), the rows of the table.
ROWS = [
    ("cardgames", False),
    ("one-pass", False),
    ("microsoft", False),
    ("cardgames", True),
    ("microsoft", True),
]
#: Every other preset, with --presets: the general kernel's work.
PRESET_ROWS = [
    (name, False)
    for name in PRESETS
    if name not in {"cardgames", "one-pass", "microsoft", "relaxed"}
]
HEAD = (
    "rules", "question", "mean", "median", "p99", "max", "expansions", "winnable", "unknown",
    "calibration", "mean/cal.", "peak MB",
)  # fmt: skip


def calibrate() -> float:
    """CPU milliseconds for one million additions in a plain loop."""
    started = time.process_time()
    total = 0
    for number in range(1_000_000):
        total += number
    return (time.process_time() - started) * 1000


def quantile(values: list[float], share: float) -> float:
    """The smallest value that at least this share of all doesn't exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def run(rules_text: str, winnable_only: bool, deals: int, seed: int, max_nodes: int) -> list[str]:
    """One row of the table."""
    name, *settings = rules_text.split()
    rules = rules_from(name, settings)
    limits = Limits(nodes=max_nodes)
    solve(
        Deal.seed(0, rules), rules, winnable_only=winnable_only, limits=limits
    )  # makes the lattice
    times, nodes, counts, cal = [], [], {"winnable": 0, "unwinnable": 0, "unknown": 0}, []
    for number in range(deals):
        if number % max(1, deals // 10) == 0:
            cal.append(calibrate())
        position = Deal.seed(seed + number, rules).position(rules)
        started = time.process_time()
        result = solve(position, winnable_only=winnable_only, limits=limits)
        times.append((time.process_time() - started) * 1000)
        nodes.append(result.nodes)
        counts[result.status] += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    mean = statistics.fmean(times)
    return [
        rules_text,
        "winnable?" if winnable_only else "least moves",
        f"{mean:.2f}",
        f"{statistics.median(times):.2f}",
        f"{quantile(times, 0.99):.1f}",
        f"{max(times):.1f}",
        f"{statistics.fmean(nodes):.0f}",
        f"{100 * counts['winnable'] / deals:.1f} %",
        str(counts["unknown"]),
        f"{min(cal):.0f}",
        f"{mean / min(cal):.3f}",
        f"{peak:.0f}",
    ]


def main() -> None:
    """Print the table, or one row of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1, help="the first deal's seed")
    parser.add_argument("--rules", help="only this row: a preset, settings after it")
    parser.add_argument("--winnable", action="store_true", help="with --rules: that question")
    parser.add_argument(
        "--presets", action="store_true", help="the other presets instead (try --deals 100)"
    )
    parser.add_argument("--max-nodes", type=int, default=20_000_000)
    options = parser.parse_args()
    if options.rules:
        row = run(options.rules, options.winnable, options.deals, options.seed, options.max_nodes)
        print("| " + " | ".join(row) + " |")
        return
    kernel = "compiled" if KERNEL_COMPILED else "interpreted"
    print(f"{options.deals} deals from seed:{options.seed}, {kernel} kernel, CPU ms a deal\n")
    print("| " + " | ".join(HEAD) + " |")
    print("|" + "---|" * len(HEAD), flush=True)
    for rules_text, winnable_only in PRESET_ROWS if options.presets else ROWS:
        command = [sys.executable, __file__, "--rules", rules_text]
        command += ["--deals", str(options.deals), "--seed", str(options.seed)]
        command += ["--max-nodes", str(options.max_nodes)]
        command += ["--winnable"] if winnable_only else []
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()

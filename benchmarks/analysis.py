"""What the figures of docs/analysis.md are measured with.

    python benchmarks/analysis.py verdict                    # interactive verdicts
    python benchmarks/analysis.py difficulty --jobs 2        # distribution and rank correlation
    python benchmarks/analysis.py fair --jobs 2              # fair hints against a greedy player

*verdict*: the winnable-only question at every position of 100 won games of ``cardgames``.
*difficulty*: the number for 2,000 random deals that can be won, and, on 500 held-back
deals, its rank correlation with the share of 100 greedy games that are lost; those games
have other seeds than the number's own. *fair*: over 500 random deals the games won by a greedy
player, by one who follows fair hints, and by one who sees all cards.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from solver import Deal, Move, Position, rules_from, solve
from solver.analysis import difficulty, fair_hint, verdict
from solver.analysis.bands import BAND_LIMITS
from solver.analysis.difficulty import LABELS, label_of
from solver.analysis.players import greedy, play_out
from solver.analysis.statistics import wilson
from solver.shuffle import Dice

T = TypeVar("T")
R = TypeVar("R")
HELD_BACK = 1_000_000


def position_of(rules_text: str, number: int) -> Position:
    """The deal ``seed:number`` under rules."""
    name, *settings = rules_text.split()
    rules = rules_from(name, settings)
    return Deal.seed(number, rules).position(rules)


def spread_out(work: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """The results in order, from some processes."""
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, items, chunksize=4)


def measure_verdicts(games: int) -> None:
    """Time the winnable-only verdict at every position of won games."""
    times: list[float] = []
    number = won = 0
    while won < games:
        number += 1
        position = position_of("cardgames", number)
        line = solve(position).solution
        won += bool(line)
        for move in line:
            started = time.process_time()
            verdict(position, least=False)
            times.append((time.process_time() - started) * 1000)
            position = position.apply(move)
    times.sort()
    p99 = times[int(0.99 * len(times))]
    print(
        f"verdicts at {len(times):,} positions of {games} games: median "
        f"{statistics.median(times):.2f} ms, p99 {p99:.2f}, max {times[-1]:.2f}"
    )


def ranks(values: Sequence[float]) -> list[float]:
    """The place of each value in order; equal ones share the mean of their places."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for index in order[at:end]:
            found[index] = (at + end - 1) / 2
        at = end
    return found


def rate(task: tuple[str, int, int]) -> tuple[int, float] | None:
    """Score of a deal, and the share of so many other greedy games that are lost."""
    rules_text, number, games = task
    position = position_of(rules_text, number)
    found = difficulty(position, limits=BAND_LIMITS)
    if found is None:
        return None
    if not games:
        return found.score, 0.0
    dice = Dice(HELD_BACK + number)
    return found.score, 1 - sum(play_out(position, greedy, dice) for _ in range(games)) / games


def measure_difficulty(rules_text: str, deals: int, held: int, jobs: int) -> None:
    """Distribution over random deals, and rank correlation on held-back ones."""

    def rated(first: int, wanted: int, games: int) -> list[tuple[int, float]]:
        found: list[tuple[int, float]] = []
        while len(found) < wanted:
            tasks = [(rules_text, first + at, games) for at in range(wanted - len(found))]
            first += len(tasks)
            found += [each for each in spread_out(rate, tasks, jobs) if each is not None]
        return found

    scores = sorted(score for score, _ in rated(1, deals, 0))
    tenths = [scores[deals * share // 10] for share in range(1, 10)]
    labels = Counter(map(label_of, scores))
    print(f"{rules_text}: deciles {tenths}, from {scores[0]} to {scores[-1]}")
    print(", ".join(f"{name} {100 * labels[name] / deals:.1f} %" for _, name in LABELS))
    print("each score from 0 to 100:", *(scores.count(score) for score in range(101)), flush=True)
    if not held:
        return
    pairs = rated(HELD_BACK, held, 100)
    correlation = statistics.correlation(
        ranks([score for score, _ in pairs]), ranks([lost for _, lost in pairs])
    )
    print(f"rank correlation with the greedy player's losses, {held} held-back deals: "
          f"{correlation:.3f}")  # fmt: skip


def fair_player(samples: int) -> Callable[[Position, Sequence[Move], Dice], Move]:
    """A player who follows fair hints."""

    def choose(position: Position, moves: Sequence[Move], dice: Dice) -> Move:
        best = fair_hint(position, samples=samples, seed=dice.below(1 << 62)).best
        return moves[0] if best is None else best

    return choose


def contest(task: tuple[str, int, int]) -> tuple[bool, bool, bool]:
    """Whether greedy, fair hints, and full knowledge win a deal."""
    rules_text, number, samples = task
    position = position_of(rules_text, number)
    ceiling = solve(position, winnable_only=True).status == "winnable"
    return (
        play_out(position, greedy, Dice(number)),
        play_out(position, fair_player(samples), Dice(number)),
        ceiling,
    )


def measure_fair(rules_text: str, deals: int, samples: int, jobs: int) -> None:
    """Games won by the three players."""
    tasks = [(rules_text, number, samples) for number in range(1, deals + 1)]
    wins = [sum(column) for column in zip(*spread_out(contest, tasks, jobs), strict=True)]
    for name, won in zip(
        ("greedy", f"fair, {samples} samples", "all cards seen"), wins, strict=True
    ):
        low, high = wilson(won, deals)
        print(
            f"{rules_text}, {deals} deals, {name}: {100 * won / deals:.1f} % "
            f"({100 * low:.1f} to {100 * high:.1f})",
            flush=True,
        )


def main() -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=["verdict", "difficulty", "fair"])
    parser.add_argument("--rules", default=None)
    parser.add_argument("--deals", type=int, default=None)
    parser.add_argument("--held", type=int, default=500)
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if options.what == "verdict":
        measure_verdicts(options.deals or 100)
    elif options.what == "difficulty":
        measure_difficulty(
            options.rules or "cardgames", options.deals or 2000, options.held, options.jobs
        )
    else:
        measure_fair(
            options.rules or "one-pass", options.deals or 500, options.samples, options.jobs
        )


if __name__ == "__main__":
    main()

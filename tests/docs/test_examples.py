"""The files in examples/ are read, and have the answers recorded here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from solver import KERNEL_COMPILED, Deal, read, solve

FOLDER = Path(__file__).parents[2] / "examples"

# The least number of moves under cardgames, microsoft and one-pass; None: can't be won.
TEN = [
    (55, 52, None),
    (35, 29, 35),
    (None, None, None),
    (None, None, None),
    (57, 41, None),
    (47, 43, None),
    (51, 42, None),
    (None, None, None),
    (53, 39, None),
    (65, 49, None),
]


def lines(name: str) -> list[str]:
    """A file's lines without comments."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("at", range(10))
def test_ten_deals(at: int) -> None:
    """Each deal has the recorded answers; interpreted, under the default rules only."""
    deal = Deal.parse(lines("ten-deals.txt")[at])
    rules = ("cardgames", "microsoft", "one-pass")[: 3 if KERNEL_COMPILED else 1]
    assert tuple(solve(deal, name).min_moves for name in rules) == TEN[at][: len(rules)]


def test_where_the_deals_come_from() -> None:
    """The ten deals are numbers of the three generators; two files hold one deal."""
    sources = [f"seed:{n}" for n in (1, 32, 3, 7, 11)] + [f"ms:{n}" for n in (1, 617, 11982)]
    sources += [f"pysol:{n}" for n in (32000, 123456)]
    assert lines("ten-deals.txt") == [str(Deal.parse(source)) for source in sources]
    for name in ("triangle.txt", "deal.json"):
        assert Deal.parse("\n".join(lines(name))) == Deal.seed(21)


def test_position() -> None:
    """The position is won in six moves."""
    assert solve(read("\n".join(lines("position.txt")))).min_moves == 6


@pytest.mark.parametrize("name", ["triangle.txt", "position.txt", "deal.json"])
def test_the_command_reads_the_file(name: str) -> None:
    """`pyramid solve FILE` answers for each of the files as `solve` does."""
    ran = subprocess.run(
        [sys.executable, "-m", "service.cli", "solve", str(FOLDER / name), "--format", "json"],
        cwd=FOLDER.parent,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    (answer,) = (json.loads(line) for line in ran.stdout.splitlines())
    assert answer["min_moves"] == solve(read("\n".join(lines(name)))).min_moves
    assert answer["status"] == "winnable"

"""What the documents show is what happens."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from solver import PRESETS, Deal, Rules, parse_moves, parse_position, play, rules_from
from solver.board import LAYOUTS
from solver.notation import format_position
from solver.pairing import PAIRINGS

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str) -> list[str]:
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def command(*arguments: str) -> str:
    """What `pyramid` prints to standard output."""
    ran = subprocess.run(
        [sys.executable, "-m", "service.cli", *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return ran.stdout


def test_readme_commands_are_those_that_ci_runs() -> None:
    """The set-up command and the test command come first, and .ci/run runs both as written."""
    setup, tests = (block.strip() for block in blocks(README, "sh")[:2])
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    ci = [line.strip() for line in script.splitlines()]
    assert setup in ci
    assert tests in ci
    assert setup.endswith("pyramid solve seed:1")


def answer(text: str) -> tuple[list[str], str, list[solver.Move]]:
    """The board, the least number of moves, and the moves of a printed answer."""
    board, _, rest = text.partition("Can be won; ")
    moves = re.findall(r"\b\d+ (draw|recycle|[A-Z0-9]{2}(?:\+[A-Z0-9]{2})?)(?=\s)", rest)
    return board.split("\n"), rest.split()[0], parse_moves("\n".join(moves))


def test_readme_example() -> None:
    """The shown answer is the one printed: board, number of moves, and a line that wins.

    Which of several shortest lines is found may change; the README's must win as well.
    """
    (shown,) = blocks(README, "text")
    board, least, moves = answer(shown)
    printed = answer(command("solve", "seed:1"))
    assert (board, least) == printed[:2]
    start = Deal.seed(1).position()
    for line in (moves, printed[2]):
        assert len(line) == int(least)
        assert play(start, line).is_won


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples(path: Path) -> None:
    """Every Python example in a document gives what is shown."""
    text = path.read_text(encoding="utf-8")
    examples = "\n".join(blocks(text, "pycon"))
    test = doctest.DocTestParser().get_doctest(examples, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0
    assert len(test.examples) >= (12 if path.name == "README.md" else 0)


@pytest.mark.parametrize("module", ["solver", "solver.engines", "solver.deal"], ids=str)
def test_docstring_examples(module: str) -> None:
    """The examples in docstrings give what is shown."""
    __import__(module)
    result = doctest.testmod(sys.modules[module])
    assert result.attempted > 0
    assert result.failed == 0


def test_position_examples() -> None:
    """Every position in the notation's page is read and written back."""
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    lines = [line for block in blocks(text, "position") for line in block.splitlines()]
    assert len(lines) >= 5
    for line in lines:
        # The examples of piles and of marks stand for other rules.
        rules = ["decks=2"] if "'" in line else ["draw=3", "wastes=3"] if ", --" in line else []
        at = parse_position(line, rules_from("cardgames", [*rules, "cells=1"]))
        assert format_position(at).removesuffix(" | pass: 1") == line.removesuffix(" | pass: 1")


def test_table_of_presets() -> None:
    """The README's table and the presets say the same."""
    section = README.partition("## The games")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([\w-]+)` \|(.*)\|$", section, re.MULTILINE)
    assert [name for name, _ in rows] == list(PRESETS)
    for name, row in rows:
        rules = PRESETS[name]
        draw, passes, top, cover, goal, other, _ = (cell.strip() for cell in row.split("|"))
        stock = rules.stock_size > 0
        assert draw == (str(rules.draw) if stock else "-")
        assert passes == (str(rules.passes or "any") if stock else "-")
        assert top == ("yes" if rules.stock_top else "no")
        assert cover == ("yes" if rules.cover_pairs else "no")
        assert goal == rules.goal
        assert ("two packs" in other) == (rules.decks == 2)
        assert ("waste piles" in other) == (rules.wastes > 1)
        reserve = re.search(r"reserve (\d)x(\d)", other)
        assert rules.reserve == (
            (int(reserve[1]), int(reserve[2])) if reserve is not None else None
        )


def test_pairings_are_described() -> None:
    """The rules' page names every pairing, every parameter and every shape."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for name in PAIRINGS:
        assert f"`{name}`" in text
    for name in LAYOUTS:
        assert f"`shape={name}`" in text or name == "pyramid"
    for name in Rules().values():
        assert f"`{name}" in text


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_files_exist(path: Path) -> None:
    """Every relative link leads to a file, and every file named in the tour is there."""
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (path.parent / target).exists(), target
    for name in re.findall(r"`((?:solver|tests|examples|docs|service)/[\w./-]*)`", text):
        assert (ROOT / name).exists(), name

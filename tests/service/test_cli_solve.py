"""``pyramid solve``: forms of the answer, options, exit statuses."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from service.records import COLUMNS, CSV_COLUMNS, parse_csv_line
from solver import Deal, parse_moves, play, read
from solver.errors import KernelFault
from tests.service.command import AT_THE_TOP, EASY, FORK, LOST, WON_IN_4, Pyramid

REQUIRED = (
    "deal",
    "rules",
    "status",
    "min_moves",
    "solution",
    "draws",
    "recycles",
    "removals",
    "nodes",
    "seconds",
)


def test_text_is_made_for_a_person(pyramid: Pyramid) -> None:
    """The board, the answer in a sentence, the moves numbered under their pass."""
    ended = pyramid("solve", WON_IN_4)
    assert ended.status == 0
    assert ended.err == ""
    lines = ended.out.splitlines()
    assert lines[:2] == ["   QH", "[5C] ."]
    assert "Can be won; 4 moves is the least (2 draws, 2 removals)." in lines
    at = lines.index("Pass 1")
    assert lines[at + 1].split() == ["1", "draw", "2", "5C+8D", "3", "draw", "4", "AD+QH"]
    assert lines[-1].endswith("ms.") or lines[-1].endswith("s.")


def test_moves_are_grouped_by_pass(pyramid: Pyramid) -> None:
    """A recycle ends a group, and the position's own pass number starts the first."""
    ended = pyramid("solve", "pyramid: QH | waste: AD 5C | pass: 2/3", "--set", "passes=3")
    lines = ended.out.splitlines()
    assert lines[lines.index("Pass 2") + 1].split() == ["1", "recycle"]
    assert lines[lines.index("Pass 3") + 1].split() == ["2", "draw", "3", "AD+QH"]
    assert "3 moves is the least (1 draw, 1 recycle, 1 removal)" in ended.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([LOST], "Can't be won: every way to play it was ruled out."),
        ([WON_IN_4, "--winnable"], "Can be won: "),
        ([WON_IN_4, "--winnable", "--rules", "one-pass"], "Can be won: "),
        ([LOST, "--winnable"], "Can't be won"),
        (["pyramid: --", "--winnable"], "Won already"),
        (["pyramid: --"], "Won already: there is nothing left to do."),
        (["pyramid: KH"], "Can be won; 1 move is the least (1 removal)."),
        ([FORK, "--max-nodes", "1"], "Not decided: the limit on positions was reached."),
    ],
)
def test_sentences(pyramid: Pyramid, arguments: list[str], sentence: str) -> None:
    """Each kind of answer has its sentence, and none is a failure of the command."""
    ended = pyramid("solve", *arguments)
    assert ended.status == 0
    assert sentence in ended.out


def test_several_inputs_get_headings(pyramid: Pyramid, tmp_path: Path) -> None:
    """With more than one deal, each answer says whose it is; a bad one too."""
    Path("deals").write_text(f"{WON_IN_4}\njunk\n")
    ended = pyramid("solve", LOST, "deals")
    assert ended.status == 1
    heads = [line for line in ended.out.splitlines() if line.startswith("===")]
    assert heads == [
        "=== Deal 1 ===",
        "=== Deal 2 (deals, line 1) ===",
        "=== Deal 3 (deals, line 2) ===",
    ]
    assert "Error: card 1: 'junk' is not a card" in ended.out
    assert ended.err.startswith("pyramid: deals, line 2: card 1: 'junk' is not a card")


def test_json_has_every_field(pyramid: Pyramid) -> None:
    """One object a line, the same fields always, and the moves win when replayed."""
    ended = pyramid("solve", "--format", "json", *EASY)
    assert ended.status == 0
    records = [json.loads(line) for line in ended.out.splitlines()]
    assert len(records) == len(EASY)
    for record, (text, least) in zip(records, EASY.items(), strict=True):
        assert tuple(record) == COLUMNS
        assert set(REQUIRED) <= set(record)
        assert record["rules"] == "cardgames"
        assert record["min_moves"] == least
        assert record["status"] == ("unwinnable" if least is None else "winnable")
        assert read(record["deal"]) == read(text)
        if least is not None:
            assert play(read(text), parse_moves(", ".join(record["solution"]))).is_won


def test_a_seed_is_answered_with_its_cards(pyramid: Pyramid) -> None:
    """``deal`` is the canonical line whatever was asked; ``input`` is what was asked."""
    ended = pyramid("solve", "seed:1", "--format", "json")
    record = json.loads(ended.out)
    assert record["deal"] == Deal.seed(1).line()
    assert record["input"] == "seed:1"
    glued = pyramid("solve", Deal.seed(1).line().replace(" ", "").lower(), "--format", "json")
    again = json.loads(glued.out)
    assert again["deal"] == record["deal"]
    assert again["input"] is None
    assert again["solution"] == record["solution"]


def test_rules_are_named(pyramid: Pyramid) -> None:
    """``rules`` is the preset, or how to write what was set."""
    named = json.loads(pyramid("solve", WON_IN_4, "--rules", "relaxed", "--format", "json").out)
    assert named["rules"] == "microsoft"
    options = ("--set", "passes=2", "--set", "stock-top=yes", "--format", "json")
    changed = json.loads(pyramid("solve", WON_IN_4, *options).out)
    assert changed["rules"] == "cardgames passes=2 stock_top=yes"
    assert changed["min_moves"] == 2


def test_csv_says_the_same_as_json(pyramid: Pyramid) -> None:
    """Same fields, unambiguous text: what is read back equals the JSON answer."""
    Path("deals").write_text("\n".join([*EASY, 'bad, "line"', "seed:1"]) + "\n")
    rows = list(csv.DictReader(io.StringIO(pyramid("solve", "deals", "--format", "csv").out)))
    objects = [
        json.loads(x) for x in pyramid("solve", "deals", "--format", "json").out.splitlines()
    ]
    assert len(rows) == len(objects) == len(EASY) + 2
    for row, record in zip(rows, objects, strict=True):
        assert tuple(row) == CSV_COLUMNS
        score = record.pop("score") or {"microsoft": None, "par": None}
        record |= {f"score_{name}": value for name, value in score.items()}
        del row["seconds"], record["seconds"]
        moves = [str(move) for move in parse_moves(row.pop("solution"))]
        assert moves == record.pop("solution")
        for name, value in record.items():
            text = json.dumps(value) if isinstance(value, bool) else str(value)
            assert row[name] == ("" if value is None else text)


def test_scores_are_told(pyramid: Pyramid) -> None:
    """Of a line on a board of seven rows: in words, JSON and CSV; elsewhere there is none."""
    said = "Scores: 915 by Microsoft's count, par 49."
    arguments = ("solve", AT_THE_TOP, "--rules", "microsoft")
    assert said in pyramid(*arguments).out.splitlines()
    record = json.loads(pyramid(*arguments, "--format", "json").out)
    assert (record["min_moves"], record["score"]) == (3, {"microsoft": 915, "par": 49})
    (row,) = csv.DictReader(io.StringIO(pyramid(*arguments, "--format", "csv").out))
    assert (row["score_microsoft"], row["score_par"]) == ("915", "49")
    in_cells = pyramid("solve", AT_THE_TOP, "--set", "cells=1", "--winnable").out
    assert re.search(r"^Scores: [0-9]+ by Microsoft's count\.$", in_cells, re.MULTILINE)


def test_without_scores(pyramid: Pyramid) -> None:
    """A small board has no such scores, and a game that is lost or may be has no line."""
    small = json.loads(pyramid("solve", WON_IN_4, "--format", "json").out)
    assert small["score"] == {"microsoft": None, "par": None}
    assert "Score" not in pyramid("solve", WON_IN_4).out
    for arguments in ([LOST], [FORK, "--max-nodes", "1"], ["junk"], [AT_THE_TOP, "--winnable"]):
        answered = json.loads(pyramid("solve", "--format", "json", *arguments).out)
        assert (answered["solution"], answered["score"]) == ([], None)


def test_every_csv_record_is_one_line() -> None:
    """``--resume`` counts on it."""
    with pytest.raises(ValueError, match="fields instead of"):
        parse_csv_line("a,b,c")


def test_cell_moves_survive_csv(pyramid: Pyramid) -> None:
    """``cell 9H`` holds a blank, which must not split it."""
    deal = "pyramid: QH / 5C 6C | stock: 8D"
    options = ("--set", "cells=2", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(pyramid("solve", deal, *options).out))
    kinds = [move.kind for move in parse_moves(row["solution"])]
    assert (row["min_moves"], row["cell_moves"]) == ("4", "2")
    assert sorted(kinds) == ["cell", "cell", "draw", "remove"]


def test_unknown_keeps_its_bounds(pyramid: Pyramid) -> None:
    """A limit gives bounds, never a guess."""
    record = json.loads(pyramid("solve", FORK, "--max-nodes", "1", "--format", "json").out)
    assert (record["status"], record["min_moves"], record["limit"]) == ("unknown", None, "nodes")
    assert record["at_least"] > 0


def test_deals_come_from_standard_input(pyramid: Pyramid) -> None:
    """Without INPUT, and for ``-``."""
    for arguments in ((), ("-",)):
        ended = pyramid("solve", *arguments, "--format", "json", stdin=f"{WON_IN_4}\n{LOST}\n")
        assert [json.loads(line)["line"] for line in ended.out.splitlines()] == [1, 2]
        assert ended.status == 0


def test_exit_status_tells_bad_lines(pyramid: Pyramid) -> None:
    """0 all answered, 1 some bad, 2 nothing could be answered."""
    assert pyramid("solve", stdin=f"{WON_IN_4}\n").status == 0
    assert pyramid("solve", stdin=f"{WON_IN_4}\njunk\n{LOST}\n").status == 1
    assert pyramid("solve", stdin="junk\nrubbish\n").status == 2


def test_one_notice_when_the_kernel_is_interpreted(
    pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slower, but never silently so; once, and not among the answers."""
    monkeypatch.setattr("service.cli.solve.KERNEL_COMPILED", False)
    ended = pyramid("solve", WON_IN_4, LOST, "--format", "json")
    assert ended.err.count("notice: the search kernel is not compiled") == 1
    assert ended.err.count("\n") == 1


def test_a_fault_of_the_solver_is_loud(pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has an exit status of its own, and the rest is still answered."""

    def broken(*_: object, **__: object) -> None:
        raise KernelFault("the search's line is illegal")

    monkeypatch.setattr("solver.batch.solve", broken)
    ended = pyramid("solve", WON_IN_4, LOST, "--format", "json")
    assert ended.status == 3
    assert ended.err.count("FAULT OF THE SOLVER") == 2
    assert [json.loads(line)["status"] for line in ended.out.splitlines()] == ["error"] * 2

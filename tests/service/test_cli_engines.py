"""``--engine``, ``pyramid certify`` and the checking of certificates."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from service.cli.app import run
from solver import KERNEL_COMPILED, Result, solve
from tests.service.command import LOST, ROOT, WON_IN_4, Pyramid, environment

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")


def record(text: str) -> dict[str, object]:
    """The only record of a JSON output."""
    found: object = json.loads(text)
    assert isinstance(found, dict)
    return found


def test_both_engines_confirm_each_other(pyramid: Pyramid) -> None:
    for deal, status in ((WON_IN_4, "winnable"), (LOST, "unwinnable")):
        ended = pyramid("solve", deal, "--engine", "both", "--format", "json")
        assert (ended.status, ended.err) == (0, "")
        answer = record(ended.out)
        assert (answer["status"], answer["engine"], answer["confirmed"]) == (status, "both", True)
    text = pyramid("solve", WON_IN_4, "--engine", "both").out
    assert "\nConfirmed by the constraint model in " in text


def test_the_model_alone(pyramid: Pyramid) -> None:
    ended = pyramid("solve", WON_IN_4, "--engine", "cpsat", "--format", "json")
    answer = record(ended.out)
    assert (answer["min_moves"], answer["kernel"], answer["confirmed"]) == (4, "cpsat", None)
    assert (
        "branches examined by the constraint model"
        in pyramid("solve", WON_IN_4, "--engine", "cpsat").out
    )
    plain = record(pyramid("solve", WON_IN_4, "--format", "json").out)
    assert (plain["engine"], plain["confirmed"]) == ("search", None)


def test_not_confirmed_is_said(pyramid: Pyramid) -> None:
    arguments = ("solve", "seed:5", "--rules", "microsoft", "--engine", "both")
    ended = pyramid(*arguments, "--max-seconds", "0.1")
    assert "46 moves is the least" in ended.out
    assert "\nNot confirmed: the constraint model reached its limit in " in ended.out


def test_many_deals_with_both(pyramid: Pyramid) -> None:
    Path("deals").write_text(f"{WON_IN_4}\n51 cards\n{LOST}\n")
    ended = pyramid("solve", "deals", "--engine", "both", "--output", "out.csv")
    assert ended.status == 1
    rows = Path("out.csv").read_text().splitlines()
    assert len(rows) == 4
    again = pyramid("solve", "deals", "--engine", "both", "--output", "out.csv", "--resume")
    assert (again.status, Path("out.csv").read_text().splitlines()) == (1, rows)
    other = pyramid("solve", "deals", "--output", "out.csv", "--resume")
    assert other.status == 2
    assert "out.csv, answer 1: answered by engine both, not search" in other.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve", WON_IN_4, "--engine", "oracle"), "'oracle' is not one of"),
        (("solve", WON_IN_4, "--engine", "cpsat", "--max-nodes", "9"), "limit its seconds instead"),
        (
            ("solve", "seed:1", "--engine", "both", "--rules", "king-tut"),
            "draws one card at a time",
        ),
        (("solve", "seed:1", "--engine", "cpsat", "--set", "cells=2"), "knows no cells"),
        (("certify", "seed:1", "--rules", "tuts-tomb"), "draws one card at a time"),
        (("certify", "seed:1", "--max-nodes", "1"), "not decided by the search within its limit"),
        (("certify", "seed:1", "seed:2"), "unexpected extra argument"),
        (("certify",), "Missing argument 'DEAL'"),
        (("certify", "52 cards"), "is not a card"),
        (("certify", WON_IN_4, "--output", "no/such/place"), "no/such/place can't be written"),
        (("verify", WON_IN_4, "draw", "--engine", "search"), "--engine goes with a certificate"),
        (
            ("verify", '{"digest": 1, "at_least": 2}'),
            "refused, not a certificate: format is missing",
        ),
    ],
)
def test_what_is_refused(pyramid: Pyramid, arguments: tuple[str, ...], said: str) -> None:
    """One sentence, status 2."""
    ended = pyramid(*arguments)
    assert ended.status == 2
    assert said in ended.err
    assert len(ended.err.splitlines()) == 1
    assert ended.out == ""


def test_certify_and_verify(pyramid: Pyramid) -> None:
    ended = pyramid("certify", WON_IN_4, "--output", "c.json")
    assert ended == (0, "", "pyramid: c.json: 4 moves is the least, proven by search and cpsat\n")
    versions = record(Path("c.json").read_text())["made_by"]
    assert isinstance(versions, dict)
    assert set(versions) == {"pyramid-solitaire", "python", "kernel", "ortools"}
    checked = pyramid("verify", "c.json", "--engine", "both")
    assert (checked.status, checked.err) == (0, "")
    states = [line.split(":")[0].split() for line in checked.out.splitlines()]
    assert states == [
        ["Digest", "holds"],
        ["Deal", "holds"],
        ["At", "most", "holds"],
        ["At", "least", "open"],
        ["At", "least,", "by", "search", "holds"],
        ["At", "least,", "by", "cpsat", "holds"],
    ]
    assert pyramid("verify", Path("c.json").read_text()).status == 0
    assert pyramid("verify", "-", stdin=Path("c.json").read_text()).status == 0
    ruled = pyramid("verify", "c.json", "--rules", "classic")
    assert (ruled.status, "a certificate brings rules of its own" in ruled.err) == (2, True)
    again = pyramid("certify", WON_IN_4, "--output", "c.json")
    assert (again.status, again.err) == (2, "pyramid: c.json exists already; choose another name\n")
    assert record(pyramid("certify", LOST, "--engine", "search").out)["answer"] == "unwinnable"


def test_a_claim_left_open_is_no_success(pyramid: Pyramid) -> None:
    """Who asks for a proof is told by the status that there was none."""
    hard = pyramid("certify", "seed:5", "--rules", "microsoft", "--engine", "search").out
    ended = pyramid("verify", hard, "--engine", "cpsat", "--max-seconds", "0.2")
    assert ended.status == 1
    assert "At least, by cpsat   open: not decided within the limit on seconds" in ended.out
    assert ended.err == "pyramid: the claim was not proven again within the limits\n"


def test_standard_input_names_no_file(pyramid: Pyramid) -> None:
    """What comes in there is a deal or a certificate, not the name of one."""
    Path("c.json").write_text(pyramid("certify", WON_IN_4, "--engine", "search").out)
    ended = pyramid("verify", "-", stdin="c.json\n")
    assert ended.status == 2
    plain = pyramid("verify", "-", stdin=f"{WON_IN_4}\n")
    assert (plain.status, plain.out[:25]) == (1, "Legal, but doesn't win: a")


def test_huge_limits(pyramid: Pyramid) -> None:
    for engine in ("search", "cpsat", "both"):
        ended = pyramid("solve", WON_IN_4, "--engine", engine, "--max-memory", str(10**20))
        assert (ended.status, ended.err) == (0, "")


def test_a_changed_certificate_is_refused(pyramid: Pyramid) -> None:
    good = pyramid("certify", WON_IN_4).out
    for old, new, said in (
        ("8D AD", "AD 8D", "Digest               FAILS: something has been changed"),
        ('"5C+8D"', '"6C+7D"', "At most              FAILS: illegal: move 2: 6C+7D"),
        ('"min_moves": 4', '"min_moves": 3', "FAILS: min_moves is 3, but the moves are 4"),
        ("QH", "KH", "At most              FAILS: illegal: move 4: AD+QH"),
        ("QH", "8D", "Deal                 FAILS: duplicate: 8D"),
    ):
        ended = pyramid("verify", good.replace(old, new, 1))
        assert ended.status == 1, new
        assert said in ended.out
        assert ended.err.startswith("pyramid: refused: ")
    ended = pyramid("verify", good.replace('"winnable"', '"winable"'))
    assert (ended.status, ended.out) == (2, "")
    assert "answer is 'winable': must be winnable or unwinnable" in ended.err


def test_a_disagreement_is_loud(pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 3, and a file with the deal and both answers."""
    truth = solve(WON_IN_4)

    def lies(*_: object, **__: object) -> Result:
        return replace(truth, min_moves=3, at_least=3, at_most=3)

    monkeypatch.setattr("solver.engines.search", lies)
    ended = pyramid("solve", WON_IN_4, "--engine", "both")
    assert ended.status == 3
    assert "FAULT OF THE SOLVER, please report it: the engines disagree: " in ended.err
    assert "the search says 3 moves, the model says 4 moves" in ended.err
    (path,) = Path().glob("pyramid-disagreement-*.json")
    assert f"the deal and both answers are in {path}" in ended.err
    report = record(path.read_text())
    assert report["deal"] == f"{WON_IN_4} | pass: 1"
    assert report["rules"] == "cardgames rows=2"
    answers = report["answers"]
    assert isinstance(answers, list)
    assert [(each["kernel"], each["min_moves"]) for each in answers] == [
        (truth.kernel, 3),
        ("cpsat", 4),
    ]
    path.unlink()
    Path("deals").write_text(f"{LOST}\n{WON_IN_4}\n")
    batch = pyramid("solve", "deals", "--engine", "both", "--format", "json")
    assert batch.status == 3
    assert len(list(Path().glob("pyramid-disagreement-*.json"))) == 2
    monkeypatch.setattr(
        "solver.certification.solve",
        lambda *_, **__: replace(truth, min_moves=5, at_least=5, at_most=5),
    )
    shorter = pyramid("certify", WON_IN_4)
    assert shorter.status == 3
    assert "the model has a win in 4 moves, the search says 5 is the least" in shorter.err
    assert shorter.out == ""


def test_a_report_that_cannot_be_written(pyramid: Pyramid, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the sentence itself holds the deal."""
    truth = solve(WON_IN_4)
    monkeypatch.setattr(
        "solver.engines.search", lambda *_, **__: replace(truth, min_moves=3, at_most=3, at_least=3)
    )

    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    ended = pyramid("solve", WON_IN_4, "--engine", "both")
    assert ended.status == 3
    assert "can't be written (No space left on device): please report cardgames" in ended.err
    assert "pyramid: QH / 5C -- | stock: 8D AD" in ended.err


def test_without_ortools_the_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ortools", "ortools.sat.python", "ortools.sat.python.cp_model"):
        monkeypatch.setitem(sys.modules, name, None)
    for command in (
        ["solve", WON_IN_4, "--engine", "both"],
        ["solve", WON_IN_4, "--engine", "cpsat"],
        ["certify", WON_IN_4],
    ):
        assert run(command) == 2
        assert capsys.readouterr().err == (
            "pyramid: engine cpsat needs OR-Tools, which is not installed: "
            "pip install 'pyramid-solitaire[cpsat]'\n"
        )
    assert run(["solve", WON_IN_4]) == 0
    assert run(["certify", WON_IN_4, "--engine", "search"]) == 0


def test_ctrl_c_ends_the_model_at_once() -> None:
    """The model of a hard deal has no time limit; an interrupt must not wait for it."""
    code = (
        "import os, signal, sys, threading, time\n"
        "from service.cli.app import run\n"
        "from solver.cpsat import ortools_version\n"
        "ortools_version()\n"
        "began = []\n"
        "def strike():\n"
        "    began.append(time.monotonic())\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Timer(1.5, strike).start()\n"
        "status = run(['solve', 'seed:2', '--rules', 'cheops', '--engine', 'cpsat'])\n"
        "print(status, time.monotonic() - began[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    status, waited = done.stdout.split()[-2:]
    assert status == "130"
    # Far less in truth; the machine may be busy.
    assert float(waited) < 5

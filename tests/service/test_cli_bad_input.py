"""Bad input of many kinds: one sentence that names the place, status 2, no traceback."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from service.cli.app import COMMANDS, app
from solver import Deal, rules_from
from tests.service.command import WON_IN_4, Pyramid, environment

CARDS = Deal.seed(1).line()
WORDS = CARDS.split()
TWO_PACKS = Deal.seed(1, rules_from("double-pyramid")).line()

#: What is wrong -> the arguments of ``solve``, and what the sentence must name.
KINDS: dict[str, tuple[list[str], str]] = {
    "51 cards": ([" ".join(WORDS[:51])], "51 cards instead of 52"),
    "53 cards": ([CARDS + " 7D"], "53 cards instead of 52"),
    "two queens of spades": ([CARDS.replace("QC", "QS")], "duplicate: QS; missing: QC"),
    "no suit": ([CARDS.replace("JD", "J ", 1)], "card 7: 'J'"),
    "no such rank": ([CARDS.replace("7D", "1S", 1)], "card 1: '1S'"),
    "empty text": ([""], "no cards"),
    "blank text": (["   "], "no cards"),
    "a word": (["hello"], "'hello' is not a card"),
    "a missing file": (["deals.txt"], "no file of that name"),
    "a seed below 0": (["seed:-1"], "seed:-1"),
    "a seed too large": (["seed:18446744073709551616"], "18446744073709551616"),
    "a seed that is no number": (["ms:x"], "ms:x"),
    "an ms number too large": (["ms:2147483648"], "ms:2147483648"),
    "broken JSON": (['{"deck": ['], "not valid JSON"),
    "JSON without a deck": (['{"cards": []}'], '"deck"'),
    "JSON with numbers": (['{"deck": [1, 2]}'], "list of card texts"),
    "deep JSON": (["[" * 3000], "JSON"),
    "a row too short": (["pyramid: QH / 5C"], "pyramid row 2: 1 cards instead of 2"),
    "a card twice": (["pyramid: QH / QH 5C"], "duplicate: QH stands 2 times"),
    "no such part": (["pyramid: QH | hand: 5C"], "'hand: 5C' is no part"),
    "a part twice": (["pyramid: QH | stock: 5C | stock: 6C"], "stock: given twice"),
    "no pyramid": (["stock: 5C"], "pyramid: missing"),
    "a gap under a card": (["pyramid: -- / 5C --"], "has gone, but 5C still covers"),
    "a card in stock and waste": (
        ["pyramid: QH / 5C -- | waste: 8D | stock: 8D"],
        "duplicate: 8D stands 2 times",
    ),
    "a waste in a second pass of one": (
        ["pyramid: QH | waste: 5C | stock: AD | pass: 2", "--rules", "one-pass"],
        "pass: 2, but the rules allow only 1",
    ),
    "a pass in words": (["pyramid: QH | pass: two"], "pass: 'two' is not a pass number"),
    "rows without cards": (["pyramid: / /"], "pyramid row 1: 0 cards instead of 1"),
    "a joker": (["pyramid: QH | stock: 5C JOKER"], "stock, card 2: 'JOKER'"),
    "an invisible character": (["7D\u200b 9C"], r"card 2: '\u200b'"),
    "two seeds on a line": (["seed:1 seed:2"], "seed:1 seed:2: the number must be"),
    "a digit of another script": (["seed:\u0661"], "the number must be"),
    "pass 0": (["pyramid: QH | pass: 0"], "pass: 0"),
    "a pass too many": (["pyramid: QH | pass: 4", "--rules", "microsoft"], "allow only 3"),
    "passes that differ": (["pyramid: QH | pass: 1/2", "--rules", "microsoft"], "pass: 1/2"),
    "cells that aren't there": (["pyramid: QH | cells: 5C"], "cells: 1 cards"),
    "a pass without a stock": (["pyramid: QH | pass: 2", "--rules", "giza"], "pass"),
    "far too many characters": (["7D " * 3000], "too many for a deal"),
    "a preset that is unknown": (["seed:1", "--rules", "vegas"], "preset 'vegas' is unknown"),
    "passes=-1": (["seed:1", "--set", "passes=-1"], "passes=-1"),
    "passes=1.5": (["seed:1", "--set", "passes=1.5"], "passes='1.5': must be a whole number"),
    "a draw beyond all": (["seed:1", "--set", "draw=999999999999"], "whole number from 1 to 104"),
    "a reserve beyond all": (["seed:1", "--set", "reserve=99x99"], "needs 9801 cards"),
    "a draw larger than the stock": (
        ["seed:1", "--set", "rows=9", "--set", "draw=8"],
        "the stock has only 7 cards",
    ),
    "a control sequence in a setting": (["seed:1", "--set", "rows=\x1b[31m7"], r"rows='\x1b[31m7'"),
    "three packs": (["seed:1", "--set", "decks=3"], "decks=3: must be a whole number from 1 to 2"),
    "one pack for two": ([CARDS, "--set", "decks=2"], "52 cards instead of 104; missing: AC, 2C"),
    "two packs for one": ([TWO_PACKS], "104 cards instead of 52; duplicate: AC, AD"),
    "a program's number for two packs": (
        ["ms:5", "--rules", "two-pyramids"],
        "ms:5 is one pack, and these rules have 2: use seed:N",
    ),
    "three of a kind": (
        ["pyramid: 4S / 4S 4S", "--set", "decks=2"],
        "duplicate: 4S stands 3 times",
    ),
    "a mark under one pack": (["pyramid: 4S'"], "4S': the mark is for a second pack"),
    "a pile too many": (
        ["pyramid: KC | waste: 2C, 3C, 4C, 5C", "--rules", "apophis"],
        "waste: 4 piles, but the rules have 3",
    ),
    "more piles than a draw": (["seed:1", "--set", "wastes=2"], "draw at least 2"),
    "rows=0": (["seed:1", "--set", "rows=0"], "rows=0"),
    "a parameter that is unknown": (["seed:1", "--set", "colour=red"], "'colour' is unknown"),
    "a setting without a value": (["seed:1", "--set", "passes"], "KEY=VALUE"),
    "a parameter twice": (["seed:1", "--set", "draw=1", "--set", "draw=2"], "draw is set twice"),
    "rules that make no sense": (
        ["seed:1", "--rules", "giza", "--set", "stock_top=yes"],
        "there is no stock",
    ),
    "no nodes": (["seed:1", "--max-nodes", "0"], "--max-nodes"),
    "nodes below 0": (["seed:1", "--max-nodes", "-1"], "--max-nodes"),
    "nodes that are no number": (["seed:1", "--max-nodes", "many"], "'many'"),
    "seconds that are no number": (["seed:1", "--max-seconds", "nan"], "--max-seconds"),
    "seconds without end": (["seed:1", "--max-seconds", "inf"], "--max-seconds"),
    "seconds below 0": (["seed:1", "--max-seconds", "-2"], "--max-seconds"),
    "no memory": (["seed:1", "--max-memory", "0"], "--max-memory"),
    "jobs below 0": (["seed:1", "--jobs", "-1"], "--jobs"),
    "too many jobs": (["seed:1", "--jobs", "100000"], "--jobs"),
    "a form that is unknown": (["seed:1", "--format", "xml"], "'xml'"),
    "an option that is unknown": (["seed:1", "--fast"], "--fast"),
    "an option without its value": (["seed:1", "--rules"], "--rules"),
    "a folder": (["."], "is a folder"),
    "resume to nowhere": (["seed:1", "--resume"], "--output"),
    "resume text": (["seed:1", "--resume", "--output", "a.txt"], "--format json or csv"),
    "resume and force": (["seed:1", "--resume", "--force", "--output", "a.csv"], "choose one"),
    "an output that can't be": (["seed:1", "--output", "no/such/folder"], "no/such/folder"),
    "a folder as output": (["seed:1", "--output", "."], "can't be written"),
    "an output without a name": (["seed:1", "--output", ""], "--output names no file"),
    "a null in a file name": (["seed:1", "--output", "a\0b"], "null"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_bad_command_line(pyramid: Pyramid, kind: str) -> None:
    """One line on standard error says what and where; nothing is answered."""
    arguments, named = KINDS[kind]
    ended = pyramid("solve", *arguments)
    assert ended.status == 2
    assert ended.out == ""
    assert ended.err.startswith("pyramid: ")
    assert ended.err.count("\n") == 1
    assert len(ended.err) < 1000
    assert named in ended.err
    assert "Traceback" not in ended.err


#: What is wrong with a file -> its bytes, and what the sentence must name.
FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "bad.txt: no deal in it"),
    "only comments": (b"# deals\n\n# no more\n", "bad.txt: no deal in it"),
    "51 cards": (" ".join(WORDS[:51]).encode(), "bad.txt, line 1: 51 cards"),
    "binary": (os.urandom(4096), "bad.txt, line"),
    "nulls": (b"\0" * 5000, "bad.txt, line 1: binary"),
    "UTF-16": (CARDS.encode("utf-16"), "UTF-16"),
    "Latin-1": ("seed:1 \xe4".encode("latin-1"), "bad.txt, line 1: byte 8 (0xe4)"),
    "a null in a line": (b"# deals\n" + CARDS.encode() + b"\0", "bad.txt, line 2: "),
    "a very long line": (b"A" * 2_000_000, "bad.txt, line 1: 2000000 bytes"),
    "a very long triangle": (b"7D\n" * 60, "bad.txt, line 1: 52 cards instead|duplicate: 7D"),
    "a control sequence": (b"\x1b[31mred alert\x1b[0m and more of it", "bad.txt, line 1: "),
}


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("form", ["text", "json"])
def test_bad_file(pyramid: Pyramid, kind: str, form: str) -> None:
    """A file without a single good deal ends with status 2 and names the line."""
    content, named = FILES[kind]
    Path("bad.txt").write_bytes(content)
    ended = pyramid("solve", "bad.txt", "--format", form)
    assert ended.status == 2
    assert ended.err.startswith("pyramid: ")
    assert any(name in ended.err for name in named.split("|"))
    assert "Traceback" not in ended.err
    assert "\x1b" not in ended.err
    assert "\0" not in ended.err


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["solve", "link"], "link can't be read: No such file"),
        (["solve", "loop"], "loop can't be read: Too many levels"),
        (["show", "link"], "link can't be read: No such file"),
        (["verify", "seed:1", "--moves", "link"], "link can't be read: No such file"),
        (["solve", "seed:1", "--output", "loop"], "loop can't be written: Too many levels"),
        (["show", "seed:1", "--svg", ""], "--svg names no file"),
        (["verify", "seed:1", "XX"], "move 1: 'XX' is not a move"),
        (["verify", "--json", "[" * 5000], "no such file"),
        (["verify", "--json", '{"a":' * 5000], "line 1: not valid JSON"),
        (["verify", "--json", '{"deal": "seed:1"}'], "no rules and no solution"),
        (["deal", "--seed", "x"], "seed:x"),
        (["deal", "--count", "0"], "--count"),
        ([], "Missing command"),
    ],
)
def test_bad_use_of_any_command(pyramid: Pyramid, command: list[str], why: str) -> None:
    """Links that lead nowhere, files without a name, moves that aren't: status 2, one line."""
    Path("link").symlink_to("nowhere")
    Path("loop").symlink_to("loop")
    ended = pyramid(*command)
    assert ended.status == 2
    assert why in ended.err
    assert ended.err.count("\n") == 1
    assert "Traceback" not in ended.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "command", ["solve seed:1", "solve seed:1 --format json", "rules", "show seed:1", "--version"]
)
def test_a_full_standard_output_is_named(tmp_path: Path, command: str) -> None:
    """Whatever was to be printed: one sentence, status 2, no traceback at the end either."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "service.cli", *command.split()],
            cwd=tmp_path,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    message = done.stderr.decode().splitlines()[-1]
    assert message == "pyramid: standard output can't be written: No space left on device"
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("solve junk 2>&-", 2),
        ("solve --nope 2>&-", 2),
        ("solve seed:1 2>&-", 0),
        ("solve seed:1 >&-", 2),
        ("solve - <&-", 2),
        ("rules >&-", 0),
        ("--version >&-", 0),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_closed_streams_change_no_status(tmp_path: Path, command: str, status: int) -> None:
    """With nobody to tell, the exit status still tells it."""
    done = subprocess.run(
        ["sh", "-c", f"exec {shlex.quote(sys.executable)} -m service.cli {command}"],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == status
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_more_workers_than_there_is_room_for(tmp_path: Path) -> None:
    """What can't be had is named, and nothing hangs."""
    (tmp_path / "deals").write_text(f"{WON_IN_4}\n{WON_IN_4}\n")
    python = shlex.quote(sys.executable)
    done = subprocess.run(
        ["sh", "-c", f"ulimit -n 16; exec {python} -m service.cli solve deals --jobs 64"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    message = done.stderr.decode().splitlines()[-1]
    assert message == "pyramid: 64 worker processes can't be started: Too many open files"
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(pyramid: Pyramid) -> None:
    """The file is named."""
    Path("secret").write_text(WON_IN_4)
    Path("secret").chmod(0)
    ended = pyramid("solve", "secret")
    assert ended.status == 2
    assert "secret can't be read" in ended.err


def test_an_output_that_is_an_input_is_refused(pyramid: Pyramid) -> None:
    """Not even ``--force`` overwrites the deals with their answers."""
    Path("deals.csv").write_text(f"{WON_IN_4}\n")
    ended = pyramid("solve", "deals.csv", "--output", "./deals.csv", "--force")
    assert ended.status == 2
    assert "is an input" in ended.err
    assert Path("deals.csv").read_text() == f"{WON_IN_4}\n"


def test_unknown_commands_are_named(pyramid: Pyramid) -> None:
    """A slip in the command's name is a usage error like any other."""
    ended = pyramid("slove", "seed:1")
    assert ended.status == 2
    assert "slove" in ended.err
    assert ended.err.count("\n") == 1


def test_no_input_on_a_terminal_is_a_usage_error(pyramid: Pyramid) -> None:
    """It doesn't sit and wait for somebody to type a deal."""
    ended = pyramid("solve", stdin=None)
    assert ended.status == 2
    assert "give a deal, a file, or -" in ended.err


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_takes_what_is_no_number(name: str) -> None:
    """Ranges of floats let NaN through, and plain floats infinities too: `Seconds` does not."""
    command = app.get_command(click.Context(app), name)
    assert command is not None
    for each in command.params:
        assert not isinstance(each.type, (click.FloatRange, type(click.FLOAT))), each.name

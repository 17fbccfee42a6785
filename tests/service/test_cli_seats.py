"""Programs at seats: the protocol, and all the ways in which they fail to keep it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from games.match import Match
from games.registry import GAMES
from service.errors import BadPlayer
from service.programs import Program
from tests.service.command import ROOT, Pyramid, process, start

QUICK = ("--games", "1", "--option", "max_deals=1")
RANDOM = shlex.join([sys.executable, str(ROOT / "examples" / "random_player.py"), "1"])


def program(folder: Path, text: str) -> str:
    """A command that runs a program of these lines, which may ask and answer."""
    file = folder / "player.py"
    file.write_text(
        "import json, os, random, subprocess, sys, time\n"
        "def asked():\n"
        "    for line in sys.stdin:\n"
        "        told = json.loads(line)\n"
        "        if 'legal' in told:\n"
        "            return told\n"
        "    sys.exit()\n"
        "def say(text):\n"
        "    print(text, flush=True)\n"
        f"{text}\n"
    )
    return shlex.join([sys.executable, str(file)])


@pytest.mark.parametrize("game", ["hearts", "spades", "kaiser"])
def test_the_example_plays(pyramid: Pyramid, game: str) -> None:
    """Games of cards, at two places; those of one command count together."""
    seats = ("--seat", f"0={RANDOM}", "--seat", f"2={RANDOM}")
    ended = pyramid("arena", game, "--bots", "random", *QUICK, *seats, "--json")
    assert (ended.status, ended.err) == (0, "")
    found = json.loads(ended.out)
    assert [each["name"] for each in found["names"]] == [RANDOM, "random"]
    assert found["names"][0]["moves"] > 0


def test_the_example_plays_pyramid(pyramid: Pyramid) -> None:
    ended = pyramid("arena", "pyramid", "--games", "3", "--seat", f"0={RANDOM}")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("pyramid: 3 games")


def test_programs_and_jobs(tmp_path: Path) -> None:
    """A process for each game: what programs play doesn't depend on who runs them."""
    arguments = ("arena", "hearts", "--bots", "easy", *QUICK, "--seat", f"1={RANDOM}")
    for jobs in ("1", "2"):
        ended = process(*arguments, "--jobs", jobs, "--log", jobs, cwd=tmp_path)
        assert (ended.status, ended.err) == (0, "")
    for path in (tmp_path / "1").iterdir():
        assert path.read_text() == (tmp_path / "2" / path.name).read_text()


def test_what_a_program_is_told(pyramid: Pyramid, tmp_path: Path) -> None:
    """Events as its seat sees them, its view when it is its turn, the end; all in order."""
    command = program(
        tmp_path,
        "out = open(sys.argv[1] + str(os.getpid()), 'w')\n"
        "for line in sys.stdin:\n"
        "    out.write(line)\n"
        "    out.flush()\n"
        "    told = json.loads(line)\n"
        "    if 'legal' in told:\n"
        "        ((name, value),) = told['legal'][0].items()\n"
        "        if isinstance(value, dict):\n"
        "            value = value['of'][:value['choose']]\n"
        "        say(json.dumps({'action': {name: value}, 'why': 'the first'}))\n",
    )
    logs, notes = tmp_path / "logs", tmp_path / "notes"
    notes.mkdir()
    ended = pyramid("arena", "hearts", *QUICK, "--seat", f"2={command} {notes}/",
                    "--log", str(logs))  # fmt: skip
    assert (ended.status, ended.err) == (0, "")
    told = [
        [json.loads(line) for line in path.read_text().splitlines()] for path in notes.iterdir()
    ]
    assert len(told) == 4
    matches = {}
    for path in logs.iterdir():
        match = Match.from_lines(path.read_text().splitlines())
        matches[(2 + int(path.stem[-1]) - 1) % 4] = match
    for lines in told:
        check_lines(lines, matches.pop(next(line["seat"] for line in lines if "legal" in line)))


def check_lines(lines: list[dict[str, Any]], match: Match) -> None:
    """What a seat was told in a match, held against the match."""
    game = GAMES["hearts"]
    turns = [line for line in lines if "legal" in line]
    (seat,) = {line["seat"] for line in turns}
    assert lines[0]["event"] == "deal"
    assert lines[0]["hand"] == [str(card) for card in match.begun.hands[seat]]
    events = [line for line in lines if "event" in line]
    assert events == [each.seen_by(seat) for each in match.events()]
    result = game.result(match.state)
    assert result is not None
    assert lines[-1] == json.loads(json.dumps({"over": result._asdict()}))
    own = [number for number, step in enumerate(match.steps) if step.seat == seat]
    assert [line["version"] for line in turns] == own
    for line in turns:
        assert set(line) == {"view", "legal", "seat", "game", "version"}
        assert line["game"] == "hearts"
        assert line["view"]["seat"] == seat
        assert line["legal"] == line["view"]["legal"]
        so_far = sum(1 for _ in events_before(match, line["version"]))
        assert lines.index(line) == so_far + turns.index(line)


def events_before(match: Match, version: int) -> list[Any]:
    events = [*match.game.events(match.begun)]
    for step in match.steps[:version]:
        events += step.events
    return events


FAULTS = {
    "ends": ("sys.exit(3)", "has ended instead of answering (status 3)"),
    "ends when asked": ("asked(); sys.exit()", "has ended instead of answering (status 0)"),
    "is killed": ("asked(); os.kill(os.getpid(), 9)", "(was killed by signal 9)"),
    "falls silent": (
        "os.close(1); time.sleep(60)",
        "has closed its standard output instead of answering",
    ),
    "is slow": ("asked(); time.sleep(60)", "gave no answer within 1 seconds"),
    "doesn't read": ("time.sleep(60)", "gave no answer within 1 seconds"),
    "no JSON": ("asked(); say('queen!')", "wrote 'queen!' instead of {\"action\": {...}}"),
    "no line": ("asked(); say('')", "wrote '' instead of"),
    "no object": ("asked(); say('[4]')", "wrote '[4]' instead of"),
    "no action": ('asked(); say(\'{"play": "QS"}\')', 'wrote \'{"play": "QS"}\' instead of'),
    "no such action": (
        'asked(); say(\'{"action": {"fold": 1}}\')',
        "an action is an object with one field, of play, pass, moon",
    ),
    "no text": ("asked(); sys.stdout.buffer.write(b'\\xff\\n')", "instead of"),
    "no end": ("asked(); say('x' * 10**6)", "wrote 'xxx"),
    "too deep": ("asked(); say('[' * 60000)", "instead of"),
    "illegal": (
        'asked(); say(\'{"action": {"play": "QS"}}\')',
        'wrote {"play": "QS"}: NotNow: choose cards to pass first',
    ),
    "illegal cards": (
        'asked(); say(\'{"action": {"pass": ["2C"]}}\')',
        'wrote {"pass": ["2C"]}: WrongPass: ',
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_program_that_does_not_do_its_part(pyramid: Pyramid, tmp_path: Path, what: str) -> None:
    """Game, program, seat and what it wrote are told; status 2, and nothing else is printed."""
    text, said = FAULTS[what]
    command = program(tmp_path, text)
    # As long as a slow machine takes to start Python, where the time isn't the point.
    seconds = "1" if "1 seconds" in said else "30"
    begun = time.monotonic()
    ended = pyramid(
        "arena", "hearts", *QUICK, "--seat", f"2={command}", "--seat-seconds", seconds
    )  # fmt: skip
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"pyramid: game 1: {command}: seat 2 ")
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert time.monotonic() - begun < 25


def test_a_program_that_talks_without_being_asked(tmp_path: Path) -> None:
    """Its answers would be taken for those to later questions."""
    game = GAMES["spades"]
    text = "say('{}')\nopen(sys.argv[1], 'w').close()\nasked()"
    player = Program(f"{program(tmp_path, text)} {tmp_path / 'said'}", game, 30)
    try:
        end = time.monotonic() + 30
        while not (tmp_path / "said").exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        time.sleep(0.5)
        view = game.view(game.start(game.options({}), "1"), 0)
        with pytest.raises(BadPlayer, match=r"seat 0 wrote '\{\}' without being asked"):
            player.choose(view, 1)
    finally:
        player.close()


def test_a_program_that_never_stops_writing(tmp_path: Path) -> None:
    """It waits, and fills no memory: two lines are kept, or the beginning of one without end."""
    game = GAMES["spades"]
    view = game.view(game.start(game.options({}), "1"), 0)
    for text, most, said in (
        ("while True: say('{}')", 2, r"wrote '\{\}' without being asked"),
        ("while True: os.write(1, b'x' * 4096)", 1, r"wrote 'xxx.* without being asked"),
        ("asked()\nwhile True: os.write(1, b'x' * 4096)", 1, "a line has 65,536 bytes at most"),
    ):
        player = Program(program(tmp_path, text), game, 30)
        try:
            if "asked()" not in text:
                end = time.monotonic() + 30
                while not player.lines_ahead:
                    assert time.monotonic() < end
                    time.sleep(0.05)
                time.sleep(0.5)
            with pytest.raises(BadPlayer, match=said):
                player.choose(view, 1)
            time.sleep(0.3)
            assert player.lines_ahead <= most
        finally:
            player.close()


@pytest.mark.parametrize("command", ["no-such-program-anywhere", "'", "''"])
def test_a_program_that_cannot_be_started(pyramid: Pyramid, command: str) -> None:
    ended = pyramid("arena", "hearts", *QUICK, "--seat", f"2={command}")
    assert (ended.status, ended.out) == (2, "")
    assert f"{command}: can't be started: " in ended.err


def test_faults_in_other_processes(tmp_path: Path) -> None:
    """They are told in the same way."""
    command = program(tmp_path, "asked(); say('queen!')")
    ended = process("arena", "hearts", *QUICK, "--seat", f"2={command}", "--jobs", "2",
                    cwd=tmp_path)  # fmt: skip
    assert (ended.status, ended.out) == (2, "")
    assert "wrote 'queen!' instead of" in ended.err
    assert "Traceback" not in ended.err


def is_there(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def gone(pid: int) -> bool:
    """Whether a process goes within a while."""
    end = time.monotonic() + 20
    while is_there(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="processes are looked for in /proc"
)

STAYS = """
child = subprocess.Popen(
    [sys.executable, "-c", "import time; time.sleep(600)"],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
with open(sys.argv[1], "w") as out:
    out.write(f"{os.getpid()} {child.pid}")
asked()
time.sleep(600)
"""


@needs_proc
def test_no_orphans(pyramid: Pyramid, tmp_path: Path) -> None:
    """A program that was too slow is ended, and so is what it has started."""
    command = f"{program(tmp_path, STAYS)} pids"
    ended = pyramid("arena", "hearts", *QUICK, "--seat", f"0={command}", "--seat-seconds", "3")
    assert ended.status == 2
    program_id, child_id = map(int, (tmp_path / "pids").read_text().split())
    assert gone(program_id)
    assert gone(child_id)


@needs_proc
def test_a_program_that_stays_after_the_end(pyramid: Pyramid, tmp_path: Path) -> None:
    """It has two seconds, then it is ended; the game counts."""
    command = program(
        tmp_path,
        "with open('pid', 'w') as out:\n    out.write(str(os.getpid()))\n"
        "for line in sys.stdin:\n"
        "    told = json.loads(line)\n"
        "    if 'legal' in told:\n"
        "        say(json.dumps({'action': {'resign': True}}))\n"
        "time.sleep(600)\n",
    )
    ended = pyramid("arena", "pyramid", "--games", "1", "--seat", f"0={command}")
    assert (ended.status, ended.err) == (0, "")
    assert gone(int((tmp_path / "pid").read_text()))


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_end_of_the_arena_ends_programs(tmp_path: Path, how: int, jobs: str) -> None:
    """By signals that ask it to, and when it is killed and can do nothing itself."""
    if how == signal.SIGKILL and sys.platform != "linux":
        pytest.skip("only Linux tells a program of its parent's death")
    command = f"{program(tmp_path, STAYS)} pids"
    running = start(
        "arena", "hearts", *QUICK, "--seat", f"0={command}", "--seat-seconds", "600", "--jobs",
        jobs, cwd=tmp_path,
    )  # fmt: skip
    end = time.monotonic() + 60
    while not (tmp_path / "pids").exists() or " " not in (tmp_path / "pids").read_text():
        assert time.monotonic() < end
        time.sleep(0.05)
    time.sleep(0.2)
    pids = list(map(int, (tmp_path / "pids").read_text().split()))
    os.kill(running.pid, how)
    running.communicate(timeout=60)
    assert running.returncode == (130 if how == signal.SIGINT else -how)
    assert gone(pids[0])
    if how != signal.SIGKILL:
        assert gone(pids[1])
    else:
        # What a killed arena's programs have started is theirs to end.
        os.kill(pids[1], signal.SIGKILL)

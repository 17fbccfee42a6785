"""``pyramid arena``: bots against bots, deals of one's own, logs, jobs, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from games.cards import PACK, by_suit
from games.match import Match
from tests.service.command import Pyramid, process, start

QUICK = ("--option", "max_deals=1")


def told(text: str) -> dict[str, Any]:
    """What --json has printed, without times."""
    found: dict[str, Any] = json.loads(text)
    for each in found["names"] + found["players"]:
        assert 0 <= each.pop("seconds") <= each.pop("slowest")
    return found


def test_a_table_of_names_and_places(pyramid: Pyramid) -> None:
    """By name first, then each player of the list; the shares fit together."""
    ended = pyramid("arena", "hearts", "--bots", "easy,random", "--games", "3", *QUICK)
    assert (ended.status, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "hearts: 12 games, 12 deals; 3 times other cards, each with 4 seatings"
    assert [line.split("  ")[0] for line in lines[3:]] == [
        "easy", "random", "", "0 easy", "1 random", "2 easy", "3 random",
    ]  # fmt: skip
    assert re.search(r"^easy +24 +\d+\.\d % \(\d+\.\d to \d+\.\d\)", ended.out, re.MULTILINE)


def test_json(pyramid: Pyramid) -> None:
    """Everybody's moves: 13 cards a deal and three cards passed; points a deal sum up to 26."""
    ended = pyramid("arena", "hearts", "--games", "2", "--seed", "5", *QUICK, "--json")
    found = told(ended.out)
    assert found["game"] == "hearts"
    assert found["options"] == {"max_deals": 1}
    assert found["players"][0]["name"] == "easy"
    assert (found["boards"], found["games"], found["deals"], found["seed"]) == (2, 8, 8, 5)
    assert [each["moves"] for each in found["names"]] == [8 * 4 * 14]
    assert found["names"][0]["points"]["mean"] in (6.5, 13, 19.5)
    assert found["first_team"] is None


@pytest.mark.parametrize("game", ["spades", "kaiser"])
def test_games_of_teams(pyramid: Pyramid, game: str) -> None:
    """Two seatings, and the share of the first team."""
    ended = pyramid("arena", game, "--bots", "random", "--games", "4", *QUICK)
    assert ended.out.startswith(f"{game}: 8 games")
    assert re.search(r"first player's team has won \d+\.\d % \(.* to .*\) of games", ended.out)
    found = told(pyramid("arena", game, "--bots", "random", "--games", "4", *QUICK, "--json").out)
    teams = [each["wins"]["mean"] for each in found["players"]]
    assert teams[0] == teams[2]
    assert teams[1] == teams[3]
    assert found["first_team"]["mean"] == teams[0]


def test_a_game_for_one(pyramid: Pyramid) -> None:
    """Nobody to be compared with."""
    found = told(pyramid("arena", "pyramid", "--games", "3", "--json").out)
    assert [each["margin"] for each in found["names"]] == [None]
    assert found["games"] == 3


def test_options_as_they_are_read(pyramid: Pyramid, tmp_path: Path) -> None:
    """Numbers, truth values, words and none; in logs too."""
    given = ("max_deals=1", "floor=none", "boston=0200", "blind_nil=yes", "double_nil=pair")
    options = [word for each in given for word in ("--option", each)]
    ended = pyramid("arena", "spades", "--games", "1", *options, "--json", "--log", "logs")
    read = {"max_deals": 1, "floor": None, "boston": 200, "blind_nil": True, "double_nil": "pair"}
    assert told(ended.out)["options"] == read
    for path in (tmp_path / "logs").iterdir():
        assert json.loads(path.read_text().splitlines()[0])["options"] == read
        begun = pyramid("replay", str(path)).out.partition("\n")[0]
        assert begun == ("spades, max_deals=1, floor=none, boston=200, blind_nil=yes, "
                         "double_nil=pair, seed 1")  # fmt: skip


def test_strong_bots_think_as_much_as_is_said(pyramid: Pyramid) -> None:
    """And the same number of worlds brings the same game, whatever the clock says."""
    arguments = ("arena", "hearts", "--bots", "strong,easy", "--games", "1", *QUICK, "--json")
    first = told(pyramid(*arguments, "--worlds", "25").out)
    assert told(pyramid(*arguments, "--worlds", "25").out) == first
    assert told(pyramid(*arguments, "--worlds", "100").out) != first


def test_jobs_change_nothing(tmp_path: Path) -> None:
    """But how long it takes."""
    arguments = ("arena", "hearts", "--bots", "easy,random", "--games", "3", *QUICK, "--json")
    found = [told(process(*arguments, "--jobs", jobs, cwd=tmp_path).out) for jobs in ("1", "3")]
    assert found[0] == found[1]


def test_logs(pyramid: Pyramid, tmp_path: Path) -> None:
    """A file for each game, named by game, seed and seating; they are whole matches."""
    folder = tmp_path / "new" / "logs"
    ended = pyramid("arena", "hearts", "--games", "2", "--seed", "8", *QUICK, "--log", str(folder))
    assert ended.status == 0
    names = {f"hearts-{seed}-{seating}.jsonl" for seed in (8, 9) for seating in (1, 2, 3, 4)}
    assert {path.name for path in folder.iterdir()} == names
    for path in folder.iterdir():
        lines = path.read_text().splitlines()
        assert json.loads(lines[0])["seed"] == path.name.split("-")[1]
        assert Match.from_lines(lines).is_over
        assert pyramid("replay", str(path)).status == 0


def deal_line(shift: int, **more: object) -> str:
    """A deal in which seat ``shift`` holds the aces' neighbours: any four hands will do."""
    hands = [by_suit(PACK[(at - shift) % 4 :: 4]) for at in range(4)]
    return json.dumps({"hands": [[str(card) for card in hand] for hand in hands], **more})


def test_deals_of_ones_own(pyramid: Pyramid, tmp_path: Path) -> None:
    """A game for each line; the line's dealer goes before that of the command."""
    file = tmp_path / "deals"
    file.write_text(f"{deal_line(0, dealer=2)}\n\n{deal_line(1)}\n")
    ended = pyramid(
        "arena", "spades", "--deal", str(file), "--dealer", "3", *QUICK, "--log", "l"
    )  # fmt: skip
    assert ended.out.startswith("spades: 4 games")
    for number, dealer in ((1, 2), (2, 3)):
        for seating in (1, 2):
            lines = (tmp_path / "l" / f"spades-{number}-{seating}.jsonl").read_text().splitlines()
            match = Match.from_lines(lines)
            assert match.begun.dealer == dealer
            assert match.begun.hands[number - 1] == by_suit(PACK[::4])


def test_deals_from_standard_input(pyramid: Pyramid) -> None:
    ended = pyramid("arena", "spades", "--deal", "-", *QUICK, stdin=deal_line(0))
    assert ended.out.startswith("spades: 2 games")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not JSON"),
        ("[]", 'a deal is {"dealer": ..., "hands": [[...], ...]}'),
        ('{"hands": 4}', "hands are a list of lists"),
        ('{"hands": [["1C"]]}', "1C"),
        ('{"hands": [[], []]}', "deal 1: 2 hands for 4 seats"),
        ('{"hands": [[], [], [], []]}', "deal 1: missing: 2C"),
        (deal_line(0, dealer=4), "dealer 4: the seats are 0 to 3"),
        (deal_line(0, dealer="1"), "a dealer is a seat's number"),
        (deal_line(0, scores=[1]), "a deal is"),
        ("", "no deal in it"),
    ],
)
def test_deals_that_cannot_be_had(pyramid: Pyramid, tmp_path: Path, line: str, said: str) -> None:
    """The line is named, and nothing is played."""
    file = tmp_path / "deals"
    file.write_text(f"\n{line}\n")
    ended = pyramid("arena", "spades", "--deal", str(file))
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert ("line 2: " in ended.err) == bool(line)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("bridge",), "there is no game 'bridge'"),
        (("hearts", "--bots", "genius"), "hearts has no bot 'genius'"),
        (("pyramid", "--bots", "easy"), "pyramid has no bot 'easy'; it has random"),
        (("hearts", "--bots", "easy,easy,easy"), "--bots: 3 names for 4 seats"),
        (("hearts", "--bots", ""), "hearts has no bot ''"),
        (("hearts", "--option", "players"), "write NAME=VALUE"),
        (("hearts", "--option", "players=9"), "players='9': give a whole number from 2 to 6"),
        (("hearts", "--option", "cards=9"), "there is no option 'cards'"),
        (("hearts", "--dealer", "4"), "dealer 4: the seats are 0 to 3"),
        (("hearts", "--deal", "x", "--games", "2"), "without --games"),
        (("hearts", "--deal", "missing"), "missing can't be read"),
        (("hearts", "--seat", "4=cat"), "--seat 4: the places are 0 to 3"),
        (("hearts", "--seat", "cat"), "write N='COMMAND'"),
        (("hearts", "--seat", "1="), "write N='COMMAND'"),
        (("hearts", "--seat-seconds", "nan"), "a finite number above 0, 3600 at most"),
        (("hearts", "--seat-seconds", "inf"), "a finite number above 0, 3600 at most"),
        (("hearts", "--seat-seconds", "0"), "a finite number above 0, 3600 at most"),
        (("hearts", "--seat-seconds", "3601"), "a finite number above 0, 3600 at most"),
        (("hearts", "--seat-seconds", "soon"), "'soon' is not a number"),
    ],
)
def test_what_cannot_be_played(pyramid: Pyramid, arguments: tuple[str, ...], said: str) -> None:
    ended = pyramid("arena", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err


def test_more_players(pyramid: Pyramid) -> None:
    """By an option; the names are repeated around the table."""
    ended = pyramid("arena", "hearts", "--bots", "easy,random", "--games", "1", "--option",
                    "players=6", *QUICK)  # fmt: skip
    assert ended.out.startswith("hearts: 6 games, 6 deals; 1 time other cards")


def test_logs_that_cannot_be_written(pyramid: Pyramid, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ended = pyramid("arena", "hearts", "--games", "1", "--log", "file/logs", *QUICK)
    assert ended.status == 2
    assert "file/logs can't be made" in ended.err


def children_of(group: int) -> list[int]:
    """Processes of a group that are there."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if os.getpgid(int(entry.name)) == group:
                    found.append(int(entry.name))
            except ProcessLookupError:
                continue
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c(tmp_path: Path, jobs: str) -> None:
    """Ends at once, says how far it was, and leaves no process."""
    logs = tmp_path / "logs"
    running = start("arena", "hearts", "--games", "5000", "--jobs", jobs, "--log", str(logs),
                    cwd=tmp_path)  # fmt: skip
    end = time.monotonic() + 60
    while not (logs.is_dir() and any(logs.iterdir())):
        assert time.monotonic() < end
        assert running.poll() is None
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, b"")
    assert re.fullmatch(rb"pyramid: interrupted; \d+ games played\n", err)
    while children_of(running.pid):
        # A helper of Python's goes last.
        assert time.monotonic() < end
        time.sleep(0.05)

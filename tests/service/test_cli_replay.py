"""``pyramid replay``: logs checked and told, and faults that name their line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.match import Match
from games.registry import GAMES
from games.shuffle import Stream
from tests.games.playing import play_on
from tests.service.command import Pyramid

SHORT = {"hearts": {"max_deals": 1}, "spades": {"max_deals": 1}, "kaiser": {"max_deals": 2},
         "pyramid": {"max_actions": 20}}  # fmt: skip


def log_of(name: str) -> list[str]:
    """A random game."""
    return list(play_on(Match(GAMES[name], SHORT[name], "r"), Stream("r", "dice")).lines())


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_game_is_told(pyramid: Pyramid, tmp_path: Path, name: str) -> None:
    """From a file or standard input: a line with its number for each action, and the end."""
    lines = log_of(name)
    text = "\n".join(lines)
    (tmp_path / "log").write_text(text)
    ended = pyramid("replay", "log")
    assert (ended.status, ended.err) == (0, "")
    assert pyramid("replay", "-", stdin=text) == ended
    shown = ended.out.splitlines()
    assert shown[0].startswith(f"{name}, max_")
    assert shown[1].startswith("deal")
    assert "game over" in shown[-1]
    numbers = [int(line[:5]) for line in shown if line[:5].strip().isdigit()]
    actions = [at for at, line in enumerate(lines, 1) if line.startswith('{"seat"')]
    assert numbers == actions


def test_a_game_that_was_kept(pyramid: Pyramid) -> None:
    """The line before the log is skipped, and lines keep their numbers: also in what is wrong."""
    pyramid("play", "spades", "--seed", "1", "--bots", "random", "--save", "kept", stdin="4\n1\n")
    head, *log = Path("kept").read_text().splitlines()
    ended = pyramid("replay", "kept")
    assert (ended.status, ended.err) == (0, "")
    plain = pyramid("replay", "-", stdin="\n".join(["", *log]))
    assert ended == plain
    assert "seat 0 bids 4\n" in ended.out
    broken = pyramid("replay", "-", stdin="\n".join([head, *log[:2], "queen"]))
    assert broken.status == 2
    assert "line 4: not JSON: 'queen'" in broken.err
    assert "line 1: " in pyramid("replay", "-", stdin="\n".join(['{"play": 2}', *log])).err


def test_what_was_legal(pyramid: Pyramid, name: str) -> None:
    """At each step, as the game says it; what was done is among it."""
    lines = log_of(name)
    match = Match.from_lines(lines)
    ended = pyramid("replay", "-", "--json", "--legal", stdin="\n".join(lines))
    first, *steps, last = (json.loads(line) for line in ended.out.splitlines())
    assert first["game"] == name
    assert first["seed"] == "r"
    assert [step["seat"] for step in steps] == [step.seat for step in match.steps]
    again = Match(GAMES[name], SHORT[name], "r")
    for step in steps:
        view = again.game.view_to_json(again.game.view(again.state, step["seat"]))
        assert step["legal"] == view["legal"]
        assert json.loads(lines[step["line"] - 1])["action"] == step["action"]
        events = again.act(step["seat"], again.game.action_from_json(step["action"]))
        assert step["events"] == [each.seen_by_all() for each in events]
        if "pass" not in step["action"]:
            assert step["action"] in step["legal"]
    assert last["actions"] == len(steps)
    assert last["over"]["reason"] == match.game.result(match.state).reason  # type: ignore[union-attr]
    in_words = pyramid("replay", "-", "--legal", stdin="\n".join(lines)).out
    assert in_words.count(" may ") == len(steps)


def test_the_words(pyramid: Pyramid) -> None:
    """Of hearts: who plays what, tricks with their points, the score."""
    out = pyramid("replay", "-", "--legal", stdin="\n".join(log_of("hearts"))).out
    assert "seat 0 may pass 3 of " in out
    assert "  seat 0: hand " in out
    assert "the cards change hands: left" in out
    assert " breaks hearts\n" in out
    assert "takes the trick 2C " in out
    assert "deal 1 counts " in out


def test_a_game_that_is_not_over(pyramid: Pyramid) -> None:
    """Whom it waits for is told."""
    lines = log_of("spades")
    ended = pyramid("replay", "-", stdin="\n".join(lines[:4]))
    assert ended.status == 0
    assert ended.out.endswith("The log ends here; the game waits for seat "
                              f"{json.loads(lines[4])['seat']}.\n")  # fmt: skip
    last = pyramid("replay", "-", "--json", stdin="\n".join(lines[:4])).out.splitlines()[-1]
    assert json.loads(last) == {"actions": 1, "over": None}


def test_a_header_alone(pyramid: Pyramid) -> None:
    ended = pyramid("replay", "-", stdin=log_of("kaiser")[0])
    assert ended.status == 0
    assert "The log ends here" in ended.out


@pytest.mark.parametrize(
    ("at", "line", "said"),
    [
        (1, "{}", 'line 1: a match begins with {"match": 1'),
        (1, '{"match": 1, "game": "bridge"}', "line 1: there is no game 'bridge'"),
        (3, "queen", "line 3: not JSON: 'queen'"),
        (3, '{"seat": 7, "action": {"bid": 1}}', "line 3: there is no seat 7"),
        (3, '{"seat": 0, "action": {"play": "2C"}}', "line 3: seat 0: NotYourTurn: "),
        (4, '{"event": "bid", "seat": 0}', "line 4: it should read"),
        (4, '{"event": "moon", "seat": 0}', "line 4: nothing of the kind has happened here"),
    ],
)
def test_faults_name_the_line(pyramid: Pyramid, at: int, line: str, said: str) -> None:
    """What is right before it has been told; status 2."""
    lines = log_of("spades")
    assert json.loads(lines[2])["seat"] != 0
    lines[at - 1] = line
    ended = pyramid("replay", "-", stdin="\n".join(lines))
    assert ended.status == 2
    assert said in ended.err
    assert "Traceback" not in ended.err
    assert "game over" not in ended.out


@pytest.mark.parametrize(
    ("source", "said"), [("missing", "missing can't be read"), ("-", "there are no lines")]
)
def test_no_log(pyramid: Pyramid, source: str, said: str) -> None:
    ended = pyramid("replay", source)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err

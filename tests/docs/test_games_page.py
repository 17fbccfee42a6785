"""The games' page says what the code does: options, views, events, and the README's commands."""

from __future__ import annotations

import json
import re
import shlex
from collections import defaultdict
from pathlib import Path

import pytest

from games.cards import PACK, by_suit
from games.hearts.options import Options as HeartsOptions
from games.hearts.state import View as HeartsView
from games.kaiser.options import Options as KaiserOptions
from games.kaiser.state import View as KaiserView
from games.match import Match
from games.options import describe
from games.protocol import Setup
from games.pyramid.options import Options as PyramidOptions
from games.pyramid.state import Ending
from games.pyramid.state import View as PyramidView
from games.registry import GAMES
from games.shuffle import Stream
from games.spades.options import Options as SpadesOptions
from games.spades.state import View as SpadesView
from tests.games.playing import play_on
from tests.games.tables import TABLES
from tests.service.command import Ended, process

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
OPTIONS = {
    "hearts": HeartsOptions,
    "spades": SpadesOptions,
    "kaiser": KaiserOptions,
    "pyramid": PyramidOptions,
}
VIEWS = {
    "hearts": HeartsView._fields,
    "spades": SpadesView._fields,
    "kaiser": KaiserView._fields,
    "pyramid": PyramidView._fields,
}


def section(title: str) -> str:
    """What stands under a heading, up to the next of any level."""
    return PAGE.partition(f"# {title}\n")[2].partition("\n#")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the rows of all tables, without their headings."""
    lines = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)
    cells = [[cell.strip() for cell in re.split(r"(?<!\\) ?\| ?", line)] for line in lines]
    return [row for row in cells if row[0] not in {"option", "game", "field", "line", "level"}]


def names(cell: str) -> set[str]:
    """What stands in code marks."""
    return set(re.findall(r"`(\w+)`", cell))


@pytest.mark.parametrize("name", GAMES)
def test_options(name: str) -> None:
    """Each table lists all options as the code describes them, in its order."""
    told = [tuple(row) for row in rows(section(f"Options of {name}"))]
    assert told == [(f"`{option}`", *rest) for option, *rest in describe(OPTIONS[name])]


@pytest.mark.parametrize("name", GAMES)
def test_views(name: str) -> None:
    """Each view's fields are told, and no others."""
    all_games, cards, own = (
        part for part in re.split(r"\n(?=Games of cards|Besides)", section("Views"))
    )
    told = set().union(*(names(row[0]) for row in rows(all_games)))
    if name != "pyramid":
        told |= set().union(*(names(row[0]) for row in rows(cards)))
    told |= set().union(*(names(row[1]) for row in rows(own) if row[0] == name))
    assert told == set(VIEWS[name])


def happened(name: str) -> dict[str, tuple[set[str], set[str]]]:
    """The kinds of events of many random games, with their fields, and those by seat."""
    found: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for game, options in TABLES:
        if game.name != name:
            continue
        for number in range(6):
            match = play_on(Match(game, options, f"page {number}"), Stream(f"{number}", "dice"))
            for event in match.events():
                told = event.seen_by_all()
                by_seat = told.pop("seats", {}).values()
                fields, own = found[told.pop("event")]
                fields |= set(told)
                own |= {field for values in by_seat for field in values}
    return found


#: Too seldom for random games: others' tests have them.
SELDOM = {"moon_choice", "moon", "thrown_in", "boston", "won", "resigned"}


@pytest.mark.parametrize("name", GAMES)
def test_events(name: str) -> None:
    """Each kind of event is told with its fields; what is told there is in the code."""
    told = {
        kind: (names(row[2]), names(row[3]))
        for row in rows(section("Events"))
        if row[0] == name
        for kind in names(row[1])
    }
    found = happened(name)
    assert set(found) <= set(told)
    assert set(told) - set(found) <= SELDOM
    for kind, fields in found.items():
        assert told[kind] == fields, kind
    code = "".join(path.read_text() for path in (ROOT / "games" / name).glob("*.py"))
    kinds = set(re.findall(r'\bevent\(\s*"(\w+)"', code)) | (told.keys() & {"won", "lost"})
    kinds |= {"play"} & set(re.findall(r"\bcard_(play)ed\(", code))
    assert kinds == set(told)


def test_header_of_logs() -> None:
    """Each field of a log's first line is told."""
    hands = tuple(by_suit(PACK[at::4]) for at in range(4))
    header = json.loads(next(Match(GAMES["spades"], {}, "1", Setup((hands,))).lines()))
    table = section("Logs").partition("The header:")[2]
    assert fields_of(table) == set(header)


def fields_of(text: str) -> set[str]:
    """The names in the first cells of tables."""
    return set().union(*(names(row[0]) for row in rows(text)))


def test_the_ending_of_pyramid() -> None:
    """Each of its fields is told, in order or not."""
    assert fields_of(section("The ending of pyramid")) == set(Ending._fields)


def test_json_of_the_arena(tmp_path: Path) -> None:
    """Each field of what is printed is told, and no others: of the whole, standings, and means."""
    whole, standing, mean = (
        fields_of(part)
        for part in re.split(r"\n(?=A standing:|Shares, from)", section("The arena's JSON"))
    )
    ended = process(
        "arena", "kaiser", "--bots", "random", "--games", "2", "--option", "max_deals=1", "--json",
        cwd=tmp_path,
    )  # fmt: skip
    found = json.loads(ended.out)
    assert set(found) == whole
    for each in found["names"] + found["players"]:
        assert set(each) == standing
        for name in ("wins", "points", "margin"):
            assert set(each[name]) == mean
    assert set(found["first_team"]) == mean


def test_json_of_replay(tmp_path: Path) -> None:
    """Each field of its lines is told, and no others."""
    told: dict[str, set[str]] = defaultdict(set)
    for row in rows(section("Replay as JSON")):
        told[row[0]] |= names(row[1])
    log = "\n".join(play_on(Match(GAMES["kaiser"], {"max_deals": 1}, "1"), Stream("1", "")).lines())
    ended = process("replay", "-", "--json", "--legal", cwd=tmp_path, stdin=log.encode())
    first, *actions, last = (set(json.loads(line)) for line in ended.out.splitlines())
    assert first == told["first"]
    assert actions
    assert all(each == told["action"] for each in actions)
    assert last == told["last"]


def test_commands_of_commitments(tmp_path: Path) -> None:
    """The first prints what the second is given, and that holds."""
    (block,) = re.findall(r"```sh\n(pyramid fair .*?)```", PAGE, re.DOTALL)
    lines = block.replace("\\\n", "").splitlines()
    commands = [shlex.split(line, comments=True) for line in lines]
    made, checked = (process(*words, cwd=tmp_path) for _, *words in commands)
    assert made.status == checked.status == 0
    assert made.out.splitlines()[0].endswith(f" is {commands[1][-1]}.")
    assert checked.out.startswith("The commitment is that of seed 42 and salt pepper.")
    assert made.out.splitlines()[1:] == checked.out.splitlines()[1:]


def readme_commands() -> list[list[str]]:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = readme.partition("\n## Games\n")[2].partition("```sh\n")[2].partition("```")[0]
    return [shlex.split(line, comments=True) for line in block.splitlines()]


def test_readme_commands(tmp_path: Path) -> None:
    """The README's commands for games run as they stand there, one after the other."""
    commands = readme_commands()
    assert len(commands) == 4
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    ended: list[Ended] = []
    for program, *arguments in commands:
        assert program == "pyramid"
        ended.append(process(*arguments, cwd=tmp_path, stdin=b"quit\n"))
        assert (ended[-1].status, ended[-1].err) == (0, "")
    assert "You may pass 3 of" in ended[0].out
    assert ended[1].out.startswith("hearts: 8 games")
    assert "random_player.py" in ended[2].out
    assert ended[3].out.splitlines()[-1].strip().startswith("game over")

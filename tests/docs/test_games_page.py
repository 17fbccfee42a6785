"""The games' page says what the code does: options, views, events, and the README's commands."""

from __future__ import annotations

import re
import shlex
from collections import defaultdict
from pathlib import Path

import pytest

from games.hearts.options import Options as HeartsOptions
from games.hearts.state import View as HeartsView
from games.kaiser.options import Options as KaiserOptions
from games.kaiser.state import View as KaiserView
from games.match import Match
from games.options import describe
from games.pyramid.options import Options as PyramidOptions
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
    import json

    header = json.loads(next(Match(GAMES["hearts"]).lines()))
    table = section("Logs").partition("The header:")[2]
    assert set().union(*(names(row[0]) for row in rows(table))) == set(header)


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

"""The golden playthroughs are what the engines still play, and what they still accept."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from games.errors import GameError
from games.match import Match
from games.options import describe
from games.registry import GAMES
from tests.games.golden import FOLDER, GOLDEN, ROOT, Golden, begun, lines_of, played


def test_all_are_there() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == {golden.name for golden in GOLDEN}


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_game_is_what_it_was(golden: Golden) -> None:
    """Line for line; and read from the file it is the same game, at its end."""
    text = (FOLDER / f"{golden.name}.jsonl").read_text()
    assert "".join(lines_of(golden)) == text
    match = Match.from_lines(text.splitlines())
    assert match.is_over
    assert match.state == played(golden).state


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_game_tells_what_it_is_kept_for(golden: Golden) -> None:
    """There are events with those fields."""
    told = [each.seen_by_all() for each in played(golden).events()]
    for wanted in golden.tells:
        assert any(wanted.items() <= each.items() for each in told), wanted


def outcome_without(golden: Golden, option: str) -> str:
    """What becomes of the same actions without an option.

    They are ``refused``; or the game ``tells otherwise`` what comes of them; or it tells the same
    but ``allows something else`` to somebody who acts; or it is ``the same``.
    """
    match = played(golden)
    before: Any = match.begun
    legal_differs = False
    try:
        other = begun(golden, without=option)
        if list(match.game.events(match.begun)) != list(other.game.events(other.begun)):
            return "tells otherwise"
        for step in match.steps:
            legal_differs |= match.game.legal(before, step.seat) != other.game.legal(
                other.state, step.seat
            )
            if other.act(step.seat, step.action) != step.events:
                return "tells otherwise"
            before = match.game.apply(before, step.seat, step.action)
    except GameError:
        return "refused"
    return "allows something else" if legal_differs else "the same"


@pytest.mark.parametrize(
    ("golden", "option"),
    [(golden, option) for golden in GOLDEN for option in golden.options],
    ids=lambda given: given if isinstance(given, str) else given.name,
)
def test_each_option_makes_a_difference(golden: Golden, option: str) -> None:
    """Without any one of its options the same actions are refused, or something else is told.

    A game that keeps to what an option forbids is the same without, but for what is legal.
    """
    is_bound = option == golden.forbids
    expected = {"allows something else"} if is_bound else {"refused", "tells otherwise"}
    assert outcome_without(golden, option) in expected


def test_each_value_of_an_option_is_played() -> None:
    """Each word that isn't the default; of numbers one, and none at all where there may be none.

    Of packs for another number of players all. What only views tell is in no log: ``notice``.
    """
    shown = {
        (golden.game, name, ("no", "yes")[value] if isinstance(value, bool) else str(value))
        for golden in GOLDEN
        for name, value in golden.options.items()
    }
    played_at_all = {(game, name) for game, name, _ in shown}
    for game in GAMES.values():
        for name, words, default, _ in describe(type(game.options({}))):
            if (game.name, name) == ("pyramid", "notice"):
                continue
            assert (game.name, name) in played_at_all, f"{game.name} {name}"
            if game.name == "pyramid":
                continue
            for word in words.split(", "):
                if word != default and " to " not in word:
                    assert (game.name, name, word) in shown, f"{game.name} {name}={word}"
    assert {("hearts", "players", str(players)) for players in (2, 3, 5, 6)} <= shown


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_of_event_is_told(game: str) -> None:
    """All kinds that the games' page lists are in some playthrough."""
    page = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    table = page.partition("### Events\n")[2].partition("\n#")[0]
    rows = re.findall(rf"^\| {game} \| ([^|]*) \|", table, re.MULTILINE)
    listed = {kind for row in rows for kind in re.findall(r"`(\w+)`", row)}
    lines = [
        json.loads(line)
        for golden in GOLDEN
        if golden.game == game
        for line in (FOLDER / f"{golden.name}.jsonl").read_text().splitlines()
    ]
    assert listed
    assert {line["event"] for line in lines if "event" in line} == listed

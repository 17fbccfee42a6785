"""The golden playthroughs are what the engines still play, and what they still accept."""

from __future__ import annotations

import pytest

from games.match import Match
from tests.games.golden import FOLDER, GOLDEN, Golden, lines_of, played


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

"""Golden playthroughs: whole games as they were written down, and the script that writes them.

    python -m tests.games.golden

writes them all again into ``tests/data/games``. What changes there is what the engines do
otherwise than before: look at it before it is kept. ``tests/games/playthroughs.py`` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from games.match import Match
from games.registry import game_named
from games.shuffle import Stream
from tests.games.habits import play_by_habit
from tests.games.playing import play_on
from tests.games.playthroughs import GOLDEN, Golden

__all__ = ["FOLDER", "GOLDEN", "ROOT", "Golden", "begun", "lines_of", "played"]

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "data" / "games"


def begun(golden: Golden, without: str | None = None) -> Match:
    """The game before the first action; if so said, without one of its options."""
    options = {name: value for name, value in golden.options.items() if name != without}
    return Match(game_named(golden.game), options, golden.seed, golden.setup)


def played(golden: Golden) -> Match:
    """The game: its opening, and then seeded random moves, or moves by habit."""
    match, dice = begun(golden), Stream(golden.seed, "dice")
    for action in golden.opening:
        match.act(min(match.game.to_act(match.state)), match.game.action_from_json(action))
    if golden.habits:
        return play_by_habit(match, golden.habits, dice)
    return play_on(match, dice)


def lines_of(golden: Golden) -> Iterator[str]:
    """What is kept of it."""
    return (f"{line}\n" for line in played(golden).lines())


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.jsonl"):
        path.unlink()
    for golden in GOLDEN:
        (FOLDER / f"{golden.name}.jsonl").write_text("".join(lines_of(golden)))


if __name__ == "__main__":
    main()

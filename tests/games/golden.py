"""Golden playthroughs: whole games as they were written down, and the script that writes them.

    python -m tests.games.golden

writes them all again into ``tests/data/games``. What changes there is what the engines do
otherwise than before: look at it before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from games.match import Match
from games.protocol import Setup
from games.registry import game_named
from games.shuffle import Stream
from tests.games.playing import play_on

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "data" / "games"


class Golden(NamedTuple):
    """A game to be kept: its name, options, seed, and what its score sheet begins with."""

    name: str
    game: str
    options: dict[str, Any]
    seed: str
    scores: tuple[int, ...] = ()


GOLDEN = (
    Golden("hearts", "hearts", {"max_deals": 4}, "h1"),
    Golden("hearts-to-the-end", "hearts", {}, "h2", (90, 75, 88, 60)),
    Golden("hearts-omnibus", "hearts", {"max_deals": 1, "jack_of_diamonds": "jack"}, "h3"),
    Golden(
        "hearts-queen",
        "hearts",
        {"max_deals": 1, "queen_breaks_hearts": True, "queen_lead_needs_broken": True},
        "h4",
    ),
    Golden("hearts-2", "hearts", {"max_deals": 1, "players": 2}, "h6"),
    Golden("hearts-3", "hearts", {"max_deals": 2, "players": 3}, "h7"),
    Golden("hearts-6", "hearts", {"max_deals": 2, "players": 6}, "h8"),
    Golden("hearts-1913", "hearts", {"max_deals": 1, "style": "hoyle1913"}, "h9"),
    Golden("spades", "spades", {"max_deals": 3}, "s1"),
    Golden("spades-to-the-end", "spades", {}, "s2", (-450, -430)),
    Golden("spades-blind-nil", "spades", {"max_deals": 2, "blind_nil": True}, "s3"),
    Golden("spades-two-of-clubs", "spades", {"max_deals": 1, "first_lead": "two_of_clubs"}, "s4"),
    Golden("spades-bags", "spades", {"max_deals": 3, "bags": 3, "team_bid_max": 3}, "s5"),
    Golden("kaiser", "kaiser", {"max_deals": 4}, "k1"),
    Golden("kaiser-to-the-end", "kaiser", {}, "k2", (40, 45)),
    Golden("kaiser-40", "kaiser", {"max_deals": 3, "kaiser_40": True}, "k3"),
    Golden("kaiser-misdeal", "kaiser", {"max_deals": 2, "misdeal": True}, "k4"),
    Golden("kaiser-redeal", "kaiser", {"max_deals": 4, "all_pass": "redeal"}, "k5"),
    Golden("kaiser-three-tricks", "kaiser", {"max_deals": 2, "three_trick_rule": True}, "k6"),
    Golden("pyramid", "pyramid", {"max_actions": 60}, "p1"),
    Golden("pyramid-one-pass", "pyramid", {"max_actions": 80, "rules": "one-pass"}, "p2"),
    Golden("pyramid-giza", "pyramid", {"max_actions": 60, "rules": "giza", "undo": "no"}, "p3"),
)


def played(golden: Golden) -> Match:
    """The game, by seeded random moves."""
    setup = Setup(scores=golden.scores)
    match = Match(game_named(golden.game), golden.options, golden.seed, setup)
    return play_on(match, Stream(golden.seed, "dice"))


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

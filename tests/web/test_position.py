"""The page's own rules against the solver's: the same moves, the same positions."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from service.http.rules import record_of
from solver.deal import Deal
from solver.notation import format_position
from solver.position import Position
from solver.rules import PRESETS, rules_named
from tests.service.serving.test_serve import Service
from tests.solver.boards import random_position, random_rules
from tests.web.conftest import Visitor

_WALK = """
async (games) => {
  const base = document.querySelector('script[type="module"]').src.replace("main.js", "");
  const { Position } = await import(base + "pyramid/position.js");
  const { Rules } = await import(base + "pyramid/rules.js");
  return games.map(({ rules, start, moves, deal }) => {
    const own = new Rules(rules);
    let at = deal ? Position.dealt(own, deal) : new Position(own, ...start);
    const seen = [];
    for (const move of [null, ...moves]) {
      if (move !== null) at = at.after(move);
      seen.push({ text: at.toString(), legal: at.legal().sort(), won: at.isWon, left: at.left });
    }
    return seen;
  });
}
"""
_LONGEST = 80
# The page leaves out how many passes there may be: the rules say so.
_PASSES = re.compile(r"(?<=pass: \d)/\S+")


def _texts(piles: Any) -> Any:
    """Cards as text, in whatever lists they stand."""
    if piles is None:
        return None
    return str(piles) if hasattr(piles, "rank") else [_texts(each) for each in piles]


def _walk(start: Position, rng: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    """Random moves, with a liking for removals, and all that is seen on the way."""
    moves: list[str] = []
    seen = []
    position = start
    while True:
        legal = position.legal_moves()
        seen.append(
            {
                "position": position,
                "legal": sorted(map(str, legal)),
                "won": position.is_won,
                "left": sum(card is not None for card in position.pyramid),
            }
        )
        if not legal or len(moves) == _LONGEST:
            return moves, seen
        removals = [move for move in legal if move.kind == "remove"]
        move = rng.choice(removals if removals and rng.random() < 0.7 else legal)
        moves.append(str(move))
        position = position.apply(move)


def _agree(visitor: Visitor, service: Service, starts: list[tuple[Position, bool]]) -> None:
    rng = random.Random(4)
    games, expected = [], []
    for start, is_deal in starts:
        moves, seen = _walk(start, rng)
        record = {"name": "some", "played_at": "", "has_dailies": False, **record_of(start.rules)}
        game: dict[str, Any] = {"rules": record, "moves": moves, "deal": None}
        if is_deal:
            # The order of the deal: pyramid, reserve, stock.
            reserve = [str(card) for column in start.reserve for card in column]
            pyramid = [str(card) for card in start.pyramid]
            game["deal"] = [*pyramid, *reserve, *map(str, start.stock)]
        else:
            piles = (start.pyramid, start.stock, start.wastes, start.reserve, start.cells)
            game["start"] = [*map(_texts, piles), start.pass_number]
        games.append(game)
        expected.append(seen)
    visitor.page.goto(f"{service.url}/")
    visitor.page.wait_for_selector(".desk")
    found = visitor.page.evaluate(_WALK, games)
    for (start, _), there, here in zip(starts, found, expected, strict=True):
        assert len(there) == len(here)
        for own, right in zip(there, here, strict=True):
            assert own["legal"] == right["legal"], (start.rules.name, own["text"])
            assert (own["won"], own["left"]) == (right["won"], right["left"])
            assert own["text"] == _PASSES.sub("", format_position(right["position"]))


def test_deals_of_every_preset(visitor: Visitor, service: Service) -> None:
    """Six games of each, from the deal on."""
    starts = [
        (Deal.seed(seed, rules).position(rules), True)
        for rules in map(rules_named, PRESETS)
        for seed in range(6)
    ]
    _agree(visitor, service, starts)


@pytest.mark.slow
def test_boards_of_the_family(visitor: Visitor, service: Service) -> None:
    """Small boards with rules at random, from the middle of games."""
    rng = random.Random(9)
    starts = []
    for _ in range(300):
        rules = random_rules(rng, rng.randint(1, 5))
        position = random_position(rng, rules, rng.randint(0, 9), rng.randint(0, 4))
        starts.append((position, False))
    _agree(visitor, service, starts)

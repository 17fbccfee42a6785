"""How hard a deal is: a number from 0 to 100, from things that can be measured.

| part | weight | what it is, from 0 to 1 |
|---|---|---|
| greed | 0.55 | the share of games that a greedy player loses |
| chance | 0.20 | the share of games that a random player loses |
| traps | 0.15 | along a shortest win, the share of choices at which some legal move loses |
| opening | 0.05 | the share of first moves that lose |
| passes | 0.05 | passes needed beyond the first, three or more counting as 1 |

The players are those of :mod:`solver.analysis.players`; their games depend on a seed and
on nothing else. ``docs/analysis.md`` shows how the number is distributed, and how well it
orders deals as the greedy player does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from solver.analysis.players import Player, greedy, play_out, random_mover
from solver.clock import default_clock
from solver.engines import solve
from solver.position import Position
from solver.result import UNWINNABLE, WINNABLE, Limits
from solver.rules import MAX_PASSES
from solver.shuffle import Dice

__all__ = ["LABELS", "Difficulty", "difficulty", "label_of", "passes_needed", "scores_of"]

#: Labels, and the number from which on each is given.
LABELS: tuple[tuple[int, str], ...] = ((0, "easy"), (25, "medium"), (50, "hard"), (75, "expert"))

_WEIGHTS = {"greed": 0.55, "chance": 0.20, "traps": 0.15, "opening": 0.05, "passes": 0.05}
_MANY_PASSES = 3
# The most that what isn't known from the games alone can add, and one for rounding.
_REST = 1 + round(100 * (_WEIGHTS["traps"] + _WEIGHTS["opening"] + _WEIGHTS["passes"]))


class Difficulty(NamedTuple):
    """How hard a deal is.

    Attributes:
        score: 0 to 100.
        label: ``easy``, ``medium``, ``hard`` or ``expert``.
        greedy_wins, random_wins: shares of games won by the two players.
        choices: positions along a shortest win with more than one legal move.
        traps: how many of these have a legal move that loses.
        first_moves: the share of first moves after which the game can be won.
        min_moves: the least number of moves.
        passes: the fewest passes through the stock in which it can be won.
    """

    score: int
    label: str
    greedy_wins: float
    random_wins: float
    choices: int
    traps: int
    first_moves: float
    min_moves: int
    passes: int


def label_of(score: int) -> str:
    """The label of a score."""
    return [label for least, label in LABELS if score >= least][-1]


def scores_of(label: str) -> tuple[int, int]:
    """The scores that have a label, from and to.

    Raises:
        ValueError: there is no such label.
    """
    found = [score for score in range(101) if label_of(score) == label]
    if not found:
        names = ", ".join(name for _, name in LABELS)
        raise ValueError(f"{label!r} is no difficulty; choose one of {names}")
    return found[0], found[-1]


def difficulty(
    position: Position,
    *,
    games: int = 32,
    seed: int = 0,
    limits: Limits | None = None,
    within: tuple[int, int] = (0, 100),
    clock: Callable[[], float] = default_clock,
) -> Difficulty | None:
    """How hard a position is to win.

    None if it can't be won, a limit was hit, or the score lies outside of what is wanted.

    Args:
        position: any moment of a game, usually a deal.
        games: how many games the greedy player plays; the random one plays half as many.
        seed: of these games.
        limits: for each question to the search.
        within: scores that are wanted, from and to; many others are told by the games alone.
        clock: gives seconds; only differences matter.

    Raises:
        BadPosition: this is no moment of a game.
        ValueError: ``games`` is less than 2.
    """
    if games < 2:
        raise ValueError(f"games={games}: must be 2 or more")
    if solve(position, winnable_only=True, limits=limits, clock=clock).status != WINNABLE:
        return None
    greedy_wins = _share_won(position, greedy, games, seed)
    random_wins = _share_won(position, random_mover, games // 2, seed)
    parts = {"greed": 1 - greedy_wins, "chance": 1 - random_wins}
    least = _score(parts)
    if least > within[1] or least + _REST < within[0]:
        return None
    whole = solve(position, limits=limits, clock=clock)
    passes = passes_needed(position, limits=limits, clock=clock)
    if whole.status != WINNABLE or passes is None:
        return None
    first_moves, choices, traps, here = 1.0, 0, 0, position
    for number, best in enumerate(whole.solution):
        moves = here.legal_moves()
        losing = 0
        for move in moves:
            if move != best:
                after = solve(here.apply(move), winnable_only=True, limits=limits, clock=clock)
                losing += after.status == UNWINNABLE
        if len(moves) > 1:
            choices += 1
            traps += losing > 0
        if number == 0:
            first_moves = 1 - losing / len(moves)
        here = here.apply(best)
    parts |= {
        "traps": traps / choices if choices else 0.0,
        "opening": 1 - first_moves,
        "passes": min(passes - 1, _MANY_PASSES) / _MANY_PASSES,
    }
    score = _score(parts)
    if not within[0] <= score <= within[1]:
        return None
    return Difficulty(
        score=score,
        label=label_of(score),
        greedy_wins=greedy_wins,
        random_wins=random_wins,
        choices=choices,
        traps=traps,
        first_moves=first_moves,
        min_moves=len(whole.solution),
        passes=passes,
    )


def _score(parts: dict[str, float]) -> int:
    """The number that parts make; those that are missing count nothing."""
    return round(100 * sum(_WEIGHTS[name] * part for name, part in parts.items()))


def _share_won(position: Position, player: Player, games: int, seed: int) -> float:
    dice = Dice(seed)
    return sum(play_out(position, player, dice) for _ in range(games)) / games


def passes_needed(
    position: Position,
    *,
    limits: Limits | None = None,
    clock: Callable[[], float] = default_clock,
) -> int | None:
    """The fewest passes, this one included, in which a position can be won.

    None: it can't be won, or a limit was hit.
    """
    rules = position.rules
    if not rules.passes:
        # How many have been doesn't matter where there may be any number.
        position = position._replace(pass_number=1)
    if solve(position, winnable_only=True, limits=limits, clock=clock).status != WINNABLE:
        return None
    for last in range(position.pass_number, (rules.passes or MAX_PASSES) + 1):
        fewer = position._replace(rules=replace(position.rules, passes=last))
        status = solve(fewer, winnable_only=True, limits=limits, clock=clock).status
        if status == WINNABLE:
            return last - position.pass_number + 1
        if status != UNWINNABLE:
            return None
    return None

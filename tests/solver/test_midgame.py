"""Two kernels on full-size games: the macro kernel against the general one.

Small boards can be held against the reference, but some arguments of the macro kernel only come
into play on large ones, in the middle of a game: kings on the waste, buried cards, passes
already used. The general kernel shares none of them.
"""

from __future__ import annotations

import random

import pytest

from solver import KERNEL_COMPILED, Deal, Limits, Position, Rules, format_position, solve
from solver.kernels.general import GeneralSearch
from solver.search import search_with

POSITIONS = 750 if KERNEL_COMPILED else 6
# Positions that the general kernel can't finish within this are compared by its bounds.
NODES = 300_000 if KERNEL_COMPILED else 3_000


def middle_of_a_game(seed: int) -> Position:
    """A position that play can reach from a seeded deal, under rules the macro kernel takes."""
    rng = random.Random(seed)
    rules = Rules(
        rows=rng.choice([5, 6, 7, 7, 7, 8]),
        shape=rng.choice(["pyramid", "pyramid", "pyramid", "triangle"]),
        passes=rng.choice([0, 0, 1, 2, 3]),
        stock_top=rng.random() < 0.5,
        cover_pairs=rng.random() < 0.5,
    )
    position = Deal.seed(seed).position(rules)
    for _ in range(rng.randint(5, 60)):
        moves = position.legal_moves()
        pairs = [move for move in moves if len(move.cards) == 2]
        if not moves:
            break
        position = position.apply(rng.choice(pairs if pairs and rng.random() < 0.7 else moves))
    return position


@pytest.mark.slow
@pytest.mark.parametrize("chunk", [0, pytest.param(1, marks=pytest.mark.extended)])
def test_the_kernels_agree_in_the_middle_of_games(chunk: int) -> None:
    """Winnability and the least number of moves are the same from both kernels."""
    general = GeneralSearch()
    decided = 0
    for seed in range(POSITIONS * chunk, POSITIONS * (chunk + 1)):
        position = middle_of_a_game(seed)
        if position.is_won:
            continue
        said = (seed, position.rules.name, format_position(position))
        limits = Limits(nodes=NODES)
        slow = search_with(general, position, winnable_only=False, limits=limits)
        fast = solve(position)
        assert fast.kernel == "macro", said
        if slow.status == "unknown":
            most = slow.at_most if slow.at_most is not None else 10_000
            assert fast.min_moves is None or slow.at_least <= fast.min_moves <= most, said
            continue
        decided += 1
        assert (fast.status, fast.min_moves) == (slow.status, slow.min_moves), said
        assert solve(position, winnable_only=True).status == slow.status, said
    assert decided > POSITIONS / 2


@pytest.mark.skipif(not KERNEL_COMPILED, reason="takes minutes when interpreted")
@pytest.mark.parametrize(("seed", "moves"), [(2, 49), (10, 63), (14, 62)])
def test_pairs_under_a_king(seed: int, moves: int) -> None:
    """V counts board pairs whose first card uncovers a king, too.

    When sets with an open king forgot their other removals, seed:10 took 64 moves.
    """
    assert solve(Deal.seed(seed)).min_moves == moves

"""Small random boards of the whole family, for differential tests."""

from __future__ import annotations

import random

from solver.board import board_for
from solver.cards import PACK, Card
from solver.pairing import PAIRINGS
from solver.position import Position
from solver.rules import Rules


def random_rules(rng: random.Random, rows: int) -> Rules:
    """Random parameters, small enough for the reference."""
    return Rules(
        rows=rows,
        shape=rng.choice(["pyramid", "pyramid", "triangle"]),
        pairing=rng.choice(["sum13"] * 4 + list(PAIRINGS)),
        draw=rng.choice([1, 1, 1, 2, 3]),
        passes=rng.choice([0, 0, 1, 2, 3]),
        stock_top=rng.random() < 0.5,
        cover_pairs=rng.random() < 0.5,
        cells=rng.choice([0, 0, 0, 1, 2]),
        goal=rng.choice(["pyramid", "pyramid", "board", "all"]),
    )


def random_position(rng: random.Random, rules: Rules, stock: int, in_reserve: int = 0) -> Position:
    """A position in the middle of a game, built so that wins are not rare.

    The pack is drawn from few ranks, since random cards of thirteen seldom match on a
    small board. Some board cards have gone already, and some stock cards are waste.
    """
    board = board_for(rules.shape, rules.rows)
    need = board.size + stock + in_reserve
    ranks = rng.sample(range(1, 14), k=min(13, max(4, (need + 3) // 4 + rng.randint(0, 4))))
    if rules.pairing.startswith("sum"):
        total = int(rules.pairing[3:])
        for rank in list(ranks):
            if 1 <= total - rank <= 13:
                ranks.append(total - rank)
    pack = [card for card in PACK if card.rank in set(ranks)]
    rng.shuffle(pack)
    cards = pack[:need]
    pyramid: list[Card | None] = list(cards[: board.size])
    left = board.full
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        exposed = board.exposed(left)
        if len(exposed) > 1:
            gone = rng.choice(exposed)
            left &= ~(1 << gone)
            pyramid[gone] = None
    loose = cards[board.size :]
    columns = []
    for _ in range(in_reserve):
        depth = rng.randint(1, 2)
        columns.append(tuple(loose[:depth]))
        loose = loose[depth:]
    columns = [column for column in columns if column]
    cells = []
    if rules.cells and loose and rng.random() < 0.3:
        cells, loose = [loose[0]], loose[1:]
    split = rng.choice([0, 0, rng.randint(0, len(loose))])
    return Position(
        rules,
        tuple(pyramid),
        tuple(loose[split:]),
        (tuple(loose[:split]),),
        tuple(columns),
        tuple(cells),
        rng.randint(1, rules.passes) if rules.passes and split else 1,
    )


def small_board(rng: random.Random, fast: bool = False) -> Position:
    """A board of 2 to 4 rows under random rules; ``fast``: what the macro kernel takes."""
    rows = rng.choice([2, 2, 3, 3, 3, 4])
    rules = random_rules(rng, rows)
    if fast:
        rules = Rules(
            rows=rows,
            passes=rules.passes,
            stock_top=rules.stock_top,
            cover_pairs=rules.cover_pairs,
        )
        return random_position(rng, rules, rng.randint(0, 9))
    return random_position(
        rng, rules, rng.randint(0, 7 if rows < 4 else 5), rng.choice([0, 0, 0, 1, 2])
    )

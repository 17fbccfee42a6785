"""Small random boards of the whole family, for differential tests."""

from __future__ import annotations

import random
from dataclasses import replace

from solver.board import LAYOUTS, board_for
from solver.cards import Card, pack_of
from solver.pairing import PAIRINGS
from solver.position import Position
from solver.rules import Rules


def random_rules(rng: random.Random, rows: int) -> Rules:
    """Random parameters, small enough for the reference."""
    draw = rng.choice([1, 1, 1, 2, 3, 3])
    return Rules(
        # Several blocks of two rows have as many cards as one of three.
        rows=rows,
        shape=rng.choice(["pyramid"] * 4 + ["triangle"] * 2 + list(LAYOUTS)[2:] * (rows == 2)),
        pairing=rng.choice(["sum13"] * 4 + list(PAIRINGS)),
        draw=draw,
        wastes=rng.randint(1, draw),
        keep_waste=rng.random() < 0.8,
        decks=rng.choice([1, 1, 2]),
        passes=rng.choice([0, 0, 1, 2, 3]),
        stock_top=rng.random() < 0.5,
        cover_pairs=rng.random() < 0.5,
        cells=rng.choice([0, 0, 0, 1, 2]),
        goal=rng.choice(["pyramid", "pyramid", "board", "all"]),
    )


def _in_pairs(rng: random.Random, rules: Rules, pack: list[Card], need: int) -> list[Card]:
    """So many cards of a pack, or one more, that could all go if none lay on another."""
    pairs, left = rules.pairs, list(pack)
    chosen: list[Card] = []
    while len(chosen) < need and left:
        card = left.pop()
        if pairs.single(card.rank):
            chosen.append(card)
            continue
        mate = next((other for other in left if pairs.pairs(card.rank, other.rank)), None)
        if mate is not None:
            left.remove(mate)
            chosen += [card, mate]
    rng.shuffle(chosen)
    return chosen


def random_position(rng: random.Random, rules: Rules, stock: int, in_reserve: int = 0) -> Position:
    """A position in the middle of a game, built so that wins are not rare.

    The pack is drawn from few ranks, since random cards of thirteen seldom match on a
    small board. Some board cards have gone already, and some stock cards are waste.
    """
    board = board_for(rules.shape, rules.rows)
    need = board.size + stock + in_reserve
    ranks = rng.sample(range(1, 14), k=min(13, max(2, (need + 3) // 4) + rng.randint(0, 3)))
    if rules.pairing.startswith("sum"):
        total = int(rules.pairing[3:])
        for rank in list(ranks):
            if 1 <= total - rank <= 13:
                ranks.append(total - rank)
    pack = [card for card in pack_of(rules.decks) if card.rank in set(ranks)]
    rng.shuffle(pack)
    # Where every card must go, cards that don't come in pairs would nearly always be lost.
    matched = rules.goal == "all" and rng.random() < 0.8
    cards = _in_pairs(rng, rules, pack, need) if matched else pack[:need]
    if len(cards) < need:
        others = [card for card in pack_of(rules.decks) if card not in cards]
        cards += rng.sample(others, need - len(cards))
    pyramid: list[Card | None] = list(cards[: board.size])
    left = board.full
    for _ in range(0 if matched else rng.choice([0, 0, 0, 1, 2])):
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
    wastes: list[list[Card]] = [[] for _ in range(rules.wastes)]
    for card in loose[:split]:
        rng.choice(wastes).append(card)
    return Position(
        rules,
        tuple(pyramid),
        tuple(loose[split:]),
        tuple(map(tuple, wastes)),
        tuple(columns),
        tuple(cells),
        rng.randint(1, rules.passes) if rules.passes and split else 1,
    )


def preset_board(rng: random.Random, rules: Rules) -> Position:
    """A small board under the rules of a preset, but for the number of its rows."""
    rows = rng.choice([2, 2, 3]) if rules.shape in ("pyramid", "triangle") else rng.choice([1, 2])
    small = replace(rules, rows=rows)
    stock = rng.randint(2, 8) if rules.stock_size else 0
    return random_position(rng, small, stock, min(rng.randint(1, 4), rules.reserve_size))


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

"""What must hold between the answers to related questions."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import (
    KERNEL_COMPILED,
    Deal,
    Move,
    Position,
    Rules,
    format_position,
    parse_position,
    play,
    rules_from,
    solve,
)
from solver.board import board_for
from solver.cards import PACK, SUITS, Card
from solver.errors import IllegalMove
from solver.moves import DRAW, RECYCLE, parse_move
from tests.solver.boards import small_board

# Interpreted kernels are about 65 times slower; the boards are small, so a third will do.
EXAMPLES = 150 if KERNEL_COMPILED else 50
more = settings(max_examples=EXAMPLES, deadline=None)


def _board(seed: int, fast: bool) -> Position:
    return small_board(random.Random(seed), fast)


boards = st.builds(_board, st.integers(0, 10**9), st.booleans())


def least(position: Position) -> float:
    """The least number of moves, infinity for a lost position."""
    result = solve(position)
    assert result.status != "unknown"
    return float("inf") if result.min_moves is None else result.min_moves


def under(position: Position, **changes: object) -> Position:
    """The same cards under other rules."""
    return position._replace(rules=replace(position.rules, **changes))  # type: ignore[arg-type]


@given(boards)
@more
def test_stock_top_never_hurts(position: Position) -> None:
    """Whoever may use the stock's next card needs no more moves than who may not."""
    assert least(under(position, stock_top=True)) <= least(under(position, stock_top=False))


@given(boards)
@more
def test_cover_pairs_never_hurt(position: Position) -> None:
    """Whoever may remove a card with its last cover needs no more moves."""
    assert least(under(position, cover_pairs=True)) <= least(under(position, cover_pairs=False))


@given(boards)
@more
def test_more_passes_never_hurt(position: Position) -> None:
    """With one pass more, and with any number, no more moves are needed."""
    passes = position.pass_number
    moves = [least(under(position, passes=count)) for count in (passes, passes + 1, passes + 2, 0)]
    assert moves == sorted(moves, reverse=True)


@given(boards)
@more
def test_harder_goals_take_longer(position: Position) -> None:
    """A goal that asks for more cards needs no fewer moves."""
    moves = [least(under(position, goal=goal)) for goal in ("pyramid", "board", "all")]
    assert moves == sorted(moves)


@given(boards, st.integers(0, 2))
@more
def test_more_cells_never_hurt(position: Position, cells: int) -> None:
    """A further free cell needs no more moves."""
    held = max(cells, len(position.cells))
    assert least(under(position, cells=held + 1)) <= least(under(position, cells=held))


@given(boards, st.data())
@more
def test_suits_do_not_matter(position: Position, data: st.DataObject) -> None:
    """Exchanging suits, rank by rank, changes neither the moves needed nor the nodes."""
    kinds = [(suit, copy) for copy in range(position.rules.decks) for suit in SUITS]
    exchanged = [data.draw(st.permutations(kinds)) for _ in range(13)]

    def other(card: Card) -> Card:
        return Card(card.rank, *exchanged[card.rank - 1][kinds.index(card[1:])])

    relabelled = Position(
        position.rules,
        tuple(None if card is None else other(card) for card in position.pyramid),
        tuple(map(other, position.stock)),
        tuple(tuple(map(other, pile)) for pile in position.wastes),
        tuple(tuple(map(other, column)) for column in position.reserve),
        tuple(map(other, position.cells)),
        position.pass_number,
    )
    before, after = solve(position), solve(relabelled)
    assert (after.status, after.min_moves) == (before.status, before.min_moves)
    assert solve(relabelled, winnable_only=True).status == before.status


@given(boards)
@more
def test_the_pyramid_can_be_mirrored(position: Position) -> None:
    """Left and right exchanged, the same number of moves is needed."""
    mirrored = list(position.pyramid)
    board = position.board
    for row in board.by_row():
        for block in {board.block[place] for place in row}:
            places = [place for place in row if board.block[place] == block]
            for place, other in zip(places, reversed(places), strict=True):
                mirrored[place] = position.pyramid[other]
    assert least(position._replace(pyramid=tuple(mirrored))) == least(position)


@given(boards)
@more
def test_the_rest_of_a_shortest_line_is_shortest(position: Position) -> None:
    """From each state of a shortest line the rest is shortest, in text form as well."""
    result = solve(position)
    line = result.solution
    for played, move in enumerate(line):
        assert least(position) == len(line) - played
        again = parse_position(format_position(position), position.rules)
        assert least(again) == len(line) - played
        position = position.apply(move)
    assert position.is_won == (result.status == "winnable")


@given(boards)
@more
def test_an_answer_follows_from_those_of_the_next_moves(position: Position) -> None:
    """The least number of moves is one more than the best successor's."""
    if position.is_won:
        assert least(position) == 0
        return
    following = [least(position.apply(move)) for move in position.legal_moves()]
    assert least(position) == 1 + min(following, default=float("inf"))


def every_move(position: Position) -> list[Move]:
    """Every move that could be written with the position's cards, and some others."""
    cards = [*position.cards(), *(card for card in PACK[:14])]
    cards = list(dict.fromkeys(cards))
    return [
        DRAW,
        RECYCLE,
        *(Move.remove(card) for card in cards),
        *(Move.cell(card) for card in cards),
        *(Move.remove(a, b) for a, b in itertools.combinations(cards, 2)),
    ]


@given(boards, st.integers(0, 12), st.randoms(use_true_random=False))
@more
def test_listed_as_legal_is_accepted(position: Position, depth: int, rng: random.Random) -> None:
    """A move is listed exactly when `apply` accepts it; positions after it read back equal."""
    for _ in range(depth):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.apply(rng.choice(moves))
    assert parse_position(format_position(position), position.rules) == position
    listed = position.legal_moves()
    assert len(set(listed)) == len(listed)
    accepted = set()
    for move in every_move(position):
        try:
            following = position.apply(move)
        except IllegalMove:
            continue
        accepted.add(move)
        assert following != position
        gone = set(position.cards()) - set(following.cards())
        thrown = move == DRAW and not position.rules.keep_waste
        swept = {card for pile in position.wastes for card in pile} if thrown else set()
        assert gone == (set(move.cards) if move.kind == "remove" else swept)
        assert position.board.is_reachable(
            sum(1 << at for at, card in enumerate(following.pyramid) if card is not None)
        )
        assert parse_move(str(move)) == move
    assert accepted == set(listed)


@pytest.mark.parametrize("seed", range(12))
def test_whole_deals(seed: int) -> None:
    """On whole deals: easier rules need no more moves, and the rest of a line is shortest.

    Interpreted kernels take giza only, which has no stock and stays small.
    """
    names = ["cardgames", "one-pass", "microsoft", "classic", "giza"]
    deal = Deal.seed(1000 + seed)
    found = {}
    for name in names if KERNEL_COMPILED else ["giza"]:
        start = deal.position(rules_from(name))
        result = solve(start)
        found[name] = float("inf") if result.min_moves is None else result.min_moves
        assert (solve(start, winnable_only=True).status, result.limit) == (result.status, None)
        line = result.solution
        for played in range(0, len(line), 7):
            assert least(play(start, line[:played])) == len(line) - played
    if KERNEL_COMPILED:
        assert found["cardgames"] <= found["one-pass"]
        assert found["microsoft"] <= found["classic"]
    assert len(found) == (len(names) if KERNEL_COMPILED else 1)


@given(st.permutations(PACK), st.integers(1, 9))
@settings(max_examples=30, deadline=None)
def test_unlimited_passes_depend_on_ranks_only(cards: list[Card], rows: int) -> None:
    """With goal pyramid, draw 1 and free recycles the order of the stock decides no win."""
    if rows > (5 if KERNEL_COMPILED else 4):
        rows = 3
    rules = Rules(rows=rows)
    size = board_for("pyramid", rows).size
    stock = tuple(cards[size : size + 10])
    position = Position(rules, tuple(cards[:size]), stock)
    backwards = position._replace(stock=stock[::-1])
    drawn = position._replace(stock=stock[4:], wastes=(stock[:4],))
    answers = {solve(at, winnable_only=True).status for at in (position, backwards, drawn)}
    assert len(answers) == 1

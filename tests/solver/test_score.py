"""Scores of played lines: worked out by hand, and against a second way to count."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Deal, Move, Position, format_position, parse_moves, parse_position, play, preset
from solver.cards import Card
from solver.errors import IllegalMove
from solver.rules import PRESETS, rules_named
from solver.score import Scores, scores

C10 = Deal.parse(
    "Kd Kc Qh Ah 7d 6d 8d 5d 9d 4d Td 3d Jd 2d Qd Ad 7c 6c 8c 5c 9c 4c Tc 3c Jc 2c Qc Ac "
    "6h 7h 5h 8h 4h 9h 3h Th 2h Jh Kh As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
)
#: Clears the bottom row: QC AC, JC 2C, TC 3C, and 4C with the 9C that two of them have covered.
ONE_ROW = "AC+QC 2C+JC 3C+TC 4C+9C "
REST = "6C+7C 5C+8C 2D+JD AD+QD 4D+9D 3D+TD 5D+8D 6D+7D AH+QH KC KD "
#: The pyramid in 15 moves, without the stock.
WIN = ONE_ROW + REST
#: Once through the stock, and turned over.
ROUND = "draw " * 24 + "recycle "
#: All 52 cards in one pass.
EVERY_CARD = (
    "AC+QC 2C+JC 3C+TC 6H+7C 6C+7H 5H+8C 5C+8H 4H+9C 4C+9H AD+QD 3H+TD 3D+TH draw 2D+JH KH draw "
    "2S+JD draw 4S+9D 5S+8D draw 6S+7S 5D+8S 4D+9S 3S+TS 6D+7D AS+QH 2H+JS AH+QS KC KD KS"
)


def scored(rules: str, line: str) -> Scores:
    return scores(C10.position(rules_named(rules)), parse_moves(line))


@pytest.mark.parametrize(
    ("rules", "line", "microsoft", "par"),
    [
        # Removals are 5 each, all rows 1150; the stock of 24 cards is left in the hand.
        ("microsoft", WIN, 15 * 5 + 1150, 50 - 24),
        ("cardgames", WIN, 15 * 5 + 1150, 50 - 24),
        ("classic", EVERY_CARD, 1290, 50),
        # A longer win that takes the stock along scores more.
        ("microsoft", EVERY_CARD.replace("KC KD KS", "KS KC KD"), 1290, 50),
        ("microsoft", "draw " + WIN, 1225, 26),
        # Not won: the cards that are left are lost.
        ("microsoft", "", 0, -52),
        ("microsoft", "draw draw", 0, -52),
        ("microsoft", "AC+QC 2C+JC 3C+TC", 15, -46),
        ("microsoft", ONE_ROW, 20 + 25, -44),
        # All rows but the topmost one.
        ("microsoft", WIN.removesuffix("KD "), 70 + 650, -25),
        # The second and the third pass.
        ("microsoft", ROUND + WIN, 1225, 35 - 24),
        ("microsoft", ROUND * 2 + WIN, 1225, 20 - 24),
        ("microsoft", ROUND + ONE_ROW + ROUND + REST, 1225, 20 - 24),
        # A fourth counts for Microsoft only, and for par what the third has left.
        ("cardgames", ROUND * 3 + WIN, 1225, -52),
        ("cardgames", ROUND * 2 + ONE_ROW + ROUND + REST, 1225, -44),
        # Where play goes on, the hand can still get smaller, but not after the third pass.
        ("pysol", WIN, 1225, 26),
        ("pysol", WIN + "draw 6H+7H", 1230, 50 - 22),
        ("pysol", WIN + ROUND + "draw 6H+7H", 1230, 50 - 22),
        ("pysol", WIN + ROUND * 2 + "draw 6H+7H", 1230, 50 - 22),
        ("pysol passes=4", WIN + ROUND * 3 + "draw 6H+7H", 1230, 26),
        # Other rules on the same board.
        ("cardgames draw=3 wastes=3", WIN, 1225, 26),
        ("giza", "", 0, None),
        ("cardgames reserve=2x1", WIN, 1225, None),
        ("cardgames cells=1", WIN, 1225, None),
        ("cardgames cells=1", "cell 4C", 0, None),
        ("cardgames keep_waste=no", "draw draw " + WIN, 1225, None),
        ("cardgames rows=6", "", None, None),
        ("triangle", "", None, None),
    ],
)
def test_by_hand(rules: str, line: str, microsoft: int | None, par: int | None) -> None:
    """Removals, rows, passes and what is left, for lines that win and lines that don't."""
    assert scored(rules, line) == Scores(microsoft, par)


def test_where_it_is_not_defined() -> None:
    """Two packs have no scores."""
    for name in ("double-pyramid", "two-pyramids", "pharaohs"):
        rules = preset(name)
        position = Deal.parse("seed:1", rules).position(rules)
        assert scores(position, []) == Scores(None, None)


def test_in_the_middle_of_a_game() -> None:
    """What the line adds: the row that was gone earns nothing; the pass is the position's."""
    after = play(C10.position(preset("microsoft")), parse_moves(ONE_ROW))
    assert scores(after, parse_moves(REST)) == (11 * 5 + 1125, 50 - 24)
    assert scores(after, []) == (0, -44)
    text = format_position(after).removesuffix("1/3")
    second = parse_position(f"{text}2/3", preset("microsoft"))
    assert scores(second, parse_moves(REST)) == (11 * 5 + 1125, 35 - 24)
    third = parse_position(f"{text}3", preset("cardgames"))
    assert scores(third, parse_moves(REST)) == (11 * 5 + 1125, 20 - 24)


def test_begun_after_the_third_pass() -> None:
    """How things stood when par was decided can't be told any more."""
    late = C10.position(preset("cardgames"))._replace(pass_number=4)
    assert scores(late, parse_moves(WIN)) == (1225, None)


def test_begun_without_a_pyramid() -> None:
    """It was cleared in an earlier pass or in this one; this one is taken."""
    cleared = play(C10.position(preset("pysol")), parse_moves(WIN))
    assert scores(cleared, parse_moves("draw 6H+7H")) == (5, 50 - 22)
    assert scores(cleared._replace(pass_number=2), []) == (0, 35 - 24)


@pytest.mark.parametrize("rules", ["microsoft", "triangle"])
def test_illegal_lines(rules: str) -> None:
    """Refused by number, with scores and without."""
    with pytest.raises(IllegalMove, match="move 2: recycle: the stock still holds"):
        scored(rules, "draw recycle")


def recounted(deal: Deal, line: list[Move]) -> Scores:
    """The same from the deal and the words of the moves alone, as one would keep score."""
    rows = [set(deal.cards[row * (row + 1) // 2 : (row + 1) * (row + 2) // 2]) for row in range(7)]
    hand = set(deal.cards[28:])
    points, turned, bonus, par = 0, 0, 0, 0
    for move in line:
        if move.kind == "recycle":
            turned += 1
        gone: set[Card] = set(move.cards)
        points += 5 if gone else 0
        for row, worth in zip(rows, (500, 250, 150, 100, 75, 50, 25), strict=True):
            points += worth if row and not row - gone else 0
            row.difference_update(gone)
        hand -= gone
        left = sum(map(len, rows))
        if turned < 3:
            bonus = bonus or (0 if left else 50 - 15 * turned)
            par = bonus - len(hand) if bonus else -left - len(hand)
    return Scores(points, par if line else -52)


SEVEN_ROWS = [
    name
    for name, rules in PRESETS.items()
    if (rules.shape, rules.rows, rules.decks, rules.reserve) == ("pyramid", 7, 1, None)
]


@given(
    deal=st.integers(0, 2**64 - 1) | st.none(),
    rules=st.sampled_from(SEVEN_ROWS),
    dice=st.integers(0, 2**32),
    moves=st.integers(0, 150),
    eager=st.booleans(),
)
def test_against_a_second_way(
    deal: int | None, rules: str, dice: int, moves: int, eager: bool
) -> None:
    """Random play of random deals, and of one that is easily cleared."""
    dealt, rng = C10 if deal is None else Deal.seed(deal), random.Random(dice)
    start = position = dealt.position(preset(rules))
    line: list[Move] = []
    for _ in range(moves):
        legal = position.legal_moves()
        removals = [move for move in legal if move.kind == "remove"]
        if not legal:
            break
        line.append(rng.choice(removals if removals and eager else legal))
        position = position.apply(line[-1])
    assert scores(start, line) == recounted(dealt, line)


def test_random_play_clears_pyramids() -> None:
    """The property above meets cleared pyramids: by habit the easy deal is won in all passes."""
    position: Position = C10.position(preset("cardgames"))
    wins = 0
    for seed in range(20):
        rng, at, line = random.Random(seed), position, list[Move]()
        while not at.is_won and len(line) < 150:
            legal = at.legal_moves()
            line.append(rng.choice([move for move in legal if move.kind == "remove"] or legal))
            at = at.apply(line[-1])
        wins += at.is_won
        assert scores(position, line) == recounted(C10, line)
    assert wins

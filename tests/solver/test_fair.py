"""Fair hints: nothing of the hidden order, and right about what is known."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from solver import KERNEL_COMPILED, Deal, Limits, Move, Position, parse_position, rules_from, solve
from solver.analysis import fair_hint, hint
from solver.analysis.fair import unseen
from solver.analysis.players import greedy, play_out, random_mover, taken_off
from solver.analysis.statistics import wilson
from solver.errors import BadPosition
from solver.shuffle import Dice

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")


@pytest.mark.parametrize("rules", ["one-pass", "microsoft", "cardgames", "classic"])
def test_the_hidden_order_leaves_no_trace(rules: str) -> None:
    """Positions that look the same to the player get the same answer from the same seed."""
    rng = random.Random(rules)
    for number in range(6):
        position = Deal.seed(number).position(rules_from(rules))
        for _ in range(rng.randrange(12)):
            position = position.apply(rng.choice(position.legal_moves()))
        hidden = list(unseen(position))
        shown = position.stock[: len(position.stock) - len(hidden)]
        truth = fair_hint(position, samples=6, seed=number)
        for _ in range(2):
            rng.shuffle(hidden)
            other = position._replace(stock=shown + tuple(hidden))
            assert fair_hint(other, samples=6, seed=number) == truth


def test_what_a_player_has_seen() -> None:
    position = parse_position("pyramid: QH | stock: 8D AD 5C | waste: 2C | pass: 1")
    assert [str(card) for card in unseen(position)] == ["8D", "AD", "5C"]
    open_top = position._replace(rules=rules_from("microsoft", ["rows=1"]))
    assert [str(card) for card in unseen(open_top)] == ["AD", "5C"]
    assert unseen(position._replace(pass_number=2)) == ()


def test_chances_are_shares_of_orders() -> None:
    """The only way to win is to have AD before 5C buries it: one order of two."""
    position = parse_position("pyramid: QH | stock: AD KC", rules_from("one-pass"))
    found = fair_hint(position, samples=40)
    (chance,) = found.chances
    assert (found.kind, str(found.best), found.samples, found.unseen) == ("fair", "draw", 40, 2)
    # Either order can be won after the draw: AD is used at once, or drawn next.
    assert (chance.wins, chance.high) == (40, 1.0)
    split = parse_position("pyramid: QH / JH -- | stock: AD 2D", rules_from("one-pass"))
    (half,) = fair_hint(split, samples=400).chances
    # 2D must be used first; AD drawn first is buried and comes back when 2D has gone.
    assert half.wins == 400
    stuck = parse_position("pyramid: QH / JH -- | stock: AD 2D 9C", rules_from("one-pass"))
    (third,) = fair_hint(stuck, samples=600).chances
    # Lost exactly where 9C comes between AD and 2D in that order: 1 of 6 orders.
    assert abs(third.wins / 600 - 5 / 6) < 0.06
    assert third.low < 5 / 6 < third.high


def test_with_every_card_seen_it_is_exact() -> None:
    position = parse_position("pyramid: QH / 5C -- | waste: 8D | stock: AD | pass: 1")
    found = fair_hint(position._replace(rules=rules_from("one-pass", ["rows=2"])))
    assert (found.samples, found.unseen) == (1, 1)
    assert [(str(c.move), c.wins) for c in found.chances] == [("5C+8D", 1), ("draw", 0)]
    assert str(found.best) == "5C+8D"


def test_what_is_known_has_no_interval() -> None:
    """A fact isn't a chance."""
    found = fair_hint(parse_position("pyramid: QH / 5C -- | stock: 8D AD | pass: 2"))
    assert found.is_exact
    assert [(c.wins, c.low, c.high) for c in found.chances] == [(1, 1.0, 1.0)]
    lost = fair_hint(parse_position("pyramid: QH | stock: 5C 7D | pass: 2"))
    assert [(c.wins, c.low, c.high) for c in lost.chances] == [(0, 0.0, 0.0)]
    hard = Deal.seed(220).position(rules_from("pysol"))._replace(pass_number=3)
    open_ = fair_hint(hard, limits=Limits(nodes=1))
    assert {(c.wins, c.unknown, c.low, c.high) for c in open_.chances} == {(0, 1, 0.0, 1.0)}


def _moments(rules: str, passes: int, count: int) -> list[Position]:
    """Random moments of games, in a certain pass."""
    rng = random.Random(f"{rules} {passes}")
    found: list[Position] = []
    while len(found) < count:
        position = Deal.seed(rng.randrange(10**6)).position(rules_from(rules))
        for _ in range(rng.randrange(70)):
            moves = position.legal_moves()
            if not moves or position.is_won:
                break
            position = position.apply(rng.choice(moves))
        if position.pass_number == passes and position.legal_moves() and not position.is_won:
            found.append(position)
    return found


def test_with_every_card_seen_the_shortest_way_is_named() -> None:
    """The same move as a full hint names, wherever the game can be won."""
    won = 0
    for position in _moments("microsoft", 2, 12):
        full = hint(position)
        if full.status == "winnable":
            assert fair_hint(position).best == full.best
            won += 1
    assert won


def test_of_moves_that_win_as_often_it_takes_what_clears_most() -> None:
    differs = 0
    for position in _moments("microsoft", 1, 25):
        found = fair_hint(position, samples=4)
        most = max(chance.wins for chance in found.chances)
        equal = [chance.move for chance in found.chances if chance.wins == most]
        assert found.best in equal
        assert taken_off(position, found.best) == max(taken_off(position, m) for m in equal)
        differs += found.best != equal[0]
    assert differs


def test_what_is_open_comes_before_what_loses() -> None:
    """Where nothing is known to win, a move that may is better than one that can't."""
    text = "pyramid: 5S / 5H JD | stock: JS | waste: 8S | pass: 1/2"
    settings = ["pairing=sum10", "passes=2", "cover_pairs=no", "cells=2", "rows=2"]
    position = parse_position(text, rules_from("cardgames", settings))
    for nodes in range(1, 40):
        found = fair_hint(position, limits=Limits(nodes=nodes))
        worth = {chance.move: (chance.wins, chance.unknown) for chance in found.chances}
        assert found.best is not None
        assert worth[found.best] == max(worth.values())


@pytest.mark.slow
def test_fair_hints_win_more_often_than_greed() -> None:
    """Of 16 deals; docs/analysis.md has the figures of 500."""
    fair_wins = greedy_wins = 0

    def follows(position: Position, moves: Sequence[Move], dice: Dice) -> Move:
        return fair_hint(position, samples=6, seed=dice.below(1 << 32)).best or moves[0]

    for number in range(1, 17):
        position = Deal.seed(number).position(rules_from("microsoft"))
        fair_wins += play_out(position, follows, Dice(number))
        greedy_wins += play_out(position, greedy, Dice(number))
    assert fair_wins >= greedy_wins + 3


def test_seeds_and_samples() -> None:
    position = Deal.seed(1).position(rules_from("one-pass"))
    same = fair_hint(position, samples=20, seed=5)
    assert fair_hint(position, samples=20, seed=5) == same
    assert same.seed == 5
    with pytest.raises(ValueError, match="samples=0"):
        fair_hint(position, samples=0)
    with pytest.raises(BadPosition):
        fair_hint(position._replace(pass_number=7))


def test_a_limit_widens_the_interval() -> None:
    position = Deal.seed(1).position(rules_from("cheops"))
    found = fair_hint(position, samples=3, limits=Limits(nodes=1))
    assert all((c.wins, c.unknown, c.low, c.high) == (0, 3, 0.0, 1.0) for c in found.chances)


def test_game_over() -> None:
    won = fair_hint(parse_position("pyramid: -- | stock: 5C"))
    assert (won.best, won.chances) == (None, ())
    stuck = fair_hint(parse_position("pyramid: QH | waste: 5C", rules_from("one-pass")))
    assert (stuck.best, stuck.chances) == (None, ())


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (0, 0, 0.0, 1.0),
        (5, 5, 0.5655, 1.0),
    ],
)
def test_wilson(hits: int, trials: int, low: float, high: float) -> None:
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


def test_players_follow_the_rules_and_end() -> None:
    for number in range(30):
        position = Deal.seed(number).position(rules_from("cardgames"))
        for player in (greedy, random_mover):
            wins = play_out(position, player, Dice(number))
            assert wins == play_out(position, player, Dice(number))
            if wins:
                assert solve(position, winnable_only=True).status == "winnable"


def test_a_player_gives_up_who_gets_nowhere() -> None:
    """After one turn of the stock more than its patience, counted anew after a removal."""
    passes: list[int] = []

    def idle(position: Position, moves: Sequence[Move], _: Dice) -> Move:
        passes.append(position.pass_number)
        return moves[-1]

    assert not play_out(parse_position("pyramid: QH | stock: 5C 7D"), idle, Dice(0), patience=4)
    assert max(passes) == 5

    def late(position: Position, moves: Sequence[Move], dice: Dice) -> Move:
        move = idle(position, moves, dice)
        return moves[0] if position.pass_number == 3 else move

    passes.clear()
    board = parse_position("pyramid: QH / KH -- | stock: 5C 7D")
    assert not play_out(board, late, Dice(0), patience=2)
    assert max(passes) == 3 + 2


def test_greedy_removes_before_it_draws() -> None:
    """Even what clears nothing of the pyramid."""
    position = parse_position("pyramid: QH | waste: KD | stock: AD")
    assert str(greedy(position, position.legal_moves(), Dice(1))) == "KD"


def test_greedy_takes_what_it_can() -> None:
    position = parse_position("pyramid: QH / 5C 8H | waste: 8D | stock: AD")
    assert {str(greedy(position, position.legal_moves(), Dice(seed))) for seed in range(9)} == {
        "5C+8H"
    }


def test_dice() -> None:
    """Each number below the bound comes up, and no other."""
    dice = Dice(1)
    throws = [dice.below(6) for _ in range(600)]
    assert set(throws) == set(range(6))
    assert min(map(throws.count, range(6))) > 60
    assert sorted(Dice(3).shuffled("abcdef")) == list("abcdef")
    assert Dice(3).shuffled("abcdef") == Dice(3).shuffled("abcdef")

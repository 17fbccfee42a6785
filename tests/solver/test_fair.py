"""Fair hints: nothing of the hidden order, and right about what is known."""

from __future__ import annotations

import random

import pytest

from solver import KERNEL_COMPILED, Deal, Limits, parse_position, rules_from, solve
from solver.analysis import fair_hint
from solver.analysis.fair import unseen
from solver.analysis.players import greedy, play_out, random_mover
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
    assert all((c.wins, c.unknown, c.high) == (0, 3, 1.0) for c in found.chances)


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

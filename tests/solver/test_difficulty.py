"""Difficulty: reproducible, within its range, and made of what it says."""

from __future__ import annotations

import statistics

import pytest

from solver import KERNEL_COMPILED, PRESETS, Deal, Limits, parse_position, rules_from
from solver.analysis.bands import BAND_LABELS, band
from solver.analysis.difficulty import LABELS, difficulty, label_of
from solver.analysis.players import greedy, play_out
from solver.shuffle import Dice

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes an hour when interpreted")


def test_the_same_seed_gives_the_same_number() -> None:
    position = Deal.seed(14).position(rules_from("cardgames"))
    first = difficulty(position, games=8, seed=3)
    assert first is not None
    assert difficulty(position, games=8, seed=3) == first
    assert first.min_moves == 62
    assert first.passes == 3
    assert 0 <= first.score <= 100
    assert first.label == label_of(first.score)


def test_easy_and_hard() -> None:
    """A deal that every greedy player wins, and one that none does."""
    easy = difficulty(Deal.seed(13).position(rules_from("cardgames")), games=8)
    hard = difficulty(Deal.seed(4).position(rules_from("cardgames")), games=8)
    assert easy is not None
    assert hard is not None
    assert (easy.greedy_wins, easy.traps, easy.label) == (1.0, 0, "easy")
    assert (hard.greedy_wins, hard.label) == (0.0, "expert")
    assert hard.traps > 15
    assert hard.first_moves < 1


def test_what_is_wanted_only_leaves_out() -> None:
    """A range of scores changes no number; it only hides those outside, at both of its ends."""
    for number in range(1, 13):
        position = Deal.seed(number).position(rules_from("microsoft"))
        whole = difficulty(position, games=8)
        for first, last in ((0, 24), (25, 49), (50, 74), (75, 100)):
            found = difficulty(position, games=8, within=(first, last))
            is_within = whole is not None and first <= whole.score <= last
            assert found == (whole if is_within else None)
        if whole is not None:
            assert difficulty(position, games=8, within=(whole.score, whole.score)) == whole
            assert difficulty(position, games=8, within=(0, whole.score - 1)) is None
            assert difficulty(position, games=8, within=(whole.score + 1, 100)) is None


@pytest.mark.parametrize("name", PRESETS)
def test_bands_of_presets(name: str) -> None:
    """Each preset has deals of all three, and no score is of two."""
    easy, medium, hard = (band(name, label) for label in BAND_LABELS)
    assert easy[0] == 0 <= easy[1] < medium[0] <= medium[1] < hard[0] <= hard[1] <= 100
    assert medium[0] == easy[1] + 1
    assert hard[0] == medium[1] + 1


def test_no_such_band() -> None:
    with pytest.raises(ValueError, match=r"'expert' is no band; choose one of easy"):
        band("cardgames", "expert")


def test_parts_by_hand() -> None:
    """One trap: drawing AD before 5C has gone with 8D buries 8D for good."""
    position = parse_position("pyramid: QH / 5C -- | waste: 8D | stock: AD", rules_from("one-pass"))
    found = difficulty(position, games=4)
    assert found is not None
    # 5C+8D or draw; then only draw; then AD+QH only, with nothing left to draw.
    assert (found.choices, found.traps, found.first_moves) == (1, 1, 0.5)
    assert (found.min_moves, found.passes, found.greedy_wins) == (3, 1, 1.0)


def test_the_number_is_made_of_its_parts() -> None:
    """By the weights of the docs, which a change of the code would have to change too."""
    seen = set()
    for number in (1, 2, 5, 6, 8):
        found = difficulty(Deal.seed(number).position())
        assert found is not None
        parts = (
            55 * (1 - found.greedy_wins)
            + 20 * (1 - found.random_wins)
            + 15 * found.traps / found.choices
            + 5 * (1 - found.first_moves)
            + 5 * min(found.passes - 1, 3) / 3
        )
        assert found.score == round(parts)
        seen.add(found)
    # The players' games are the same for ever: 32 of the greedy one, 16 of the other.
    assert (64, "hard", 0.25, 0.0625, 52, 4, 1.0, 67, 3) in seen


def test_any_number_of_passes_may_have_been() -> None:
    """Where there is no limit to them, those that have been don't matter."""
    position = parse_position("pyramid: 8H / -- 9H | stock: 5D 2C 4D")
    for number in (2, 99, 100, 12345):
        assert difficulty(position._replace(pass_number=number)) == difficulty(position)


@pytest.mark.slow
def test_it_orders_deals_as_the_greedy_player_finds_them() -> None:
    """Rank correlation with the losses in games that the number hasn't seen."""
    scores: list[float] = []
    losses: list[float] = []
    number = 3_000_000
    while len(scores) < 25:
        number += 1
        position = Deal.seed(number).position(rules_from("microsoft"))
        found = difficulty(position, games=16)
        if found is not None:
            scores.append(found.score)
            dice = Dice(number)
            losses.append(-sum(play_out(position, greedy, dice) for _ in range(30)))
    ranks = [[sorted(values).index(value) for value in values] for values in (scores, losses)]
    assert statistics.correlation(*ranks) > 0.8


def test_passes_needed_are_the_fewest() -> None:
    position = parse_position("pyramid: 8H / -- 9H | stock: 5D 2C 4D")
    found = difficulty(position, games=2)
    assert found is not None
    assert (found.min_moves, found.passes) == (7, 2)
    # Counted from the pass that the position is in: here the second and the third.
    second = position._replace(pass_number=2, rules=rules_from("microsoft", ["rows=2"]))
    later = difficulty(second)
    assert later is not None
    assert later.passes == 2
    assert difficulty(second._replace(pass_number=3)) is None


def test_none_for_what_cannot_be_won_or_is_not_decided() -> None:
    assert difficulty(Deal.seed(3).position(rules_from("cardgames"))) is None
    assert difficulty(Deal.seed(1).position(rules_from("cheops")), limits=Limits(nodes=2)) is None


def test_too_few_games() -> None:
    with pytest.raises(ValueError, match="games=1"):
        difficulty(parse_position("pyramid: KH"), games=1)


def test_labels_cover_all_scores() -> None:
    labels = [label_of(score) for score in range(101)]
    assert [labels.count(name) for _, name in LABELS] == [25, 25, 25, 26]
    assert labels == sorted(labels, key=[name for _, name in LABELS].index)

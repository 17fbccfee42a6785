"""Difficulty: reproducible, within its range, and made of what it says."""

from __future__ import annotations

import pytest

from solver import KERNEL_COMPILED, Deal, Limits, parse_position, rules_from
from solver.analysis.difficulty import LABELS, difficulty, label_of

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


def test_parts_by_hand() -> None:
    """One trap: drawing AD before 5C has gone with 8D buries 8D for good."""
    position = parse_position("pyramid: QH / 5C -- | waste: 8D | stock: AD", rules_from("one-pass"))
    found = difficulty(position, games=4)
    assert found is not None
    # 5C+8D or draw; then only draw; then AD+QH only, with nothing left to draw.
    assert (found.choices, found.traps, found.first_moves) == (1, 1, 0.5)
    assert (found.min_moves, found.passes, found.greedy_wins) == (3, 1, 1.0)


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

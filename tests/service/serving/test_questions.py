"""The names of questions, and answers that are shared."""

from __future__ import annotations

import random

import pytest

from service.questions import Ask, line_from_places, line_to_places
from solver import KERNEL_COMPILED, Deal, Position, parse_position, play, rules_from, solve
from solver.cards import Card
from tests.solver.boards import small_board


def other_suits(position: Position, rng: random.Random) -> Position:
    """The same ranks in the same places, with suits dealt anew."""
    by_rank: dict[int, list[Card]] = {}
    for card in position.cards():
        by_rank.setdefault(card.rank, []).append(card)
    change: dict[Card, Card] = {}
    for cards in by_rank.values():
        mixed = rng.sample(cards, len(cards))
        change.update(zip(cards, mixed, strict=True))

    def changed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(change[card] for card in cards)

    return position._replace(
        pyramid=tuple(None if card is None else change[card] for card in position.pyramid),
        stock=changed(position.stock),
        wastes=tuple(map(changed, position.wastes)),
        reserve=tuple(map(changed, position.reserve)),
        cells=changed(position.cells),
    )


@pytest.mark.parametrize("chunk", range(4))
def test_deals_that_differ_in_suits_share_an_answer(chunk: int) -> None:
    """One shape, two questions; and the line of one, by places, wins the other in as many moves."""
    rng = random.Random(f"suits {chunk}")
    told = 0
    while told < 25:
        one = small_board(rng)
        if one.is_won or len(one.cells) > 1:
            continue
        other = other_suits(one, rng)
        assert Ask(one).shape == Ask(other).shape
        assert (Ask(one).id == Ask(other).id) == (one == other)
        line = solve(one).solution
        written = line_to_places(one, line)
        assert tuple(line_from_places(one, written)) == line
        if line:
            assert play(other, line_from_places(other, written)).is_won
            told += 1


@pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")
@pytest.mark.parametrize("rules", ["cardgames", "giza", "cheops", "triangle"])
def test_the_same_for_whole_deals(rules: str) -> None:
    rng = random.Random(rules)
    for seed in range(1, 6):
        one = Deal.seed(seed).position(rules_from(rules))
        other = other_suits(one, rng)
        assert Ask(one).shape == Ask(other).shape
        assert Ask(one).id != Ask(other).id
        line = solve(one).solution
        if line:
            assert play(other, line_from_places(other, line_to_places(one, line))).is_won


def test_what_makes_another_question() -> None:
    """Ranks, places, rules, and what is asked."""
    base = "pyramid: QH / 5C -- | stock: 8D AD"
    asks = [
        Ask(parse_position(base)),
        Ask(parse_position(base), winnable_only=True),
        Ask(parse_position(base, rules_from("one-pass"))),
        Ask(parse_position("pyramid: QH / -- 5C | stock: 8D AD")),
        Ask(parse_position("pyramid: QH / 5C -- | stock: AD 8D")),
        Ask(parse_position("pyramid: QH / 5C -- | stock: 8D | waste: AD")),
        Ask(parse_position("pyramid: KH / 5C -- | stock: 8D AD")),
    ]
    assert len({ask.id for ask in asks}) == len(asks)
    assert len({ask.shape for ask in asks}) == len(asks)


def test_however_it_is_written() -> None:
    """A deal by its seed, its cards, or as a position is one question."""
    deal = Deal.seed(9)
    texts = ["seed:9", deal.line(), deal.line().lower().replace(" ", ""), deal.triangle()]
    assert len({Ask(Deal.parse(text).position()).id for text in texts}) == 1


def test_moves_by_places() -> None:
    position = parse_position(
        "pyramid: KH / 5C 8D | stock: 9C KS", rules_from("cardgames", ["cells=1", "rows=2"])
    )
    line = line_from_places(position, ["draw", "recycle", "0", "2+1", "cell 2"])
    assert [str(move) for move in line] == ["draw", "recycle", "KH", "5C+8D", "cell 8D"]
    assert line_to_places(position, line) == ["draw", "recycle", "0", "1+2", "cell 2"]

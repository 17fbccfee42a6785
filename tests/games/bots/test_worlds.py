"""Deals of unseen cards: they agree with all that is known, and none is forgotten."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import combinations, permutations

import pytest

from games.bots.imagined import spread_over
from games.bots.unseen import Unseen
from games.shuffle import Stream

CARDS = (1 << 52) - 1


def dealt(unseen: Unseen, seats: int, number: int, seed: int = 1) -> list[tuple[int, ...]]:
    hands = unseen.worlds(seed).deal(number)
    assert isinstance(hands, array)
    return [tuple(hands[at * seats : at * seats + seats]) for at in range(number)]


def test_everything_known_holds() -> None:
    """Every card once, the right number to each, known ones where they are, voids kept."""
    own, passed = 0b111 << 20, 1 << 49
    voids = [0, 0b0001, 0b0010, 0b1000]
    counts = [3, 13, 12, 11]
    cards = (CARDS >> 10 << 10) & ~own & ~passed
    unseen = Unseen(cards & ~(0b111 << 10), [own, passed, 0, 0], counts, voids)
    seen = set()
    for hands in dealt(unseen, 4, 300):
        seen.add(hands)
        assert [hand.bit_count() for hand in hands] == counts
        assert sum(hands) == cards & ~(0b111 << 10) | own | passed
        assert hands[0] == own
        assert hands[1] & passed
        for hand, void in zip(hands[1:], voids[1:], strict=True):
            for suit in range(4):
                if void >> suit & 1:
                    assert hand & ~passed & 0x1FFF << (13 * suit) == 0
    assert len(seen) == 300


def test_where_little_is_possible_it_is_found() -> None:
    """Each of two seats is void in what the other must have, a third in all but one suit."""
    spades, hearts, clubs = 0x7 << 39, 0x7 << 26, 0x7
    voids = [0b1111, 0b0111, 0b1101 & ~0b0100 | 0b1001, 0b1100]
    unseen = Unseen(spades | hearts | clubs, [0] * 4, [0, 3, 3, 3], voids)
    for _, first, second, third in dealt(unseen, 4, 20):
        assert (first, second, third) == (spades, hearts, clubs)


def test_what_can_not_be_is_an_error() -> None:
    with pytest.raises(ValueError, match="nobody can hold"):
        dealt(Unseen(0b11, [0, 0], [1, 1], [1, 1]), 2, 1)


def test_all_deals_are_as_likely() -> None:
    """Six orders of three cards, each a sixth of the time."""
    unseen = Unseen(1 | 1 << 13 | 1 << 26, [0] * 3, [1, 1, 1], [0] * 3)
    found = Counter(dealt(unseen, 3, 6000))
    expected = set(permutations((1, 1 << 13, 1 << 26)))
    assert set(found) == expected
    assert all(850 < times < 1150 for times in found.values())


def test_with_voids_all_deals_are_as_likely() -> None:
    """Where each card is, compared with the count of all deals that agree with the voids."""
    clubs, diamonds, hearts, spades = 0b111, 0b111 << 13, 0b11 << 26, 0b1111 << 39
    cards = clubs | diamonds | hearts | spades
    voids = [0, 0, 0b0001, 0b1010]
    singles = [1 << card for card in range(52) if cards >> card & 1]
    all_deals = []
    for second in combinations(singles, 4):
        if any(card & clubs for card in second):
            continue
        rest = [card for card in singles if card not in second]
        all_deals += [
            (cards - sum(second) - sum(third), sum(second), sum(third))
            for third in combinations(rest, 4)
            if not any(card & (diamonds | spades) for card in third)
        ]
    assert len(all_deals) > 100
    found = dealt(Unseen(cards, [0] * 4, [0, 4, 4, 4], voids), 4, 20_000)
    times = Counter(hands[1:] for hands in found)
    assert set(times) == set(all_deals)
    expected = len(found) / len(all_deals)
    chi_square = sum((times[deal] - expected) ** 2 / expected for deal in all_deals)
    # Far below what one in a million of fair samples would have.
    assert chi_square < len(all_deals) + 7 * (2 * len(all_deals)) ** 0.5


def test_the_seed_makes_the_deals() -> None:
    unseen = Unseen(CARDS, [0] * 4, [13] * 4, [0] * 4)
    assert dealt(unseen, 4, 5, 7) == dealt(unseen, 4, 5, 7)
    assert dealt(unseen, 4, 5, 7) != dealt(unseen, 4, 5, 8)


def test_random_constraints_are_kept() -> None:
    """Whatever was really dealt can be imagined; what is imagined might have been dealt."""
    dice = Stream("worlds", "test")
    for _ in range(200):
        order = sorted(range(52), key=lambda _: dice.below(1 << 30))
        hands = [sum(1 << card for card in order[at::4]) for at in range(4)]
        voids = []
        for hand in hands:
            empty = [suit for suit in range(4) if hand >> (13 * suit) & 0x1FFF == 0]
            voids.append(sum(1 << suit for suit in empty))
        gone = sum(1 << card for card in order[: 4 * dice.below(12)])
        left = [hand & ~gone for hand in hands]
        for seat in range(4):  # Late in a deal many are void.
            for suit in range(4):
                if left[seat] >> (13 * suit) & 0x1FFF == 0:
                    voids[seat] |= 1 << suit
        unseen = Unseen(
            CARDS & ~gone & ~left[0], [left[0], 0, 0, 0], [h.bit_count() for h in left], voids
        )
        for found in dealt(unseen, 4, 3):
            assert sum(found) == CARDS & ~gone
            assert [h.bit_count() for h in found] == [h.bit_count() for h in left]
            for hand, void in zip(found, voids, strict=True):
                assert not any(
                    void >> suit & 1 and hand >> (13 * suit) & 0x1FFF for suit in range(4)
                )


def test_weights_decide_how_often() -> None:
    chosen = Counter(spread_over(array("d", [0.0, 1.0, 3.0, 0.0]), 400, 5))
    assert chosen == {1: 100, 2: 300}
    assert len(set(spread_over(array("d", [0.0] * 10), 10, 5))) == 10
    assert list(spread_over(array("d", [0.0, 0.0, 2.0]), 3, 9)) == [2, 2, 2]

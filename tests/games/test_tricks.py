"""What games of tricks share: who takes a trick, who must follow suit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import PACK, Card, by_suit, cards, in_words, parse_card, strength
from games.errors import MustFollowSuit, NoSuchCard
from games.tricks import follow, followers, left_of, takes

UPWARDS = list("23456789TJQKA")


@pytest.mark.parametrize(
    ("played", "trump", "taker"),
    [
        ("2C 5C AC 3C", None, "AC"),
        ("AC KC QC JC", None, "AC"),
        ("9D AC TD 8D", None, "TD"),
        ("7C AS AH 8C", None, "8C"),
        ("2D AS AH AC", None, "2D"),
        ("9D AC TD 8D", "H", "TD"),
        ("9D AC 2H AD", "H", "2H"),
        ("9D 4H 2H AD", "H", "4H"),
        ("2H AD AC 3H", "H", "3H"),
        ("2H AD AC AS", "H", "2H"),
        ("2H AD AC 3H", "S", "3H"),
        ("KD", None, "KD"),
        ("9C TC 2S AC 3S KD", "S", "3S"),
    ],
)
def test_takes(played: str, trump: str | None, taker: str) -> None:
    """The highest card of the suit led takes the trick, or the highest trump; aces are high."""
    trick = cards(played)
    assert trick[takes(trick, trump)] == parse_card(taker)


@given(
    st.lists(st.sampled_from(PACK), min_size=1, max_size=6, unique=True),
    st.sampled_from([None, "C", "D", "H", "S"]),
)
def test_takes_beats_all_others(trick: list[Card], trump: str | None) -> None:
    """No other card of a trick beats the one that takes it, told two by two."""
    best = trick[takes(trick, trump)]
    for other in trick:
        if other == best:
            continue
        if other.suit == best.suit:
            assert UPWARDS.index(str(other)[0]) < UPWARDS.index(str(best)[0])
        else:
            assert best.suit == trump or (
                best.suit == trick[0].suit and trump not in {card.suit for card in trick}
            )


def test_takes_looks_at_the_order_of_play() -> None:
    """The same cards led by another are another trick."""
    assert takes(cards("9D AC KC")) == 0
    assert takes(cards("KC 9D AC")) == 2


def test_follow() -> None:
    """Who can follow must; who can't, or leads, may play whatever is held."""
    hand = cards("4C 9C AD QS")
    for card in cards("4C 9C"):
        follow(hand, card, "C")
    for card in hand:
        follow(hand, card, None)
        follow(hand, card, "H")
    with pytest.raises(MustFollowSuit, match=r"^must follow clubs: you hold 4C, 9C$"):
        follow(hand, parse_card("QS"), "C")
    with pytest.raises(MustFollowSuit, match=r"^must follow spades: you hold QS$"):
        follow(hand, parse_card("AD"), "S")
    for led in (None, "C", "H"):
        with pytest.raises(NoSuchCard, match=r"^you don't hold 5C: you hold 4C, 9C, AD, QS$"):
            follow(hand, parse_card("5C"), led)
    with pytest.raises(NoSuchCard, match="you hold none"):
        follow((), parse_card("5C"), "C")


def test_followers() -> None:
    assert followers(cards("4C AD 9C QS"), "C") == cards("4C 9C")
    assert followers(cards("4C AD 9C QS"), "H") == ()


def test_left_of() -> None:
    """The next seat clockwise, the first after the last."""
    assert [left_of(seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    assert [left_of(seat, 3) for seat in range(3)] == [1, 2, 0]


def test_order_of_cards() -> None:
    """Within a suit two to ace; the suits as they are held: clubs, diamonds, hearts, spades."""
    expected = cards(" ".join(rank + suit for suit in "CDHS" for rank in UPWARDS))
    assert by_suit(PACK) == by_suit(reversed(PACK)) == expected
    assert [strength(card) for card in expected[:13]] == list(range(2, 15))
    assert in_words(cards("QS AH")) == "QS, AH"

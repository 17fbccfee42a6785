"""Hearts, rule 5: what may be led, and what breaks hearts."""

from __future__ import annotations

import pytest

from games.cards import cards
from games.hearts import HEARTS
from games.hearts.errors import HeartsNotBroken, QueenNotBroken
from games.hearts.play import playable
from games.tricks import Play
from tests.games.hearts.deals import after_pass, hands_of, last, legal, play, refuse, words
from tests.games.hearts.leads import ALMOST, MIXED, UNBROKEN, mixed, with_hand


def test_case_a6_hearts() -> None:
    """Case A6, rule 5: who leads and has nothing but hearts may lead one, unbroken or not."""
    match = with_hand(f"{ALMOST} KH")
    assert legal(match, 1) == f"{ALMOST} KH"
    play(match, "5H")


def test_case_a6_queen() -> None:
    """Case A6, rule 5: with the queen of spades besides, it is the queen that must be led."""
    match = with_hand(f"{ALMOST} QS")
    assert legal(match, 1) == "QS"
    refuse(match, 1, "2H", HeartsNotBroken, "^hearts aren't broken yet: you may play QS$")
    assert HEARTS.view(match.state, 1).legal == ({"play": "QS"},)
    play(match, "QS")


def test_lead_hearts_if_only_queen_else() -> None:
    """Case A6, option lead_hearts_if_only_queen_else: a heart may be led instead."""
    match = with_hand(f"{ALMOST} QS", lead_hearts_if_only_queen_else=True)
    assert legal(match, 1) == f"{ALMOST} QS"
    match = with_hand(f"{ALMOST} KS", lead_hearts_if_only_queen_else=True)
    assert legal(match, 1) == "KS"
    match = with_hand("2H 3H 4H 5H 6H 7H 8H 9H TH JH QS KS", lead_hearts_if_only_queen_else=True)
    assert legal(match, 1) == "QS KS"


@pytest.mark.parametrize(
    ("hand", "option", "expected"),
    [
        ("3H 9H KH", "no", "3H 9H KH"),
        ("3H 9H QS", "no", "QS"),
        ("3H 9H QS", "yes", "3H 9H QS"),
        ("3H 9H KH", "yes", "3H 9H KH"),
        ("QS", "no", "QS"),
    ],
)
def test_case_a6_late(hand: str, option: str, expected: str) -> None:
    """Case A6: the same with two or three cards left."""
    match = with_hand(f"{ALMOST} KH", lead_hearts_if_only_queen_else=option)
    late = match.state._replace(hands=((), cards(hand), (), ()))
    assert words(playable(late, 1)) == expected


def test_hearts_are_not_led_before_they_are_broken() -> None:
    """Rule 5: no heart is led while hearts aren't broken; the queen of spades may be."""
    match = mixed()
    assert legal(match, 1) == UNBROKEN
    for heart in ("3H", "4H", "5H", "6H", "7H", "8H"):
        refuse(
            match, 1, heart, HeartsNotBroken, "hearts aren't broken yet: you may play 2D, 9D, 2S"
        )
    play(match, "QS")


def test_a_heart_thrown_breaks_hearts() -> None:
    """Rule 5: a heart on another suit breaks hearts, for everybody and until the deal ends."""
    match = mixed()
    play(match, "AS")
    assert "JH" in legal(match, 2).split()
    play(match, "JH")
    assert match.state.broken
    assert last(match, "hearts_broken") == {"event": "hearts_broken", "seat": 2}
    assert HEARTS.view(match.state, None).broken
    for _ in range(2):
        match.act(match.state.turn, Play(cards(legal(match, match.state.turn))[0]))
    assert match.state.turn == 1
    assert legal(match, 1) == MIXED.replace(" AS", "")
    play(match, "3H")
    # It is told once.
    assert sum(each.kind == "hearts_broken" for each in match.events()) == 1


def test_a_heart_led_does_not_break_hearts() -> None:
    """Rule 5: hearts led for want of others, and followed, break nothing."""
    match = after_pass(hands_of(
        "2C 3C 4C 5C 2D 3D 4D 5D 6D 7D 8D 9D TD",
        "AC KC QC 3H 4H 5H 6H 7H 8H 9H TH JH QH",
        "6C 7C 8C 2H AH JD QD KD AD 2S 3S 4S 5S",
        "9C TC JC KH",
    ))  # fmt: skip
    play(match, "2C AC 6C 9C KC 7C TC 3C QC 8C JC 4C")
    assert legal(match, 1) == "3H 4H 5H 6H 7H 8H 9H TH JH QH"
    play(match, "3H")
    assert legal(match, 2) == "2H AH"
    play(match, "AH KH 2D")
    assert not match.state.broken
    assert match.state.turn == 2
    assert "2H" not in legal(match, 2).split()
    refuse(match, 2, "2H", HeartsNotBroken, "hearts aren't broken yet")


@pytest.mark.parametrize("option", [False, True])
def test_queen_breaks_hearts(option: bool) -> None:
    """Rule 5, option queen_breaks_hearts: the queen of spades breaks hearts only by option."""
    match = mixed(queen_breaks_hearts=option)
    play(match, "QS")
    assert match.state.broken is option
    assert ("hearts_broken" in [each.kind for each in match.events()]) is option
    # The same when it is thrown.
    match = after_pass(hands_of(
        "AC 2D 3D 4D", "3C 2H 3H 4H 5H 6H 7H 2S 3S 4S 5S 6S QS", "2C", "5D 6D 7D 8D",
    ), queen_breaks_hearts=option)  # fmt: skip
    play(match, "2C")
    play(match, legal(match, 3).split()[0])
    play(match, "AC 3C 2D QS")
    assert match.state.broken is option
    for seat in (2, 3):
        play(match, legal(match, seat).split()[0])
    assert match.state.broken is option


def test_queen_lead_needs_broken() -> None:
    """Option queen_lead_needs_broken: till hearts are broken the queen isn't led either."""
    match = mixed(queen_lead_needs_broken=True)
    assert legal(match, 1) == UNBROKEN.replace(" QS", "")
    refuse(
        match, 1, "QS", QueenNotBroken, "^QS isn't led before hearts are broken: you may play 2D"
    )
    refuse(match, 1, "3H", HeartsNotBroken, "you may play 2D, 9D, 2S, KS, AS")
    play(match, "AS JH")
    for _ in range(2):
        match.act(match.state.turn, Play(cards(legal(match, match.state.turn))[0]))
    assert legal(match, 1) == MIXED.replace(" AS", "")


def test_queen_that_may_be_thrown() -> None:
    """Option queen_lead_needs_broken: it may be played to a trick all the same."""
    match = mixed(queen_lead_needs_broken=True)
    late = match.state._replace(leader=0, trick=cards("2C"))
    assert words(playable(late, 1)) == MIXED


def test_queen_lead_needs_broken_with_hearts_only() -> None:
    """Option queen_lead_needs_broken: hearts and the queen alone may all be led.

    With lead_hearts_if_only_queen_else as well it is the hearts.
    """
    match = with_hand(f"{ALMOST} QS", queen_lead_needs_broken=True)
    assert legal(match, 1) == f"{ALMOST} QS"
    play(match, "QS")
    match = with_hand(
        f"{ALMOST} QS", queen_lead_needs_broken=True, lead_hearts_if_only_queen_else=True
    )
    assert legal(match, 1) == ALMOST
    refuse(match, 1, "QS", QueenNotBroken, "you may play 2H")

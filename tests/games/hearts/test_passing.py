"""Hearts, rule 2: three cards change hands at one moment."""

from __future__ import annotations

from typing import Any

import pytest

from games.cards import cards
from games.errors import BadAction, NotNow, NotYourTurn
from games.hearts import HEARTS
from games.hearts.errors import PassedAlready, WrongPass
from games.hearts.state import Pass
from games.match import Match
from tests.games.hearts.deals import last, play_out, words
from tests.games.hearts.passes import (
    CHOSEN,
    SUITS,
    check_pack,
    choose,
    pass_all,
    pass_lowest,
    suits,
)


@pytest.mark.parametrize(
    ("players", "directions"),
    [
        (2, ["left", "none"] * 4),
        (3, ["left", "right", "none"] * 3),
        (4, ["left", "right", "across", "none"] * 2),
        (5, ["left", "right", "none"] * 3),
        (6, ["left", "right", "none"] * 3),
    ],
)
def test_cycle(players: int, directions: list[str]) -> None:
    """Rule 2, option players: the cycle of four has across, two pass to each other."""
    match = Match(HEARTS, {"players": players}, "cycle")
    for number, direction in enumerate(directions, 1):
        assert match.state.deal == number
        assert HEARTS.view(match.state, None).direction == direction
        assert last(match, "deal")["direction"] == direction
        dealt_now = match.state.hands
        if direction == "none":
            assert match.state.phase == "play"
        for seat in range(players) if direction != "none" else ():
            match.act(seat, Pass(frozenset(dealt_now[seat][:3])))
        steps = {"left": 1, "right": -1, "across": 2, "none": 0}[direction]
        for seat, hand in enumerate(dealt_now):
            to = (seat + steps) % players
            assert set(hand[3:]) <= set(match.state.hands[seat])
            assert set(hand[:3]) <= set(match.state.hands[to])
        check_pack(match)
        play_out(match)


def test_all_choose_at_the_same_time() -> None:
    """Rule 2: all may choose at once, in any order, and nothing moves before the last has."""
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)):
        match = suits()
        for number, seat in enumerate(order):
            assert HEARTS.to_act(match.state) == frozenset(order[number:])
            assert match.state.phase == "pass"
            assert match.state.hands == SUITS
            events = match.act(seat, choose(CHOSEN[seat]))
            assert [each.kind for each in events][:1] == ["pass"]
        assert match.state.phase == "play"
        assert words(match.state.hands[1]) == "2C 3C 4C 2D 3D 4D 5D 6D 7D 8D 9D TD JD"
        assert words(match.state.hands[2]) == "QD KD AD 4H 5H 6H 7H 8H 9H TH JH QH KH"
        assert words(match.state.hands[3]) == "2H 3H AH 2S 3S 4S 5S 6S 7S 8S 9S TS AS"
        assert words(match.state.hands[0]) == "5C 6C 7C 8C 9C TC JC QC KC AC JS QS KS"
        check_pack(match)


def test_legal_passes() -> None:
    """Rule 2: any three cards of one's own, and after that none: what was passed stays passed."""
    match = suits()
    listed = HEARTS.legal(match.state, 2)
    assert len(listed) == 13 * 12 * 11 // 6
    assert all(isinstance(each, Pass) and each.cards <= set(SUITS[2]) for each in listed)
    match.act(2, choose("2H 3H 4H"))
    assert HEARTS.legal(match.state, 2) == ()
    with pytest.raises(PassedAlready, match="you have passed already"):
        match.act(2, choose("2H 3H 4H"))
    with pytest.raises(PassedAlready):
        match.act(2, choose("5H 6H 7H"))


def test_no_passing_in_the_fourth_deal() -> None:
    """Rule 2: in the fourth deal nobody passes, and a pass is refused."""
    match = suits()
    for _ in range(3):
        pass_lowest(match)
        play_out(match)
    assert (match.state.deal, match.state.phase) == (4, "play")
    assert last(match, "deal")["direction"] == "none"
    with pytest.raises(NotNow, match="play a card"):
        match.act(match.state.turn, choose(CHOSEN[match.state.turn]))
    view = HEARTS.view(match.state, 0)
    assert (view.given, view.received, view.received_from) == (None, None, None)
    play_out(match)
    assert HEARTS.view(match.state, 0).direction == "left"


@pytest.mark.parametrize(
    "given",
    [
        {"pass": ["AC", "AC", "AC"]},
        {"pass": ["AC", "AC", "KC"]},
        {"pass": ["AC", "KC", "QH"]},
        {"pass": ["QD", "KD", "AD"]},
        {"pass": ["AC", "KC"]},
        {"pass": ["AC", "KC", "QC", "JC"]},
        {"pass": ["ac", "kc", "qc"]},
        {"pass": ["AC", "KC", "ZZ"]},
        {"pass": ["AC", "KC", 12]},
        {"pass": ["AC", "KC", None]},
        {"pass": ["AC", "KC", ["QC"]]},
        {"pass": []},
        {"pass": None},
        {"pass": "AC KC QC"},
        {"pass": {"AC": 1, "KC": 2, "QC": 3}},
        {"pass": [["AC", "KC", "QC"]]},
        {"pass": ["AC"] * 1000},
        {"passes": ["AC", "KC", "QC"]},
        None,
        [],
    ],
    ids=range(20),
)
def test_case_b1(given: Any) -> None:
    """Case B1: what is no pass is refused with a reason, and a proper one still accepted.

    Hands and the passes of others stay as they are.
    """
    match = suits()
    match.act(1, choose(CHOSEN[1]))
    before = match.state
    with pytest.raises((BadAction, WrongPass)) as caught:
        match.act(0, HEARTS.action_from_json(given))
    assert str(caught.value)
    assert match.state is before
    assert match.state.passes == (None, cards("QD KD AD"), None, None)
    assert len(match.state.hands[0]) == 13
    match.act(0, HEARTS.action_from_json({"pass": ["AC", "KC", "QC"]}))
    assert HEARTS.to_act(match.state) == {2, 3}


def test_case_b2() -> None:
    """Case B2: two cards are refused; after the pass each hand has 13, all cards are there once."""
    match = suits()
    check_pack(match)
    for seat in range(4):
        few = Pass(frozenset(cards(CHOSEN[seat])[:2]))
        with pytest.raises(WrongPass, match=r"^pass 3 cards, not 2$"):
            match.act(seat, few)
        match.act(seat, choose(CHOSEN[seat]))
        check_pack(match)
        assert set(map(len, match.state.hands)) == {13}
    assert match.state.phase == "play"


def test_to_the_right_and_across() -> None:
    """Rule 2: in the second deal cards come from the left, in the third from opposite."""
    match = suits()
    pass_lowest(match)
    play_out(match)
    pass_all(match)
    assert match.state.passes == tuple(map(cards, CHOSEN))
    for seat in range(4):
        view = HEARTS.view(match.state, seat)
        assert (view.received_from, view.received) == (
            (seat + 1) % 4,
            cards(CHOSEN[(seat + 1) % 4]),
        )
    play_out(match)
    pass_all(match)
    for seat in range(4):
        view = HEARTS.view(match.state, seat)
        assert (view.received_from, view.received) == (
            (seat + 2) % 4,
            cards(CHOSEN[(seat + 2) % 4]),
        )


def test_nobody_plays_before_all_have_passed() -> None:
    """Rule 2: cards aren't played yet, whoever tries."""
    match = suits()
    match.act(0, choose(CHOSEN[0]))
    play_lowest = HEARTS.action_from_json({"play": "2C"})
    with pytest.raises(NotNow, match="choose cards to pass first"):
        match.act(1, play_lowest)
    with pytest.raises(NotYourTurn):
        match.act(0, play_lowest)
    pass_all(match, order=(1, 2, 3))
    match.act(1, play_lowest)

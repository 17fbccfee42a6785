"""Hearts, rules 3 and 6: who begins, and what goes to the first trick."""

from __future__ import annotations

import pytest

from games.cards import cards
from games.errors import MustFollowSuit, NoSuchCard, NotNow, NotYourTurn
from games.hearts import HEARTS
from games.hearts.errors import MustLeadLowestClub, NoPointsInFirstTrick
from games.hearts.state import ChooseMoon, Pass
from games.match import Match
from games.protocol import Setup
from games.shuffle import dealt
from games.tricks import Play
from tests.games.hearts.deals import (
    after_pass,
    hands_of,
    last,
    legal,
    play,
    play_out,
    refuse,
    words,
)
from tests.games.hearts.leads import NO_CLUB
from tests.games.hearts.passes import pass_lowest


@pytest.mark.parametrize(
    ("players", "first"), [(2, "2C"), (3, "2C"), (4, "2C"), (5, "3C"), (6, "3C")]
)
def test_the_lowest_club_begins(players: int, first: str) -> None:
    """Rule 3, option players: who has the lowest club of the pack after the pass leads it."""
    pack = HEARTS.options({"players": players}).pack
    card = cards(first)[0]
    begun = set()
    for number in range(12):
        hands = dealt(pack, players, 0, f"first {number}", 1)
        holder = next(seat for seat, hand in enumerate(hands) if card in hand)
        match = Match(HEARTS, {"players": players}, "", Setup((hands,), 0))
        for seat, hand in enumerate(hands):
            others = [each for each in hand if each != card]
            chosen = [card, *others[:2]] if seat == holder and number % 2 else others[:3]
            match.act(seat, Pass(frozenset(chosen)))
        begins = (holder + number % 2) % players
        assert match.state.turn == begins
        assert HEARTS.to_act(match.state) == {begins}
        assert legal(match, begins) == first
        begun.add(begins)
    assert len(begun) > 1


def test_the_lowest_club_begins_each_deal() -> None:
    """Rule 3: whoever took the last trick, and whoever deals."""
    match = Match(HEARTS, {}, "each deal", Setup(dealer=2))
    for deal in range(1, 6):
        if match.state.phase == "pass":
            pass_lowest(match)
        lowest = cards("2C")[0]
        assert lowest in match.state.hands[match.state.turn]
        assert match.state.dealer == (2 + deal - 1) % 4
        play_out(match)


def test_case_a1() -> None:
    """Case A1, rule 6: no points go to the first trick, even when void in clubs."""
    match = after_pass(NO_CLUB)
    play(match, "2C")
    assert legal(match, 3) == "2D 3D 4D 5D JS KS AS"
    refuse(
        match, 3, "2H", NoPointsInFirstTrick, "2H has points, .* you may play 2D, 3D, 4D, 5D, JS"
    )
    refuse(match, 3, "QS", NoPointsInFirstTrick, "QS has points")
    assert match.state.turn == 3
    assert HEARTS.to_act(match.state) == {3}
    play(match, "JS")


HEARTS_AND_QUEEN = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS"
ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


@pytest.mark.parametrize("option", ["never", "if_void", "free"])
@pytest.mark.parametrize("hand", [HEARTS_AND_QUEEN, ALL_HEARTS])
def test_case_a2(hand: str, option: str) -> None:
    """Case A2, rule 6: who has nothing but penalty cards may play any; a heart breaks hearts."""
    match = after_pass(hands_of("", "", "2C", hand), first_trick_points=option)
    play(match, "2C")
    assert legal(match, 3) == hand
    for card in cards(hand):
        after = HEARTS.apply(match.state, 3, Play(card))
        assert after.broken == (card.suit == "H")
        assert ("hearts_broken" in [each.kind for each in after.news]) == (card.suit == "H")


def test_case_a3() -> None:
    """Case A3, rule 6: the rule is the first trick's, not that of a seat's first card."""
    match = after_pass(hands_of(
        "AC 2D 3D 4D", "3C 2H 3H 4H 5H 6H 7H 2S 3S 4S 5S 6S QS", "2C", "5D 6D 7D 8D",
    ))  # fmt: skip
    play(match, "2C")
    play(match, legal(match, 3).split()[0])
    play(match, "AC")
    assert legal(match, 1) == "3C"
    play(match, "3C 2D")
    assert (match.state.turn, match.state.trick) == (1, cards("2D"))
    assert legal(match, 1) == "2H 3H 4H 5H 6H 7H 2S 3S 4S 5S 6S QS"
    after = HEARTS.apply(match.state, 1, Play(cards("QS")[0]))
    assert not after.broken


@pytest.mark.parametrize("option", ["if_void", "free"])
def test_first_trick_points(option: str) -> None:
    """Option first_trick_points: else who is void in clubs may play points; others follow."""
    match = after_pass(NO_CLUB, first_trick_points=option)
    play(match, "2C")
    assert legal(match, 3) == words(NO_CLUB[3])
    play(match, "QS")
    refuse(match, 0, "6D", MustFollowSuit, "must follow clubs: you hold 3C, ")
    assert set(legal(match, 0).split()) == {str(card) for card in NO_CLUB[0] if card.suit == "C"}
    match = after_pass(NO_CLUB, first_trick_points=option)
    play(match, "2C 2H")
    assert match.state.broken
    assert last(match, "hearts_broken") == {"event": "hearts_broken", "seat": 3}


def test_case_a4() -> None:
    """Case A4, rule 3: only who has the two of clubs acts first, and leads nothing else."""
    match = after_pass(NO_CLUB)
    for seat in (0, 1, 3):
        assert HEARTS.legal(match.state, seat) == ()
        for card in NO_CLUB[seat]:
            refuse(match, seat, str(card), NotYourTurn, f"the turn of seat 2, not of {seat}")
    assert legal(match, 2) == "2C"
    for card in NO_CLUB[2][1:]:
        refuse(match, 2, str(card), MustLeadLowestClub, "begins with 2C: you may play 2C")
    refuse(match, 2, "2D", NoSuchCard, "you don't hold 2D: you hold 2C, ")
    for action in (Pass(frozenset(cards("2C"))), ChooseMoon("others_plus")):
        with pytest.raises(NotNow, match="play a card"):
            match.act(2, action)
        with pytest.raises(NotYourTurn):
            match.act(0, action)
    play(match, "2C")
    refuse(match, 2, "3C", NotYourTurn, "the turn of seat 3")

"""Spades, rule 2: what may be bid, and when."""

from __future__ import annotations

from typing import Any

import pytest

from games.errors import BadAction, NotYourTurn
from games.match import Match
from games.protocol import Setup
from games.spades import SPADES
from games.spades.errors import BidAlready, NoBlindNil, NoSuchBid, TeamBidTooHigh
from games.spades.state import BID, PLAY, Bid, BlindNil, Look
from tests.games.spades.deals import bid, told


def table(**options: object) -> Match:
    """A match in which seat 3 has dealt, and seat 0 bids first."""
    return Match(SPADES, options, "bidding", Setup(dealer=3))


def test_the_dealers_left_bids_first_and_the_dealer_last() -> None:
    """Rule 2: one bid each, from the dealer's left on."""
    for dealer in range(4):
        match = Match(SPADES, {}, "order", Setup(dealer=dealer))
        bid(match, (1, 2, 3, 4))
        assert [each["seat"] for each in told(match, "bid")] == [
            (dealer + step) % 4 for step in (1, 2, 3, 4)
        ]
        assert match.state.bids == (1, 2, 3, 4)
        assert match.state.phase == PLAY


def test_bids_are_0_to_13() -> None:
    """Case D5, rule 2: from none of the tricks to all thirteen."""
    match = table()
    assert SPADES.legal(match.state, 0) == tuple(map(Bid, range(14)))
    for tricks in (-1, 14, 99):
        with pytest.raises(NoSuchBid, match=f"bid 0 to 13, not {tricks}"):
            match.act(0, Bid(tricks))
    for tricks in (0, 13):
        assert SPADES.apply(match.state, 0, Bid(tricks)).bids == (tricks, None, None, None)


@pytest.mark.parametrize(
    "given", [-1, 14, 99, 3.5, 3.0, "3", True, False, None, "nil", "pass", [3], {}]
)
def test_what_is_no_bid(given: Any) -> None:
    """Case D5, rule 2: nothing is taken for a number that isn't one, and nobody passes."""
    with pytest.raises(BadAction, match="give a whole number from 0 to 13, not "):
        SPADES.action_from_json({"bid": given})


@pytest.mark.parametrize("given", [False, 1, "true", None, []])
def test_what_is_no_look(given: Any) -> None:
    """Option blind_nil: one looks by saying so, and by nothing else."""
    with pytest.raises(BadAction, match="to look at one's cards is"):
        SPADES.action_from_json({"look": given})


def test_actions_as_json() -> None:
    """Rule 2, option blind_nil: bids are numbers, but for the one that is made unseen."""
    for action, told_as in (
        (Bid(0), {"bid": 0}),
        (Bid(13), {"bid": 13}),
        (BlindNil(), {"bid": "blind_nil"}),
        (Look(), {"look": True}),
    ):
        assert SPADES.action_to_json(action) == told_as
        assert SPADES.action_from_json(told_as) == action


def test_a_bid_need_not_be_higher() -> None:
    """Case D5, rule 2: any number may follow any, and partners may bid more than all tricks."""
    match = table()
    bid(match, (8, 1, 9, 1))
    assert match.state.bids == (8, 1, 9, 1)


def test_nobody_bids_before_the_turn() -> None:
    """Case D5, rule 2: the others are refused, and nothing changes."""
    match = table()
    before = match.state
    for seat in (1, 2, 3):
        with pytest.raises(NotYourTurn, match=f"it is the turn of seat 0, not of {seat}"):
            match.act(seat, Bid(3))
    assert match.state == before
    assert [bool(SPADES.legal(before, seat)) for seat in range(4)] == [True, False, False, False]


def test_a_bid_stays() -> None:
    """Cases D5 and D6, rule 2: who has bid can't again, neither while others bid nor later."""
    match = table()
    match.act(0, Bid(4))
    with pytest.raises(BidAlready, match="you have bid 4 already, and a bid stays"):
        match.act(0, Bid(4))
    for tricks in (1, 2, 3):
        match.act(match.state.turn, Bid(tricks))
    for seat, tricks in enumerate((4, 1, 2, 3)):
        with pytest.raises(BidAlready, match=f"you have bid {tricks} already"):
            match.act(seat, Bid(5))
    assert match.state.bids == (4, 1, 2, 3)


def test_bids_are_seen_by_all() -> None:
    """Rule 2: each bid is open at once, also to those who bid later."""
    match = table()
    match.act(0, Bid(4))
    match.act(1, Bid(0))
    for seat in (None, 0, 1, 2, 3):
        view = SPADES.view(match.state, seat)
        assert view.phase == BID
        assert view.bids == (4, 0, None, None)
        assert view.waiting == (2,)
        assert bool(view.legal) == (seat == 2)
    assert told(match, "bid")[1] == {"event": "bid", "seat": 1, "bid": 0, "blind": False}


def test_bids_are_forgotten_with_the_deal() -> None:
    """Rule 2: in each deal all bid anew."""
    match = table(max_deals=2)
    bid(match, (4, 0, 3, 2))
    while match.state.deal == 1:
        seat = match.state.turn
        match.act(seat, SPADES.legal(match.state, seat)[0])
    assert match.state.bids == (None, None, None, None)


@pytest.mark.parametrize(
    ("first", "second"), [(0, range(7)), (2, range(5)), (5, range(2)), (6, range(1))]
)
def test_team_bid_max(first: int, second: range) -> None:
    """Option team_bid_max: partners stay below it together; when it is used up, 0 is left."""
    match = table(team_bid_max=6)
    assert SPADES.legal(match.state, 0) == tuple(map(Bid, range(7)))
    with pytest.raises(TeamBidTooHigh, match="bid 6 together at most: bid 0 to 6"):
        match.act(0, Bid(7))
    match.act(0, Bid(first))
    # The other team's bids are its own affair.
    assert SPADES.legal(match.state, 1) == tuple(map(Bid, range(7)))
    match.act(1, Bid(6))
    assert SPADES.legal(match.state, 2) == tuple(map(Bid, second))
    if second[-1] < 13:
        with pytest.raises(TeamBidTooHigh, match=f"together at most: bid 0 to {second[-1]}"):
            match.act(2, Bid(second[-1] + 1))
    match.act(2, Bid(second[-1]))
    assert SPADES.legal(match.state, 3) == (Bid(0),)


def test_a_wide_team_bid_max_allows_no_bid_above_13() -> None:
    """Option team_bid_max: it caps the sum; each bid still has the thirteen of rule 2."""
    match = table(team_bid_max=20)
    assert SPADES.legal(match.state, 0) == tuple(map(Bid, range(14)))
    for tricks in (13, 13):
        match.act(match.state.turn, Bid(tricks))
    assert SPADES.legal(match.state, 2) == tuple(map(Bid, range(8)))


def test_without_blind_nil_all_see_their_cards() -> None:
    """Option blind_nil=no: nobody looks or bids unseen."""
    match = table()
    assert SPADES.view(match.state, 2).hand == match.state.hands[2]
    assert match.state.looked == (True, True, True, True)
    for action in (Look(), BlindNil()):
        with pytest.raises(NoBlindNil, match="without blind nil all see their cards"):
            match.act(0, action)

"""Kaiser, rules 2 and 3: which bids there are, who must bid, who wins, and naming trumps."""

from __future__ import annotations

from typing import Any

import pytest

from games.errors import BadAction, BadOptions, IllegalAction, NotNow, NotYourTurn
from games.kaiser import KAISER
from games.kaiser.errors import (
    BidBelowMinimum,
    BidTooLow,
    DealerMustBid,
    NoSuchBid,
    NoSuchTrump,
)
from games.kaiser.state import Bid, NameTrump
from games.match import Match
from games.tricks import Play
from tests.games.kaiser.playing import ALL_EIGHT, begin, hands, last, name, say

SEVEN_UP = [
    "7", "7 no", "8", "8 no", "9", "9 no", "10", "10 no", "11", "11 no", "12", "12 no",
]  # fmt: skip


def sayable(match: Match) -> list[str]:
    """What the seat whose turn it is may say."""
    state = match.state
    return [action.bid for action in KAISER.legal(state, state.turn) if isinstance(action, Bid)]


@pytest.mark.parametrize(
    ("min_bid", "lower"), [(7, []), (6, ["6", "6 no"]), (5, ["5", "5 no", "6", "6 no"])]
)
def test_the_bids_of_a_table(min_bid: int, lower: list[str]) -> None:
    """Rule 2, option min_bid: from there to 12, each also without trumps, which is higher."""
    assert sayable(begin(ALL_EIGHT, min_bid=min_bid)) == ["pass", *lower, *SEVEN_UP]


def test_without_options_the_lowest_bid_is_seven() -> None:
    """Rule 2: six is too low, also without trumps."""
    match = begin(ALL_EIGHT)
    with pytest.raises(BidBelowMinimum, match="the lowest bid is 7: you may say pass, 7, 7 no"):
        say(match, "6 no")
    say(match, "7")


@pytest.mark.parametrize("bid", ["4", "13", "8no", "8 NO", "no", "", "-7", "3.5", "40", "07"])
def test_there_are_no_other_bids(bid: str) -> None:
    """Rule 2: words that name no bid are refused, and what is bid stays as it was."""
    match = begin(ALL_EIGHT)
    with pytest.raises(NoSuchBid, match="you may say pass, 7,"):
        say(match, bid)
    assert match.state.bids == ()


@pytest.mark.parametrize("given", [7, 3.5, True, None, ["7"], "13", "8no", "7  no", "PASS", ""])
def test_odd_bids_are_no_bids(given: Any) -> None:
    """Rule 2: a bid is one of the words; a number is none."""
    with pytest.raises(BadAction):
        KAISER.action_from_json({"bid": given})


def test_bids_as_json() -> None:
    """Rules 2 and 3: bids and trumps are read as they are written, and nothing else is."""
    for bid in ("pass", "5", "8 no", "12", "40"):
        assert KAISER.action_from_json({"bid": bid}) == Bid(bid)
        assert KAISER.action_to_json(Bid(bid)) == {"bid": bid}
    assert KAISER.action_from_json({"trump": "H"}) == NameTrump("H")
    for given in ("N", "no", "h", "hearts", None, 1):
        with pytest.raises(BadAction):
            KAISER.action_from_json({"trump": given})


def test_each_bid_is_higher_than_the_last() -> None:
    """Rule 2: by number, or by the same number without trumps."""
    match = begin(ALL_EIGHT)
    say(match, "8")
    assert sayable(match) == ["pass", *SEVEN_UP[3:]]
    for bid in ("7 no", "8"):
        with pytest.raises(BidTooLow, match="the last bid is 8: you may say pass, 8 no, 9,"):
            say(match, bid)
    say(match, "8 no")
    with pytest.raises(BidTooLow, match="the last bid is 8 no: you may say pass, 9,"):
        say(match, "8 no")
    say(match, "pass")
    assert match.state.bids == ("8", "8 no", "pass")


def test_nothing_outbids_the_highest_but_the_dealers_equal() -> None:
    """Rule 2: after 12 no there is nothing left but that for the dealer."""
    match = begin(ALL_EIGHT)
    say(match, "12 no")
    assert sayable(match) == ["pass"]
    with pytest.raises(BidTooLow, match=r"you may say pass$"):
        say(match, "12")
    say(match, "pass", "pass")
    assert sayable(match) == ["pass", "12 no"]


def test_the_dealer_may_equal_the_last_bid() -> None:
    """Case F4, rule 2: after 8 the dealer may say 8, and takes it."""
    match = begin(ALL_EIGHT, dealer=0)
    say(match, "pass", "7 no", "8")
    assert sayable(match) == ["pass", *SEVEN_UP[2:]]
    say(match, "8")
    assert (match.state.declarer, match.state.contract) == (0, "8")
    assert KAISER.to_act(match.state) == {0}


def test_the_dealer_equals_number_and_kind() -> None:
    """Case F4, rule 2: after 8 no 8 is too low for anybody, and 8 no for all but the dealer."""
    match = begin(ALL_EIGHT, dealer=0)
    say(match, "pass", "8 no")
    for bid in ("8", "8 no"):
        with pytest.raises(BidTooLow):
            say(match, bid)
    say(match, "pass")
    with pytest.raises(BidTooLow):
        say(match, "8")
    say(match, "8 no")
    assert (match.state.declarer, match.state.contract) == (0, "8 no")


def test_the_dealer_may_take_the_partners_bid() -> None:
    """Rule 2: the dealer may equal any last bid, whoever made it."""
    match = begin(ALL_EIGHT, dealer=0)
    say(match, "pass", "9", "pass", "9")
    assert match.state.declarer == 0


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("place", range(4))
def test_the_highest_bidder_plays(dealer: int, place: int) -> None:
    """Rules 2 and 3: one turn each, from the dealer's left; who has bid highest leads."""
    match = begin(ALL_EIGHT, dealer=dealer)
    spoken = []
    for at in range(4):
        spoken.append(match.state.turn)
        say(match, "9 no" if at == place else "7" if at == 0 else "pass")
    assert spoken == [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    assert match.state.declarer == match.state.turn == spoken[place]
    assert match.state.contract == "9 no"


def test_the_dealer_must_bid() -> None:
    """Case F4, rule 2: after three passes pass isn't in the dealer's list."""
    match = begin(ALL_EIGHT)
    say(match, "pass", "pass", "pass")
    assert sayable(match) == SEVEN_UP
    with pytest.raises(DealerMustBid, match="all others have passed: you may say 7, 7 no"):
        say(match, "pass")
    say(match, "7")
    assert (match.state.declarer, match.state.contract) == (3, "7")


def test_the_next_dealer_deals_when_all_pass() -> None:
    """Option all_pass=redeal: the dealer may pass too."""
    match = begin(ALL_EIGHT, all_pass="redeal")
    say(match, "pass", "pass", "pass")
    assert sayable(match) == ["pass", *SEVEN_UP]
    say(match, "pass")
    state = match.state
    assert (state.deal, state.dealer, state.phase, state.bids) == (2, 0, "bid", ())
    assert state.hands != hands(ALL_EIGHT)
    assert state.totals == (0, 0)
    assert [each.kind for each in KAISER.events(state)] == ["bid", "deal"]


def test_out_of_turn() -> None:
    """Rule 2: nobody speaks before or after the own turn, and nobody twice."""
    match = begin(ALL_EIGHT)
    with pytest.raises(NotYourTurn, match="it is the turn of seat 0, not of 1"):
        match.act(1, Bid("7"))
    say(match, "7")
    with pytest.raises(NotYourTurn):
        match.act(0, Bid("8"))
    assert match.state.bids == ("7",)


def test_a_bid_of_40_is_above_all_others() -> None:
    """Option kaiser_40: after it nobody bids but the dealer, who may equal it as any bid."""
    match = begin(ALL_EIGHT, kaiser_40=True)
    assert sayable(match) == ["pass", *SEVEN_UP, "40"]
    say(match, "12 no")
    assert sayable(match) == ["pass", "40"]
    say(match, "40")
    assert sayable(match) == ["pass"]
    with pytest.raises(BidTooLow, match="the last bid is 40"):
        say(match, "40")
    say(match, "pass")
    assert sayable(match) == ["pass", "40"]
    say(match, "40")
    assert (match.state.declarer, match.state.contract, match.state.phase) == (3, "40", "play")


def test_the_declarer_names_trumps_before_leading() -> None:
    """Rule 3: the highest bidder does, none of the others, and once."""
    match = begin(ALL_EIGHT)
    say(match, "pass", "8", "pass", "pass")
    with pytest.raises(NotYourTurn):
        match.act(0, NameTrump("H"))
    with pytest.raises(NotNow, match="name trumps first"):
        match.act(1, Play(hands(ALL_EIGHT)[1][0]))
    with pytest.raises(NoSuchTrump, match="one of C, D, H, S"):
        match.act(1, NameTrump("no"))
    assert KAISER.legal(match.state, 1) == tuple(map(NameTrump, "CDHS"))
    name(match, "H")
    assert last(match, "trump") == {"event": "trump", "seat": 1, "suit": "H"}
    view = KAISER.view(match.state, 2)
    assert (view.trump, view.contract, view.declarer, view.waiting) == ("H", "8", 1, (1,))
    with pytest.raises(NotNow, match="play a card"):
        match.act(1, NameTrump("S"))


@pytest.mark.parametrize(("bid", "options"), [("7 no", {}), ("40", {"kaiser_40": True})])
def test_without_trumps_the_declarer_leads_at_once(bid: str, options: dict[str, Any]) -> None:
    """Case F3, rule 3, option kaiser_40: all eight cards of the declarer are legal.

    No trumps are named.
    """
    match = begin(ALL_EIGHT, dealer=0, **options)
    say(match, "pass", bid, "pass", "pass")
    legal = KAISER.legal(match.state, 2)
    assert legal == tuple(map(Play, hands(ALL_EIGHT)[2]))
    for trump in "CDHS":
        with pytest.raises(NotNow):
            match.act(2, NameTrump(trump))
    match.act(2, legal[3])
    assert match.state.trick == (hands(ALL_EIGHT)[2][3],)
    assert KAISER.view(match.state, None).trump is None


def test_bids_are_public() -> None:
    """Rule 2: all see what was said, and only whose turn it is what may be said."""
    match = begin(ALL_EIGHT)
    say(match, "pass", "8 no")
    assert last(match, "bid") == {"event": "bid", "seat": 1, "bid": "8 no"}
    for seat in (None, 0, 3):
        view = KAISER.view(match.state, seat)
        assert view.bids == ("pass", "8 no")
        assert (view.declarer, view.contract) == (None, None)
    assert KAISER.view(match.state, 2).legal[:2] == ({"bid": "pass"}, {"bid": "9"})
    assert KAISER.view(match.state, 3).legal == ()


@pytest.mark.parametrize(
    "given",
    [
        {"min_bid": 4}, {"min_bid": 8}, {"all_pass": "ask"}, {"cap": 0}, {"floor": 0},
        {"target": 0}, {"max_deals": 0}, {"kaiser_40": "40"}, {"misdeal": 1},
        {"three_trick_rule": "always"}, {"must_bid_to_win": None}, {"players": 4},
    ],
)  # fmt: skip
def test_options_that_there_are_not(given: dict[str, object]) -> None:
    """Each option has its values, and no others; there is none for the number of players."""
    with pytest.raises(BadOptions):
        KAISER.options(given)


def test_a_refused_bid_changes_nothing() -> None:
    """Rule 2: nor does a bid out of turn, or a card played too early."""
    match = begin(ALL_EIGHT)
    say(match, "9")
    before = match.state
    for seat, action in ((1, Bid("8")), (2, Bid("10")), (1, Play(hands(ALL_EIGHT)[1][0]))):
        with pytest.raises(IllegalAction):
            match.act(seat, action)
    assert match.state == before
    assert match.version == 1

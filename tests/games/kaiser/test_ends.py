"""Kaiser, rule 7: target, floor, the last deal; who is looked at first."""

from __future__ import annotations

import pytest

from games.errors import GameIsOver
from games.kaiser import KAISER
from games.kaiser.scoring import by_score, decided
from games.kaiser.state import Bid
from games.match import Match
from games.protocol import Result
from games.shuffle import Stream
from tests.games.kaiser.playing import (
    ALL_EIGHT,
    FOUR_LOST,
    ONE_LOST,
    THREE_LOST,
    THREE_OF_SPADES_LOST,
    begin,
    last,
    played,
    say,
)
from tests.games.playing import play_on


def test_the_target() -> None:
    """Rule 7: 52 wins, 51 doesn't yet; the game is over and says so."""
    assert not played(ONE_LOST, scores=(42, 0)).is_over
    match = played(ONE_LOST, scores=(43, 0))
    assert match.state.result == Result((0, 2), (52, 1), "target")
    assert last(match, "game_over") == {
        "event": "game_over", "winners": [0, 2], "scores": [52, 1], "reason": "target",
    }  # fmt: skip
    assert [each.kind for each in KAISER.events(match.state)][-2:] == ["score", "game_over"]
    assert KAISER.view(match.state, None).result == match.state.result
    assert KAISER.to_act(match.state) == frozenset()
    with pytest.raises(GameIsOver):
        match.act(0, Bid("7"))


def test_the_other_team_can_win() -> None:
    """Rules 6 and 7, option target: from 46 the defence may still add, and reach it."""
    assert played(FOUR_LOST, scores=(0, 46), target=50).state.result == Result(
        (1, 3), (-7, 50), "target"
    )


def test_bidders_are_looked_at_first() -> None:
    """Rule 7, option cap=none: both have 52 after 7 points and 3, and the bidders win."""
    match = played(THREE_LOST, "7", scores=(45, 49), cap=None)
    assert match.state.result == Result((0, 2), (52, 52), "target")


def test_bidders_win_though_the_others_have_more() -> None:
    """Rule 7, option cap=none: 52 of the bidders beat 54."""
    match = played(THREE_LOST, "7", scores=(45, 51), cap=None)
    assert match.state.result == Result((0, 2), (52, 54), "target")


def test_the_cap_keeps_defenders_from_the_target() -> None:
    """Rules 6 and 7, option cap: at 49 they stay there."""
    match = played(THREE_LOST, "7", scores=(44, 49))
    assert (match.state.result, match.state.totals) == (None, (51, 49))


def test_the_floor() -> None:
    """Case F8, rule 7: who bids 12 at -40 and fails has -52: the others win. -51 isn't enough."""
    match = played(FOUR_LOST, "12", scores=(-40, -10))
    assert match.state.result == Result((1, 3), (-52, -6), "floor")
    assert not played(FOUR_LOST, "12", scores=(-39, -10)).is_over


def test_the_defence_can_lose() -> None:
    """Rule 7: points below zero count for both, down to the floor."""
    match = played(THREE_OF_SPADES_LOST, "7", scores=(0, -50))
    assert match.state.result == Result((0, 2), (12, -52), "floor")


@pytest.mark.parametrize(
    ("totals", "result"),
    [
        ((-52, -52), Result((1, 3), (-52, -52), "floor")),
        ((-53, 52), Result((1, 3), (-53, 52), "floor")),
        ((52, -52), Result((0, 2), (52, -52), "target")),
        ((51, -51), None),
        ((0, 60), Result((1, 3), (0, 60), "target")),
        ((0, -60), Result((0, 2), (0, -60), "floor")),
    ],
)
def test_both_at_an_end(totals: tuple[int, int], result: Result | None) -> None:
    """Rule 7: the bidders (team 0) are looked at first: both at -52, and the bidders lose."""
    assert decided(KAISER.options({}), 0, totals) == result


def test_both_at_an_end_when_the_other_team_has_bid() -> None:
    """Rule 7: whichever team has bid."""
    options = KAISER.options({})
    assert decided(options, 1, (-52, -52)) == Result((0, 2), (-52, -52), "floor")
    assert decided(options, 1, (52, 52)) == Result((1, 3), (52, 52), "target")


def test_target_and_floor_are_options() -> None:
    """Options target and floor: other numbers end the game."""
    options = KAISER.options({"target": 20, "floor": -15})
    assert decided(options, 0, (20, 0)) == Result((0, 2), (20, 0), "target")
    assert decided(options, 0, (19, -14)) is None
    assert decided(options, 0, (0, -15)) == Result((0, 2), (0, -15), "floor")


def test_the_last_deal() -> None:
    """Option max_deals: after so many the team with more points has won."""
    assert not played(ONE_LOST, max_deals=2).is_over
    assert played(ONE_LOST, max_deals=1).state.result == Result((0, 2), (9, 1), "cap")
    assert played(ONE_LOST, "10", max_deals=1).state.result == Result((1, 3), (-10, 1), "cap")


def test_the_last_deal_may_be_the_one_that_wins() -> None:
    """Rule 7, option max_deals: then it is the target that ends the game."""
    result = played(ONE_LOST, scores=(43, 0), max_deals=1).state.result
    assert result is not None
    assert result.reason == "target"


def test_all_win_when_it_is_even_after_the_last_deal() -> None:
    """Option max_deals: a draw is a win of all four."""
    assert by_score((7, 7)) == Result((0, 1, 2, 3), (7, 7), "cap")
    match = played(ONE_LOST, scores=(0, 8), max_deals=1)
    assert match.state.result == Result((0, 1, 2, 3), (9, 9), "cap")


def test_the_deal_goes_on_to_the_left() -> None:
    """Rule 1: the next deal is the next seat's, and begins with an auction."""
    match = played(ONE_LOST, dealer=3)
    state = match.state
    assert (state.deal, state.dealer, state.turn, state.phase) == (2, 0, 1, "bid")
    assert (state.trump, state.declarer, state.tricks) == (None, None, ())


def test_auctions_passed_out_are_deals() -> None:
    """Options all_pass=redeal and max_deals: passing for ever, the game ends by score."""
    match = begin(ALL_EIGHT, all_pass="redeal", max_deals=7, scores=(3, 4))
    dealers = []
    while not match.is_over:
        dealers.append(match.state.dealer)
        say(match, "pass", "pass", "pass", "pass")
    assert dealers == [3, 0, 1, 2, 3, 0, 1]
    assert match.state.result == Result((1, 3), (3, 4), "cap")
    assert [each.kind for each in KAISER.events(match.state)] == ["bid", "game_over"]


@pytest.mark.parametrize("number", range(10))
def test_every_game_ends(number: int) -> None:
    """Rule 7: with the default options a team has won or lost long before the last deal."""
    match = play_on(Match(KAISER, {}, f"whole game {number}"), Stream(f"{number}", "dice"))
    result = match.state.result
    assert result is not None
    assert result.reason in {"target", "floor"}
    assert result.winners in {(0, 2), (1, 3)}
    assert result.scores == match.state.totals

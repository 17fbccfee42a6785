"""Spades, rule 9: when a game is over, and who has won it."""

from __future__ import annotations

import pytest

from games.errors import BadOptions, BadSetup, GameIsOver
from games.match import Match
from games.protocol import Result, Setup
from games.spades import SPADES
from games.spades.options import Options
from games.spades.scoring import Player, counted, entered, outcome
from games.spades.state import OVER, Bid
from tests.games.spades.deals import Deal, bid, played, told

EVENS, ODDS, NOBODY = (0, 2), (1, 3), ()


@pytest.mark.parametrize(
    ("totals", "winners", "reason"),
    [
        ((500, 499), EVENS, "target"),
        ((120, 733), ODDS, "target"),
        ((537, 541), ODDS, "target"),  # E8: both are there; the second has more.
        ((541, 537), EVENS, "target"),
        ((-500, 499), ODDS, "floor"),
        ((-499, -620), EVENS, "floor"),
        ((-500, -501), EVENS, "floor"),  # Both are there; the lower loses.
        ((-700, -600), ODDS, "floor"),
        ((500, -500), EVENS, "target"),  # Both at once: the target is told.
        ((-600, 520), ODDS, "target"),
    ],
)
def test_a_game_that_is_won(totals: tuple[int, int], winners: tuple[int, ...], reason: str) -> None:
    """Case E8, rule 9, option floor: the higher of two at 500; the lower of two at -500 loses."""
    assert outcome(Options(), totals, deal=1) == Result(winners, totals, reason)


@pytest.mark.parametrize(
    "totals", [(499, -499), (0, 0), (538, 538), (500, 500), (-500, -500), (-640, -640)]
)
def test_a_game_that_goes_on(totals: tuple[int, int]) -> None:
    """Case E8, rule 9, option floor: nobody has got there, or both have and are equal."""
    assert outcome(Options(), totals, deal=99) is None


@pytest.mark.parametrize(
    ("totals", "winners"),
    [((20, 10), EVENS), ((-30, -20), ODDS), ((7, 7), NOBODY), ((538, 538), NOBODY),
     ((-600, -600), NOBODY)],
)  # fmt: skip
def test_the_last_deal(totals: tuple[int, int], winners: tuple[int, ...]) -> None:
    """Option max_deals: more points win then; with equal ones nobody has won."""
    assert outcome(Options(max_deals=7), totals, deal=7) == Result(winners, totals, "cap")
    assert outcome(Options(max_deals=7), totals, deal=6) is None


def test_the_last_deal_may_reach_the_target() -> None:
    """Rule 9, option max_deals: then it is the target that ends the game."""
    assert outcome(Options(max_deals=7), (510, 10), deal=7) == Result(EVENS, (510, 10), "target")


def test_target_and_floor_are_options() -> None:
    """Options target and floor: other numbers, and no floor at all."""
    options = Options(target=30, floor=-40)
    assert outcome(options, (30, 0), 1) == Result(EVENS, (30, 0), "target")
    assert outcome(options, (29, -39), 1) is None
    assert outcome(options, (29, -40), 1) == Result(EVENS, (29, -40), "floor")
    assert outcome(Options(floor=None), (-9000, 0), 1) is None


@pytest.mark.parametrize(
    ("before", "deal", "totals", "winners"),
    [
        # Bids and tricks of both teams: 42 and 51.
        ((495, 490), ((4, 6), (5, 6)), (537, 541), ODDS),
        ((498, 498), ((4, 4), (4, 4)), (538, 538), None),
    ],
)
def test_case_e8(
    before: tuple[int, ...],
    deal: tuple[tuple[int, int], ...],
    totals: tuple[int, int],
    winners: tuple[int, ...] | None,
) -> None:
    """Case E8, rules 6 and 9: the higher of two above 500 wins; equal ones play another deal."""
    counts = [
        counted(
            Options(),
            [Player(bid - 1, blind=False, tricks=0), Player(1, blind=False, tricks=tricks)],
        )
        for bid, tricks in deal
    ]
    sheet = zip(before, counts, strict=True)
    entries = [entered(Options(), total, 0, count) for total, count in sheet]
    assert tuple(entry.total for entry in entries) == totals
    result = outcome(Options(), totals, deal=9)
    assert (None if result is None else result.winners) == winners


@pytest.mark.parametrize(("before", "over"), [(439, False), (440, True)])
def test_the_target(before: int, over: bool) -> None:
    """Rule 9: with 500 a team has won, with 499 it hasn't."""
    match = played({}, Deal((3, 3, 3, 4), (3, 3, 3, 4)), scores=(before, 0))
    assert match.state.totals == (before + 60, 70)
    assert SPADES.result(match.state) == (Result(EVENS, (500, 70), "target") if over else None)


def test_the_higher_of_two_wins() -> None:
    """Case E8, rule 9, played: 495 + 42 against 489 + 52."""
    match = played({}, Deal((2, 3, 2, 2), (3, 4, 3, 3)), scores=(495, 489))
    result = Result(ODDS, (537, 541), "target")
    assert SPADES.result(match.state) == result
    assert SPADES.view(match.state, 0).result == result
    assert match.state.phase == OVER
    assert SPADES.to_act(match.state) == frozenset()
    assert [each.kind for each in match.steps[-1].events] == [
        "play", "trick", "score", "game_over",
    ]  # fmt: skip
    assert told(match, "game_over") == [
        {"event": "game_over", "winners": [1, 3], "scores": [537, 541], "reason": "target"}
    ]
    for seat in range(4):
        assert SPADES.legal(match.state, seat) == ()
        with pytest.raises(GameIsOver):
            match.act(seat, Bid(3))


def test_equal_teams_play_another_deal() -> None:
    """Case E8, rule 9, played: both at 538, then one takes what the other doesn't."""
    tie = Deal((3, 3, 3, 4), (3, 3, 3, 4))
    match = played({}, tie, scores=(478, 468))
    assert match.state.totals == (538, 538)
    assert SPADES.result(match.state) is None
    assert match.state.deal == 2
    match = played({}, tie, tie, scores=(478, 468))
    assert SPADES.result(match.state) == Result(ODDS, (598, 608), "target")


def test_a_team_at_the_floor_loses() -> None:
    """Option floor: with -500 the game is over, and the others have won."""
    match = played({}, Deal((3, 3, 3, 4), (2, 4, 3, 4)), scores=(-440, -100))
    assert SPADES.result(match.state) == Result(ODDS, (-500, -29), "floor")


def test_penalties_go_off_before_the_target_is_looked_at() -> None:
    """Rules 7 and 9: a team that would have 504 has 404 since its bags are ten."""
    deals = [Deal((2, 3, 1, 2), (4, 3, 4, 2))] * 2
    match = played({}, *deals, scores=(434, 0))
    assert match.state.totals == (404, 100)
    assert SPADES.result(match.state) is None
    match = played({"bags": None}, *deals, scores=(434, 0))
    assert SPADES.result(match.state) == Result(EVENS, (504, 100), "target")


def test_a_game_that_nobody_ever_makes_a_bid_in() -> None:
    """Case E7, option max_deals: four who bid 13 lose alike; the hundredth deal is the last."""
    match = Match(SPADES, {}, "hopeless")
    while not match.is_over:
        bid(match, (13, 13, 13, 13))
        deal = match.state.deal
        while match.state.deal == deal and not match.is_over:
            seat = match.state.turn
            match.act(seat, SPADES.legal(match.state, seat)[0])
    assert match.state.deal == 100
    assert SPADES.result(match.state) == Result(NOBODY, (-26_000, -26_000), "cap")


def test_hopeless_bids_of_one_team_end_at_the_floor() -> None:
    """Case E7, option floor: who loses each deal is out after a few."""
    match = played({}, *[Deal((13, 3, 13, 3), (3, 3, 4, 3))] * 2)
    assert SPADES.result(match.state) == Result(ODDS, (-520, 120), "floor")


def test_the_cap_is_an_option() -> None:
    """Option max_deals: a game of two deals ends by score."""
    match = played({"max_deals": 2}, *[Deal((3, 3, 3, 4), (3, 3, 3, 4))] * 2)
    assert SPADES.result(match.state) == Result(ODDS, (120, 140), "cap")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("target", [0, -5, "none"]),
        ("floor", [0, 20, "low"]),
        ("max_deals", [0, 1001]),
        ("nil", [-1, "none"]),
        ("blind_nil", ["maybe", 200]),
        ("failed_nil_tricks_help", [1]),
        ("bags", [0, "off"]),
        ("bag_penalty", [0, -100]),
        ("boston", [-1]),
        ("double_nil", ["both"]),
        ("first_lead", ["spade"]),
        ("team_bid_max", [0, 27]),
        ("players", [4]),
    ],
)
def test_options_that_there_are_not(name: str, values: list[object]) -> None:
    """Each option has its values, and no others; there is no option for the number of players."""
    for value in values:
        with pytest.raises(BadOptions):
            SPADES.options({name: value})


def test_the_defaults() -> None:
    """Each option that isn't given has its default."""
    assert SPADES.options({}) == Options(
        target=500, floor=-500, max_deals=100, nil=100, blind_nil=False,
        failed_nil_tricks_help=False, bags=10, bag_penalty=100, boston=0, double_nil="separate",
        first_lead="not_spade", team_bid_max=None,
    )  # fmt: skip
    assert SPADES.options({"floor": "none", "bags": "none"}) == Options(floor=None, bags=None)


def test_setups_are_checked() -> None:
    """Scores are the teams', and dealers one of four."""
    with pytest.raises(BadSetup, match="4 scores: there are 2 to keep"):
        SPADES.start(Options(), "", Setup(scores=(1, 2, 3, 4)))
    with pytest.raises(BadSetup, match="dealer 4"):
        SPADES.start(Options(), "", Setup(dealer=4))

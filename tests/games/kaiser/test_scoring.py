"""Kaiser, rules 5 and 6: contracts, the defence and its cap, the three-trick rule, 40."""

from __future__ import annotations

from typing import Any

import pytest

from games.cards import cards
from games.kaiser import KAISER
from games.kaiser.scoring import counted, points_in, points_taken
from games.match import Match
from games.shuffle import Stream
from games.tricks import Trick
from tests.games.kaiser.playing import (
    ALL_EIGHT,
    FOUR_LOST,
    ONE_LOST,
    THREE_LOST,
    THREE_OF_SPADES_LOST,
    begin,
    last,
    play,
    played,
    say,
)
from tests.games.playing import steps


def tricks(takers: str, five: int, three: int) -> list[Trick]:
    """Eight tricks by their takers; the two cards that count are in those of two numbers."""
    found = []
    for number, taker in enumerate(takers):
        special = "5H" if number == five else "KC"
        other = "3S" if number == three else "KD"
        found.append(Trick(0, cards(f"AC {special} {other} QC"), int(taker)))
    return found


@pytest.mark.parametrize(
    ("trick", "points"),
    [("7C 8C 9C TC", 1), ("7C 5H 9C TC", 6), ("7C 8C 3S TC", -2), ("5H 3S 9C TC", 3)],
)
def test_what_tricks_are_worth(trick: str, points: int) -> None:
    """Rule 5: 1 each, +5 with the five of hearts, -3 with the three of spades."""
    assert points_in(cards(trick)) == points


@pytest.mark.parametrize("three_trick_rule", [False, True])
def test_both_teams_take_ten_points(three_trick_rule: bool) -> None:
    """Case F1, rule 5: in every deal of random games; not always with three_trick_rule."""
    options = {"three_trick_rule": three_trick_rule, "target": 1000, "floor": -1000}
    match = Match(KAISER, {**options, "max_deals": 60}, "ten")
    for _ in steps(match, Stream("ten", "dice")):
        pass
    scores = [each.seen_by(None) for each in match.events() if each.kind == "score"]
    assert len(scores) == 60
    sums = {sum(score["taken"]) for score in scores}
    assert (sums == {10}) is not three_trick_rule
    for score in scores:
        assert score["made"] is (score["points"][score["bidder"] % 2] > 0)


@pytest.mark.parametrize(
    ("text", "contract", "points"),
    [
        (ONE_LOST, "7", (9, 1)),
        (ONE_LOST, "9", (9, 1)),
        (ONE_LOST, "10", (-10, 1)),
        (ONE_LOST, "8 no", (18, 1)),
        (ONE_LOST, "9 no", (18, 1)),
        (ONE_LOST, "10 no", (-20, 1)),
        (THREE_LOST, "7", (7, 3)),
        (THREE_LOST, "8", (-8, 3)),
        (THREE_LOST, "8 no", (-16, 3)),
        (THREE_OF_SPADES_LOST, "12", (12, -2)),
        (THREE_OF_SPADES_LOST, "12 no", (24, -2)),
        (FOUR_LOST, "12 no", (-24, 4)),
    ],
)
def test_contracts(text: str, contract: str, points: tuple[int, int]) -> None:
    """Case F7, rule 6: made: the points taken; failed: the bid; twice that without trumps.

    What the others take is never doubled. ``8 no`` made with 9 points is +18; with 7 points
    it is -16, and the others add their 3.
    """
    match = played(text, contract)
    assert match.state.totals == points
    assert match.state.deal == 2


@pytest.mark.parametrize(
    ("contract", "points"), [("5", (6, 4)), ("5 no", (12, 4)), ("6", (6, 4)), ("6 no", (12, 4))]
)
def test_low_contracts(contract: str, points: tuple[int, int]) -> None:
    """Rule 6, option min_bid: bids below seven count like others."""
    assert played(FOUR_LOST, contract, min_bid=5).state.totals == points
    lost = counted(KAISER.options({"min_bid": 5}), contract, 0, tricks("11110000", 0, 7), (0, 0))
    own = -int(contract[0]) * (2 if contract.endswith("no") else 1)
    assert lost == (own, 9)


def test_the_bidders_may_be_the_other_team() -> None:
    """Rule 6: seats 1 and 3 are team 1; points of both partners count."""
    scored = counted(KAISER.options({}), "8 no", 3, tricks("11313130", 2, 7), (0, 0))
    assert scored == (-2, 24)
    scored = counted(KAISER.options({}), "8", 1, tricks("11100220", 2, 7), (0, 0))
    assert scored == (2, 8)


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        (FOUR_LOST, 46, 50),
        (FOUR_LOST, 47, 47),
        (FOUR_LOST, 51, 51),
        (THREE_OF_SPADES_LOST, 47, 45),
        (THREE_OF_SPADES_LOST, 46, 44),
    ],
)
def test_the_cap(text: str, before: int, after: int) -> None:
    """Rule 6: at 47 or more before the deal the defence can't add; it can lose."""
    match = played(text, scores=(0, before))
    assert match.state.totals[1] == after
    assert last(match, "score")["points"][1] == after - before  # type: ignore[index]


def test_the_cap_is_an_option() -> None:
    """Option cap: another one, or none."""
    assert played(FOUR_LOST, scores=(0, 20), cap=20).state.totals[1] == 20
    assert played(FOUR_LOST, scores=(0, 19), cap=20).state.totals[1] == 23
    assert played(FOUR_LOST, scores=(0, 47), cap=None).state.totals[1] == 51
    assert played(FOUR_LOST, scores=(0, 47), cap="none").state.totals[1] == 51


def test_the_cap_is_not_for_bidders() -> None:
    """Rule 6: who plays a contract adds to any score."""
    assert played(THREE_LOST, "7", scores=(47, 0), target=100).state.totals == (54, 3)


@pytest.mark.parametrize(
    ("takers", "five", "three", "without", "points"),
    [
        # One trick with the three; two; two, and the five.
        ("00000001", 0, 7, (12, -2), (12, -3)),
        ("00000011", 0, 7, (11, -1), (11, -3)),
        ("00000011", 6, 7, (6, 4), (6, -3)),
        ("00000001", 7, 7, (7, 3), (7, -3)),
        # Three tricks erase the penalty; further ones count, and so does the five.
        ("00000111", 0, 7, (10, 0), (10, 0)),
        ("00001111", 0, 7, (9, 1), (9, 1)),
        ("00000111", 6, 7, (5, 5), (5, 5)),
        ("00001111", 6, 7, (4, 6), (4, 6)),
        # Who hasn't taken the three has nothing to erase.
        ("00000001", 7, 0, (4, 6), (4, 6)),
        ("00000011", 0, 1, (8, 2), (8, 2)),
        ("00000000", 0, 1, (10, 0), (10, 0)),
    ],
)
def test_the_three_trick_rule(
    takers: str, five: int, three: int, without: tuple[int, int], points: tuple[int, int]
) -> None:
    """Option three_trick_rule: with one or two tricks -3 and nothing else; with three 0, and on."""
    taken = tricks(takers, five, three)
    assert points_taken(KAISER.options({}), taken) == without
    assert points_taken(KAISER.options({"three_trick_rule": True}), taken) == points


def test_the_three_trick_rule_and_the_cap() -> None:
    """Options three_trick_rule and cap: points of 4 become -3, which do count."""
    taken = tricks("00000011", 6, 7)
    for rule, points in ((False, 0), (True, -3)):
        options = KAISER.options({"three_trick_rule": rule})
        assert counted(options, "7", 0, taken, (0, 47)) == (-7, points)


def test_the_three_trick_rule_in_a_game() -> None:
    """Option three_trick_rule: a single trick with the three counts -3 on the sheet."""
    for rule, points in ((False, -2), (True, -3)):
        match = played(THREE_OF_SPADES_LOST, three_trick_rule=rule)
        assert match.state.totals == (12, points)
        assert last(match, "score")["taken"] == [12, points]


def test_must_bid_to_win() -> None:
    """Option must_bid_to_win: who hasn't won the auction stops one short of the target."""
    forced: dict[str, Any] = {"must_bid_to_win": True, "cap": None}
    assert played(FOUR_LOST, scores=(0, 49), **forced).state.totals[1] == 51
    assert played(FOUR_LOST, scores=(0, 47), **forced).state.totals[1] == 51
    assert played(FOUR_LOST, scores=(0, 46), **forced).state.totals[1] == 50
    assert played(FOUR_LOST, scores=(0, 51), **forced).state.totals[1] == 51
    match = played(FOUR_LOST, scores=(0, 49), **forced)
    assert last(match, "score")["points"] == [-7, 2]
    assert not match.is_over
    # Who is beyond the target already adds nothing, and loses nothing by it.
    assert last(played(FOUR_LOST, scores=(0, 60), **forced), "score")["points"] == [-7, 0]
    match = played(FOUR_LOST, scores=(0, 49), cap=None)
    assert match.state.totals[1] == 53
    assert match.is_over


def test_must_bid_to_win_spares_nobody() -> None:
    """Option must_bid_to_win: points below zero count as always, and bidders win as always."""
    match = played(THREE_OF_SPADES_LOST, scores=(40, 51), must_bid_to_win=True, cap=None)
    assert match.state.totals == (52, 49)
    assert match.is_over


@pytest.mark.parametrize(
    ("text", "points", "taken"),
    [(ALL_EIGHT, (40, 0), [5, 0]), (ONE_LOST, (-40, 1), [4, 1]), (FOUR_LOST, (-40, 4), [1, 4])],
)
def test_40(text: str, points: tuple[int, int], taken: list[int]) -> None:
    """Option kaiser_40: all eight tricks: +40, a single one lost: -40; the others count theirs.

    The five of hearts sits out here, in the hand of the declarer's partner.
    """
    match = played(text, "40", kaiser_40=True)
    assert match.state.totals == points
    score = last(match, "score")
    assert (score["taken"], score["points"]) == (taken, list(points))
    assert score["made"] is (points[0] == 40)
    assert match.state.deal == 2


def test_40_ignores_what_tricks_are_worth() -> None:
    """Option kaiser_40: 40 is neither doubled nor a matter of points."""
    assert counted(KAISER.options({"kaiser_40": True}), "40", 2, tricks("2" * 8, 0, 1), (0, 0)) == (
        40,
        0,
    )
    lost = tricks("22222223", 0, 7)
    assert counted(KAISER.options({"kaiser_40": True}), "40", 2, lost, (0, 0)) == (-40, -2)
    assert counted(KAISER.options({"kaiser_40": True}), "40", 2, lost, (0, 47)) == (-40, -2)


def test_what_is_told_of_a_score() -> None:
    """Rules 5 and 6: what was bid, whether it was made, points taken and counted, and the sheet."""
    match = played(THREE_LOST, "8 no", scores=(5, 47))
    assert last(match, "score") == {
        "event": "score",
        "deal": 1,
        "bidder": 0,
        "contract": "8 no",
        "made": False,
        "taken": [7, 3],
        "points": [-16, 0],
        "totals": [-11, 47],
    }


def test_points_in_the_view() -> None:
    """Rule 5, option three_trick_rule: each team's points so far; -3 until it has three tricks."""
    seen: dict[bool, list[tuple[int, ...]]] = {False: [], True: []}
    for rule, points in seen.items():
        match = begin(ALL_EIGHT, three_trick_rule=rule)
        say(match, "7 no", "pass", "pass", "pass")
        for line in ALL_EIGHT.strip().split("\n")[:4]:
            points.append(KAISER.view(match.state, None).points)
            play(match, line)
    assert seen[False] == [(0, 0), (3, 0), (4, 0), (5, 0)]
    assert seen[True] == [(0, 0), (-3, 0), (-3, 0), (5, 0)]

"""Spades, rules 6 to 8 and 10: what bids, nils and bags count, as functions and played."""

from __future__ import annotations

from typing import Any

import pytest

from games.match import Match
from games.shuffle import Stream
from games.spades import SPADES
from games.spades.options import Options
from games.spades.scoring import Count, Entry, Player, counted, entered
from tests.games.playing import play_on
from tests.games.spades.deals import Deal, played, told
from tests.games.tables import TABLES

NILS_HELP = Options(failed_nil_tricks_help=True)
PAIR = Options(double_nil="pair")


def team(first: tuple[int, int], second: tuple[int, int], options: Options | None = None) -> Count:
    """What a deal counts for partners: each has bid, and taken, so many tricks."""
    players = [Player(bid, blind=False, tricks=tricks) for bid, tricks in (first, second)]
    return counted(options or Options(), players)


@pytest.mark.parametrize(
    ("bid", "tricks", "points", "bags"),
    [
        (5, 5, 50, 0),
        (5, 6, 51, 1),
        (5, 13, 58, 8),
        (5, 4, -50, 0),
        (5, 0, -50, 0),
        (13, 13, 130, 0),
        (17, 13, -170, 0),
        (26, 13, -260, 0),
    ],
)
def test_a_bid_that_is_made_or_fails(bid: int, tricks: int, points: int, bags: int) -> None:
    """Rule 6: ten a trick of the bid and one for each above it; or ten a trick lost."""
    count = team((bid // 2, 0), (bid - bid // 2, tricks))
    assert (count.bid, count.tricks) == (bid, tricks)
    assert (count.points, count.bags) == (points, bags)
    # It doesn't matter who of the partners takes the tricks.
    assert team((bid - bid // 2, 0), (bid // 2, tricks)).points == points
    assert team((bid - bid // 2, tricks // 2), (bid // 2, tricks - tricks // 2)).points == points


@pytest.mark.parametrize(("tricks", "total", "bags"), [(7, 389, 9), (8, 290, 0), (9, 291, 1)])
def test_the_tenth_bag(tricks: int, total: int, bags: int) -> None:
    """Case E1, rule 7: from 337 points and 7 bags with a bid of 5, as a function and played.

    The deal before brings a team at 280 there: it bids 5 and takes 12.
    """
    entry = entered(Options(), 337, 7, team((3, tricks), (2, 0)))
    assert (entry.total, entry.bags) == (total, bags)
    match = played(
        {},
        Deal((2, 1, 3, 2), (7, 1, 5, 0)),
        Deal((2, 1, 3, 2), (4, 2, tricks - 4, 11 - tricks)),
        scores=(280, 0),
    )
    first, second = told(match, "score")
    assert (first["totals"][0], first["bags"][0]) == (337, 7)
    assert (second["totals"][0], second["bags"][0]) == (total, bags)
    view = SPADES.view(match.state, None)
    assert (view.totals[0], view.bags[0]) == (total, bags)
    penalties = [{"event": "bags", "team": 0, "points": -100, "left": bags}]
    assert told(match, "bags") == (penalties if bags < 7 else [])


def test_bags_add_up_over_deals() -> None:
    """Case E2, rule 7: four bags in each of three deals."""
    match = played({}, *[Deal((2, 3, 2, 2), (4, 3, 4, 2))] * 3)
    scores = told(match, "score")
    assert [each["totals"][0] for each in scores] == [44, 88, 32]
    assert [each["bags"][0] for each in scores] == [4, 8, 2]
    assert [each["points"][0] for each in scores] == [44, 44, -56]
    assert [each["totals"][1] for each in scores] == [50, 100, 150]
    assert match.state.bags == (2, 0)


def test_bags_may_cost_several_times() -> None:
    """Rule 7, options bags and bag_penalty: once for each time that there are enough."""
    options = Options(bags=3, bag_penalty=20)
    assert entered(options, 0, 2, team((2, 9), (1, 0))) == Entry(36 - 40, 2, -40)
    match = played({"bags": 3, "bag_penalty": 20}, Deal((2, 3, 1, 1), (9, 2, 0, 2)))
    assert told(match, "bags") == [{"event": "bags", "team": 0, "points": -40, "left": 0}]
    assert match.state.totals == (36 - 40, 40)


def test_twenty_bags_cost_twice() -> None:
    """Rule 7: with 9 bags a team that bids 2 and takes all has 20, of which none are left."""
    assert entered(Options(), 337, 9, team((1, 6), (1, 7))) == Entry(337 + 31 - 200, 0, -200)


def test_without_penalties_for_bags() -> None:
    """Option bags=none: they count a point each and add up, and cost nothing."""
    options = Options(bags=None)
    assert entered(options, 337, 7, team((3, 9), (2, 0))) == Entry(391, 11, 0)
    match = played({"bags": None}, *[Deal((2, 3, 2, 2), (4, 3, 4, 2))] * 3)
    assert match.state.totals == (132, 150)
    assert match.state.bags == (12, 0)
    assert told(match, "bags") == []


def test_a_nil_that_is_made() -> None:
    """Rule 8: 100 besides what the partner's bid brings or costs."""
    count = team((0, 0), (4, 6))
    assert (count.contract, count.bags, count.nils) == (40, 2, (100, None))
    assert count.points == 142
    assert team((0, 0), (4, 3)).points == 100 - 40
    match = played({}, Deal((0, 4, 4, 3), (0, 4, 6, 3)))
    assert match.state.totals == (142, 70)
    assert told(match, "nil") == [
        {"event": "nil", "seat": 0, "made": True, "blind": False, "points": 100}
    ]


@pytest.mark.parametrize(
    ("tricks", "points", "helped"), [((4, 2), -58, (-58, 2)), ((3, 2), -138, (-59, 1))]
)
def test_a_nil_that_fails(tricks: tuple[int, int], points: int, helped: tuple[int, int]) -> None:
    """Case E5, rule 8, option failed_nil_tricks_help: its tricks are bags, also when the bid fails.

    By option they help the partner's bid instead.
    """
    first, second = tricks
    count = team((4, first), (0, second))
    assert (count.points, count.bags, count.nils) == (points, 2, (None, -100))
    count = team((4, first), (0, second), NILS_HELP)
    assert (count.points, count.bags) == helped
    deal = Deal((4, 4, 0, 3), (first, 4, second, 7 - first))
    match = played({}, deal)
    assert (match.state.totals[0], match.state.bags[0]) == (points, 2)
    assert told(match, "nil") == [
        {"event": "nil", "seat": 2, "made": False, "blind": False, "points": -100}
    ]
    score = told(match, "score")[0]
    assert (score["bids"][0], score["tricks"][0], score["overtricks"][0]) == (4, first + 2, 2)
    match = played({"failed_nil_tricks_help": True}, deal)
    assert (match.state.totals[0], match.state.bags[0]) == helped


def test_tricks_that_help_in_vain_are_no_bags() -> None:
    """Option failed_nil_tricks_help: where the bid fails all the same, nobody has bags."""
    count = team((6, 3), (0, 2), NILS_HELP)
    assert (count.points, count.bags) == (-160, 0)


def test_each_nil_counts_for_itself() -> None:
    """Rule 8: two nils of a team; none has bid anything, and tricks of failed ones are bags."""
    assert team((0, 0), (0, 0)).points == 200
    assert team((0, 0), (0, 3)).points == 3
    assert team((0, 2), (0, 3)).points == -195
    match = played({}, Deal((0, 6, 0, 4), (0, 6, 3, 4)))
    assert [(each["seat"], each["made"]) for each in told(match, "nil")] == [(0, True), (2, False)]
    assert match.state.totals == (3, 100)
    assert match.state.bags == (3, 0)


@pytest.mark.parametrize(
    ("tricks", "points"), [((0, 0), 200), ((0, 3), -197), ((3, 0), -197), ((2, 3), -195)]
)
def test_double_nil_pair(tricks: tuple[int, int], points: int) -> None:
    """Option double_nil=pair: both are made or both are lost, whoever has taken the tricks."""
    first, second = tricks
    assert team((0, first), (0, second), PAIR).points == points
    match = played({"double_nil": "pair"}, Deal((0, 6, 0, 4), (first, 6, second, 7 - sum(tricks))))
    assert match.state.totals[0] == points
    nils = told(match, "nil")
    assert [each["made"] for each in nils] == [first == 0, second == 0]
    assert sum(each["points"] for each in nils) == points - sum(tricks)


def test_a_pair_takes_two() -> None:
    """Option double_nil=pair: one nil of a team counts as ever, and so do nils of opponents."""
    assert team((0, 0), (4, 4), PAIR).points == 140
    assert team((0, 1), (4, 4), PAIR).points == 40 - 100 + 1
    match = played({"double_nil": "pair"}, Deal((0, 0, 4, 5), (0, 1, 6, 6)))
    assert match.state.totals == (142, 50 + 1 + 1 - 100)


def test_a_pair_with_a_blind_nil_counts_both_values() -> None:
    """Options double_nil=pair and blind_nil: the sum of both is made or lost."""
    blind, seen = Player(0, blind=True, tricks=0), Player(0, blind=False, tricks=0)
    options = Options(double_nil="pair", blind_nil=True)
    assert counted(options, [blind, seen]).nils == (200, 100)
    assert counted(options, [blind, seen._replace(tricks=1)]).nils == (-200, -100)
    assert counted(Options(blind_nil=True), [blind, seen._replace(tricks=1)]).nils == (200, -100)


def test_nil_has_a_value() -> None:
    """Option nil: another number is what it brings and costs."""
    match = played({"nil": 50}, Deal((0, 0, 4, 5), (0, 1, 6, 6)))
    assert match.state.totals == (92, 52 - 50)


def test_bids_of_0_like_any_other() -> None:
    """Option nil=0: nothing depends on who takes a team's tricks."""
    match = played({"nil": 0}, Deal((0, 0, 4, 0), (2, 4, 3, 4)))
    assert told(match, "nil") == []
    assert match.state.totals == (41, 8)
    assert match.state.bags == (1, 8)


def test_a_nil_of_the_deal_before_is_forgotten() -> None:
    """Case E9, rule 8: a nil that failed in one deal is made in the next."""
    match = played({}, Deal((0, 4, 4, 3), (2, 4, 4, 3)), Deal((0, 4, 4, 3), (0, 4, 4, 5)))
    assert [each["made"] for each in told(match, "nil")] == [False, True]
    assert [each["points"][0] for each in told(match, "score")] == [-58, 140]


@pytest.mark.parametrize("boston", [0, 200])
def test_boston(boston: int) -> None:
    """Rule 10, option boston: a team's thirteen tricks are told of, and have points by option."""
    match = played({"boston": boston}, Deal((7, 1, 5, 0), (8, 0, 5, 0)))
    assert told(match, "boston") == [{"event": "boston", "team": 0, "points": boston}]
    assert match.state.totals == (121 + boston, 90)
    match = played({"boston": boston}, Deal((7, 1, 5, 1), (13, 0, 0, 0)))
    assert match.state.totals == (121 + boston, -20)
    match = played({"boston": boston}, Deal((1, 7, 1, 5), (0, 9, 1, 3)))
    assert told(match, "boston") == []
    match = played({"boston": boston}, Deal((1, 7, 1, 5), (0, 9, 0, 4)))
    assert told(match, "boston") == [{"event": "boston", "team": 1, "points": boston}]
    assert match.state.totals == (-20, 121 + boston)


def test_a_boston_in_spite_of_a_nil() -> None:
    """Rules 8 and 10: the tricks of a failed nil are among the thirteen."""
    count = team((0, 4), (9, 9), Options(boston=50))
    assert count == Count(9, 13, bags=4, contract=90, nils=(-100, None), boston=50)
    assert count.points == 44


def test_the_score_is_told_by_team() -> None:
    """Rules 2 and 6 to 8: the sum of both bids, tricks, bags and points of each team."""
    match = played({}, Deal((4, 0, 3, 2), (5, 1, 2, 5)))
    kinds = [each.kind for each in match.steps[-1].events]
    assert kinds == ["play", "trick", "nil", "score", "deal"]
    assert told(match, "score") == [
        {
            "event": "score",
            "deal": 1,
            "bids": [7, 2],
            "tricks": [7, 6],
            "overtricks": [0, 4],
            "bags": [0, 4],
            "points": [70, 20 + 3 + 1 - 100],
            "totals": [70, -76],
        }
    ]


@pytest.mark.parametrize(
    "options", [options for game, options in TABLES if game is SPADES], ids=str
)
def test_the_sheet_adds_up(options: dict[str, object]) -> None:
    """Rules 6 to 8 and 10, in random games: what is told of a deal makes up its points.

    And these make up the totals.
    """
    for number in range(10):
        match = play_on(Match(SPADES, options, f"sheet {number}"), Stream(f"{number}", "dice"))
        totals, bags = [0, 0], [0, 0]
        extras: list[dict[str, Any]] = []
        for each in match.events():
            if each.kind in {"nil", "boston", "bags"}:
                extras.append(each.seen_by(None))
            if each.kind != "score":
                continue
            score = each.seen_by(None)
            assert sum(score["tricks"]) == 13
            for side in range(2):
                of_bid = [score["points"][side] - score["overtricks"][side]]
                of_bid += [-told["points"] for told in extras
                           if told.get("team", told.get("seat", 0) % 2) == side]  # fmt: skip
                assert abs(sum(of_bid)) == 10 * score["bids"][side]
                totals[side] += score["points"][side]
                bags[side] += score["overtricks"][side]
                if match.options.bags:
                    bags[side] %= match.options.bags
            assert (score["totals"], score["bags"]) == (totals, bags)
            extras = []
        assert match.state.totals == tuple(totals)
        assert match.state.bags == tuple(bags)

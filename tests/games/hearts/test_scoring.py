"""Hearts, rule 1: what cards count, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from games.cards import PACK, cards
from games.hearts import HEARTS
from games.hearts.options import Options
from games.hearts.scoring import bonuses, counted, points_taken
from tests.games.hearts.deals import (
    NO_MOON,
    after_pass,
    hands_of,
    last,
    legal,
    of_tricks,
    play,
    play_out,
    played,
    points_of,
    swept,
)


def test_points_of_cards() -> None:
    """Rule 1: a heart is one point, the queen of spades thirteen, 26 in a deal."""
    options = HEARTS.options({})
    worth = {str(card): options.points(card) for card in PACK if options.points(card)}
    assert worth == {**{f"{rank}H": 1 for rank in "A23456789TJQK"}, "QS": 13}
    assert options.all_points == 26
    assert points_taken(options, [cards("AH QS"), cards("KS JD"), (), cards("2H 3H 4C")]) == (
        14, 0, 0, 2,
    )  # fmt: skip


def test_each_pays_for_what_it_took() -> None:
    """Rule 1: the cards of all tricks that a seat took count, whoever played them."""
    match = played(NO_MOON, 2)
    assert last(match, "score") == {
        "event": "score",
        "deal": 1,
        "taken": [0, 9, 16, 1],
        "bonuses": [0, 0, 0, 0],
        "points": [0, 9, 16, 1],
        "totals": [0, 9, 16, 1],
    }
    assert [each.seen_by(0)["points"] for each in match.events() if each.kind == "trick"] == [
        0, 13, 0, 0, 0, 0, 0, 1, 4, 4, 3, 0, 1,
    ]  # fmt: skip


def test_points_are_seen_while_they_are_taken() -> None:
    """Rule 1: everybody sees the points that each has taken in this deal, and the score sheet."""
    hands, order = of_tricks(NO_MOON, 2)
    match = after_pass(hands, scores=(1, 2, 3, 4))
    play(match, order[: 3 * 4 * 8 - 1])
    view = HEARTS.view(match.state, None)
    assert view.points == (0, 1, 13, 0)
    assert view.totals == (1, 2, 3, 4)
    play(match, order[3 * 4 * 8 :])
    assert HEARTS.view(match.state, None).points == (0, 0, 0, 0)
    assert HEARTS.view(match.state, None).totals == (1, 11, 19, 5)


#: Seat 0 takes all tricks with clubs; all points fall in the third to the ninth.
EARLY = hands_of(
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2S 3S 2H 3H 4H 5H 6H 7H 8H 4S 5S 6S 7S",
    "8S 9S 9H TH JH QH KH AH QS TS JS KS AS",
)
WISHES = {1: "2S 3S 2H 3H 4H 5H 6H 7H 8H", 2: "8S 9S 9H TH JH QH KH AH QS"}


@pytest.mark.parametrize("moon", ["others_plus", "shooter_minus"])
def test_case_c3(moon: str) -> None:
    """Case C3: when all points are taken after the ninth trick, the rest changes no score."""
    match = after_pass(EARLY, moon=moon)
    while len(match.state.tricks) < 9:
        seat = match.state.turn
        wanted = [card for card in WISHES.get(seat, "").split() if card in legal(match, seat)]
        play(match, (wanted or legal(match, seat).split())[0])
    assert HEARTS.view(match.state, None).points == (26, 0, 0, 0)
    assert HEARTS.to_act(match.state) == {0}
    assert legal(match, 0) == "JC QC KC AC"
    play_out(match)
    assert points_of(match) == ([0, 26, 26, 26] if moon == "others_plus" else [-26, 0, 0, 0])
    # Nothing of that deal is waited for any more.
    assert (match.state.deal, match.state.phase, match.state.trick) == (2, "pass", ())
    assert match.state.tricks == ()


def test_hoyle1913_counts_hearts_only() -> None:
    """Option style=hoyle1913: a point for each heart, no queen, no diamond, no moon."""
    options = HEARTS.options({"style": "hoyle1913"})
    assert {str(card) for card in PACK if options.points(card)} == {
        f"{rank}H" for rank in "A23456789TJQK"
    }
    for extra in ({}, {"moon": "choice"}, {"moon": "shooter_minus"}):
        given: dict[str, Any] = {"style": "hoyle1913", "jack_of_diamonds": "jack", **extra}
        match = swept(2, **given)
        assert points_of(match) == [0, 0, 13, 0]
        assert last(match, "score")["bonuses"] == [0, 0, 0, 0]
        assert match.state.deal == 2
    match = played(NO_MOON, 2, style="hoyle1913", dealer=1)
    assert points_of(match) == [0, 9, 3, 1]
    assert points_of(swept(0, style="hoyle1913", players=6)) == [12, 0, 0, 0, 0, 0]


def test_scoring_is_a_function_of_the_cards() -> None:
    """Whoever has which cards, the counts add up; the piles' order doesn't matter."""
    piles = [PACK[:13], PACK[13:26], PACK[26:39], PACK[39:]]
    for given, expected in (
        ({}, (0, 0, 13, 13)),
        ({"jack_of_diamonds": "jack"}, (0, -10, 13, 13)),
        ({"jack_of_diamonds": "ten"}, (0, -10, 13, 13)),
        ({"style": "hoyle1913"}, (0, 0, 13, 0)),
    ):
        options: Options = HEARTS.options(given)
        assert counted(options, piles, "others_plus") == expected
        assert counted(options, [pile[::-1] for pile in piles], "others_plus") == expected
        assert bonuses(options, piles)[1] == expected[1]

"""Hearts, rule 7: the moon, and the diamond that counts."""

from __future__ import annotations

from typing import Any

import pytest

from games.cards import cards
from games.errors import BadAction, NotNow, NotYourTurn
from games.hearts import HEARTS
from games.hearts.errors import NoSuchMoon
from games.hearts.scoring import counted, shooter
from games.hearts.state import ChooseMoon
from games.match import Match
from games.tricks import Play
from tests.games.hearts.deals import (
    NO_MOON,
    after_pass,
    last,
    moon_without,
    play_out,
    played,
    points_of,
    swept,
)


def test_case_c1_no_moon() -> None:
    """Case C1: taken 0, 9, 16, 1: that is what is scored."""
    match = played(NO_MOON, 2)
    assert points_of(match) == [0, 9, 16, 1]
    assert not [each for each in match.events() if each.kind == "moon"]


@pytest.mark.parametrize(("option", "card"), [("jack", "JD"), ("ten", "TD")])
def test_case_c1_moon_without_the_diamond(option: str, card: str) -> None:
    """Case C1, option jack_of_diamonds: the diamond is ten off, and not needed for the moon."""
    hands, wishes = moon_without(card, shooter=2, other=3)
    match = after_pass(hands, jack_of_diamonds=option)
    play_out(match, wishes)
    assert last(match, "score")["taken"] == [0, 0, 26, 0]
    assert last(match, "score")["bonuses"] == [0, 0, 0, -10]
    assert points_of(match) == [26, 26, 0, 16]
    # The other diamond counts nothing.
    match = after_pass(hands, jack_of_diamonds="ten" if option == "jack" else "jack")
    play_out(match, wishes)
    assert sum(last(match, "score")["bonuses"]) == -10
    assert last(match, "score")["bonuses"][3] == 0


def test_case_c1_moon_with_the_diamond() -> None:
    """Case C1: with the diamond the shooter has ten less than nothing."""
    assert points_of(swept(2, jack_of_diamonds="jack")) == [26, 26, -10, 26]
    assert points_of(swept(2, jack_of_diamonds="ten")) == [26, 26, -10, 26]
    assert points_of(swept(2)) == [26, 26, 0, 26]


def test_case_c1_sixteen_without_the_diamond() -> None:
    """Case C1: the queen and three hearts are no moon; who took the jack has ten less."""
    match = played(NO_MOON, 2, jack_of_diamonds="jack")
    assert points_of(match) == [0, -1, 16, 1]
    assert not [each for each in match.events() if each.kind == "moon"]


def test_moon_needs_jack() -> None:
    """Option moon_needs_jack: all points without the diamond are no moon, and count."""
    for option, card in (("jack", "JD"), ("ten", "TD")):
        hands, wishes = moon_without(card, shooter=2, other=3)
        match = after_pass(hands, jack_of_diamonds=option, moon_needs_jack=True)
        play_out(match, wishes)
        assert points_of(match) == [0, 0, 26, -10]
        assert not [each for each in match.events() if each.kind == "moon"]
        match = swept(2, jack_of_diamonds=option, moon_needs_jack=True)
        assert points_of(match) == [26, 26, -10, 26]


def test_case_c2() -> None:
    """Case C2, rule 7, option moon: the others get 26, or the shooter loses them."""
    match = swept(0, (40, 90, 10, 60))
    assert match.state.totals == (40, 116, 36, 86)
    assert match.state.result == ((2,), (40, 116, 36, 86), "target")
    assert last(match, "moon") == {"event": "moon", "seat": 0, "way": "others_plus"}
    match = swept(0, (40, 90, 10, 60), moon="shooter_minus")
    assert match.state.totals == (14, 90, 10, 60)
    assert (match.is_over, match.state.deal) == (False, 2)
    assert last(match, "moon") == {"event": "moon", "seat": 0, "way": "shooter_minus"}


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_moon_of_any_seat(seat: int) -> None:
    """Rule 7: whoever takes all 26 scores nothing, and the other three 26 each."""
    expected = [26] * 4
    expected[seat] = 0
    assert points_of(swept(seat)) == expected
    expected = [0] * 4
    expected[seat] = -26
    assert points_of(swept(seat, moon="shooter_minus")) == expected
    expected[seat] = -36
    assert points_of(swept(seat, moon="shooter_minus", jack_of_diamonds="jack")) == expected


@pytest.mark.parametrize(("players", "most"), [(2, 26), (3, 26), (4, 26), (5, 26), (6, 25)])
def test_moon_of_other_numbers_of_players(players: int, most: int) -> None:
    """Rule 7, option players: all points of the pack make the moon, and each other is charged."""
    match = swept(1, players=players)
    expected = [most] * players
    expected[1] = 0
    assert points_of(match) == expected
    assert points_of(swept(1, players=players, moon="shooter_minus"))[1] == -most


def test_moon_is_no_matter_of_tricks() -> None:
    """Rule 7: all 26 are enough, tricks without points may be others'; 25 aren't."""
    options = HEARTS.options({})
    hearts = cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")
    queen = cards("QS")
    assert shooter(options, [(), hearts + queen, cards("KS"), ()]) == 1
    assert shooter(options, [(), hearts, queen, ()]) is None
    assert shooter(options, [(), hearts[1:] + queen, hearts[:1], ()]) is None
    assert counted(options, [(), hearts[1:] + queen, hearts[:1], ()], "others_plus") == (
        0,
        25,
        1,
        0,
    )
    assert counted(options, [(), hearts, queen, ()], "shooter_minus") == (0, 13, 13, 0)


def choosing(**options: Any) -> Match:
    match = swept(3, (10, 20, 30, 40), moon="choice", **options)
    assert (match.state.phase, match.is_over) == ("moon", False)
    return match


@pytest.mark.parametrize(
    ("way", "totals"), [("others_plus", (36, 46, 56, 40)), ("shooter_minus", (10, 20, 30, 14))]
)
def test_moon_choice(way: str, totals: tuple[int, ...]) -> None:
    """Option moon=choice: the shooter says which of the two, and nobody else."""
    match = choosing()
    assert HEARTS.to_act(match.state) == {3}
    assert HEARTS.legal(match.state, 3) == (ChooseMoon("others_plus"), ChooseMoon("shooter_minus"))
    assert HEARTS.view(match.state, 3).legal == ({"moon": "others_plus"}, {"moon": "shooter_minus"})
    assert HEARTS.view(match.state, None).waiting == (3,)
    assert HEARTS.view(match.state, 0).phase == "moon"
    assert match.state.totals == (10, 20, 30, 40)
    for seat in (0, 1, 2):
        with pytest.raises(NotYourTurn, match=f"the turn of seat 3, not of {seat}"):
            match.act(seat, ChooseMoon(way))
    with pytest.raises(NotNow, match="say how the moon counts first"):
        match.act(3, Play(cards("2C")[0]))
    with pytest.raises(NoSuchMoon, match="others_plus or shooter_minus"):
        match.act(3, ChooseMoon("choice"))
    for wrong in ("choice", "", None, 1, ["others_plus"]):
        with pytest.raises(BadAction):
            HEARTS.action_from_json({"moon": wrong})
    match.act(3, HEARTS.action_from_json({"moon": way}))
    assert match.state.totals == totals
    assert [each.kind for each in match.steps[-1].events] == [
        "moon_choice",
        "moon",
        "score",
        "deal",
    ]
    assert last(match, "moon_choice") == {"event": "moon_choice", "seat": 3, "way": way}
    assert last(match, "moon")["way"] == way
    assert match.state.deal == 2


def test_moon_choice_with_the_diamond() -> None:
    """Options moon=choice and moon_needs_jack go together: without the jack nobody is asked."""
    match = choosing(jack_of_diamonds="jack", moon_needs_jack=True)
    match.act(3, ChooseMoon("shooter_minus"))
    assert match.state.totals == (10, 20, 30, 4)
    hands, wishes = moon_without("JD", shooter=2, other=3)
    match = after_pass(hands, moon="choice", jack_of_diamonds="jack", moon_needs_jack=True)
    play_out(match, wishes)
    assert match.state.deal == 2
    assert points_of(match) == [0, 0, 26, -10]


def test_no_choice_without_a_moon() -> None:
    """Option moon=choice: without a moon the next deal follows at once."""
    match = played(NO_MOON, 2, moon="choice")
    assert (match.state.deal, match.state.phase) == (2, "pass")
    assert points_of(match) == [0, 9, 16, 1]

"""What players have done wrong elsewhere, and what a sensible one does."""

from __future__ import annotations

from typing import Any

import pytest

from games.bots.hearts import EasyHearts, StrongHearts
from games.bots.player import Thinking
from games.bots.spades import EasySpades, StrongSpades
from games.kernels.hearts import COMPILED
from games.tricks import Play
from tests.games.bots.positions import hearts_view, spades_view

FEW = Thinking(worlds=1200 if COMPILED else 4, seconds=60)
each_hearts = pytest.mark.parametrize("bot", [EasyHearts(), StrongHearts(FEW)], ids=type)
each_spades = pytest.mark.parametrize("bot", [EasySpades(), StrongSpades(FEW)], ids=type)


def played(bot: Any, view: Any, seed: int = 1) -> str:
    """The card that a bot plays."""
    action = bot.choose(view, seed).action
    assert isinstance(action, Play)
    return str(action.card)


# Hearts.

# Seat 1 has taken ten tricks with 20 points; left are JC JD, 8S to JS and six hearts.
SHOT = [
    (1, "AC 2C 3C 4C"), (1, "KC 5C 6C 7C"), (1, "QC 8C 9C TC"),
    (1, "AD 2D 3D 4D"), (1, "KD 5D 6D 7D"), (1, "QD 8H 9D TD"),
    (1, "AS 2S 3S 4S"), (1, "KS QS 5S 6S"),
    (1, "QH 2H 7S 7H"), (1, "JH 9H 8D 4H"),
]  # fmt: skip


@each_hearts
def test_a_moon_is_not_let_through(bot: Any) -> None:
    """One seat has all 20 points: the last to a trick with a heart in it takes it."""
    view = hearts_view("KH 3H JC", "TH 5H 8S", SHOT, others=("AH JS", "6H 9S", "JD TS"))
    assert view.points == (0, 20, 0, 0)
    assert played(bot, view) == "KH"


@each_hearts
def test_a_moon_is_stopped_by_the_cheapest_card(bot: Any) -> None:
    """Both the queen and the king would do; the king takes another trick, with more hearts."""
    gone = [*SHOT[:8], (1, "JH 2H 7S 7H"), (1, "TH 9H 8D 4H")]
    view = hearts_view("KH QH JC", "6H 3H 8S", gone, others=("AH JS", "5H 9S", "JD TS"))
    assert view.points == (0, 20, 0, 0)
    assert played(bot, view) in {"QH", "KH"}


@each_hearts
def test_who_has_some_points_stops_no_moon(bot: Any) -> None:
    """Seat 2 has a heart already: nobody shoots, and the trick is ducked."""
    gone = [*SHOT[:8], (2, "QH 7S 7H 2H"), (1, "JH 9H 8D 4H")]
    view = hearts_view("KH 3H JC", "TH 5H 8S", gone, others=("AH JS", "6H 9S", "JD TS"))
    assert min(view.points[1:3]) > 0
    assert played(bot, view) == "3H"


FIRST = [(0, "2C 3C AC 5C")]


@each_hearts
def test_the_queen_is_given_away(bot: Any) -> None:
    """On a suit that has run out, or under a higher spade; else she is kept."""
    rest = "3S 4D 9D 2H 5H 3D 6D 7H 8H"
    assert played(bot, hearts_view(f"QS 4S TD {rest}", "7C 8C KC", FIRST)) == "QS"
    assert played(bot, hearts_view(f"QS 4C 6C {rest}", "7S 8S KS", FIRST)) == "QS"
    assert played(bot, hearts_view(f"QS 4C 6C {rest}", "7S 8S JS", FIRST)) == "3S"
    assert played(bot, hearts_view(f"QS 4C 6C {rest}", gone=[(1, "2C TC AC JC")])) != "QS"


@each_hearts
def test_hearts_are_ducked(bot: Any) -> None:
    """As high as goes under what lies there."""
    hand = "4H 9H KH 9C 2D 6D 2S 3S 5S 7D 8D"
    gone = [(1, "2C 3C AC 5C"), (3, "JC QC 3H 4C")]
    assert played(bot, hearts_view(hand, "TH JH 2H", gone)) == "9H"


def test_ace_and_king_of_spades_do_not_catch_the_queen() -> None:
    """While she may still come they aren't played before her, where something lower will do."""
    hand = "AS 4S 9D 8D 3H 2H 4D 5D 6H 7C 8C 9C"
    view = hearts_view(hand, "2S 3S", [(1, "2C 3C AC 5C")])
    assert played(EasyHearts(), view) == "4S"


def test_easy_counts_cards() -> None:
    """A jack isn't led once what is higher is gone; it is while that is all that is left."""
    bot = EasyHearts()
    high_gone = [(1, "2C 3C AC 5C"), (3, "2D AD 3D 4D"), (0, "4C KD QD 6C")]
    assert played(bot, hearts_view("JD 9C 8C 7C 3H 6H 7H 9H TH JH", gone=high_gone))[1] == "C"
    low_gone = [(1, "2C 3C AC 5C"), (3, "2D 9D 3D 4D"), (0, "TD 8D 7D 6D")]
    assert played(bot, hearts_view("JD KC QC TC 3H 6H 7H 9H TH JH", gone=low_gone)) == "JD"


# Spades.

NIL_HAND = "2S 3S 2H 3H 5H 7H 2D 4D 6D 2C 3C 5C 9C"


@each_spades
@pytest.mark.parametrize(
    "hand",
    [NIL_HAND, "2H 3H 4H 5H 7H 2D 3D 4D 6D 2C 3C 4C 5C", "4S 2H 3H 5H 7H 2D 4D 6D 8D 2C 3C 5C 9C"],
)
def test_no_nil_on_top_of_the_partners(bot: Any, hand: str) -> None:
    """The partner has bid nil: somebody must cover it. Without that the hand is good for one."""
    assert bot.choose(spades_view(hand, bids=(None, 5, 0, 5)), 1).action.tricks > 0
    assert bot.choose(spades_view(hand, bids=(None, 4, 4, 4)), 1).action.tricks == 0


@each_spades
@pytest.mark.parametrize("seed", range(5))
def test_a_nil_is_covered(bot: Any, seed: int) -> None:
    """The partner's card would take the trick: a higher one takes it away, even a trump."""
    bids = (4, 3, 0, 3)
    hand = "KC 2C AD QD 8D KH QH 5H AS KS 9S 4S 2S"
    assert played(bot, spades_view(hand, "4C 9C 3C", bids=bids), seed) == "KC"
    void = "AD QD 8D KH QH 5H AS KS 9S 4S 2S"
    gone = [(1, "5D 2D TD JD"), (0, "KD 3D 4D 6D")]
    view = spades_view(void, "4C 9C 3C", gone, bids)
    assert played(bot, view, seed)[1] == "S"


@each_spades
def test_a_nil_that_is_safe_needs_no_cover(bot: Any) -> None:
    """The trick is another's already: no high card goes with it."""
    view = spades_view("KC 2C AD QD 8D KH QH 5H AS KS 9S 4S 3H", "4C 9C AC", bids=(4, 3, 0, 3))
    assert played(bot, view) == "2C"


@each_spades
def test_a_nil_keeps_under(bot: Any) -> None:
    """As high as goes without taking the trick."""
    hand = "9C 4C QC 2D 3D 4D 2H 3H 4H 5H 2S 3S 6C"
    assert played(bot, spades_view(hand, "5C KC TC", bids=(0, 4, 4, 4))) in {"9C", "QC"}
    assert played(bot, spades_view(hand, "5C JC TC", bids=(0, 4, 4, 4))) == "9C"


@each_spades
def test_the_partners_winner_is_left_alone(bot: Any) -> None:
    """The partner's ace takes it: the lowest card will do."""
    view = spades_view("KC 7C 2C AD QD 8D KH QH 5H AS KS 9S 4S", "3C AC 4C", bids=(5, 3, 3, 2))
    assert played(bot, view) == "2C"


def test_easy_draws_trumps() -> None:
    """Long in spades and in want of tricks, it leads them from the top."""
    gone = [(0, "AC 2C 3C 4C"), (0, "KC 5C 6C 2S")]
    gone[1] = (0, "KC 5C 6C 7C")
    hand = "AS KS QS 7S 6S 5S 3D 4D 5D 6H 7H"
    view = spades_view(hand, gone=gone, bids=(7, 2, 2, 2))
    # Spades aren't broken yet: they can't be led.
    assert played(EasySpades(), view)[1] != "S"
    broken = [(0, "AC 2C 3C 4C"), (1, "8C 9C TC 2S")]
    choice = EasySpades().choose(spades_view(hand, gone=broken, bids=(7, 2, 2, 2)), 1)
    assert (str(choice.action.card), choice.reason) == ("AS", "drawing trumps")


def test_easy_stops_taking_tricks_that_are_bags() -> None:
    """Its bid is made, and theirs can't be broken: it ducks."""
    gone = [(0, "AC 2C 3C 4C"), (0, "KC 5C 6C 7C"), (0, "AD 2D 3D 4D")]
    hand = "AH QH 9H 5H KD 5D 6D 3S 4S TC"
    view = spades_view(hand, "JH 2H KH", gone, bids=(1, 1, 2, 2))
    assert played(EasySpades(), view) == "QH"

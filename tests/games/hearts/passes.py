"""Passing in deals of hearts in which each has a suit of its own."""

from __future__ import annotations

from typing import Any

from games.cards import PACK, by_suit, cards
from games.hearts import HEARTS
from games.hearts.state import Pass
from games.match import Match
from games.protocol import Setup
from tests.games.playing import cards_of

__all__ = ["CHOSEN", "SUITS", "check_pack", "choose", "pass_all", "pass_lowest", "suits"]

#: Seat 0 has clubs, seat 1 diamonds, seat 2 hearts, seat 3 spades.
SUITS = tuple(by_suit(PACK[at : at + 13]) for at in (0, 13, 26, 39))
CHOSEN = ("2C 3C 4C", "QD KD AD", "2H 3H AH", "JS QS KS")


def suits(**options: Any) -> Match:
    """A match in whose first deals each seat has a suit of its own."""
    return Match(HEARTS, options, "suits", Setup((SUITS,) * 4, 0))


def choose(text: str) -> Pass:
    return Pass(frozenset(cards(text)))


def pass_all(match: Match, *, order: tuple[int, ...] = (0, 1, 2, 3)) -> None:
    """All pass what is chosen for them."""
    for seat in order:
        match.act(seat, choose(CHOSEN[seat]))


def pass_lowest(match: Match) -> None:
    """All pass their three lowest cards."""
    for seat, hand in enumerate(match.state.hands):
        match.act(seat, Pass(frozenset(hand[:3])))


def check_pack(match: Match) -> None:
    """Each card is there once, and each hand has as many."""
    assert sorted(cards_of(match.state)) == sorted(match.options.pack)
    assert len(set(map(len, match.state.hands))) == 1

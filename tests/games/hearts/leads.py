"""Deals of hearts in which somebody leads with a hand that is to be looked at."""

from __future__ import annotations

from typing import Any

from games.cards import cards
from games.match import Match
from games.tricks import Play
from tests.games.hearts.deals import after_pass, hands_of, legal, play, words

__all__ = ["ALMOST", "MIXED", "NO_CLUB", "UNBROKEN", "mixed", "with_hand"]

#: Seat 2 leads the two of clubs; seat 3 has no club.
NO_CLUB = hands_of("", "", "2C", "2D 3D 4D 5D 2H 3H 4H 5H 6H JS QS KS AS")
#: What the others hold while seat 1 has twelve cards of its choice besides the ace of clubs.
OTHERS = ("2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D 8D", "8C 9D TD JD QD KD AD", "9C TC JC QC KC")
#: What seat 1 leads from: almost all hearts; of each suit but clubs, and what it may lead of that.
ALMOST = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH"
MIXED = "2D 9D 3H 4H 5H 6H 7H 8H 2S QS KS AS"
UNBROKEN = "2D 9D 2S QS KS AS"
FRIENDS = (
    "2C 3C 4C 5C 6C 3D 4D 5D 9H TH 3S 4S 5S",
    "7C 8C 9C KC 6D 7D 8D KD AD JH QH KH AH",
    "TC JC QC TD JD QD 2H 6S 7S 8S 9S TS JS",
)


def leads(*texts: str, **options: Any) -> Match:
    """A match in which seat 1 has taken the first trick with the ace of clubs, and leads."""
    match = after_pass(hands_of(*texts), **options)
    play(match, "2C")
    match.act(1, Play(cards("AC")[0]))
    for seat in (2, 3):
        may = cards(legal(match, seat))
        match.act(seat, Play(may[0]))
    assert (match.state.turn, match.state.broken) == (1, False)
    return match


def with_hand(text: str, **options: Any) -> Match:
    """A match in which seat 1 leads to the second trick with these cards in hand."""
    match = leads(OTHERS[0], f"AC {text}", OTHERS[1], OTHERS[2], **options)
    assert words(match.state.hands[1]) == text
    return match


def mixed(**options: Any) -> Match:
    return leads(FRIENDS[0], f"AC {MIXED}", FRIENDS[1], FRIENDS[2], **options)

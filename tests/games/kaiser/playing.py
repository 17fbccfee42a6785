"""Deals of kaiser, written as they are played: a line is a trick, its columns are the seats."""

from __future__ import annotations

import json
from typing import Any

from games.cards import Card, Hand, by_suit, parse_card
from games.kaiser import KAISER
from games.kaiser.state import Bid, DecideHand, NameTrump
from games.match import Match
from games.protocol import Setup
from games.tricks import Play

__all__ = [
    "ALL_EIGHT", "FOUR_LOST", "ONE_LOST", "THREE_LOST", "THREE_OF_SPADES_LOST", "begin", "decide",
    "hands", "last", "name", "play", "played", "rows", "say", "without_seed",
]  # fmt: skip

#: Seat 0 leads clubs to the end; the five of hearts and the three of spades go there.
ALL_EIGHT = """
    AC 7D 5H 3S
    KC 8D 8H 8S
    QC 9D 9H 9S
    JC TD TH TS
    TC JD JH JS
    9C QD QH QS
    8C KD KH KS
    7C AD AH AS
"""
#: Seat 0 and its partner take 9 points, the others the last trick.
ONE_LOST = """
    AC 7C 5H 3S
    KC 8S 8H 9S
    QC TS 9H JS
    JC QS TH KS
    TC AS JH 7D
    9C 9D QH TD
    8C JD KH QD
    8D AD AH KD
"""
#: The same, but the three of spades goes to the last trick: 12 points and -2.
THREE_OF_SPADES_LOST = """
    AC 7C 5H KD
    KC 8S 8H 9S
    QC TS 9H JS
    JC QS TH KS
    TC AS JH 7D
    9C 9D QH TD
    8C JD KH QD
    8D AD AH 3S
"""
#: 7 points and 3.
THREE_LOST = """
    AC 7C 5H 3S
    KC 8C 8H 9S
    QC 9C 9H JS
    JC 8S TH KS
    TC TS JH 7D
    8D AD QH JD
    9D KD KH AS
    TD QD AH QS
"""
#: 6 points and 4.
FOUR_LOST = """
    AC 7C 5H 3S
    KC 8C 8H 9S
    QC 9C 9H JS
    JC TC TH KS
    7D AD JH 8S
    8D KD QH TS
    9D QD KH AS
    TD JD AH QS
"""


def rows(text: str) -> list[list[Card]]:
    """The cards of each line."""
    return [
        [parse_card(word) for word in line.split()] for line in text.split("\n") if line.strip()
    ]


def hands(text: str) -> tuple[Hand, ...]:
    """What each seat holds before the first line."""
    return tuple(map(by_suit, zip(*rows(text), strict=True)))


def begin(
    *deals: str, dealer: int = 3, scores: tuple[int, ...] = (), seed: str = "", **options: object
) -> Match:
    """A match whose first deals are given; seat 0 speaks first if nothing else is said."""
    return Match(KAISER, options, seed, Setup(tuple(map(hands, deals)), dealer, scores))


def say(match: Match, *bids: str) -> None:
    """Bids, one for each seat whose turn it is."""
    for bid in bids:
        match.act(match.state.turn, Bid(bid))


def name(match: Match, suit: str) -> None:
    """The declarer names trumps."""
    match.act(match.state.declarer, NameTrump(suit))


def decide(match: Match, *decisions: str) -> None:
    """What seats 0, 1, ... do with their hands."""
    for seat, decision in enumerate(decisions):
        match.act(seat, DecideHand(decision))


def play(match: Match, text: str) -> None:
    """Tricks, each line from its leader on; who sits out plays nothing."""
    for row in rows(text):
        for seat in match.state.players:
            match.act(seat, Play(row[seat]))


def played(text: str, contract: str = "7", **begun: Any) -> Match:
    """A match after a deal in which seat 0 has played a contract, if need be with clubs."""
    match = begin(text, **begun)
    say(match, contract, "pass", "pass", "pass")
    if match.state.phase == "trump":
        name(match, "C")
    play(match, text)
    return match


def without_seed(match: Match) -> list[str]:
    """The lines of a match whose hands were given: they are taken from the deals told of."""
    header, *lines = match.lines()
    return [json.dumps({**json.loads(header), "seed": None}), *lines]


def last(match: Match, kind: str) -> dict[str, object]:
    """The last event of a kind, as those see it who only watch."""
    return [each for each in match.events() if each.kind == kind][-1].seen_by(None)

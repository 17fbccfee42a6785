"""Deals of hearts that tests set up: hands as they are after the pass, and how they are played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.cards import Hand, by_suit, cards, parse_card
from games.errors import IllegalAction
from games.events import Json
from games.hearts import HEARTS
from games.hearts.options import Options
from games.hearts.state import Pass
from games.match import Match
from games.protocol import Setup
from games.tricks import Play, takes

__all__ = [
    "NO_MOON",
    "after_pass",
    "hands_of",
    "last",
    "legal",
    "moon_without",
    "of_tricks",
    "pass_to",
    "play",
    "play_out",
    "played",
    "points_of",
    "refuse",
    "sweep",
    "swept",
    "words",
]

#: Seat 2 leads. Taken: 0, 9, 16 (the queen and three hearts), 1; the jack of diamonds by seat 1.
NO_MOON = """2C 4C KC 6C
TS 9S QS 6S
5C 9C 8C AC
3S 7S 7D JS
3D TD QD 8D
KD 4D 2D 5D
6D 9D 5S JD
AS QH QC 4S
9H 7H 2H 6H
TH 5H 4H 8H
JH AH 3H 2S
7C JC TC AD
KH 8S KS 3C"""


def words(hand: Any) -> str:
    """Cards as text."""
    return " ".join(map(str, hand))


def hands_of(*texts: str, players: int = 4) -> tuple[Hand, ...]:
    """Hands that have some cards, filled up in turn with what is left of the pack, in order."""
    pack = HEARTS.options({"players": players}).pack
    hands = [list(cards(text)) for text in texts] + [[] for _ in range(players - len(texts))]
    held = {card for hand in hands for card in hand}
    left = [card for card in by_suit(pack) if card not in held]
    size = len(pack) // players
    for hand in hands:
        while len(hand) < size:
            hand.append(left.pop(0))
    return tuple(map(by_suit, hands))


def _before_pass(
    options: Options, hands: tuple[Hand, ...], deal: int
) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
    """The hands before the pass, and what each passes, so that the others come of it."""
    seats = range(len(hands))
    given = [hands[options.receiver(seat, deal)][:3] for seat in seats]
    dealt = [by_suit({*hands[seat][3:], *given[seat]}) for seat in seats]
    return tuple(dealt), tuple(given)


def after_pass(
    *deals: tuple[Hand, ...], scores: tuple[int, ...] = (), dealer: int = 0, **options: Any
) -> Match:
    """A match whose first deal is passed already: the hands are those that one plays with.

    Those of the deals that follow come of :func:`pass_to`.
    """
    read = HEARTS.options(options)
    before = [
        hands if read.direction(deal) == "none" else _before_pass(read, hands, deal)[0]
        for deal, hands in enumerate(deals, 1)
    ]
    match = Match(HEARTS, options, "deals", Setup(tuple(before), dealer, scores))
    pass_to(match, deals[0])
    return match


def pass_to(match: Match, hands: tuple[Hand, ...]) -> None:
    """Pass, if there is passing in this deal, so that the hands are those that one plays with."""
    if match.state.phase == "pass":
        given = _before_pass(match.options, hands, match.state.deal)[1]
        for seat, chosen in enumerate(given):
            match.act(seat, Pass(frozenset(chosen)))
    assert match.state.hands == hands


def play(match: Match, text: str) -> None:
    """Play cards, each by the seat whose turn it is."""
    for card in cards(text):
        match.act(match.state.turn, Play(card))


def play_out(match: Match, wishes: Mapping[int, str] | None = None) -> None:
    """Play a deal to its end: each seat the first that it may of its wishes, or its lowest card."""
    deal = match.state.deal
    while match.state.phase == "play" and match.state.deal == deal:
        seat = match.state.turn
        may = [action.card for action in HEARTS.legal(match.state, seat)]  # type: ignore[union-attr]
        wanted = [card for card in cards((wishes or {}).get(seat, "")) if card in may]
        match.act(seat, Play((wanted or may)[0]))


def of_tricks(text: str, leader: int) -> tuple[tuple[Hand, ...], str]:
    """The hands from which the tricks of a deal were played, a line each, and all their cards."""
    hands: list[list[Any]] = [[], [], [], []]
    for line in text.split("\n"):
        trick = cards(line)
        for place, card in enumerate(trick):
            hands[(leader + place) % 4].append(card)
        leader = (leader + takes(trick)) % 4
    return tuple(map(by_suit, hands)), text.replace("\n", " ")


def legal(match: Match, seat: int) -> str:
    """The cards that a seat may play."""
    return words(action.card for action in HEARTS.legal(match.state, seat))  # type: ignore[union-attr]


def refuse(match: Match, seat: int, card: str, error: type[IllegalAction], reason: str) -> None:
    """See that a card is refused for a reason, and that nothing has changed."""
    before = match.state
    with pytest.raises(error, match=reason):
        match.act(seat, Play(parse_card(card)))
    assert match.state is before
    assert Play(parse_card(card)) not in HEARTS.legal(before, seat)


def last(match: Match, kind: str) -> dict[str, Json]:
    """The latest event of a kind."""
    return [each.seen_by_all() for each in match.events() if each.kind == kind][-1]


def sweep(shooter: int, players: int = 4) -> tuple[Hand, ...]:
    """Hands of which one takes every trick, whatever is played: it has the highest of each suit."""
    size = len(HEARTS.options({"players": players}).pack) // players
    highest = [rank + suit for rank in "AKQJT98" for suit in "SHDC"][:size]
    hands = hands_of(" ".join(highest), players=players)
    return tuple(hands[(seat - shooter) % players] for seat in range(players))


def moon_without(diamond: str, shooter: int, other: int) -> tuple[tuple[Hand, ...], dict[int, str]]:
    """Hands, and wishes with which one takes all points, and another nothing but a diamond.

    The shooter has the highest cards of three suits, and leads the two of diamonds once, on which
    the diamond falls that is the other's only one; the rest of them is with the two others, who
    play low.
    """
    own = "AC KC QC 2D AS KS QS JS AH KH QH JH TH"
    low, high = "3D 4D 5D 6D 7D", "8D 9D TD JD QD KD AD".replace(f"{diamond} ", "")
    third, fourth = (seat for seat in range(4) if seat not in {shooter, other})
    texts = {shooter: own, other: f"2C 3C {diamond}", third: low, fourth: high}
    hands = hands_of(*(texts[seat] for seat in range(4)))
    return hands, {shooter: "AC 2D KC QC AS KS QS JS AH KH QH JH TH"}


def played(text: str, leader: int, scores: tuple[int, ...] = (), **options: Any) -> Match:
    hands, order = of_tricks(text, leader)
    match = after_pass(hands, scores=scores, **options)
    play(match, order)
    return match


def swept(seat: int = 0, scores: tuple[int, ...] = (), **options: Any) -> Match:
    """A deal in which a seat takes all tricks."""
    players = HEARTS.options(options).players
    match = after_pass(sweep(seat, players), scores=scores, **options)
    play_out(match)
    return match


def points_of(match: Match) -> list[int]:
    """What the last deal that was scored has counted."""
    found: list[int] = last(match, "score")["points"]
    return found

"""Small games of Pyramid, set up card by card."""

from __future__ import annotations

from typing import Any

from games.cards import PACK, Card, cards
from games.match import Match
from games.pyramid import PYRAMID, Pyramid
from games.pyramid.state import Ending, View

__all__ = [
    "LOST_BY_DRAWING",
    "ONE_DRAW",
    "SMALL",
    "SMALL_CARDS",
    "WIN",
    "act",
    "begun",
    "ending_of",
    "packed",
    "view_of",
]

#: Three cards, QH on top of 5C and KD; the stock begins 8D AC.
SMALL = "cardgames rows=2"
SMALL_CARDS = "QH 5C KD 8D AC"
#: The shortest way to win it.
WIN = ("KD", "draw", "5C+8D", "draw", "AC+QH")

#: One card and one draw of all others: whether the last of the stock goes with it is all there is.
ONE_DRAW = "cardgames rows=1 passes=1 draw=51"

#: One card, QS, and draws of 25, 25 and 1, with the ace at the bottom of the first.
LOST_BY_DRAWING = "cardgames rows=1 passes=1 draw=25"


def packed(first: str, last: str = "", at: dict[int, str] | None = None) -> tuple[Card, ...]:
    """A pack that begins with some cards, ends with some, and has some at places from 0."""
    begins, ends = cards(first), cards(last)
    fixed = {place: cards(text)[0] for place, text in (at or {}).items()}
    used = {*begins, *ends, *fixed.values()}
    others = iter([card for card in PACK if card not in used])
    middle = range(len(begins), len(PACK) - len(ends))
    return (*begins, *(fixed.get(place) or next(others) for place in middle), *ends)


def begun(
    rules: str = SMALL,
    dealt: tuple[Card, ...] | None = None,
    game: Pyramid = PYRAMID,
    **options: object,
) -> Match:
    """A game with its pack in that order; the small one, if nothing is said."""
    pack = packed(SMALL_CARDS) if dealt is None else dealt
    return Match(game, {"rules": rules, "deal": " ".join(map(str, pack)), **options}, "a seed")


def act(match: Match, *actions: object) -> Match:
    """The same match after some actions: moves as text, others as JSON."""
    for each in actions:
        given: Any = {"move": each} if isinstance(each, str) else each
        match.act(0, match.game.action_from_json(given))
    return match


def view_of(match: Match, seat: int | None = 0) -> View:
    """What the player may see, or who only watches, with what the game's judge says."""
    view = match.game.view(match.state, seat)
    assert isinstance(view, View)
    return view


def ending_of(match: Match) -> Ending:
    """What is told of a game that is over."""
    ending = view_of(match, None).ending
    assert ending is not None
    return ending

"""A table of cards as text for a terminal, as a seat sees it.

It goes by what a view has: whatever game has bids, trumps or scores, they are shown the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from games.cards import SUIT_NAMES, Card
from games.events import Json
from service.draw.events import Who, offered, said

__all__ = ["asks_for_bid", "draw_choices", "draw_table"]

_RED, _PLAIN = "\x1b[31m", "\x1b[0m"
_LABEL = 10
_WIDTH = 88
#: What is told of each seat, and of the whole deal.
_OF_SEATS = ("bids", "taken", "points", "bags")
_OF_DEAL = ("contract", "trump", "direction", "broken")


def _shown(card: Card, color: bool) -> str:
    return f"{_RED}{card}{_PLAIN}" if color and card.suit in "DH" else str(card)


def _row(label: str, text: str) -> str:
    return f"{label:{_LABEL}} {text}".rstrip()


def draw_table(view: Any, who: Who, color: bool = False) -> str:
    """What a seat sees: scores, the deal, the trick on the table, its own hand by suits.

    Without ``color`` the text is plain ASCII. There is no line end after the last line.
    """
    lines = [f"{view.game}, deal {view.deal}, {who(view.dealer)} has dealt"]
    lines.append(_row("Score", _listed(view, view.totals, who)))
    lines += _deal(view, who)
    if view.trick:
        played = zip(_in_turn(view), view.trick, strict=False)
        cards = (f"{who(seat)} {_shown(card, color)}" for seat, card in played)
        lines.append(_row("Table", ", ".join(cards)))
    lines += _hand(view.hand, color)
    return "\n".join(lines)


def _in_turn(view: Any) -> Iterator[int]:
    """The seats in the order in which they play to the trick."""
    seats = len(view.counts)
    around = ((view.leader + step) % seats for step in range(seats))
    return (seat for seat in around if seat != getattr(view, "sits_out", None))


def _listed(view: Any, values: Iterable[object], who: Who) -> str:
    """A value for each seat, or for each team."""
    values = list(values)
    if len(values) == len(view.counts):
        return ", ".join(f"{who(seat)} {_value(each)}" for seat, each in enumerate(values))
    if len(values) < len(view.counts) and len(view.counts) % len(values) == 0:
        return ", ".join(
            f"{_team(side, len(values), len(view.counts), who)} {_value(each)}"
            for side, each in enumerate(values)
        )
    return ", ".join(map(_value, values))


def _team(side: int, sides: int, seats: int, who: Who) -> str:
    return " and ".join(who(seat) for seat in range(side, seats, sides))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def _deal(view: Any, who: Who) -> Iterator[str]:
    """What there is to know of the deal, as far as it is known yet."""
    declarer = getattr(view, "declarer", None)
    if declarer is not None:
        yield _row("Declarer", who(declarer))
    for name in _OF_DEAL:
        value = getattr(view, name, None)
        if value is not None:
            yield _row(name.capitalize(), SUIT_NAMES.get(value, _value(value)))
    for name in _OF_SEATS:
        values = getattr(view, name, ())
        if any(value is not None for value in values):
            yield _row(name.capitalize(), _of_seats(view, name, values, who))


def _of_seats(view: Any, name: str, values: tuple[object, ...], who: Who) -> str:
    if name == "bids" and None not in values and all(isinstance(each, str) for each in values):
        # An auction: in the order of speaking, from the dealer's left.
        seats = len(view.counts)
        spoken = (
            f"{who((view.dealer + 1 + place) % seats)} {bid}" for place, bid in enumerate(values)
        )
        return ", ".join(spoken)
    return _listed(view, values, who)


def _hand(hand: Iterable[Card], color: bool) -> Iterator[str]:
    by_suit: dict[str, list[str]] = {}
    for card in hand:
        by_suit.setdefault(card.suit, []).append(_shown(card, color))
    for suit, name in SUIT_NAMES.items():
        if suit in by_suit:
            yield _row(f"  {name}", " ".join(by_suit[suit]))


def asks_for_bid(legal: Iterable[Json]) -> bool:
    """Whether a bid is among what may be done."""
    return any("bid" in action for action in legal)


def draw_choices(legal: Sequence[Json]) -> str:
    """What may be done, with numbers where it can be listed.

    Bids are numbers themselves: beside those of a list nobody could tell which was meant.
    """
    if asks_for_bid(legal):
        return "\n".join(wrap(f"You may {offered(legal)}", _WIDTH))
    lines, line = [], ""
    for number, action in enumerate(legal, 1):
        (value,) = action.values()
        text = f"You may {said(action)}" if isinstance(value, dict) else f"{number}) {said(action)}"
        if line and len(line) + len(text) + 3 > _WIDTH:
            lines.append(line)
            line = ""
        line = f"{line}   {text}" if line else text
    return "\n".join([*lines, line])

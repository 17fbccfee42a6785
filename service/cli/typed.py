"""From what a player types at a table to an action, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.errors import BadAction
from games.events import Json
from games.protocol import Game
from service.draw.events import said
from service.draw.table import asks_for_bid
from solver.errors import shorten

__all__ = ["action_typed"]

_MOST_DIGITS = 6


def action_typed(game: Game[Any, Any, Any], legal: Sequence[Json], text: str) -> Any:
    """The action that was typed: a number of the list, or in words as in ``QS`` or ``bid 4``.

    Where bids are asked for, a number is the bid.
    It need not be legal: the game itself says best what is wrong with it then.

    Raises:
        BadAction: it is none, or the list has no such number.
    """
    listed = [action for action in legal if not isinstance(next(iter(action.values())), dict)]
    is_number = text.isascii() and text.isdecimal()
    if is_number and asks_for_bid(legal):
        text = f"bid {text}"
    elif is_number:
        at = int(text[:_MOST_DIGITS]) - 1
        if not 0 <= at < len(listed):
            raise BadAction(f"{text[:_MOST_DIGITS]} is not a number of the list")
        return game.action_from_json(listed[at])
    for action in listed:
        name, _, value = said(action).partition(" ")
        if text.casefold() in (said(action).casefold(), (value or name).casefold()):
            return game.action_from_json(action)
    why = ""
    name, _, rest = text.casefold().partition(" ")
    for candidate in _candidates(legal, text):
        try:
            return game.action_from_json(candidate)
        except BadAction as error:
            # Of what might be meant, several words mean several cards, and one word a card.
            if not why and isinstance(candidate.get(name), (list,) if " " in rest else (int, str)):
                why = f": {error}"
    known = any(name in action for action in legal)
    why = why if known else f"? Say it as in {_example(legal)}; help explains"
    raise BadAction(f"what is {shorten(text)}{why}")


def _example(legal: Sequence[Json]) -> str:
    """Something that may be typed."""
    ((name, value),) = legal[-1].items()
    if isinstance(value, dict):
        value = value["of"][: value["choose"]]
    return said({name: value})


def _candidates(legal: Sequence[Json], text: str) -> Iterator[Json]:
    """What might be meant, legal or not."""
    name, _, rest = text.partition(" ")
    for value in _values(rest):
        yield {name.casefold(): value}
    for own in dict.fromkeys([*(next(iter(action)) for action in legal), "play"]):
        for value in _values(text):
            yield {own: value}


def _values(text: str) -> Iterator[Json]:
    if not text:
        yield True
        return
    if text.isascii() and text.removeprefix("-").isdecimal():
        yield int(text[:_MOST_DIGITS])
    yield text.casefold()
    yield text.upper()
    yield text.upper().replace(",", " ").split()

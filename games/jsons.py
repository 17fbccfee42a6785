"""Reading actions from JSON: what can't be read is told as such."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card, parse_card
from games.errors import BadAction
from games.events import Json
from solver.errors import BadCard, shorten

__all__ = [
    "card_from_json",
    "cards_from_json",
    "number_from_json",
    "shown",
    "the_one_field",
    "word_from_json",
]

_MOST_CARDS = 60
_SHORT = 10**12


def the_one_field(given: Json, names: Sequence[str]) -> tuple[str, Json]:
    """The name and the value of an object that has one field.

    Raises:
        BadAction: it is no such object.
    """
    if isinstance(given, dict) and len(given) == 1:
        ((name, value),) = given.items()
        if name in names:
            return name, value
    raise BadAction(f"an action is an object with one field, of {', '.join(names)}: {shown(given)}")


def card_from_json(given: Json) -> Card:
    """A card, written as in QS.

    Raises:
        BadAction: it is none.
    """
    if not isinstance(given, str):
        raise BadAction(f"a card is text such as QS, not {shown(given)}")
    try:
        card = parse_card(given)
    except BadCard as error:
        raise BadAction(str(error)) from None
    if str(card) != given:
        raise BadAction(f"write {card}, not {shown(given)}")
    return card


def cards_from_json(given: Json) -> tuple[Card, ...]:
    """A list of cards.

    Raises:
        BadAction: it is none.
    """
    if not isinstance(given, list) or len(given) > _MOST_CARDS:
        raise BadAction(f"give a list of cards, not {shown(given)}")
    return tuple(map(card_from_json, given))


def number_from_json(given: Json, first: int, last: int) -> int:
    """A whole number.

    Raises:
        BadAction: it is none, or out of range.
    """
    if type(given) is not int or not first <= given <= last:
        raise BadAction(f"give a whole number from {first} to {last}, not {shown(given)}")
    return given


def word_from_json(given: Json, words: Sequence[str]) -> str:
    """One of some words.

    Raises:
        BadAction: it is none of them.
    """
    if not isinstance(given, str) or given not in words:
        raise BadAction(f"say one of {', '.join(words)}, not {shown(given)}")
    return given


def shown(given: object) -> str:
    """Whatever was given, quoted and cut short for an error message."""
    if type(given) is int and abs(given) < _SHORT:
        return str(given)
    try:
        return shorten(given if isinstance(given, str) else repr(given))
    except (RecursionError, ValueError):
        # It is nested too deeply, or a number of too many digits.
        return "what can't be shown"

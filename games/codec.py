"""States and views as JSON: named tuples and frozen dataclasses as objects, cards as text.

The classes themselves say what there is; cattrs reads and writes it. Nothing is converted on
the way in: a number is a number, and neither text nor a truth value stands for one.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import partial
from typing import Any, TypeVar, get_args, get_origin

from cattrs import BaseValidationError, Converter, transform_error
from cattrs.cols import (
    is_namedtuple,
    namedtuple_dict_structure_factory,
    namedtuple_dict_unstructure_factory,
)
from cattrs.gen import make_dict_structure_fn

from games.cards import Card, parse_card
from games.errors import BadRecord
from games.events import BySeat, Event, Json
from solver.errors import BadCard, shorten

__all__ = ["from_json", "to_json"]

T = TypeVar("T")


def _exactly(kind: type, given: object, _: object) -> object:
    if type(given) is not kind:
        raise TypeError(f"{given!r} is not of type {kind.__name__}")
    return given


def _card(given: object, _: object) -> Card:
    if not isinstance(given, str):
        raise TypeError(f"{given!r} is no card")
    card = parse_card(given)
    if str(card) != given:
        raise BadCard(f"{given!r} is no card")
    return card


def _frozen(value: Json) -> Json:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _event_to_json(happened: Event) -> Json:
    return {
        "kind": happened.kind,
        "public": dict(happened.public),
        "private": [[seat, dict(own)] for seat, own in happened.private],
        "sealed": [[seat, dict(own)] for seat, own in happened.sealed],
    }


def _event_from_json(given: Any, _: object) -> Event:
    def pairs(values: dict[str, Json]) -> tuple[tuple[str, Json], ...]:
        return tuple((name, _frozen(value)) for name, value in values.items())

    def by_seat(values: Any) -> BySeat:
        return tuple((seat, pairs(own)) for seat, own in values)

    return Event(
        given["kind"],
        pairs(given["public"]),
        by_seat(given["private"]),
        by_seat(given["sealed"]),
    )


def _tuple_hook(kind: Any, converter: Converter) -> Any:
    """Named tuples are objects with their fields and no others."""
    return namedtuple_dict_structure_factory(kind, converter, "from_converter", True)


def _dataclass_hook(kind: Any, converter: Converter) -> Any:
    """So are frozen dataclasses; fields that are missing have their defaults."""
    read = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)

    def structure(given: Any, to: Any) -> Any:
        if not isinstance(given, dict):
            raise TypeError(f"{shorten(repr(given))} is no object")
        return read(given, to)

    return structure


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _list_hook(kind: Any, converter: Converter) -> Any:
    """Tuples of any length are lists, and nothing else that can be gone through."""
    inner = get_args(kind)[0]

    def structure(given: object, _: object) -> tuple[Any, ...]:
        if not isinstance(given, list):
            raise TypeError(f"{shorten(repr(given))} is no list")
        return tuple([converter.structure(each, inner) for each in given])

    return structure


def _made() -> Converter:
    converter = Converter(unstruct_collection_overrides={tuple: list})
    converter.register_unstructure_hook(Event, _event_to_json)
    converter.register_structure_hook_factory(is_namedtuple)(_tuple_hook)
    converter.register_unstructure_hook_factory(is_namedtuple)(namedtuple_dict_unstructure_factory)
    converter.register_structure_hook_factory(is_dataclass)(_dataclass_hook)
    converter.register_structure_hook_factory(_is_list)(_list_hook)
    converter.register_unstructure_hook(Card, str)
    converter.register_structure_hook(Card, _card)
    converter.register_structure_hook(Event, _event_from_json)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, partial(_exactly, kind))
    return converter


_CONVERTER = _made()


def to_json(value: object) -> Json:
    """A frozen value as JSON."""
    return _CONVERTER.unstructure(value)


def from_json(kind: type[T], given: Json) -> T:
    """The other way round.

    Raises:
        BadRecord: it isn't one of those; which field is wrong is told.
    """
    try:
        return _CONVERTER.structure(given, kind)
    except BaseValidationError as error:
        raise BadRecord("; ".join(transform_error(error))) from None
    except (KeyError, TypeError, ValueError, AttributeError, BadCard) as error:
        raise BadRecord(f"{type(error).__name__}: {error}") from None

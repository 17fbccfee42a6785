"""States and views as JSON: named tuples and frozen dataclasses as objects, cards as text.

The classes themselves say what there is; cattrs reads and writes it. Nothing is converted on
the way in: a number is a number, and neither text nor a truth value stands for one.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import partial
from typing import Any, TypeVar, get_args, get_origin

from cattrs import (
    BaseValidationError,
    Converter,
    ForbiddenExtraKeysError,
    transform_error,
)
from cattrs.cols import (
    is_namedtuple,
    namedtuple_dict_structure_factory,
    namedtuple_dict_unstructure_factory,
)
from cattrs.gen import make_dict_structure_fn

from games.cards import Card, parse_card
from games.errors import BadRecord
from games.events import Event, Json
from games.jsons import shown
from games.options import check_options
from solver.errors import BadCard, shorten

__all__ = ["from_json", "to_json"]

T = TypeVar("T")

# As many faults of one document are told, each at such a length.
_FAULTS, _LENGTH = 3, 120


def _exactly(kind: type, given: object, _: object) -> object:
    if type(given) is not kind:
        raise TypeError(f"{shown(given)} is not of type {kind.__name__}")
    return given


def _card(given: object, _: object) -> Card:
    if not isinstance(given, str):
        raise TypeError(f"{shown(given)} is no card")
    card = parse_card(given)
    if str(card) != given:
        raise BadCard(f"{shown(given)} is no card")
    return card


def _frozen(value: Json) -> Json:
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    if value is None or isinstance(value, str | int):
        return value
    raise TypeError(f"{shown(value)} is nothing that events tell")


def _pairs(given: object) -> tuple[tuple[str, Json], ...]:
    if not isinstance(given, dict):
        raise TypeError(f"{shown(given)} is no object")
    return tuple((name, _frozen(value)) for name, value in given.items())


def _by_seat(given: object) -> tuple[tuple[int, tuple[tuple[str, Json], ...]], ...]:
    if not isinstance(given, list):
        raise TypeError(f"{shown(given)} is no list")
    for seat, _ in given:
        _exactly(int, seat, None)
    return tuple((seat, _pairs(own)) for seat, own in given)


def _event_to_json(happened: Event) -> Json:
    return {
        "kind": happened.kind,
        "public": dict(happened.public),
        "private": [[seat, dict(own)] for seat, own in happened.private],
        "sealed": [[seat, dict(own)] for seat, own in happened.sealed],
    }


def _event_from_json(given: Any, _: object) -> Event:
    if not isinstance(given, dict) or set(given) != {"kind", "public", "private", "sealed"}:
        raise TypeError(f"{shown(given)} is no event")
    _exactly(str, given["kind"], None)
    private, sealed = _by_seat(given["private"]), _by_seat(given["sealed"])
    return Event(given["kind"], _pairs(given["public"]), private, sealed)


def _tuple_hook(kind: Any, converter: Converter) -> Any:
    """Named tuples are objects with their fields and no others."""
    return namedtuple_dict_structure_factory(kind, converter, "from_converter", True)


def _dataclass_hook(kind: Any, converter: Converter) -> Any:
    """So are frozen dataclasses; fields that are missing have their defaults.

    Options have values that they could have been given.
    """
    read = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)

    def structure(given: Any, to: Any) -> Any:
        if not isinstance(given, dict):
            raise TypeError(f"{shown(given)} is no object")
        value = read(given, to)
        check_options(value)
        return value

    return structure


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _list_hook(kind: Any, converter: Converter) -> Any:
    """Tuples of any length are lists, and nothing else that can be gone through."""
    inner = get_args(kind)[0]

    def structure(given: object, _: object) -> tuple[Any, ...]:
        if not isinstance(given, list):
            raise TypeError(f"{shown(given)} is no list")
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
        faults = transform_error(error, format_exception=_fault)
        raise BadRecord("; ".join(faults[:_FAULTS])) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRecord(_fault(error)) from None
    except RecursionError:
        raise BadRecord("it is nested too deeply") from None


def _fault(error: BaseException, _: type | None = None) -> str:
    """What is wrong with a field, or with what has fields."""
    if isinstance(error, ForbiddenExtraKeysError):
        return f"there is no field {shown(min(map(str, error.extra_fields)))}"
    if isinstance(error, KeyError):
        return f"there must be a field {shown(error.args[0])}"
    return shorten(str(error), _LENGTH)

"""Options of games: declared once as fields of a frozen dataclass, read from text or JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from games.errors import BadOptions
from games.jsons import shown

__all__ = [
    "Choice",
    "Kind",
    "Number",
    "Text",
    "check_options",
    "describe",
    "flag",
    "given_options",
    "option",
    "options_from",
]

OptionsT = TypeVar("OptionsT")

_YES, _NO = "yes", "no"
_KIND, _ABOUT = "kind", "about"


@dataclass(frozen=True)
class Choice:
    """One of some words."""

    words: tuple[str, ...]

    def read(self, given: object) -> str:
        """The word, or ValueError."""
        if given is True or given is False:
            given = _YES if given else _NO
        if given not in self.words:
            raise ValueError(f"choose one of {', '.join(self.words)}")
        return str(given)


@dataclass(frozen=True)
class _Flag:
    """Yes or no."""

    words = (_NO, _YES)

    def read(self, given: object) -> bool:
        """Whether it is yes, or ValueError."""
        if isinstance(given, bool):
            return given
        if given not in self.words:
            raise ValueError("say yes or no")
        return given == _YES


@dataclass(frozen=True)
class Number:
    """A whole number, from and to; ``none`` says whether there may be none."""

    first: int
    last: int
    none: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """What may be written."""
        return (f"{self.first} to {self.last}", *(("none",) if self.none else ()))

    def read(self, given: object) -> int | None:
        """The number, or ValueError."""
        if self.none and (given is None or given == "none"):
            return None
        number = given
        if isinstance(given, str) and given.removeprefix("-").isdecimal() and given.isascii():
            number = int(given) if len(given) < 10 else None
        if type(number) is int and self.first <= number <= self.last:
            return number
        raise ValueError(f"give a whole number from {' or '.join(self.words)}")


@dataclass(frozen=True)
class Text:
    """Text in a notation of its own; ``none`` says whether there may be none.

    Attributes:
        shown: what may be written, in words.
        tidy: the text as it is kept, or ValueError.
    """

    shown: str
    tidy: Callable[[str], str]
    none: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """What may be written."""
        return (self.shown, *(("none",) if self.none else ()))

    def read(self, given: object) -> str | None:
        """The text, or ValueError."""
        if self.none and (given is None or given == "none"):
            return None
        if not isinstance(given, str):
            raise ValueError(f"give {' or '.join(self.words)}")
        return self.tidy(given)


Kind = Choice | _Flag | Number | Text


def option(default: Any, kind: Kind, about: str) -> Any:
    """A field that is an option."""
    return field(default=default, metadata={_KIND: kind, _ABOUT: about})


def flag(about: str, *, default: bool = False) -> Any:
    """A field that is yes or no."""
    return option(default, _Flag(), about)


def options_from(kind: type[OptionsT], given: Mapping[str, object]) -> OptionsT:
    """Options by their names; the others have their defaults.

    Raises:
        BadOptions: there is no such option, it hasn't such a value, or some don't go together
            (which the class says itself by a ValueError).
    """
    known = {each.name: each.metadata[_KIND] for each in fields(kind)}  # type: ignore[arg-type]
    values: dict[str, object] = {}
    for name, value in given.items():
        if name not in known:
            raise BadOptions(f"there is no option {shown(name)}; there are {', '.join(known)}")
        try:
            values[name] = known[name].read(value)
        except ValueError as error:
            raise BadOptions(f"{name}={shown(value)}: {error}") from None
    try:
        return kind(**values)
    except ValueError as error:
        raise BadOptions(str(error)) from None


def given_options(value: Any, names: Iterable[str]) -> dict[str, Any]:
    """Some of the options, as the values that they were read as."""
    return {name: getattr(value, name) for name in names}


def check_options(value: Any) -> None:
    """See that the options among the fields of a dataclass have values that can be given.

    Raises:
        ValueError: one hasn't.
    """
    for each in fields(value):
        if _KIND in each.metadata:
            given = getattr(value, each.name)
            if each.metadata[_KIND].read(given) != given:
                raise ValueError(f"{each.name}={shown(given)} isn't how it is kept")


def describe(kind: type) -> list[tuple[str, str, str, str]]:
    """Each option: its name, values, default, and what it does."""
    rows = []
    for each in fields(kind):
        default = each.default
        shown = {True: _YES, False: _NO, None: "none"}.get(default, str(default)) if (
            default is None or isinstance(default, bool)
        ) else str(default)  # fmt: skip
        rows.append(
            (each.name, ", ".join(each.metadata[_KIND].words), shown, each.metadata[_ABOUT])
        )
    return rows

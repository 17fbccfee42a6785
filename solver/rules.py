"""The family of games as data: one frozen :class:`Rules` and the table of presets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property

from solver.board import LAYOUTS, MAX_ROWS, Board, board_for
from solver.cards import PACK
from solver.errors import BadRules, shorten
from solver.pairing import Pairing, pairing_named

__all__ = [
    "DEFAULT",
    "MAX_PASSES",
    "PARAMETERS",
    "PRESETS",
    "SOURCES",
    "Rules",
    "preset",
    "rules_from",
    "rules_named",
]

MAX_PASSES = 99
_MAX_CELLS = 8
_MAX_DECKS = 2
_MAX_WASTES = 8

#: What each parameter does, in the order in which they are listed.
PARAMETERS: dict[str, str] = {
    "rows": f"rows of the pyramid, 1 to {MAX_ROWS}",
    "shape": f"what the board is made of: {', '.join(LAYOUTS)}",
    "pairing": "which cards go together: sum13 (kings alone), sum12 (queen with king), sum14, "
    "sum11, sum10, equal, adjacent, equal-or-adjacent",
    "draw": "cards moved to the waste by one draw",
    "passes": "times through the stock; 0 = as often as you like",
    "stock_top": "yes: the next stock card may be used in place, against the waste's top too",
    "cover_pairs": "yes: a card may go together with the one card that still covers it",
    "reserve": "COLUMNSxDEPTH of face-up cards beside the board, the last of each column "
    "available; none = no reserve",
    "cells": "free cells; each may hold one available card",
    "goal": "pyramid: clear the pyramid; board: pyramid, reserve and cells; all: every card",
    "decks": "packs of cards, 1 or 2",
    "wastes": "waste piles; the cards of a draw are dealt to them in turn",
    "keep_waste": "no: what lies on the waste unused is gone with the next draw",
}

_GOALS = ("pyramid", "board", "all")
_SHAPES = tuple(LAYOUTS)


@dataclass(frozen=True)
class Rules:
    """The rules of one game.

    Every combination is checked when the value is made.

    Raises:
        BadRules: a value is out of range, or the combination makes no sense.
    """

    rows: int = 7
    shape: str = "pyramid"
    pairing: str = "sum13"
    draw: int = 1
    passes: int = 0
    stock_top: bool = False
    cover_pairs: bool = True
    reserve: tuple[int, int] | None = None
    cells: int = 0
    goal: str = "pyramid"
    decks: int = 1
    wastes: int = 1
    keep_waste: bool = True

    def __post_init__(self) -> None:
        for name, low, high in (
            ("rows", 1, MAX_ROWS),
            ("draw", 1, _MAX_DECKS * len(PACK)),
            ("passes", 0, MAX_PASSES),
            ("cells", 0, _MAX_CELLS),
            ("decks", 1, _MAX_DECKS),
            ("wastes", 1, _MAX_WASTES),
        ):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise BadRules(f"{name}={value!r}: must be a whole number from {low} to {high}")
        for name in ("stock_top", "cover_pairs", "keep_waste"):
            if not isinstance(getattr(self, name), bool):
                raise BadRules(f"{name}={getattr(self, name)!r}: must be yes or no")
        if self.shape not in _SHAPES:
            raise BadRules(f"shape={shorten(str(self.shape))}: choose one of {', '.join(_SHAPES)}")
        if self.goal not in _GOALS:
            raise BadRules(f"goal={shorten(str(self.goal))}: choose one of {', '.join(_GOALS)}")
        # Canonical spelling, so that equal rules compare equal.
        object.__setattr__(self, "pairing", pairing_named(str(self.pairing)).name)
        if self.board.size > self.pack_size:
            raise BadRules(
                f"rows={self.rows}: {self.shape} of {self.rows} rows has {self.board.size} cards, "
                f"and {'one pack' if self.decks == 1 else 'two packs'} only {self.pack_size}"
            )
        if self.reserve is not None:
            self._check_reserve(self.reserve)
        if self.wastes > self.draw:
            raise BadRules(
                f"wastes={self.wastes} makes no sense: a draw of {self.draw} reaches only "
                f"{self.draw} of them; draw at least {self.wastes}"
            )
        if self.stock_size == 0:
            if self.stock_top:
                raise BadRules("stock_top=yes makes no sense: there is no stock")
            if self.draw != 1:
                raise BadRules(f"draw={self.draw} makes no sense: there is no stock")
            if not self.keep_waste:
                raise BadRules("keep_waste=no makes no sense: there is no stock")
        elif self.draw > self.stock_size:
            raise BadRules(
                f"draw={self.draw} makes no sense: the stock has only {self.stock_size} cards"
            )

    def _check_reserve(self, reserve: tuple[int, int]) -> None:
        if (
            not isinstance(reserve, tuple)
            or len(reserve) != 2
            or not all(isinstance(n, int) and n >= 1 for n in reserve)
        ):
            raise BadRules(
                f"reserve={_text(reserve)}: write COLUMNSxDEPTH, both at least 1, or none"
            )
        room = self.pack_size - self.board.size
        if reserve[0] * reserve[1] > room:
            raise BadRules(
                f"reserve={reserve[0]}x{reserve[1]} needs {reserve[0] * reserve[1]} cards, but "
                f"{self.rows} rows leave only {room} of the {self.pack_size}"
            )

    @cached_property
    def board(self) -> Board:
        """The geometry of the pyramid."""
        return board_for(self.shape, self.rows)

    @cached_property
    def pairs(self) -> Pairing:
        """The relation on ranks that ``pairing`` names."""
        return pairing_named(self.pairing)

    @property
    def pack_size(self) -> int:
        """Cards that the game is played with."""
        return len(PACK) * self.decks

    @property
    def reserve_size(self) -> int:
        """Cards dealt to the reserve."""
        return self.reserve[0] * self.reserve[1] if self.reserve else 0

    @property
    def stock_size(self) -> int:
        """Cards dealt to the stock."""
        return self.pack_size - self.board.size - self.reserve_size

    def with_rows(self, rows: int) -> Rules:
        """The same rules on a board of ``rows`` rows (a position brings its own size)."""
        return self if rows == self.rows else replace(self, rows=rows)

    def values(self) -> dict[str, str]:
        """Every parameter as the text that :func:`rules_from` reads."""
        return {field.name: _text(getattr(self, field.name)) for field in fields(self)}

    @property
    def name(self) -> str:
        """The preset's name, or the nearest way to write these rules from the default.

        Examples: ``cardgames``, ``microsoft``, ``cardgames passes=2 draw=3``.
        """
        for name, rules in PRESETS.items():
            if rules == self:
                return name
        default = PRESETS[DEFAULT].values()
        changed = [f"{key}={text}" for key, text in self.values().items() if text != default[key]]
        return " ".join([DEFAULT, *changed])

    def __str__(self) -> str:
        return self.name


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "x".join(map(str, value))
    return "none" if value is None else str(value)


DEFAULT = "cardgames"
_STRICT = Rules(passes=1, stock_top=True, cover_pairs=False, goal="all")
_OPEN = Rules(passes=1, cover_pairs=False, goal="all", reserve=(8, 3))

#: The named games. To add one is to add a row.
PRESETS: dict[str, Rules] = {
    "cardgames": Rules(),
    "microsoft": replace(_STRICT, passes=3, goal="pyramid"),
    "classic": _STRICT,
    "pysol": replace(_STRICT, passes=3),
    "relaxed": replace(_STRICT, passes=3, goal="pyramid"),
    "one-pass": Rules(passes=1),
    "king-tut": Rules(draw=3, cover_pairs=False),
    "tuts-tomb": Rules(draw=3),
    "giza": _OPEN,
    "pyramid-dozen": replace(_OPEN, pairing="sum12", reserve=(6, 4)),
    "triangle": replace(_STRICT, passes=3, shape="triangle"),
    "cheops": replace(_STRICT, pairing="equal-or-adjacent"),
    "apophis": Rules(draw=3, passes=3, cover_pairs=False, goal="all", wastes=3),
    "pharaohs": Rules(shape="pharaohs", passes=1, cover_pairs=False, goal="all"),
    "double-pyramid": replace(_STRICT, rows=9, passes=3, decks=2),
    "two-pyramids": replace(_STRICT, shape="two-pyramids", passes=3, decks=2),
    "up-and-down": replace(_STRICT, shape="up-and-down", passes=3, decks=2),
}

#: Where each preset is played.
SOURCES: dict[str, str] = {
    "cardgames": "the default game: free recycles, cover pairs",
    "microsoft": "Microsoft Solitaire Collection",
    "classic": "the strict old game: one pass, every card must go",
    "pysol": "PySolFC Pyramid",
    "relaxed": "PySolFC Relaxed Pyramid (the same rules as microsoft)",
    "one-pass": "the default game when the stock is never reset",
    "king-tut": "PySolFC King Tut",
    "tuts-tomb": "Microsoft Tut's Tomb, 1990",
    "giza": "PySolFC Giza: all cards face up, no stock",
    "pyramid-dozen": "PySolFC Pyramid Dozen: pairs make 12",
    "triangle": "PySolFC Triangle: the pyramid upside down",
    "cheops": "PySolFC Cheops: equal or neighbouring ranks",
    "apophis": "PySolFC Apophis: three waste piles",
    "pharaohs": "PySolFC Pharaohs: three pyramids, no stock",
    "double-pyramid": "PySolFC Double Pyramid: two packs, nine rows",
    "two-pyramids": "PySolFC Two Pyramids: two packs, two pyramids side by side",
    "up-and-down": "PySolFC Up and Down: two packs, a pyramid and a triangle",
}


def preset(name: str) -> Rules:
    """The rules of a preset.

    Raises:
        BadRules: no preset has that name.
    """
    found = PRESETS.get(name.strip().lower())
    if found is None:
        raise BadRules(f"preset {shorten(name)} is unknown; choose one of {', '.join(PRESETS)}")
    return found


def _whole(key: str, text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,40}", text):
        raise BadRules(f"{key}={shorten(text)}: must be a whole number")
    return int(text)


def _yes_no(key: str, text: str) -> bool:
    word = text.lower()
    if word in ("yes", "y", "true", "on", "1"):
        return True
    if word in ("no", "n", "false", "off", "0"):
        return False
    raise BadRules(f"{key}={shorten(text)}: must be yes or no")


def _reserve(key: str, text: str) -> tuple[int, int] | None:
    word = text.lower().replace(" ", "")
    if word in ("none", "no", "0", "0x0", "-", ""):
        return None
    columns, cross, depth = word.replace("*", "x").partition("x")
    if not cross or not columns.isdecimal() or not depth.isdecimal() or len(word) > 7:
        raise BadRules(f"{key}={shorten(text)}: write COLUMNSxDEPTH, such as 8x3, or none")
    return int(columns), int(depth)


_READERS = {
    **dict.fromkeys(("rows", "draw", "passes", "cells", "decks", "wastes"), _whole),
    **dict.fromkeys(("stock_top", "cover_pairs", "keep_waste"), _yes_no),
    "reserve": _reserve,
}


def rules_from(name: str = DEFAULT, settings: Mapping[str, str] | Iterable[str] = ()) -> Rules:
    """A preset with parameters changed.

    Args:
        name: a preset's name.
        settings: ``{"passes": "2"}`` or ``["passes=2"]``; dashes and underscores in
            parameter names are the same.

    Raises:
        BadRules: an unknown preset or parameter, a bad value, or a combination that
            makes no sense.
    """
    changes: dict[str, object] = {}
    if isinstance(settings, Mapping):
        pairs = [(key, str(value)) for key, value in settings.items()]
    else:
        pairs = []
        for setting in settings:
            key, equals, value = setting.partition("=")
            if not equals:
                raise BadRules(
                    f"{shorten(setting)}: write a setting as KEY=VALUE, such as passes=2"
                )
            pairs.append((key, value))
    for raw, value in pairs:
        key = raw.strip().lower().replace("-", "_")
        if key not in PARAMETERS:
            raise BadRules(
                f"parameter {shorten(raw)} is unknown; choose one of {', '.join(PARAMETERS)}"
            )
        if key in changes:
            raise BadRules(f"parameter {key} is set twice")
        reader = _READERS.get(key)
        text = value.strip()
        changes[key] = reader(key, text) if reader else text.lower()
    return replace(preset(name), **changes)  # type: ignore[arg-type]  # checked in __post_init__


def rules_named(text: str) -> Rules:
    """A preset with settings after it, such as ``microsoft passes=2``; also :attr:`Rules.name`.

    Raises:
        BadRules: as :func:`rules_from`.
    """
    name, *settings = text.split() or [""]
    return rules_from(name, settings)

"""Lines of records as JSON objects: what can't be one is told with the number of its line."""

from __future__ import annotations

import json

from games.errors import BadRecord
from games.events import Json
from games.jsons import shown

__all__ = ["read_line"]

# No line of a match is nested so deeply.
_DEPTH = 10


class _Twice(Exception):
    """A key stands twice in an object."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object of JSON with each key once: of two values, readers could take either."""
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key)
        found[key] = value
    return found


def read_line(number: int, line: str) -> dict[str, Json]:
    """The object that a line holds, each of its keys once.

    Raises:
        BadRecord: it holds none; the number of the line is told.
    """
    try:
        found = json.loads(line, object_pairs_hook=_object)
    except _Twice as error:
        raise BadRecord(f"line {number}: {shown(error.key)} stands there twice") from None
    except (ValueError, RecursionError):
        raise BadRecord(f"line {number}: not JSON: {shown(line.strip())}") from None
    if not isinstance(found, dict):
        raise BadRecord(f"line {number}: not an object: {shown(line.strip())}")
    if _is_deeper(found, _DEPTH):
        raise BadRecord(f"line {number}: nested too deeply: {shown(line.strip())}")
    return found


def _is_deeper(found: Json, depth: int) -> bool:
    """Whether JSON is nested more deeply; found out without recursion."""
    level = [found]
    while level and depth >= 0:
        depth -= 1
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)

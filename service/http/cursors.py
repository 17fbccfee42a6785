"""Opaque cursors: where the next page begins, in a form that nobody should build on."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NoReturn

from service.http.problems import Problem

__all__ = ["bad_cursor", "from_cursor", "to_cursor"]


def to_cursor(kind: str, *values: int | str) -> str:
    """A cursor of some kind of page."""
    text = json.dumps([kind, *values], separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def from_cursor(text: str, kind: str, *types: type[int | str]) -> list[int | str]:
    """The values that :func:`to_cursor` was given.

    Raises:
        Problem: it is no cursor of that kind.
    """
    try:
        found = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        found = None
    if (
        not isinstance(found, list)
        or len(found) != len(types) + 1
        or found[0] != kind
        or not all(str(value).isascii() for value in found)
        or any(
            type(value) is not expected for value, expected in zip(found[1:], types, strict=True)
        )
    ):
        bad_cursor()
    return found[1:]


def bad_cursor() -> NoReturn:
    """Refuse a cursor.

    Raises:
        Problem: always.
    """
    fault = "take it from `next` of the page before"
    raise Problem("invalid-fields", f"cursor: {fault}", {"cursor": [fault]})

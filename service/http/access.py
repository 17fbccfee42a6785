"""What views have at hand."""

from __future__ import annotations

from typing import cast

from flask import current_app, request

from service.http.problems import Problem
from service.wiring import Parts
from solver.notation import read
from solver.position import Position
from solver.rules import Rules, rules_from

__all__ = ["need_json", "parts", "position_of", "rules_of"]


def parts() -> Parts:
    """The parts that this application was made from."""
    return cast("Parts", current_app.config["PYRAMID_PARTS"])


def rules_of(text: str) -> Rules:
    """Rules as a preset with settings after it.

    Raises:
        BadRules: they are none.
    """
    name, *settings = text.split() or [""]
    return rules_from(name, settings)


def position_of(deal: str, rules: str) -> Position:
    """A deal or position under rules, as text.

    Raises:
        PyramidError: either can't be read.
    """
    return read(deal, rules_of(rules))


def need_json() -> None:
    """Refuse a body that isn't said to be JSON.

    Raises:
        Problem: it isn't.
    """
    if request.method == "POST" and not request.is_json:
        raise Problem("unsupported-media-type", "send Content-Type: application/json")

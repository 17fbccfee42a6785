"""``/v1/daily``: the deal of the day, and of the days before."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from apiflask import APIBlueprint
from flask import Response

from service.dailies import FIRST_DAY, Slot, usual_difficulty
from service.http.access import parts, seats
from service.http.caching import YEAR_SECONDS, cached
from service.http.cursors import bad_cursor, from_cursor, to_cursor
from service.http.pictures import PICTURE, picture
from service.http.problems import Problem
from service.http.schemas.daily import (
    ArchiveIn,
    DailyAfterOut,
    DailyIn,
    DailyOrArchiveOut,
    DailyOut,
)
from service.settings import DAILY_PRESETS
from solver.deal import Deal
from solver.rules import rules_from

__all__ = ["blueprint", "day_of", "slot_of"]

blueprint = APIBlueprint("daily", __name__, url_prefix="/v1/daily", tag="Daily")

_USUAL = timedelta(days=29)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def day_of(text: str) -> date:
    """A date such as 2026-11-30.

    Raises:
        Problem: it is none.
    """
    if not _DATE.fullmatch(text):
        raise Problem("not-found", f"{text[:40]!r} is no date; write it like 2026-11-30")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Problem("not-found", f"there is no day {text}") from None


@blueprint.get("")
@blueprint.input(ArchiveIn, location="query")
@blueprint.output(DailyOrArchiveOut)
@blueprint.doc(summary="Today's deal, or those of some days", operation_id="getToday")
def today_or_archive(query_data: ArchiveIn) -> Any:
    """Today in UTC; with ``from`` or ``to`` all deals from a day to another, both included.

    Without a difficulty it is the one that is usual on that weekday. Days to come, and
    days whose deals were never asked for, are left out.
    """
    if query_data.from_ is None and query_data.to is None:
        return _public(parts().dailies.today, None, query_data)
    return _archive(query_data)


@blueprint.get("/<string:day>")
@blueprint.input(DailyIn, location="query")
@blueprint.output(DailyOut)
@blueprint.doc(summary="The deal of a day", operation_id="getDaily")
def of_day(day: str, query_data: DailyIn) -> Any:
    """A day that is over, or today."""
    return _public(parts().dailies.today, day_of(day), query_data)


@blueprint.get("/<string:day>.svg")
@blueprint.input(DailyIn, location="query")
@blueprint.doc(summary="A picture of a day's deal", operation_id="drawDaily", responses=PICTURE)
def draw(day: str, query_data: DailyIn) -> Any:
    """The deal as it lies at the beginning, for sharing."""
    made = parts().dailies
    today = made.today
    slot = slot_of(day_of(day), query_data.rules, query_data.difficulty)
    found = _made(made.get, slot)
    position = Deal.parse(str(found["deal"])).position(rules_from(slot.rules))
    over = slot.day < today
    return cached(picture(position), YEAR_SECONDS if over else made.seconds_left_of(today))


@blueprint.get("/<string:day>/solution")
@blueprint.input(DailyIn, location="query")
@blueprint.output(DailyAfterOut)
@blueprint.doc(summary="The solution of a day that is over", operation_id="getDailySolution")
def solution(day: str, query_data: DailyIn) -> Any:
    """With its certificate, its seed, and the key that the seed comes from."""
    slot = slot_of(day_of(day), query_data.rules, query_data.difficulty)
    return cached(_made(parts().dailies.after, slot), YEAR_SECONDS, forever=True)


def _archive(query_data: ArchiveIn) -> Response:
    made = parts().dailies
    # No day before the first or after today has anything to show.
    last = day_of(query_data.to) if query_data.to else made.today
    seen = max(min(last, made.today), FIRST_DAY)
    first = day_of(query_data.from_) if query_data.from_ else min(last, seen - _USUAL)
    if first > last:
        raise Problem("invalid-fields", "from: is after to", {"from": ["is after to"]})
    if query_data.cursor is not None:
        (found,) = from_cursor(query_data.cursor, "days", str)
        try:
            first = max(first, day_of(str(found)))
        except Problem:
            bad_cursor()
    first, last = max(first, FIRST_DAY), min(last, made.today)
    if first > last:
        return cached({"dailies": [], "next": None}, 60)
    end = min(last, first + timedelta(days=query_data.limit - 1))
    shown = made.between(first, end, query_data.rules, query_data.difficulty)
    after = end + timedelta(days=1)
    following = to_cursor("days", after.isoformat()) if after <= last else None
    # Days that are over may get deals when somebody asks for them.
    return cached({"dailies": shown, "next": following}, 60)


def slot_of(day: date, rules: str, difficulty: str | None) -> Slot:
    """A day's slot; without a difficulty the one that is usual on its weekday.

    Raises:
        Problem: these rules have no dailies.
    """
    if rules not in DAILY_PRESETS:
        fault = f"choose one of {', '.join(DAILY_PRESETS)}"
        raise Problem("invalid-fields", f"rules: {fault}", {"rules": [fault]})
    return Slot(day, rules, difficulty or usual_difficulty(day))


def _public(today: date, day: date | None, asked: DailyIn) -> Response:
    """A day's deal; without a day it is today's, whose address means another one tomorrow.

    ``today`` is when the request began: midnight may pass while it is answered.
    """
    made = parts().dailies
    found = _made(made.get, slot_of(day or today, asked.rules, asked.difficulty))
    if day is not None and day < today and found["confirmed"]:
        return cached(found, YEAR_SECONDS, forever=True)
    return cached(found, made.seconds_left_of(today))


def _made(get: Callable[[Slot, bool], dict[str, object]], slot: Slot) -> dict[str, object]:
    """A daily that may have to be made first; only so many may wait for that."""
    with seats().one() as has_one:
        return get(slot, has_one)

"""``/v1/daily``: the deal of the day, and of the days before."""

from __future__ import annotations

import hashlib
import re
from datetime import date, timedelta
from typing import Any, cast

from apiflask import APIBlueprint
from flask import Response, make_response, request

from service.dailies import Slot, usual_difficulty
from service.http.access import parts
from service.http.problems import Problem
from service.http.schemas import ArchiveIn, DailyAfterOut, DailyIn, DailyOrArchiveOut, DailyOut

__all__ = ["blueprint", "day_of", "slot_of"]

blueprint = APIBlueprint("daily", __name__, url_prefix="/v1/daily", tag="Daily")

_MOST_DAYS = 100
_YEAR_SECONDS = 31_536_000
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
        return _public(parts().dailies.today, query_data)
    return _archive(query_data)


@blueprint.get("/<string:day>")
@blueprint.input(DailyIn, location="query")
@blueprint.output(DailyOut)
@blueprint.doc(summary="The deal of a day", operation_id="getDaily")
def of_day(day: str, query_data: DailyIn) -> Any:
    """A day that is over, or today."""
    return _public(day_of(day), query_data)


@blueprint.get("/<string:day>/solution")
@blueprint.input(DailyIn, location="query")
@blueprint.output(DailyAfterOut)
@blueprint.doc(summary="The solution of a day that is over", operation_id="getDailySolution")
def solution(day: str, query_data: DailyIn) -> Any:
    """With its certificate, its seed, and the key that the seed comes from."""
    slot = slot_of(day_of(day), query_data.rules, query_data.difficulty)
    return _cached(parts().dailies.after(slot), _YEAR_SECONDS, over=True)


def _archive(query_data: ArchiveIn) -> Response:
    made = parts().dailies
    last = day_of(query_data.to) if query_data.to else made.today
    first = day_of(query_data.from_) if query_data.from_ else last - timedelta(days=29)
    if first > last:
        raise Problem("invalid-fields", "from: is after to", {"from": ["is after to"]})
    if (last - first).days >= _MOST_DAYS:
        fault = f"more than {_MOST_DAYS} days"
        raise Problem("invalid-fields", f"from: {fault}", {"from": [fault]})
    found = made.between(first, last, query_data.rules, query_data.difficulty)
    return _cached({"dailies": found}, made.seconds_left, over=False)


def slot_of(day: date, rules: str, difficulty: str | None) -> Slot:
    """A day's slot; without a difficulty the one that is usual on its weekday."""
    return Slot(day, rules, difficulty or usual_difficulty(day))


def _public(day: date, asked: DailyIn) -> Response:
    made = parts().dailies
    found = made.get(slot_of(day, asked.rules, asked.difficulty))
    over = day < made.today and bool(found["confirmed"])
    return _cached(found, _YEAR_SECONDS if over else made.seconds_left, over=over)


def _cached(document: dict[str, object], seconds: int, *, over: bool) -> Response:
    """A response with a strong ETag, which may be kept for so long."""
    response = make_response(document)
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    forever = ", immutable" if over else ""
    response.headers["Cache-Control"] = f"public, max-age={seconds}{forever}"
    return cast("Response", response.make_conditional(request))

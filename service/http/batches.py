"""``/v1/batches``: many deals at once."""

from __future__ import annotations

import time
from io import BytesIO
from typing import Any

from apiflask import APIBlueprint
from flask import Response, request, stream_with_context

from service.batches import MOST_DEALS
from service.http.access import need_json, parts, seats
from service.http.cursors import from_cursor, to_cursor
from service.http.idempotency import name_of_request
from service.http.problems import Problem
from service.http.schemas.common import MOST_TEXT
from service.http.schemas.solves import BatchIn, BatchOut, BatchPageOut, LinesIn, PageIn
from service.storage.batches import BatchRecord
from solver.result import Limits
from solver.rules import rules_named

__all__ = ["blueprint"]

blueprint = APIBlueprint("batches", __name__, url_prefix="/v1/batches", tag="Batches")

# While there is nothing new an empty line comes now and then; in the end a download ends.
_PULSE_SECONDS = 15.0
_LONGEST_SECONDS = 3600.0


_TEXT = {"type": "string", "description": "An object on each line, or nothing."}
_LINES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A result on each line.",
        "content": {"application/x-ndjson": {"schema": _TEXT}},
    }
}


@blueprint.post("")
@blueprint.input(BatchIn)
@blueprint.output(BatchOut, 202)
@blueprint.doc(summary="Ask about many deals", operation_id="createBatch")
def create(json_data: BatchIn) -> Any:
    """Deals that can't be read don't fail the batch: their results say why."""
    need_json()
    limits = Limits(json_data.limits.nodes, json_data.limits.seconds)
    return _created(json_data.deals, json_data.rules, json_data.question, limits)


@blueprint.post("/lines")
@blueprint.input(LinesIn, location="query")
@blueprint.output(BatchOut, 202)
@blueprint.doc(summary="Ask about many deals, as lines", operation_id="createBatchOfLines")
def create_of_lines(query_data: LinesIn) -> Any:
    """The body is text, one deal on a line; empty lines and those that begin with # are skipped."""
    if request.mimetype != "text/plain":
        raise Problem("unsupported-media-type", "send Content-Type: text/plain")
    deals: list[str] = []
    for line in BytesIO(request.get_data()):
        text = line.decode("utf-8", "replace").strip().removeprefix("\ufeff")
        if text and not text.startswith("#"):
            deals.append(text)
        if len(deals) > MOST_DEALS:
            raise Problem("too-large", f"more than {MOST_DEALS:,} deals")
    if not deals:
        raise Problem("invalid-fields", "there is no deal in the body")
    limits = Limits(query_data.nodes, query_data.seconds)
    return _created(deals, query_data.rules, query_data.question, limits)


@blueprint.get("/<id:batch_id>")
@blueprint.output(BatchOut)
@blueprint.doc(summary="How far a batch is", operation_id="getBatch")
def look(batch_id: str) -> Any:
    """Counts of what is done, and the time left."""
    return _shown(_known(batch_id))


@blueprint.delete("/<id:batch_id>")
@blueprint.output(BatchOut)
@blueprint.doc(summary="Give a batch up", operation_id="cancelBatch")
def cancel(batch_id: str) -> Any:
    """Results that are there stay."""
    _known(batch_id)
    parts().batches.cancel(batch_id)
    return _shown(_known(batch_id))


@blueprint.get("/<id:batch_id>/results")
@blueprint.input(PageIn, location="query")
@blueprint.output(BatchPageOut)
@blueprint.doc(summary="Results, a page at a time", operation_id="listBatchResults")
def results(batch_id: str, query_data: PageIn) -> Any:
    """In the order of the deals, as far as they are there."""
    start = 1
    if query_data.cursor is not None:
        (found,) = from_cursor(query_data.cursor, "results", int)
        start = min(max(int(found), 1), MOST_DEALS + 1)
    page = parts().batches.page(_known(batch_id), start, query_data.limit)
    following = None if page.following is None else to_cursor("results", page.following)
    return {"results": page.results, "next": following}


@blueprint.get("/<id:batch_id>/results.ndjson")
@blueprint.doc(
    summary="All results, as lines of JSON",
    operation_id="downloadBatch",
    responses=_LINES,
)
def download(batch_id: str) -> Response:
    """While the batch runs, each result comes as soon as it is there, in whatever order.

    Empty lines only tell that the connection lives. After an hour it ends in any case.
    """
    record = _known(batch_id)
    seat = seats()
    if not seat.take():
        raise Problem("busy", "too many requests wait or stream just now")
    lines = parts().batches.stream(record, _PULSE_SECONDS, _LONGEST_SECONDS)
    response = Response(stream_with_context(lines), mimetype="application/x-ndjson")
    response.call_on_close(seat.leave)
    return response


def _created(deals: list[str], rules: str, question: str, wished: Limits) -> Any:
    made = parts()
    limits = made.solving.limits(wished)
    texts = [_shortened(text) for text in deals]
    record = made.batches.create(texts, rules_named(rules), question, limits, name_of_request())
    return _shown(record), 202, {"Location": f"/v1/batches/{record.id}", "Retry-After": "1"}


def _shortened(text: str) -> str:
    """A text; of one that is too long only what no reader takes for a deal."""
    if len(text) <= MOST_TEXT:
        return text
    return f"{text[:40]}... (too long: {len(text):,} characters)"


def _known(batch_id: str) -> BatchRecord:
    found = parts().batches.look(batch_id)
    if found is None:
        raise Problem("not-found", "there is no such batch, or it was long ago")
    return found


def _shown(record: BatchRecord) -> dict[str, object]:
    left = None
    if record.status == "running" and record.done and record.worked_at is not None:
        left = (time.time() - record.worked_at) / record.done * (record.total - record.done)
    return {
        "id": record.id,
        "status": record.status,
        "rules": record.rules,
        "question": record.question,
        "total": record.total,
        "done": record.done,
        **record.counts,
        "seconds_left": None if left is None else round(left, 1),
    }

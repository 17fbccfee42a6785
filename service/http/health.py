"""``/livez``, ``/readyz`` and ``/metrics``, for whoever watches over the service."""

from __future__ import annotations

import hmac
from typing import Any

from apiflask import APIBlueprint
from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST

from service.http.access import given_token, metrics, parts
from service.http.problems import Problem
from service.http.schemas.health import LiveOut, ReadyOut
from service.storage.connection import STORE_ERRORS, is_up

__all__ = ["blueprint"]

blueprint = APIBlueprint("health", __name__, tag="Service")


_NOT_READY: dict[int | str, dict[str, Any]] = {
    503: {
        "description": "Not now.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ReadyOut"}}},
    }
}
_METRICS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The metrics.", "content": {"text/plain": {"schema": {"type": "string"}}}}
}


@blueprint.get("/livez")
@blueprint.output(LiveOut)
@blueprint.doc(summary="Is the process alive?", operation_id="isLive")
def livez() -> Any:
    """It answers, and asks nobody."""
    return {"status": "ok"}


@blueprint.get("/readyz")
@blueprint.output(ReadyOut)
@blueprint.doc(summary="Can it be used?", operation_id="isReady", responses=_NOT_READY)
def readyz() -> Any:
    """The store answers within two seconds, and a worker is there (200; else 503)."""
    found = {"store": is_up(parts().url), "worker": False}
    if found["store"]:
        try:
            found["worker"] = parts().queue.workers() > 0
        except STORE_ERRORS:
            found["store"] = False
    ready = all(found.values())
    return {"status": "ok" if ready else "not ready", **found}, 200 if ready else 503


@blueprint.get("/metrics")
@blueprint.doc(summary="For Prometheus", operation_id="getMetrics", responses=_METRICS)
def show_metrics() -> Response:
    """Requests, queues, workers, solve times; with a token, if one is set."""
    wanted = parts().settings.metrics_token
    given = given_token() or ""
    if wanted is not None and not hmac.compare_digest(wanted.encode(), given.encode()):
        raise Problem("unauthorized", "send Authorization: Bearer and the token of the metrics")
    return Response(metrics().text(), content_type=CONTENT_TYPE_LATEST)

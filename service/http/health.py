"""``/livez``, ``/readyz`` and ``/metrics``, for whoever watches over the service."""

from __future__ import annotations

import hmac

from apiflask import APIBlueprint
from flask import Response, jsonify
from prometheus_client import CONTENT_TYPE_LATEST

from service.http.access import given_token, metrics, parts
from service.http.problems import Problem
from service.storage.connection import STORE_ERRORS

__all__ = ["blueprint"]

blueprint = APIBlueprint("health", __name__, enable_openapi=False)


@blueprint.get("/livez")
def livez() -> Response:
    """The process answers."""
    return jsonify(status="ok")


@blueprint.get("/readyz")
def readyz() -> tuple[Response, int]:
    """The store answers, and a worker is there."""
    found = {"store": False, "worker": False}
    try:
        found["store"] = bool(parts().connection.ping())
        found["worker"] = parts().queue.workers() > 0
    except STORE_ERRORS:
        found["store"] = False
    ready = all(found.values())
    return jsonify(status="ok" if ready else "not ready", **found), 200 if ready else 503


@blueprint.get("/metrics")
def show_metrics() -> Response:
    """For Prometheus; with a token, if one is set."""
    wanted = parts().settings.metrics_token
    given = given_token() or ""
    if wanted is not None and not hmac.compare_digest(wanted.encode(), given.encode()):
        raise Problem("unauthorized", "send Authorization: Bearer and the token of the metrics")
    return Response(metrics().text(), content_type=CONTENT_TYPE_LATEST)

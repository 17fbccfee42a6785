"""``/livez`` and ``/readyz``, for whoever watches over the service."""

from __future__ import annotations

from apiflask import APIBlueprint
from flask import Response, jsonify

from service.http.access import parts
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

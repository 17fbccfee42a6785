"""The application: made from parts, never at import."""

from __future__ import annotations

import logging
import time
from typing import Any

from apiflask import APIFlask
from apiflask.exceptions import HTTPError
from flask import Response, current_app, g, request
from flask.json.provider import DefaultJSONProvider
from flask_compress import Compress
from flask_cors import CORS

from service.http import (
    analysis,
    batches,
    boards,
    daily,
    deals,
    docs,
    health,
    idempotency,
    match_lists,
    matches,
    page,
    players,
    rules,
    solves,
)
from service.http.bodies import REFUSED, SMALL_BODY
from service.http.caching import validated
from service.http.ids import Id
from service.http.metrics import Metrics
from service.http.openapi import complete
from service.http.problems import Problem, answer_to
from service.http.rates import Rates
from service.http.request_ids import request_id
from service.http.seats import Desks, Seats
from service.logs import request_context
from service.wiring import Parts

__all__ = ["create_app"]

_log = logging.getLogger("pyramid.requests")

_VIEWS = (
    solves,
    batches,
    analysis,
    daily,
    boards,
    matches,
    match_lists,
    players,
    rules,
    deals,
    health,
    docs,
    page,
)
_SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_COMPRESSED = [
    "application/json",
    "application/problem+json",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
]
# Seconds that a question waits for others to be answered.
_PATIENCE = 2.0
# What pages of other origins may send, and see of the answers.
_CORS_SEND = [
    "Authorization",
    "Content-Type",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
    idempotency.HEADER,
]
_CORS_SEE = [
    "ETag",
    "Location",
    "Retry-After",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "X-Request-Id",
    idempotency.REPLAYED,
]


class _Json(DefaultJSONProvider):
    """JSON that says of a body nested too deeply that it is bad."""

    sort_keys = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        try:
            return super().loads(s, **kwargs)
        except RecursionError:
            raise ValueError("nested too deeply") from None


def create_app(parts: Parts) -> APIFlask:
    """The API on some parts."""
    app = APIFlask(
        "pyramid",
        title="Pyramid solitaire",
        version="1",
        spec_path="/v1/openapi.json",
        docs_path=None,
        json_errors=False,  # ours are problem documents
        static_folder=None,  # type: ignore[arg-type]  # Flask's way to have none
    )
    settings = parts.settings
    metrics = Metrics(parts)
    app.config.update(
        OPENAPI_VERSION="3.1.0",
        AUTO_404_RESPONSE=False,
        AUTO_SERVERS=False,  # it would be the Host of the first request, for everybody
        AUTO_VALIDATION_ERROR_RESPONSE=False,
        MAX_CONTENT_LENGTH=settings.max_body,
        PYRAMID_PARTS=parts,
        PYRAMID_SEATS=Seats(settings.waiters or settings.threads // 2),
        PYRAMID_DESKS=Desks(max(1, settings.threads // 4), _PATIENCE),
        PYRAMID_METRICS=metrics,
        TRAP_BAD_REQUEST_ERRORS=False,
        PROPAGATE_EXCEPTIONS=False,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_MIMETYPES=_COMPRESSED,
        COMPRESS_STREAMS=False,  # a compressor keeps back what somebody waits for
    )
    app.servers = [{"url": "/"}]
    app.url_map.merge_slashes = False  # no redirects by what a Host header says
    app.url_map.converters["id"] = Id
    app.json = _Json(app)
    for module in _VIEWS:
        app.register_blueprint(module.blueprint)
    app.error_processor(_as_problem)
    app.register_error_handler(Exception, answer_to)
    app.spec_processor(complete)

    rates = Rates(parts.connection, settings)
    for step in (_begin, rates.check, idempotency.replay):
        app.before_request(step)
    # These are done from the last to the first: an answer is kept as the view has made it.
    app.after_request(_log_request)
    app.after_request(metrics.count)
    if settings.cors_origins:
        app.after_request(_vary)
    Compress(app)
    if settings.cors_origins:
        CORS(
            app,
            resources={"/v1/*": {"origins": list(settings.cors_origins)}},
            allow_headers=_CORS_SEND,
            expose_headers=_CORS_SEE,
            max_age=3600,
        )
    for finish in (_secure, validated, rates.tell, idempotency.remember):
        app.after_request(finish)
    return app


def _as_problem(error: HTTPError) -> Response:
    return answer_to(error)


def _begin() -> None:
    g.request_id = request_id(request.headers.get("X-Request-Id", ""))
    g.begun = time.perf_counter()
    request_context(g.request_id)
    if request.blueprint != batches.blueprint.name:
        most: int = current_app.config["MAX_CONTENT_LENGTH"]
        request.max_content_length = min(most, SMALL_BODY)
    refused = request.environ.get("asgi.scope", {}).get(REFUSED)
    if refused:
        raise Problem(*refused)


def _secure(response: Response) -> Response:
    response.headers.setdefault("X-Request-Id", g.request_id)
    for name, value in _SECURITY.items():
        response.headers.setdefault(name, value)
    return response


def _vary(response: Response) -> Response:
    """Whoever keeps an answer must ask again for another origin, named or not."""
    response.vary.add("Origin")
    return response


def _path_to_log() -> str:
    """Where a path has what lets one in, only its form."""
    rule = request.url_rule
    return rule.rule if rule is not None and "code" in rule.arguments else request.path


def _log_request(response: Response) -> Response:
    """A line for each request: nothing of who asks, and no token."""
    if _log.isEnabledFor(logging.INFO):
        _log.info(
            "request",
            extra={
                "method": request.method,
                "path": _path_to_log(),
                "status": response.status_code,
                "ms": round(1000 * (time.perf_counter() - g.begun), 2),
            },
        )
    return response

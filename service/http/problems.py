"""What goes wrong, as RFC 9457 problem documents: one table from exceptions to statuses."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from typing import NamedTuple

from apiflask.exceptions import HTTPError
from flask import Response, request
from werkzeug.datastructures import Headers
from werkzeug.exceptions import HTTPException

from games.errors import BadAction, BadOptions, BadSetup, IllegalAction, NotYourTurn
from service.errors import (
    BadAttempt,
    BadName,
    Conflict,
    NoDaily,
    NoMatch,
    NoStore,
    NotMade,
    NotYet,
    NotYours,
    Sealed,
    Stale,
)
from service.storage.connection import STORE_ERRORS
from solver.errors import (
    BadCertificate,
    BadDeal,
    BadEngine,
    BadMove,
    BadPosition,
    BadRules,
    Fault,
    IllegalMove,
)

__all__ = ["PROBLEMS", "Problem", "ProblemKind", "answer_to", "render"]

_log = logging.getLogger(__name__)


class ProblemKind(NamedTuple):
    """A kind of problem: its status, what it is called, and when to try again (seconds)."""

    status: int
    title: str
    retry_after: int | None = None


#: Every kind there is. Its ``type`` is ``/problems/`` and its name; names never change.
PROBLEMS: dict[str, ProblemKind] = {
    "bad-request": ProblemKind(400, "The request can't be read"),
    "unauthorized": ProblemKind(401, "A player's token is needed"),
    "sealed": ProblemKind(403, "The day of that deal isn't over"),
    "not-yours": ProblemKind(403, "Somebody else may do that"),
    "not-your-turn": ProblemKind(403, "Others have to act"),
    "not-found": ProblemKind(404, "There is nothing here"),
    "not-yet": ProblemKind(404, "It isn't published yet"),
    "method-not-allowed": ProblemKind(405, "That can't be done here"),
    "too-slow": ProblemKind(408, "The body didn't come in time"),
    "conflict": ProblemKind(409, "That doesn't fit how things stand"),
    "not-playing": ProblemKind(409, "The match isn't in play"),
    "not-over": ProblemKind(409, "The match isn't over"),
    "no-hints": ProblemKind(409, "There are no hints in this game"),
    "no-seat": ProblemKind(409, "No seat is open"),
    "too-many-matches": ProblemKind(409, "That is too many matches"),
    "stale": ProblemKind(412, "Something else has happened meanwhile"),
    "precondition-required": ProblemKind(428, "The version must be told"),
    "too-large": ProblemKind(413, "The body is too large"),
    "unsupported-media-type": ProblemKind(415, "The body must be JSON"),
    "invalid-fields": ProblemKind(422, "Fields are missing or wrong"),
    "bad-deal": ProblemKind(422, "That is no deal"),
    "bad-position": ProblemKind(422, "That is no moment of a game"),
    "bad-rules": ProblemKind(422, "There are no such rules"),
    "bad-name": ProblemKind(422, "That is no display name"),
    "day-over": ProblemKind(409, "The day is over"),
    "not-won": ProblemKind(422, "The game isn't won"),
    "impossible-time": ProblemKind(422, "Nobody is that fast, or that slow"),
    "no-player": ProblemKind(409, "The player has gone"),
    "bad-move": ProblemKind(422, "That is no move"),
    "illegal-move": ProblemKind(422, "The rules forbid that move"),
    "bad-action": ProblemKind(422, "That is no action of this game"),
    "bad-options": ProblemKind(422, "There is no such game, or it can't be played so"),
    "illegal-action": ProblemKind(422, "The rules forbid that"),
    "key-reused": ProblemKind(422, "An idempotency key stands for one request only"),
    "in-progress": ProblemKind(409, "The first request isn't answered yet", 1),
    "bad-certificate": ProblemKind(422, "That is no certificate"),
    "too-many-requests": ProblemKind(429, "Too many requests"),
    "internal": ProblemKind(500, "Something is wrong with the service"),
    "not-made": ProblemKind(503, "It is in the making", 5),
    "busy": ProblemKind(503, "Too many are waiting already", 1),
    "store-unreachable": ProblemKind(503, "The store can't be reached just now", 5),
}

_BY_STATUS = {
    400: "bad-request",
    401: "unauthorized",
    404: "not-found",
    405: "method-not-allowed",
    409: "conflict",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-many-requests",
}

_BY_ERROR: tuple[tuple[type[Exception], str], ...] = (
    (BadDeal, "bad-deal"),
    (BadPosition, "bad-position"),
    (BadRules, "bad-rules"),
    (BadEngine, "bad-rules"),
    (BadMove, "bad-move"),
    (IllegalMove, "illegal-move"),
    (BadCertificate, "bad-certificate"),
    (BadName, "bad-name"),
    (BadOptions, "bad-options"),
    (BadSetup, "bad-options"),
    (BadAction, "bad-action"),
    (NotYours, "not-yours"),
    (NoMatch, "not-found"),
    (NotYet, "not-yet"),
    (NoDaily, "not-found"),
    (Sealed, "sealed"),
    (NotMade, "not-made"),
    (NoStore, "store-unreachable"),
    *((error, "store-unreachable") for error in STORE_ERRORS),
)


class Problem(Exception):
    """A problem that a view has found itself.

    Args:
        name: its kind, a key of :data:`PROBLEMS`.
        detail: what is wrong here, in a sentence.
        fields: faults by field, each a list of sentences.
        version: of a match, where that matters.
        rule: of a game that was broken.
    """

    def __init__(
        self,
        name: str,
        detail: str,
        fields: dict[str, list[str]] | None = None,
        *,
        version: int | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(detail)
        self.version = version
        self.rule = rule
        self.name = name
        self.detail = detail
        self.fields = fields


def render(problem: Problem) -> Response:
    """The response for a problem."""
    kind = PROBLEMS[problem.name]
    document: dict[str, object] = {
        "type": f"/problems/{problem.name}",
        "title": kind.title,
        "status": kind.status,
        "detail": problem.detail,
        "instance": request.path,
    }
    if problem.fields:
        document["errors"] = [
            {"field": field, "detail": detail}
            for field, details in problem.fields.items()
            for detail in details
        ]
    if problem.version is not None:
        document["version"] = problem.version
    if problem.rule is not None:
        document["rule"] = problem.rule
    response = Response(json.dumps(document), kind.status, mimetype="application/problem+json")
    if kind.retry_after is not None:
        response.headers["Retry-After"] = str(kind.retry_after)
    if kind.status in (408, 413):
        response.headers["Connection"] = "close"  # The rest of the body may still come.
    if kind.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def answer_to(error: Exception) -> Response:
    """The response for anything that was raised. What nobody foresaw is logged, and not told."""
    if isinstance(error, Problem):
        return render(error)
    if isinstance(error, BadAttempt | Conflict):
        return render(Problem(error.reason, str(error)))
    if isinstance(error, Stale):
        return render(Problem("stale", str(error), version=error.version))
    if isinstance(error, IllegalAction):
        name = "not-your-turn" if isinstance(error, NotYourTurn) else "illegal-action"
        return render(Problem(name, str(error), rule=type(error).__name__))
    if isinstance(error, HTTPError):
        return _with_headers(render(_of_validation(error)), Headers(error.headers))
    if isinstance(error, HTTPException):
        return _of_http(error)
    for kind, name in _BY_ERROR:
        if isinstance(error, kind):
            if PROBLEMS[name].status >= 500:
                _log.error("%s: %s", name, error)
                return render(Problem(name, "try again in a moment"))
            return render(Problem(name, " ".join(str(error).split())))
    what = "fault of the solver" if isinstance(error, Fault) else "unforeseen"
    _log.error("%s: %s", what, error, exc_info=error)
    return render(Problem("internal", "it was noted, and will be looked into"))


def _of_validation(error: HTTPError) -> Problem:
    """APIFlask tells what is wrong with fields by their place: json, query, ..."""
    name = _BY_STATUS.get(error.status_code, "invalid-fields")
    places = error.detail if isinstance(error.detail, dict) else {}
    fields = {
        # A fault of several fields together is one of the body.
        "body" if field == "_schema" else field: [
            detail.removeprefix("Value error, ") for detail in details
        ]
        for place in places.values()
        if isinstance(place, dict)
        for field, details in place.items()
    }
    if not fields:
        return Problem(name, error.message or PROBLEMS[name].title)
    listed = "; ".join(f"{field}: {details[0]}" for field, details in fields.items())
    return Problem("invalid-fields", listed, fields)


def _of_http(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:  # a redirect
        return Response(status=status, headers=dict(error.get_headers()))
    name = _BY_STATUS.get(status, "bad-request" if status < 500 else "internal")
    response = render(Problem(name, error.description or PROBLEMS[name].title))
    response.status_code = status
    return _with_headers(response, error.get_headers())


def _with_headers(response: Response, headers: Iterable[tuple[str, str]]) -> Response:
    """A response with what HTTP wants to be told of its status."""
    for name, value in headers:
        if name.lower() in ("allow", "retry-after"):
            response.headers[name] = value
    return response

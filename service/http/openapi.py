"""The OpenAPI document, with what APIFlask leaves out.

Problem documents, headers, required bodies, tokens, and *links*: how an answer's values lead
to other operations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.http.idempotency import HEADER, KEY
from service.http.schemas.common import ProblemOut
from service.ids import ID
from service.version import version_line

__all__ = ["complete"]

_ERRORS = ("400", "404", "409", "422", "429", "500", "503")
_WITH_TOKEN = {
    "getMe", "renameMe", "deleteMe", "attemptDaily", "createMatch", "listMatches", "joinMatch",
    "actInMatch", "hintInMatch", "resignMatch", "rematch",
}  # fmt: skip
# Those who watch need none.
_MAYBE_TOKEN = {"getMatch", "streamMatch", "getMatchHistory", "getMatchFairness"}
_REFUSING = {*_WITH_TOKEN, *_MAYBE_TOKEN, "getMetrics"}
_CREATING = {
    "askSolve", "createBatch", "createBatchOfLines", "attemptDaily", "createPlayer", "createMatch",
    "joinMatch", "actInMatch",
}  # fmt: skip
_NOT_YOURS = {
    "findMatch",
    *_MAYBE_TOKEN, "joinMatch", "actInMatch", "hintInMatch", "resignMatch", "rematch",
}  # fmt: skip
_SEALED = {"askSolve", "giveHint", "giveReview", "giveVerdict", "giveVerification"}
_CACHED = {
    "getSolve",
    "getToday",
    "getDaily",
    "getDailySolution",
    "drawDaily",
    "getBoard",
    "getBatch",
    "listBatchResults",
    "listRules",
    "getRules",
    "getVersion",
    "getDeal",
    "drawDeal",
    "drawBoard",
    "isLive",
    "isReady",
    "getMetrics",
    "getMatch",
    "getMatchHistory",
    "getMatchFairness",
    "findMatch",
    "listMatches",
    "listOpenMatches",
}
_UNLIMITED = {"isLive", "isReady", "getMetrics"}
_LINES = {"type": "string", "examples": ["seed:1\nseed:2\n"]}
_PROBLEM = {
    "description": "A problem",
    "content": {
        "application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemOut"}}
    },
}
_INTEGER, _TEXT = {"schema": {"type": "integer"}}, {"schema": {"type": "string"}}
_RATE_HEADERS = {
    "RateLimit-Limit": {**_INTEGER, "description": "Requests in the window."},
    "RateLimit-Remaining": {**_INTEGER, "description": "Of these, how many are left."},
    "RateLimit-Reset": {**_INTEGER, "description": "Seconds until the window is over."},
}
_KEY = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "description": "Sent again with the same key within a day, the request is done once only.",
    "schema": {"type": "string", "pattern": f"^{KEY}$"},
}
_VERSION = {
    "name": "If-Match",
    "in": "header",
    "required": True,
    "description": "The version that was seen.",
    "schema": {"type": "string", "pattern": '^"[0-9]{1,9}"$', "examples": ['"17"']},
}
# What only some may answer.
_STATUSES = {
    "401": _REFUSING,
    "403": _SEALED | _NOT_YOURS,
    "412": {"actInMatch", "hintInMatch"},
    "428": {"actInMatch"},
}
# Operation, status, name of the link, operation that it leads to, its parameters.
_LINKS = (
    ("askSolve", "200", "look", "getSolve", {"solve_id": "$response.body#/id"}),
    ("askSolve", "202", "look", "getSolve", {"solve_id": "$response.body#/id"}),
    ("askSolve", "202", "cancel", "cancelSolve", {"solve_id": "$response.body#/id"}),
    ("createBatch", "202", "look", "getBatch", {"batch_id": "$response.body#/id"}),
    ("createBatch", "202", "cancel", "cancelBatch", {"batch_id": "$response.body#/id"}),
    ("createBatch", "202", "results", "listBatchResults", {"batch_id": "$response.body#/id"}),
    ("createBatch", "202", "download", "downloadBatch", {"batch_id": "$response.body#/id"}),
    ("createBatchOfLines", "202", "look", "getBatch", {"batch_id": "$response.body#/id"}),
    (
        "listBatchResults",
        "200",
        "next",
        "listBatchResults",
        {"batch_id": "$request.path.batch_id", "cursor": "$response.body#/next"},
    ),
    ("createMatch", "201", "look", "getMatch", {"match_id": "$response.body#/match/id"}),
    ("createMatch", "201", "history", "getMatchHistory", {"match_id": "$response.body#/match/id"}),
    ("createMatch", "201", "fair", "getMatchFairness", {"match_id": "$response.body#/match/id"}),
    ("getToday", "200", "board", "getBoard", {"day": "$response.body#/date"}),
    ("getToday", "200", "picture", "drawDaily", {"day": "$response.body#/date"}),
    ("getToday", "200", "again", "getDaily", {"day": "$response.body#/date"}),
    ("getRules", "200", "today", "getToday", {"rules": "$response.body#/name"}),
    ("getDeal", "200", "same", "getDeal", {"code": "$response.body#/code"}),
    ("getDeal", "200", "picture", "drawDeal", {"code": "$response.body#/code"}),
)


def complete(spec: dict[Any, Any] | str) -> dict[Any, Any] | str:
    """The document that APIFlask has made, completed in place."""
    assert isinstance(spec, dict)
    spec["info"]["description"] = f"{version_line()}. Errors are problem documents (RFC 9457)."
    # Two blueprints may share a tag.
    spec["tags"] = list({tag["name"]: tag for tag in spec["tags"]}.values())
    schema = ProblemOut.model_json_schema(ref_template="#/components/schemas/ProblemOut.{model}")
    components = spec.setdefault("components", {}).setdefault("schemas", {})
    for name, part in schema.pop("$defs", {}).items():
        components[f"ProblemOut.{name}"] = part
    components["ProblemOut"] = schema
    spec["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    found = {operation["operationId"]: operation for operation in _operations(spec)}
    for name, operation in found.items():
        _complete(name, operation)
    for name, status, link, leads_to, parameters in _LINKS:
        response = found[name]["responses"][status]
        response.setdefault("links", {})[link] = {
            "operationId": leads_to,
            "parameters": parameters,
        }
    return spec


def _operations(spec: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    for path in spec["paths"].values():
        yield from (operation for operation in path.values() if isinstance(operation, dict))


def _complete(name: str, operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    for status in _ERRORS:
        responses.setdefault(status, dict(_PROBLEM))
    if name in _WITH_TOKEN:
        operation["security"] = [{"token": []}]
    if name in _MAYBE_TOKEN:
        operation["security"] = [{"token": []}, {}]
    for status, those in _STATUSES.items():
        if name in those:
            responses.setdefault(status, dict(_PROBLEM))
    if name == "actInMatch":
        operation.setdefault("parameters", []).append(_VERSION)
    if name in _CREATING:
        operation.setdefault("parameters", []).append(_KEY)
    if name in _CACHED:
        responses.setdefault("304", {"description": "It is what If-None-Match names."})
    for parameter in operation.get("parameters", []):
        if parameter["name"] in ("solve_id", "batch_id", "match_id"):
            parameter["schema"]["pattern"] = f"^{ID}$"
    if name == "createBatchOfLines":
        operation["requestBody"] = {"content": {"text/plain": {"schema": _LINES}}}
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
        for status in ("408", "413", "415"):
            responses.setdefault(status, dict(_PROBLEM))
    for status, response in responses.items():
        _add_headers(name, status, response.setdefault("headers", {}))


def _add_headers(name: str, status: str, headers: dict[str, Any]) -> None:
    if name not in _UNLIMITED:
        headers.update(_RATE_HEADERS)
    headers["X-Request-Id"] = _TEXT
    if status in ("429", "503"):
        headers["Retry-After"] = _INTEGER
    headers["Cache-Control"] = {**_TEXT, "description": "Who may keep it, and how long."}
    if status == "200" and name in _CACHED:
        headers["ETag"] = _TEXT
    if name in _CREATING and status in ("200", "201", "202"):
        headers["Idempotency-Replayed"] = {**_TEXT, "description": "`true` if it was."}
        if name not in ("attemptDaily", "joinMatch", "actInMatch"):
            headers["Location"] = _TEXT

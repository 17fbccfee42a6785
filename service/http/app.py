"""The application: made from parts, never at import."""

from __future__ import annotations

import secrets
from typing import Any

from apiflask import APIFlask
from apiflask.exceptions import HTTPError
from flask import Response, g, request
from flask.json.provider import DefaultJSONProvider

from service.http import analysis, batches, boards, daily, health, players, rules, solves
from service.http.problems import answer_to
from service.http.schemas import ProblemOut
from service.version import version_line
from service.wiring import Parts

__all__ = ["create_app"]

_ERRORS_OF_ALL = ("400", "404", "409", "422", "500", "503")
_OF_PLAYERS = {"getMe", "renameMe", "deleteMe", "attemptDaily"}
_LINES = {"type": "string", "examples": ["seed:1\nseed:2\n"]}
_SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


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
    app.config.update(
        OPENAPI_VERSION="3.1.0",
        AUTO_404_RESPONSE=False,
        AUTO_VALIDATION_ERROR_RESPONSE=False,
        MAX_CONTENT_LENGTH=parts.settings.max_body,
        PYRAMID_PARTS=parts,
        TRAP_BAD_REQUEST_ERRORS=False,
        PROPAGATE_EXCEPTIONS=False,
    )
    app.json = _Json(app)
    for module in (solves, batches, analysis, daily, boards, players, rules, health):
        app.register_blueprint(module.blueprint)
    app.error_processor(_as_problem)
    app.register_error_handler(Exception, answer_to)
    app.before_request(_name_request)
    app.after_request(_add_headers)
    app.spec_processor(_complete)
    return app


def _as_problem(error: HTTPError) -> Response:
    return answer_to(error)


def _name_request() -> None:
    given = request.headers.get("X-Request-Id", "")
    fine = given.isascii() and given.replace("-", "").isalnum() and len(given) <= 64
    g.request_id = given if fine else secrets.token_hex(8)


def _add_headers(response: Response) -> Response:
    response.headers.setdefault("X-Request-Id", getattr(g, "request_id", ""))
    for name, value in _SECURITY.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _complete(spec: dict[Any, Any] | str) -> dict[Any, Any] | str:
    """What APIFlask leaves out: problem documents, and that bodies are required."""
    assert isinstance(spec, dict)
    spec["info"]["description"] = f"{version_line()}. Errors are problem documents (RFC 9457)."
    schema = ProblemOut.model_json_schema(ref_template="#/components/schemas/ProblemOut.{model}")
    components = spec.setdefault("components", {}).setdefault("schemas", {})
    for name, part in schema.pop("$defs", {}).items():
        components[f"ProblemOut.{name}"] = part
    components["ProblemOut"] = schema
    spec["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemOut"}}}
    for path in spec["paths"].values():
        for operation in path.values():
            if not isinstance(operation, dict):
                continue
            for status in _ERRORS_OF_ALL:
                operation["responses"].setdefault(
                    status, {"description": "A problem", "content": content}
                )
            if operation["operationId"] in _OF_PLAYERS:
                operation["security"] = [{"token": []}]
                operation["responses"].setdefault(
                    "401", {"description": "A problem", "content": content}
                )
            if operation["operationId"] == "createBatchOfLines":
                operation["requestBody"] = {"content": {"text/plain": {"schema": _LINES}}}
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
                for status in ("413", "415"):
                    operation["responses"].setdefault(
                        status, {"description": "A problem", "content": content}
                    )
    return spec

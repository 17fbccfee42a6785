"""``/docs``: the OpenAPI document as a page, with Swagger UI from the machine itself."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from apiflask import APIBlueprint
from flask import Response

from service.http.caching import cached
from service.http.problems import Problem

__all__ = ["blueprint"]

blueprint = APIBlueprint("docs", __name__, enable_openapi=False)

_HERE = Path(__file__).parent / "page"
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png"}
_DAY_SECONDS = 86400


@cache
def _files() -> dict[str, Path]:
    """What there is to fetch, by name; nothing else can be."""
    found = find_spec("flask_swagger_ui")
    assert found is not None
    assert found.origin is not None
    theirs = Path(found.origin).parent / "dist"
    names = ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png")
    ours = {name: _HERE / name for name in ("start.js", "contrast.css")}
    return {**ours, **{name: theirs / name for name in names}}


@blueprint.get("/docs")
def page() -> Response:
    """The page itself."""
    response = cached((_HERE / "index.html").read_text(encoding="utf-8"), _DAY_SECONDS)
    response.headers["Content-Security-Policy"] = _PAGE_POLICY
    return response


@blueprint.get("/docs/<string:name>")
def file(name: str) -> Response:
    """A script, style or picture of the page."""
    path = _files().get(name)
    if path is None:
        raise Problem("not-found", "the page has no such part")
    return cached(Response(path.read_bytes(), mimetype=_TYPES[path.suffix]), _DAY_SECONDS)

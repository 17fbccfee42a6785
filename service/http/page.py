"""``/``: the page that people play on, from ``service/web``.

Its files stand under a folder named by what is in all of them, so that a browser may keep each
for a year and still never mixes two versions: a change anywhere gives every file another address.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from apiflask import APIBlueprint
from flask import Response

from service.http.caching import YEAR_SECONDS, cached
from service.http.problems import Problem

__all__ = ["POLICY", "blueprint"]

blueprint = APIBlueprint("page", __name__, enable_openapi=False)

_FOLDER = Path(__file__).parents[1] / "web"
#: What the page may do: nothing but what comes from here.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
# Where the folder's name goes, and the list of all files, as JSON.
_BASE, _ALL = "@BASE@", '["@FILES@"]'


class _Site(NamedTuple):
    """All that a browser may fetch.

    Attributes:
        digest: of all of it.
        files: by path, with their types; read once, for they are few and small.
    """

    digest: str
    files: dict[str, tuple[bytes, str]]

    def filled(self, name: str) -> str:
        """A file that names the others, with their addresses."""
        text = (_FOLDER / name).read_text(encoding="utf-8")
        base = f"page/{self.digest}"
        addresses = [f"{base}/{path}" for path in self.files]
        return text.replace(_BASE, base).replace(_ALL, json.dumps(addresses))


@cache
def _site() -> _Site:
    files: dict[str, tuple[bytes, str]] = {}
    digest = hashlib.sha256()
    for path in sorted(_FOLDER.rglob("*")):
        if path.suffix not in _TYPES:
            continue
        name, content = path.relative_to(_FOLDER).as_posix(), path.read_bytes()
        files[name] = content, _TYPES[path.suffix]
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    digest.update((_FOLDER / "index.html").read_bytes())
    worker = files.pop("sw.js")
    digest.update(worker[0])
    return _Site(digest.hexdigest()[:16], files)


@blueprint.get("/")
def page() -> Response:
    """The page itself, which names the version of everything else."""
    response = Response(_site().filled("index.html"), mimetype="text/html")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Security-Policy"] = POLICY
    return response


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """What lets the page start without a connection; beside it, for its scope is its folder."""
    response = Response(_site().filled("sw.js"), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
    return response


@blueprint.get("/page/<string:digest>/<path:name>")
def file(digest: str, name: str) -> Response:
    """A script, style or picture; those of another version aren't here any more."""
    site = _site()
    found = site.files.get(name) if digest == site.digest else None
    if found is None:
        raise Problem("not-found", "the page has no such part; load it again")
    content, kind = found
    return cached(Response(content, mimetype=kind), YEAR_SECONDS, forever=True)

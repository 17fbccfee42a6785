"""What may be kept by those who ask, and for how long."""

from __future__ import annotations

import hashlib
from typing import cast

from flask import Response, make_response, request

from service.http.tickets import TICKET_HEADER

__all__ = ["YEAR_SECONDS", "cached", "validated"]

YEAR_SECONDS = 31_536_000


def cached(body: object, seconds: int, *, forever: bool = False) -> Response:
    """A response that everybody may keep for so long; ``forever``: it never changes."""
    response = make_response(body)
    immutable = ", immutable" if forever else ""
    response.headers["Cache-Control"] = f"public, max-age={seconds}{immutable}"
    return response


def validated(response: Response) -> Response:
    """A strong ETag for whatever is read as a whole, and 304 for those who have it already.

    Without a word about caching from the view, reading may be kept and must be asked again;
    everything else isn't kept.
    """
    reads = request.method in ("GET", "HEAD") and response.status_code == 200
    # An answer that waits for news is another one by then.
    if not reads or response.is_streamed or TICKET_HEADER in response.headers:
        response.headers.setdefault("Cache-Control", "no-store")
        return response
    personal = request.authorization is not None
    response.headers.setdefault("Cache-Control", "no-store" if personal else "no-cache")
    if not response.get_etag()[0]:
        response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    # If-Match is a match's version, and for who wants to change something.
    asked = {name: value for name, value in request.environ.items() if name != "HTTP_IF_MATCH"}
    return cast("Response", response.make_conditional(asked))

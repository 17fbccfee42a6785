"""Pictures of positions as responses."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.draw.svg import draw_svg
from solver.position import Position

__all__ = ["PICTURE", "picture"]

#: How the OpenAPI document describes one.
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The picture.", "content": {"image/svg+xml": {}}}
}


def picture(position: Position) -> Response:
    """A position as an SVG picture."""
    return Response(draw_svg(position), mimetype="image/svg+xml")

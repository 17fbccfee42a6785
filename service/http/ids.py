"""Ids of ours in paths: anything else might name another key of the store."""

from __future__ import annotations

from werkzeug.routing import BaseConverter

__all__ = ["ID", "Id"]

#: What an id looks like.
ID = "[0-9a-f]{32,40}"


class Id(BaseConverter):
    """A part of a path that is an id."""

    regex = ID

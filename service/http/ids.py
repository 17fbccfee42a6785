"""Ids of ours in paths: anything else might name another key of the store."""

from __future__ import annotations

from werkzeug.routing import BaseConverter

from service.ids import ID

__all__ = ["Id"]


class Id(BaseConverter):
    """A part of a path that is an id."""

    regex = ID

"""Ids of what the service keeps."""

from __future__ import annotations

__all__ = ["ID"]

#: What an id of ours looks like.
ID = "[0-9a-f]{32,40}"

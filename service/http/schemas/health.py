"""``/livez`` and ``/readyz``."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

__all__ = ["LiveOut", "ReadyOut"]


class LiveOut(BaseModel):
    """It answers."""

    status: Literal["ok"]


class ReadyOut(BaseModel):
    """What it needs, and whether that is there."""

    status: Literal["ok", "not ready"]
    store: bool
    worker: bool

"""``/v1/rules``, ``/v1/deals`` and pictures."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from service.http.schemas.common import Deal, RulesText

__all__ = [
    "DealIn",
    "DealOut",
    "PictureIn",
    "VersionOut",
    "RulesListOut",
    "RulesOut",
]


class RulesOut(BaseModel):
    """One preset."""

    name: str
    played_at: str
    parameters: dict[str, str]


class RulesListOut(BaseModel):
    """All presets."""

    rules: list[RulesOut]


class DealIn(BaseModel):
    """For which game."""

    model_config = ConfigDict(extra="forbid")

    rules: RulesText = "cardgames"


class DealOut(BaseModel):
    """A deal, and how it lies."""

    code: str = Field(description="Its cards without spaces: a code for any deal.")
    digest: str = Field(description="SHA-256 of its line.")
    rules: str
    deal: str
    position: str
    pyramid: list[list[str]] = Field(description="Row by row from the top.")
    reserve: list[list[str]] = Field(description="Column by column, the available card last.")
    stock: list[str] = Field(description="The next card first.")


class PictureIn(BaseModel):
    """What is to be drawn."""

    model_config = ConfigDict(extra="forbid")

    deal: Deal
    rules: RulesText = "cardgames"


class VersionOut(BaseModel):
    """What runs."""

    versions: dict[str, str]

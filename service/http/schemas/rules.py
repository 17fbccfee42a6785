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


class BoardOut(BaseModel):
    """Which pyramid card lies where; cards are numbered row by row from the top, from 0."""

    rows: list[list[int]] = Field(description="From the top: the cards of each row.")
    covers: list[list[int]] = Field(description="For each card those that lie on it.")
    across: list[int] = Field(
        description="For each card how far from the left it begins, in half cards."
    )


class PairsOut(BaseModel):
    """Which ranks go together."""

    partners: dict[str, list[str]] = Field(examples=[{"A": ["Q"], "K": []}])
    alone: list[str] = Field(examples=[["K"]])
    sentence: str


class RulesOut(BaseModel):
    """One preset: all that a client needs to play it by itself."""

    name: str
    played_at: str
    parameters: dict[str, str]
    has_dailies: bool
    board: BoardOut
    pairs: PairsOut


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

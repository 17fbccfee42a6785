"""What several requests and answers share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "AskIn",
    "Cursor",
    "Day",
    "Deal",
    "In",
    "Label",
    "LimitsIn",
    "MOST_TEXT",
    "Next",
    "Moves",
    "Preset",
    "ProblemErrorOut",
    "ProblemOut",
    "RulesText",
    "ScoreOut",
]

MOST_TEXT = 2000

Deal = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_TEXT,
        description="All cards, a position, or seed:N, ms:N, pysol:N.",
        examples=["seed:1", "pyramid: QH / 5C -- | stock: 8D AD"],
    ),
]
RulesText = Annotated[
    str,
    Field(
        max_length=300,
        description="A preset, and settings after it if need be.",
        examples=["cardgames", "microsoft passes=2"],
    ),
]
Moves = Annotated[
    list[Annotated[str, Field(max_length=40)]],
    Field(max_length=1000, examples=[["draw", "5C+8D"]], description="Moves in their notation."),
]
Preset = Annotated[str, Field(max_length=40, description="A preset that has dailies.")]
Cursor = Annotated[
    str, Field(min_length=1, max_length=200, description="`next` of the page before.")
]
Next = Annotated[str | None, Field(description="`cursor` of the next page; null at the end.")]
Label = Literal["easy", "medium", "hard"]
Day = Annotated[str, Field(max_length=10, examples=["2026-11-30"])]


class In(BaseModel):
    """A body: no field more than there are, no text for a number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class AskIn(In):
    """A deal or position under rules."""

    deal: Deal
    rules: RulesText = "cardgames"


class LimitsIn(In):
    """When a search should give up; the service has limits of its own besides."""

    seconds: float | None = Field(default=None, gt=0, le=3600)
    nodes: int | None = Field(default=None, ge=1, le=10**12)


class ProblemErrorOut(BaseModel):
    """One fault of one field."""

    field: str
    detail: str


class ProblemOut(BaseModel):
    """RFC 9457: what went wrong."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    errors: list[ProblemErrorOut] = Field(default_factory=list)
    version: int | None = Field(default=None, description="That a match has by now.")
    rule: str | None = Field(default=None, description="Of a game, that was broken.")


class ScoreOut(BaseModel):
    """What a line scores; null where the rules have no such score."""

    microsoft: int | None = Field(description="Points as Microsoft Solitaire Collection counts.")
    par: int | None = Field(description="Competitive scoring: a match is six games, and par is 0.")

"""``/v1/solves`` and ``/v1/batches``: questions for the solver."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from service.batches import MOST_DEALS
from service.http.schemas.common import AskIn, Cursor, In, LimitsIn, RulesText, ScoreOut

__all__ = [
    "BatchIn",
    "BatchOut",
    "BatchPageOut",
    "LinesIn",
    "PageIn",
    "ResultOut",
    "SolveIn",
    "SolveOut",
    "WaitIn",
]


class SolveIn(AskIn):
    """A question for the solver."""

    question: Literal["moves", "winnable"] = Field(
        default="moves", description="How few moves, or only whether it can be won."
    )
    limits: LimitsIn = Field(default_factory=LimitsIn)


class WaitIn(BaseModel):
    """How long to wait for an end."""

    model_config = ConfigDict(extra="forbid")

    wait: float = Field(default=0, ge=0, le=25, description="Seconds to wait for the end, at most.")


class ResultOut(BaseModel):
    """What the solver has found."""

    status: Literal["winnable", "unwinnable", "unknown"]
    min_moves: int | None = Field(description="The proven least number of moves.")
    at_least: int | None = Field(description="No win takes fewer moves.")
    at_most: int | None = Field(description="A win in so many moves was found.")
    solution: list[str]
    draws: int
    recycles: int
    removals: int
    cell_moves: int
    score: ScoreOut | None = Field(description="What the solution scores; null if there is none.")
    nodes: int
    seconds: float
    limit: str | None = Field(description="Which limit was reached, if one was.")


class SolveOut(BaseModel):
    """A question, and how it stands."""

    id: str
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    deal: str
    rules: str
    question: Literal["moves", "winnable"]
    place: int | None = Field(description="Jobs before this one, while it waits.")
    nodes: int = Field(description="Positions examined so far.")
    result: ResultOut | None
    reason: str | None = Field(description="Why it has failed.")


class BatchIn(In):
    """Many deals, and one question about each of them."""

    deals: Annotated[
        list[str],
        Field(min_length=1, max_length=MOST_DEALS, examples=[["seed:1", "seed:2"]]),
    ]
    rules: RulesText = "cardgames"
    question: Literal["moves", "winnable"] = Field(
        default="moves", description="How few moves, or only whether it can be won."
    )
    limits: LimitsIn = Field(default_factory=LimitsIn)


class LinesIn(BaseModel):
    """The same for deals in the body, one on a line."""

    model_config = ConfigDict(extra="forbid")

    rules: RulesText = "cardgames"
    question: Literal["moves", "winnable"] = "moves"
    seconds: float | None = Field(default=None, gt=0, le=3600)
    nodes: int | None = Field(default=None, ge=1, le=10**12)


class BatchOut(BaseModel):
    """A batch, and how far it is."""

    id: str
    status: Literal["running", "done", "cancelled"]
    rules: str
    question: Literal["moves", "winnable"]
    total: int
    done: int
    winnable: int
    unwinnable: int
    unknown: int
    failed: int = Field(description="Deals that couldn't be read, or whose search failed.")
    seconds_left: float | None = Field(description="At the present pace.")


class PageIn(BaseModel):
    """Which results."""

    model_config = ConfigDict(extra="forbid")

    cursor: Cursor | None = None
    limit: int = Field(default=100, ge=1, le=1000)


class BatchPageOut(BaseModel):
    """Some results of a batch, in the order of its deals."""

    results: list[dict[str, object]]
    next: str | None = Field(
        description="`cursor` of the next page, which may be empty while the batch runs; "
        "null when no more results will come."
    )

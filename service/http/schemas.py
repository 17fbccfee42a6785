"""What goes in and out, field by field: the source of validation and of the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, field_validator

from service.batches import MOST_DEALS
from solver.rules import PRESETS

__all__ = [
    "AnyHintOut",
    "ArchiveIn",
    "AttemptIn",
    "AttemptOut",
    "BatchIn",
    "BatchOut",
    "BatchPageOut",
    "BoardIn",
    "BoardOut",
    "DailyAfterOut",
    "DailyIn",
    "DailyOrArchiveOut",
    "DailyOut",
    "HintIn",
    "NewPlayerOut",
    "OwnDataOut",
    "PlayerIn",
    "PlayerOut",
    "ProblemOut",
    "RenameIn",
    "ReviewIn",
    "ReviewOut",
    "RulesListOut",
    "SolveIn",
    "SolveOut",
    "VerdictIn",
    "VerdictOut",
    "WaitIn",
]

_MOST_TEXT = 2000
Deal = Annotated[
    str,
    Field(
        min_length=1,
        max_length=_MOST_TEXT,
        description="52 cards, a position, or seed:N, ms:N, pysol:N.",
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


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class LimitsIn(_In):
    """When a search should give up; the service has limits of its own besides."""

    seconds: float | None = Field(default=None, gt=0, le=3600)
    nodes: int | None = Field(default=None, ge=1, le=10**12)


class AskIn(_In):
    """A deal or position under rules."""

    deal: Deal
    rules: RulesText = "cardgames"


class SolveIn(AskIn):
    """A question for the solver."""

    question: Literal["moves", "winnable"] = Field(
        default="moves", description="How few moves, or only whether it can be won."
    )
    limits: LimitsIn = Field(default_factory=LimitsIn)


class BatchIn(_In):
    """Many deals, and one question about each of them."""

    deals: Annotated[
        list[Annotated[str, Field(max_length=_MOST_TEXT)]],
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

    start: int = Field(default=1, ge=1, le=MOST_DEALS + 1, description="Number of the first deal.")
    limit: int = Field(default=100, ge=1, le=1000)


class BatchPageOut(BaseModel):
    """Some results of a batch, in the order of its deals."""

    results: list[dict[str, object]]
    next: int | None = Field(
        description="`start` of the next page; null when no more results will come."
    )


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


class VerdictIn(AskIn):
    """Can it still be won?"""

    least: bool = Field(default=False, description="How few moves it takes, too.")


class VerdictOut(BaseModel):
    """Whether a position can still be won; ``lost`` is a proof."""

    status: Literal["winnable", "lost", "unknown"]
    moves: int | None


class HintIn(AskIn):
    """A question for the best next move."""

    kind: Literal["full", "fair"] = Field(
        default="full", description="full knows the stock; fair knows what the player has seen."
    )
    samples: int = Field(default=50, ge=1, le=200, description="For fair hints: orders to try.")
    seed: int = Field(default=0, ge=0, lt=2**64, description="For fair hints: of these orders.")


class GradeOut(BaseModel):
    """What a move is worth."""

    move: str
    grade: Literal["best", "wins", "loses", "unknown"]
    more: int | None = Field(description="Moves that it costs against the best.")


class ClearingOut(BaseModel):
    """In a lost game, how far the pyramid can be cleared."""

    left: int
    proven: bool
    line: list[str]


class ChanceOut(BaseModel):
    """How often a move can be won after it."""

    move: str
    wins: int
    unknown: int
    low: float
    high: float


class HintOut(BaseModel):
    """A full hint."""

    kind: Literal["full"]
    status: Literal["winnable", "lost", "unknown"]
    best: str | None
    moves: int | None
    grades: list[GradeOut]
    clearing: ClearingOut | None


class FairHintOut(BaseModel):
    """A hint that doesn't peek."""

    kind: Literal["fair"]
    best: str | None
    samples: int
    seed: int
    unseen: int
    chances: list[ChanceOut]


class AnyHintOut(RootModel[Annotated[HintOut | FairHintOut, Field(discriminator="kind")]]):
    """Either kind."""


class ReviewIn(AskIn):
    """A game to look back on."""

    moves: Moves


class StepOut(BaseModel):
    """One move of the game."""

    number: int
    move: str
    status: Literal["winnable", "lost", "unknown"]
    left: int | None
    cost: int | None


class ReviewOut(BaseModel):
    """A game, move by move."""

    start: VerdictOut
    steps: list[StepOut]
    won: bool
    lost_by: int | None
    certain: bool
    wasted: int


class RulesOut(BaseModel):
    """One preset."""

    name: str
    played_at: str
    parameters: dict[str, str]


class RulesListOut(BaseModel):
    """All presets."""

    rules: list[RulesOut]


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


Preset = Annotated[str, Field(max_length=40, description="A preset that has dailies.")]
Label = Literal["easy", "medium", "hard"]
Day = Annotated[str, Field(max_length=10, examples=["2026-11-30"])]


class DailyIn(BaseModel):
    """Which of a day's deals."""

    model_config = ConfigDict(extra="forbid")

    rules: Preset = "cardgames"
    difficulty: Label | None = Field(default=None, description="None: the weekday's usual one.")

    @field_validator("rules")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in PRESETS:
            raise ValueError(f"choose one of {', '.join(PRESETS)}")
        return name


class ArchiveIn(DailyIn):
    """Which days."""

    model_config = ConfigDict(extra="forbid", populate_by_name=False)

    from_: Day | None = Field(default=None, alias="from", description="30 days before `to`.")
    to: Day | None = Field(default=None, description="Today, if it isn't given.")


class DailyOut(BaseModel):
    """What everybody may see of a daily."""

    date: str
    number: int
    rules: str
    difficulty: Label
    score: int
    deal: str
    min_moves: int
    passes: int
    solution_digest: str = Field(description="SHA-256 of the solution's moves, a line each.")
    confirmed: bool = Field(description="Proven by both engines; else by the search alone.")


class DailyAfterOut(DailyOut):
    """What is published when the day is over."""

    seed: str
    candidate: int
    day_key: str
    solution: list[str]
    certificate: dict[str, object]


class ArchiveOut(BaseModel):
    """Some dailies, in order."""

    dailies: list[DailyOut]


class DailyOrArchiveOut(RootModel[DailyOut | ArchiveOut]):
    """Today's, or those of some days."""


class PlayerIn(_In):
    """A player's display name."""

    name: str | None = Field(default=None, max_length=200, description="1 to 24 characters.")


class RenameIn(_In):
    """Another display name."""

    name: str = Field(max_length=200, description="1 to 24 characters.")


class PlayerOut(BaseModel):
    """A player, as others may see them."""

    id: str
    name: str
    since: str


class NewPlayerOut(PlayerOut):
    """A new player, with the one and only view of the token."""

    token: str


class BestOut(BaseModel):
    """The best win of a daily."""

    date: str
    rules: str
    difficulty: Label
    moves: int
    seconds: float
    at: str


class OwnDataOut(PlayerOut):
    """All that is kept of a player."""

    streak: int = Field(description="Days in a row with a win, up to today or yesterday.")
    bests: list[BestOut]


class AttemptIn(_In):
    """A game of a daily, and the time that it took."""

    moves: Moves
    seconds: float = Field(gt=0, le=86400)
    rules: Preset = "cardgames"
    difficulty: Label | None = None


class AttemptOut(BaseModel):
    """What a game of a daily is worth."""

    moves: int
    seconds: float
    excess: int = Field(description="Moves more than the least.")
    is_best: bool = Field(description="Whether it is the player's best win of that daily.")
    best_moves: int
    best_seconds: float
    rank: int = Field(description="Of the best win; equals share a rank.")
    players: int
    percentile: float = Field(description="The share of players who aren't better, in percent.")
    streak: int


class BoardIn(DailyIn):
    """Which lines of which board."""

    start: int = Field(default=0, ge=0, le=10**9)
    limit: int = Field(default=20, ge=1, le=100)


class PlaceOut(BaseModel):
    """A line of a board."""

    rank: int
    name: str
    moves: int
    seconds: float


class BoardOut(BaseModel):
    """A board: fewest moves first, then least time."""

    places: list[PlaceOut]
    next: int | None = Field(description="`start` of the next page; null at the end.")

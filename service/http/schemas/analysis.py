"""``/v1/verdicts``, ``/v1/hints``, ``/v1/reviews``, ``/v1/verifications``."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, RootModel, model_validator

from service.http.schemas.common import AskIn, Deal, In, Moves, RulesText, ScoreOut

__all__ = [
    "AnyHintOut",
    "ChanceOut",
    "ClearingOut",
    "FairHintOut",
    "GradeOut",
    "HintIn",
    "HintOut",
    "ReviewIn",
    "ReviewOut",
    "StepOut",
    "VerdictIn",
    "VerdictOut",
    "VerificationIn",
    "FaultOut",
    "MovesVerificationOut",
    "PartOut",
    "CertificateVerificationOut",
    "AnyVerificationOut",
]


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


class VerificationIn(In):
    """Either a deal or position and moves, or a certificate."""

    deal: Deal | None = None
    rules: RulesText = "cardgames"
    moves: Moves | None = None
    certificate: dict[str, object] | None = Field(
        default=None, description="What `/v1/daily/{date}/solution` or `pyramid certify` gives."
    )
    prove: bool = Field(
        default=False, description="Let the search prove again that no win is shorter."
    )

    @model_validator(mode="after")
    def _either(self) -> Self:
        of_moves = self.deal is not None and self.moves is not None
        if of_moves == (self.certificate is not None) or (
            self.certificate is not None and (self.deal is not None or self.moves is not None)
        ):
            raise ValueError("give deal and moves, or a certificate")
        if of_moves and self.prove:
            raise ValueError("prove goes with a certificate")
        return self


class FaultOut(BaseModel):
    """The first move that the rules forbid."""

    number: int
    move: str
    detail: str


class MovesVerificationOut(BaseModel):
    """A game that was replayed."""

    kind: Literal["moves"]
    legal: bool
    wins: bool
    moves: int
    left: int = Field(description="Cards in the pyramid at the end, or before the illegal move.")
    score: ScoreOut | None = Field(description="What the moves score; null if one is illegal.")
    fault: FaultOut | None


class PartOut(BaseModel):
    """A part of a certificate."""

    name: str
    holds: bool | None = Field(description="Null: not checked again.")
    sentence: str


class CertificateVerificationOut(BaseModel):
    """A certificate that was checked."""

    kind: Literal["certificate"]
    holds: bool = Field(description="No part is wrong.")
    proven: bool | None = Field(description="Whether the claim was proven again; null: not asked.")
    parts: list[PartOut]


class AnyVerificationOut(
    RootModel[
        Annotated[MovesVerificationOut | CertificateVerificationOut, Field(discriminator="kind")]
    ]
):
    """Either kind."""

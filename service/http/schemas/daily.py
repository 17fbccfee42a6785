"""``/v1/daily``."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, RootModel, field_validator

from service.http.schemas.common import Cursor, Day, Label, Next, Preset
from service.settings import DAILY_PRESETS

__all__ = [
    "ArchiveIn",
    "ArchiveOut",
    "DailyAfterOut",
    "DailyIn",
    "DailyOrArchiveOut",
    "DailyOut",
]


class DailyIn(BaseModel):
    """Which of a day's deals."""

    model_config = ConfigDict(extra="forbid")

    rules: Preset = "cardgames"
    difficulty: Label | None = Field(default=None, description="None: the weekday's usual one.")

    @field_validator("rules")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in DAILY_PRESETS:
            raise ValueError(f"choose one of {', '.join(DAILY_PRESETS)}")
        return name


class ArchiveIn(DailyIn):
    """Which days."""

    model_config = ConfigDict(extra="forbid", populate_by_name=False)

    from_: Day | None = Field(default=None, alias="from", description="30 days before `to`.")
    to: Day | None = Field(default=None, description="Today, if it isn't given.")
    cursor: Cursor | None = None
    limit: int = Field(default=31, ge=1, le=100, description="Days of a page.")


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
    next: Next


class DailyOrArchiveOut(RootModel[DailyOut | ArchiveOut]):
    """Today's, or those of some days."""

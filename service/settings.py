"""All that can be set about the service, read once from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

import limits
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
)

from service.errors import BadSettings
from solver.rules import PRESETS

__all__ = ["DAILY_PRESETS", "Settings"]

_PREFIX = "PYRAMID_"
#: The presets that have dailies. A daily tells its least number of moves, proven, and of two
#: packs it is hardly ever known.
DAILY_PRESETS = tuple(name for name, rules in PRESETS.items() if rules.decks == 1)


def _split(value: object) -> object:
    if isinstance(value, str):
        return [name.strip() for name in value.split(",") if name.strip()]
    return value


def _rate(text: str) -> str:
    if text:
        limits.parse(text)
    return text


Names = Annotated[tuple[str, ...], BeforeValidator(_split)]
#: Such as "10 per minute", in the notation of the library `limits`; empty for none.
Rate = Annotated[str, AfterValidator(_rate)]


# Variables of that prefix that are not for the service.
_OTHERS = {
    "PYRAMID_ALLOW_INTERPRETED", "PYRAMID_LISTENS_AT", "PYRAMID_PARENT", "PYRAMID_PLAYER_TOKEN",
    "PYRAMID_SEAT_TOKEN",
}  # fmt: skip


class Settings(BaseModel):
    """The service's settings; each is the environment variable PYRAMID_ and its name.

    ``redis_url`` is REDIS_URL, as everywhere.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    redis_url: str | None = Field(default=None, description="The store; none: an embedded server.")
    data: Path = Field(
        default=Path("pyramid-data"), description="Folder of the embedded server's data."
    )
    host: str = Field(default="127.0.0.1", description="Address that the API listens on.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port of the API; 0: a free one.")
    threads: int = Field(
        default=64, ge=4, le=1024, description="Requests that one API answers at once."
    )
    workers: int = Field(
        default=0, ge=0, le=256, description="General workers of `serve`; 0: one for each core."
    )
    inline_seconds: float = Field(
        default=0.05,
        ge=0,
        le=5,
        description="How long the API itself tries before it queues a solve.",
    )
    solve_seconds: float = Field(
        default=60,
        gt=0,
        le=3600,
        description="The most that a solve may take, and what it gets unasked.",
    )
    solve_memory: int = Field(default=1024, ge=16, description="Megabytes that a search may take.")
    keep_seconds: int = Field(
        default=7 * 86400, ge=60, description="How long the record of a finished solve is kept."
    )
    match_seconds: int = Field(
        default=30 * 86400, ge=60, description="How long a match is kept after its last change."
    )
    matches: int = Field(
        default=50,
        ge=1,
        le=1000,
        description="Matches that a player may sit at, not counting those that are over.",
    )
    match_waiters: int = Field(
        default=3000, ge=0, description="Requests that may wait for news of matches at once,"
    )
    match_waiters_of_address: int = Field(
        default=500, ge=0, description="and how many of them from one address."
    )
    secret: str | None = Field(
        default=None,
        min_length=16,
        description="What dailies are derived from; none: one that the store keeps.",
    )
    daily_rules: Names = Field(
        default=("cardgames", "microsoft"),
        description="Presets whose dailies are made ahead of time, with commas between them.",
    )
    daily_ahead: int = Field(
        default=14, ge=0, le=100, description="Days for which dailies are made ahead of time."
    )
    max_body: int = Field(
        default=32 * 1024 * 1024, ge=1024, description="Bytes of the largest body that is read."
    )
    waiters: int = Field(
        default=0,
        ge=0,
        le=1024,
        description="Requests that may wait or stream at once; 0: half of the threads.",
    )
    proxies: int = Field(
        default=0, ge=0, le=10, description="Proxies in front, whose X-Forwarded-For is believed."
    )
    rate_address: Rate = Field(
        default="1200 per minute", description="Requests of an address; empty: any number."
    )
    rate_token: Rate = Field(default="600 per minute", description="Requests with a token.")
    rate_work: Rate = Field(
        default="300 per minute", description="Requests of an address that need computing."
    )
    rate_batches: Rate = Field(default="60 per hour", description="New batches of an address.")
    rate_players: Rate = Field(default="30 per hour", description="New players of an address.")
    cors_origins: Names = Field(
        default=(), description="Origins whose pages may call the API; * for all."
    )
    metrics_token: str | None = Field(
        default=None, min_length=16, description="What /metrics asks for; none: nothing."
    )
    log_format: Literal["text", "json"] = Field(default="text", description="Of each log line.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least that is logged."
    )

    @field_validator("daily_rules")
    @classmethod
    def _presets(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if name not in DAILY_PRESETS:
                raise ValueError(
                    f"{name!r} is no preset that has dailies; choose of {', '.join(DAILY_PRESETS)}"
                )
        return names

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """The settings that environment variables name; the others have their defaults.

        Raises:
            BadSettings: a variable is unknown or has no sensible value; all are named.
        """
        given = os.environ if environment is None else environment
        values: dict[str, str] = {
            name.removeprefix(_PREFIX).lower(): value
            for name, value in given.items()
            if name.startswith(_PREFIX) and name not in _OTHERS
        }
        if given.get("REDIS_URL"):
            values["redis_url"] = given["REDIS_URL"]
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            raise BadSettings(
                "; ".join(
                    f"{_PREFIX}{str(fault['loc'][0]).upper()}: {fault['msg']}"
                    for fault in error.errors()
                )
            ) from None

"""``/v1/matches``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from service.http.schemas.analysis import FairHintOut
from service.http.schemas.common import Cursor, Day, In, Label, Next, Preset
from service.matches.tables import LONGEST_MOVE

__all__ = [
    "ActionIn",
    "DailyOfMatchIn",
    "FairnessOut",
    "HistoryOut",
    "JoinIn",
    "LookIn",
    "MatchHintOut",
    "MatchIn",
    "MatchOut",
    "MatchesIn",
    "MatchesOut",
    "SeatOut",
    "SeatedOut",
]

_Seat = Annotated[str, Field(max_length=20)]


class DailyOfMatchIn(In):
    """Which daily."""

    date: Day | None = Field(default=None, description="Null: today.")
    rules: Preset = "cardgames"
    difficulty: Label | None = None


class MatchIn(In):
    """What a match is to be."""

    game: str = Field(max_length=20, examples=["hearts"], description="A game of docs/games.md.")
    options: dict[str, Any] = Field(
        default_factory=dict, max_length=40, examples=[{"target": 50}], description="By name."
    )
    seats: list[_Seat] | None = Field(
        default=None,
        max_length=6,
        examples=[["you", "easy", "strong", "open"]],
        description="Who sits at each: `you`, `open`, or a bot's level; else you, and open seats.",
    )
    public: bool = Field(default=False, description="Whether anybody may find and join it.")
    spectators: bool = Field(default=True, description="Whether anybody may watch.")
    move_seconds: int = Field(
        default=0, ge=0, le=LONGEST_MOVE, description="For each move; a bot acts then. 0: any time."
    )
    seed: str | None = Field(
        default=None,
        max_length=100,
        description="Of the cards; whoever knows it knows all hands. Null: nobody chooses it.",
    )

    daily: DailyOfMatchIn | None = Field(
        default=None, description="Play a daily of pyramid; a win goes to the board of its day."
    )


class JoinIn(In):
    """The code that lets one sit down."""

    code: str | None = Field(default=None, max_length=20, description="Public tables need none.")


class ActionIn(In):
    """What a seat does."""

    action: dict[str, Any] = Field(
        max_length=4, examples=[{"play": "QS"}], description="One of `legal` of the view."
    )


class LookIn(BaseModel):
    """Since when, and how long to wait."""

    since: int | None = Field(default=None, ge=0, description="A version that was seen.")
    wait: float = Field(
        default=0, ge=0, le=25, description="Seconds to wait until there is more than that."
    )


class SeatOut(BaseModel):
    """A seat."""

    seat: int
    kind: Literal["player", "bot", "open"]
    level: str | None = Field(description="Of a bot.")
    name: str | None = Field(description="Of a player; also if a bot plays on for them.")


class MatchOut(BaseModel):
    """A match, as whoever asks may see it."""

    id: str
    game: str
    options: dict[str, Any] = Field(description="Those that were given; the view has all.")
    status: Literal["waiting", "playing", "over"]
    version: int = Field(description="How many changes there were; give it as If-Match.")
    seats: list[SeatOut]
    seat: int | None = Field(description="Yours.")
    waiting: list[int] = Field(description="The seats that have to act.")
    deadline: str | None = Field(description="Until when they may think.")
    view: dict[str, Any] | None = Field(description="See docs/games.md; null before the deal.")
    events: list[dict[str, Any]] = Field(description="After `since`, or of the last change.")
    code: str | None = Field(description="That lets others join: told those who sit there.")
    public: bool
    spectators: bool
    move_seconds: int
    created: str
    commitment: str
    seed_chosen: bool = Field(description="Whether whoever made the match chose the seed.")
    rematch_of: str | None
    daily: str | None = Field(description="The daily that is played, as DATE:RULES:DIFFICULTY.")
    helped: list[int] = Field(description="Seats that have asked for a hint.")
    attempt: dict[str, Any] | None = Field(
        description="What a won game of a daily is worth, or why it doesn't count."
    )


class MatchHintOut(BaseModel):
    """A hint, and the version that it has made."""

    version: int
    hint: FairHintOut


class SeatedOut(BaseModel):
    """A match, and the token of the seat that one has there."""

    match: MatchOut
    seat: int
    token: str = Field(description="Send it as Authorization: Bearer.")


class HistoryOut(BaseModel):
    """All that has happened, as whoever asks may see it; everything once it is over."""

    id: str
    version: int
    events: list[dict[str, Any]]
    log: list[str] | None = Field(description="Lines for `pyramid replay`, once it is over.")


class FairnessOut(BaseModel):
    """What the cards come from."""

    commitment: str
    seed_chosen: bool
    seed: str | None = Field(description="Once the match is over.")
    salt: str | None


class MatchesIn(BaseModel):
    """Which page."""

    cursor: Cursor | None = None
    limit: int = Field(default=20, ge=1, le=100)


class ShortOut(BaseModel):
    """A match in a list."""

    id: str
    game: str
    status: Literal["waiting", "playing", "over"]
    version: int
    seats: list[SeatOut]
    seat: int | None
    your_turn: bool
    changed: str
    created: str
    move_seconds: int


class MatchesOut(BaseModel):
    """Some matches."""

    matches: list[ShortOut]
    next: Next

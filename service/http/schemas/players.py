"""``/v1/players``, and what players do with dailies."""

from __future__ import annotations

from pydantic import BaseModel, Field

from service.http.schemas.common import Cursor, In, Label, Moves, Next, Preset
from service.http.schemas.daily import DailyIn

__all__ = [
    "AttemptIn",
    "AttemptOut",
    "BestOut",
    "BoardIn",
    "BoardOut",
    "NewPlayerOut",
    "OwnDataOut",
    "PlaceOut",
    "PlayerIn",
    "PlayerOut",
    "RenameIn",
]


class PlayerIn(In):
    """A player's display name."""

    name: str | None = Field(default=None, max_length=200, description="1 to 24 characters.")


class RenameIn(In):
    """Another display name."""

    name: str = Field(max_length=200, description="1 to 24 characters.")


class PlayerOut(BaseModel):
    """A player, as others may see them."""

    id: str
    name: str
    since: str


class NewPlayerOut(PlayerOut):
    """A new player, with the one and only view of the token."""

    token: str | None = Field(
        description="Null if the request was sent again after the token had been used."
    )


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


class AttemptIn(In):
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

    cursor: Cursor | None = None
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
    next: Next

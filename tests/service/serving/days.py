"""Days and dailies that tests make up."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from service.dailies import Slot
from service.wiring import Parts
from solver import Deal, solve

__all__ = ["DEAL", "LINE", "NOON", "TODAY", "YESTERDAY", "Clock", "publish"]

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
TODAY = NOON.date()
YESTERDAY = TODAY - timedelta(days=1)
DEAL = Deal.seed(2)
LINE = [str(move) for move in solve(DEAL.position()).solution]


class Clock:
    """A time that can be set."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def publish(made: Parts, day: date, deal: Deal = DEAL) -> None:
    """An easy daily of that day with some deal."""
    public: dict[str, object] = {
        "date": day.isoformat(), "number": 1, "rules": "cardgames", "difficulty": "easy",
        "score": 9, "deal": deal.line(), "min_moves": len(LINE), "passes": 2,
        "solution_digest": "", "confirmed": True,
    }  # fmt: skip
    after: dict[str, object] = {
        **public, "seed": "2", "candidate": 0, "day_key": "00", "solution": LINE,
        "certificate": {},
    }  # fmt: skip
    made.dailies._store.write(str(Slot(day, "cardgames", "easy")), public, after)

"""Every key of ours in the store, with its type and its time to live.

| key | type | what | time to live |
|---|---|---|---|
| `pyramid:answer:SHAPE` | string | a proven answer as JSON, for all deals of a shape | none |
| `pyramid:daily:SLOT` | string | what everybody may see of a daily, as JSON | none |
| `pyramid:daily:SLOT:after` | string | what they may see once its day is over | none |
| `pyramid:making:SLOT` | string | somebody makes this daily just now | two minutes |
| `pyramid:secret` | string | what the seeds of dailies are derived from | none |
| `pyramid:solve:ID` | hash | a question that was asked, how it stands | ended: `keep_seconds` |

A SLOT is `DATE:RULES:DIFFICULTY`. RQ's keys begin with `rq:`.
"""

from __future__ import annotations

__all__ = ["SECRET_KEY", "after_key", "answer_key", "daily_key", "making_key", "solve_key"]

SECRET_KEY = "pyramid:secret"  # noqa: S105 - the name of a key, not a secret


def answer_key(shape: str) -> str:
    """The proven answer of a question's shape."""
    return f"pyramid:answer:{shape}"


def solve_key(solve_id: str) -> str:
    """The record of a question."""
    return f"pyramid:solve:{solve_id}"


def daily_key(slot: str) -> str:
    """The public part of a daily."""
    return f"pyramid:daily:{slot}"


def after_key(slot: str) -> str:
    """The part of a daily that is published when its day is over."""
    return f"pyramid:daily:{slot}:after"


def making_key(slot: str) -> str:
    """A mark of whoever makes a daily."""
    return f"pyramid:making:{slot}"

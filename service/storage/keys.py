"""Every key of ours in the store, with its type and its time to live.

| key | type | what | time to live |
|---|---|---|---|
| `pyramid:answer:SHAPE` | string | a proven answer as JSON, for all deals of a shape | none |
| `pyramid:solve:ID` | hash | a question that was asked, how it stands | ended: `keep_seconds` |

RQ's keys begin with `rq:`.
"""

from __future__ import annotations

__all__ = ["answer_key", "solve_key"]


def answer_key(shape: str) -> str:
    """The proven answer of a question's shape."""
    return f"pyramid:answer:{shape}"


def solve_key(solve_id: str) -> str:
    """The record of a question."""
    return f"pyramid:solve:{solve_id}"

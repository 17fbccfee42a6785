"""Every key of ours in the store, with its type and its time to live.

| key | type | what | time to live |
|---|---|---|---|
| `pyramid:answer:SHAPE` | string | a proven answer as JSON, for all deals of a shape | none |
| `pyramid:batches` | set | batches that haven't ended | none |
| `pyramid:batch:ID` | hash | what a batch asks, and how far it is | ended: `keep_seconds` |
| `pyramid:batch:ID:deals` | hash | its deals: number of a chunk -> texts, as JSON | the same |
| `pyramid:batch:ID:results` | hash | the same chunks -> results, a line of JSON each | the same |
| `pyramid:daily:SLOT` | string | what everybody may see of a daily, as JSON | none |
| `pyramid:daily:SLOT:after` | string | what they may see once its day is over | none |
| `pyramid:board:SLOT` | sorted set | players by their best wins of a daily | none |
| `pyramid:player:ID` | hash | a player: name, digest of the token, when it began | none |
| `pyramid:player:ID:best` | hash | slot -> the player's best win of it, as JSON | none |
| `pyramid:making:SLOT` | string | somebody makes this daily just now | half a minute |
| `pyramid:queued` | set | solves that wait for a worker, or did of late | none |
| `pyramid:counts` | hash | how many solves have ended how, and how long they took | none |
| `pyramid:rate:...` | string | requests of an address or token, by `limits` | its window |
| `pyramid:reply:NAME` | hash | the answer to a request that had an idempotency key | a day |
| `pyramid:secret` | string | what the seeds of dailies are derived from | none |
| `pyramid:solve:ID` | hash | a question that was asked, how it stands | ended: `keep_seconds` |

A SLOT is `DATE:RULES:DIFFICULTY`. RQ's keys begin with `rq:`.
"""

from __future__ import annotations

__all__ = [
    "BATCHES_KEY",
    "COUNTS_KEY",
    "QUEUED_KEY",
    "RATE_PREFIX",
    "SECRET_KEY",
    "after_key",
    "answer_key",
    "batch_key",
    "best_key",
    "board_key",
    "daily_key",
    "deals_key",
    "making_key",
    "player_key",
    "reply_key",
    "results_key",
    "solve_key",
]

BATCHES_KEY = "pyramid:batches"
COUNTS_KEY = "pyramid:counts"
RATE_PREFIX = "pyramid:rate"
QUEUED_KEY = "pyramid:queued"

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


def batch_key(batch_id: str) -> str:
    """What a batch asks, and how far it is."""
    return f"pyramid:batch:{batch_id}"


def deals_key(batch_id: str) -> str:
    """The deals of a batch, in chunks."""
    return f"pyramid:batch:{batch_id}:deals"


def results_key(batch_id: str) -> str:
    """The results of a batch, in the same chunks."""
    return f"pyramid:batch:{batch_id}:results"


def board_key(slot: str) -> str:
    """Players by their best wins of a daily."""
    return f"pyramid:board:{slot}"


def player_key(player_id: str) -> str:
    """A player."""
    return f"pyramid:player:{player_id}"


def best_key(player_id: str) -> str:
    """A player's best wins, by the slots of dailies."""
    return f"pyramid:player:{player_id}:best"


def reply_key(name: str) -> str:
    """What was answered to the request of an idempotency key."""
    return f"pyramid:reply:{name}"

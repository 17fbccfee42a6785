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
| `pyramid:bots` | sorted set | matches whose bots have to act, by when they are overdue | none |
| `pyramid:clocks` | sorted set | matches in which somebody has to act, by the deadline | none |
| `pyramid:code:CODE` | string | the match that a join code leads to | that of the match |
| `pyramid:match:ID` | hash | what a match was begun with, and how it stands | `match_seconds` |
| `pyramid:match:ID:log` | list | all that was done in it, as JSON | the same |
| `pyramid:match:ID:once` | hash | idempotency key -> version that its request has made | the same |
| `pyramid:open` | sorted set | matches that anybody may join, by when they began | none |
| `pyramid:player:ID:matches` | sorted set | a player's matches, by their last change | as a match |
| `pyramid:player:ID:running` | sorted set | those that aren't over | the same |
| `pyramid:making:SLOT` | string | somebody makes this daily just now | half a minute |
| `pyramid:queued` | set | solves that wait for a worker, or did of late | none |
| `pyramid:counts` | hash | how many solves have ended how, and how long they took | none |
| `pyramid:rate:...` | string | requests of an address or token, by `limits` | its window |
| `pyramid:reply:NAME` | hash | the answer to a request that had an idempotency key | a day |
| `pyramid:secret` | string | what the seeds of dailies are derived from | none |
| `pyramid:solve:ID` | hash | a question that was asked, how it stands | ended: `keep_seconds` |

`pyramid:news` is a channel: the id of a match that has changed, and its version.

A SLOT is `DATE:RULES:DIFFICULTY`. RQ's keys begin with `rq:`.
"""

from __future__ import annotations

__all__ = [
    "BATCHES_KEY",
    "BOTS_KEY",
    "CLOCKS_KEY",
    "COUNTS_KEY",
    "NEWS_CHANNEL",
    "OPEN_KEY",
    "QUEUED_KEY",
    "RATE_PREFIX",
    "SECRET_KEY",
    "after_key",
    "answer_key",
    "batch_key",
    "best_key",
    "board_key",
    "code_key",
    "daily_key",
    "deals_key",
    "log_key",
    "making_key",
    "match_key",
    "matches_key",
    "once_key",
    "player_key",
    "reply_key",
    "results_key",
    "running_key",
    "solve_key",
]

BATCHES_KEY = "pyramid:batches"
BOTS_KEY = "pyramid:bots"
CLOCKS_KEY = "pyramid:clocks"
NEWS_CHANNEL = "pyramid:news"
OPEN_KEY = "pyramid:open"
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


def match_key(match_id: str) -> str:
    """What a match was begun with, and how it stands."""
    return f"pyramid:match:{match_id}"


def log_key(match_id: str) -> str:
    """All that was done in a match."""
    return f"pyramid:match:{match_id}:log"


def once_key(match_id: str) -> str:
    """The versions that requests with idempotency keys have made."""
    return f"pyramid:match:{match_id}:once"


def code_key(code: str) -> str:
    """The match that a join code leads to."""
    return f"pyramid:code:{code}"


def running_key(player_id: str) -> str:
    """Matches of a player that aren't over."""
    return f"pyramid:player:{player_id}:running"


def matches_key(player_id: str) -> str:
    """Matches of a player."""
    return f"pyramid:player:{player_id}:matches"

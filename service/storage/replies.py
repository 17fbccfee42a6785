"""Answers to requests that had an idempotency key."""

from __future__ import annotations

import json
from typing import NamedTuple, cast

from service.storage.connection import Connection
from service.storage.keys import reply_key

__all__ = ["Replies", "Reply"]

_MAKING_SECONDS, _KEEP_SECONDS = 60, 86400

# KEYS: reply. ARGV: digest of the request, ttl. Takes the key, or returns what is there.
_BEGIN = """
local found = redis.call('HMGET', KEYS[1], 'request', 'status', 'headers', 'body')
if found[1] then return found end
redis.call('HSET', KEYS[1], 'request', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return false
"""


class Reply(NamedTuple):
    """What was answered to a request; ``body`` is None until that is known."""

    request: str
    status: int
    headers: dict[str, str]
    body: str | None


class Replies:
    """Replies in the store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._begin = connection.register_script(_BEGIN)

    def begin(self, name: str, request: str) -> Reply | None:
        """Take a key for a request; None if it was free, else what it was used for."""
        found = cast(
            "list[bytes | None] | None", self._begin([reply_key(name)], [request, _MAKING_SECONDS])
        )
        if found is None:
            return None
        was, status, headers, body = (None if part is None else part.decode() for part in found)
        return Reply(was or "", int(status or 0), json.loads(headers or "{}"), body)

    def keep(self, name: str, status: int, headers: dict[str, str], body: str) -> None:
        """Keep the answer for a day."""
        with self._connection.pipeline(transaction=True) as pipe:
            fields = {"status": str(status), "headers": json.dumps(headers), "body": body}
            pipe.hset(reply_key(name), mapping=fields)  # type: ignore[arg-type]  # redis-py's dict is invariant
            pipe.expire(reply_key(name), _KEEP_SECONDS)
            pipe.execute()

    def forget(self, name: str) -> None:
        """Free the key again."""
        self._connection.delete(reply_key(name))

"""Batches in the store: deals and results in chunks, each chunk's result written once."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple, cast

from service.storage.connection import Connection, WatchError
from service.storage.keys import BATCHES_KEY, batch_key, deals_key, results_key

__all__ = ["COUNTED", "BatchRecord", "BatchStore"]

#: What is counted of results.
COUNTED = ("winnable", "unwinnable", "unknown", "failed")

# KEYS: batch, results, deals, all batches. ARGV: chunk, result, now, ttl, id, four counts.
# Keeps a chunk's result unless there is one, or the batch has ended; ends the batch with the last.
_KEEP = """
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return 0 end
if redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2]) == 0 then return 0 end
for i, name in ipairs({'winnable', 'unwinnable', 'unknown', 'failed'}) do
  redis.call('HINCRBY', KEYS[1], name, ARGV[5 + i])
end
if redis.call('HLEN', KEYS[2]) == tonumber(redis.call('HGET', KEYS[1], 'chunks')) then
  redis.call('HSET', KEYS[1], 'status', 'done', 'ended_at', ARGV[3])
  redis.call('SREM', KEYS[4], ARGV[5])
  for i = 1, 3 do redis.call('EXPIRE', KEYS[i], ARGV[4]) end
end
return 1
"""

# KEYS: batch, results, deals, all batches. ARGV: now, ttl, id.
_CANCEL = """
local status = redis.call('HGET', KEYS[1], 'status')
if status == 'running' then
  redis.call('HSET', KEYS[1], 'status', 'cancelled', 'ended_at', ARGV[1])
  redis.call('SREM', KEYS[4], ARGV[3])
  for i = 1, 3 do redis.call('EXPIRE', KEYS[i], ARGV[2]) end
end
return status
"""


class BatchRecord(NamedTuple):
    """A batch.

    Attributes:
        id: its name.
        status: ``running`` (or waiting for its turn), ``done`` or ``cancelled``.
        rules, question, limits: what is asked about every deal.
        total, chunks, size: how many deals, in how many chunks, of how many each but the last.
        counts: results so far, by the names of :data:`COUNTED`.
        begun_at, worked_at, ended_at: when it was made, a worker first took it up, and it
            ended, in seconds since 1970.
    """

    id: str
    status: str
    rules: str
    question: str
    limits: dict[str, float]
    total: int
    chunks: int
    size: int
    counts: dict[str, int]
    begun_at: float
    worked_at: float | None
    ended_at: float | None

    @property
    def done(self) -> int:
        """Deals that have results."""
        return sum(self.counts.values())


class BatchStore:
    """Batches in the store; ``keep_seconds`` is how long ended ones stay."""

    def __init__(self, connection: Connection, keep_seconds: int) -> None:
        self._connection = connection
        self._keep_seconds = keep_seconds
        self._keep = connection.register_script(_KEEP)
        self._cancel = connection.register_script(_CANCEL)

    @staticmethod
    def _keys(batch_id: str) -> list[str]:
        return [batch_key(batch_id), results_key(batch_id), deals_key(batch_id), BATCHES_KEY]

    def create(
        self,
        chunks: Sequence[Sequence[str]],
        *,
        rules: str,
        question: str,
        limits: dict[str, float],
        name: str | None = None,
    ) -> str:
        """Keep a new batch, wholly or not at all; its name.

        One of the given name that is there already stays as it is.
        """
        batch_id = name or secrets.token_hex(16)
        fields: dict[Any, Any] = {
            "status": "running",
            "rules": rules,
            "question": question,
            "limits": json.dumps(limits),
            "total": str(sum(map(len, chunks))),
            "chunks": str(len(chunks)),
            "size": str(len(chunks[0])),
            "begun_at": str(time.time()),
            **dict.fromkeys(COUNTED, "0"),
        }
        with self._connection.pipeline(transaction=True) as pipe:
            if name is not None:
                pipe.watch(batch_key(name))  # type: ignore[no-untyped-call]
                if pipe.exists(batch_key(name)):
                    return name
                pipe.multi()
            pipe.hset(batch_key(batch_id), mapping=fields)
            for number, texts in enumerate(chunks):
                pipe.hset(deals_key(batch_id), str(number), json.dumps(texts))
            pipe.sadd(BATCHES_KEY, batch_id)
            with suppress(WatchError):  # Somebody else has made it meanwhile.
                pipe.execute()
        return batch_id

    def read(self, batch_id: str) -> BatchRecord | None:
        """A batch, None if there is none of that name."""
        found = cast("dict[bytes, bytes]", self._connection.hgetall(batch_key(batch_id)))
        if not found:
            return None
        fields = {name.decode(): value.decode() for name, value in found.items()}
        return BatchRecord(
            id=batch_id,
            status=fields["status"],
            rules=fields["rules"],
            question=fields["question"],
            limits=json.loads(fields["limits"]),
            total=int(fields["total"]),
            chunks=int(fields["chunks"]),
            size=int(fields["size"]),
            counts={name: int(fields[name]) for name in COUNTED},
            begun_at=float(fields["begun_at"]),
            worked_at=float(fields["worked_at"]) if "worked_at" in fields else None,
            ended_at=float(fields["ended_at"]) if "ended_at" in fields else None,
        )

    def take_up(self, batch_id: str) -> None:
        """Note that a worker is at it, if it is the first."""
        self._connection.hsetnx(batch_key(batch_id), "worked_at", str(time.time()))

    def running(self) -> list[str]:
        """The names of all batches that haven't ended."""
        return sorted(
            name.decode() for name in cast("set[bytes]", self._connection.smembers(BATCHES_KEY))
        )

    def deals(self, batch_id: str, chunk: int) -> list[str] | None:
        """The texts of a chunk."""
        text = cast("bytes | None", self._connection.hget(deals_key(batch_id), str(chunk)))
        return None if text is None else json.loads(text)

    def results(self, batch_id: str, chunk: int) -> str | None:
        """The results of a chunk, a line each; None if they aren't there yet."""
        text = cast("bytes | None", self._connection.hget(results_key(batch_id), str(chunk)))
        return None if text is None else text.decode()

    def finished(self, batch_id: str) -> set[int]:
        """The chunks that have results."""
        names = cast("list[bytes]", self._connection.hkeys(results_key(batch_id)))
        return {int(name) for name in names}

    def keep(self, batch_id: str, chunk: int, lines: str, counts: Sequence[int]) -> bool:
        """Keep the results of a chunk; False, and no change, if it has some or isn't wanted."""
        values = [str(chunk), lines, str(time.time()), str(self._keep_seconds), batch_id]
        return bool(self._keep(self._keys(batch_id), [*values, *map(str, counts)]))

    def cancel(self, batch_id: str) -> None:
        """Give a batch up; results that are there stay."""
        values = [str(time.time()), str(self._keep_seconds), batch_id]
        self._cancel(self._keys(batch_id), values)

    def is_running(self, batch_id: str) -> bool:
        """Whether results are still wanted."""
        return bool(self._connection.hget(batch_key(batch_id), "status") == b"running")

"""Records of solves, and proven answers.

A record goes from ``queued`` to ``running`` to ``done`` or ``failed``, or from either of
the first two to ``cancelled``. Each try has a *run* of its own, a random word: what a run
that is no longer the record's own has to say is ignored. Every change is one script, so it
happens wholly or not at all, whoever else is at work.
"""

from __future__ import annotations

import json
import secrets
import time
from typing import NamedTuple, cast

from service.storage.connection import Connection
from service.storage.keys import QUEUED_KEY, answer_key, solve_key

__all__ = ["ENDED", "Record", "SolveStore"]

ENDED = ("done", "failed", "cancelled")

# KEYS: record, all queued. ARGV: run, now, id, then field and value in turn.
# Begins a new run unless one is queued or running; returns the run that the record has.
_OPEN = """
local status = redis.call('HGET', KEYS[1], 'status')
if status == 'queued' or status == 'running' then
  return redis.call('HGET', KEYS[1], 'run')
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'status', 'queued', 'run', ARGV[1], 'queued_at', ARGV[2], 'nodes', 0)
for i = 4, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('SADD', KEYS[2], ARGV[3])
return ARGV[1]
"""

# KEYS: record. ARGV: run, now. Queued becomes running; a run that was lost begins again.
_START = """
local found = redis.call('HMGET', KEYS[1], 'run', 'status')
if found[1] ~= ARGV[1] or (found[2] ~= 'queued' and found[2] ~= 'running') then return 0 end
redis.call('HSET', KEYS[1], 'status', 'running', 'started_at', ARGV[2])
return 1
"""

# KEYS: record. ARGV: run, nodes. Returns 0 if the run is no longer wanted.
_PROGRESS = """
local found = redis.call('HMGET', KEYS[1], 'run', 'status')
if found[1] ~= ARGV[1] or found[2] ~= 'running' then return 0 end
redis.call('HSET', KEYS[1], 'nodes', ARGV[2])
return 1
"""

# KEYS: record, answer. ARGV: run, now, status, result or reason, ttl, answer or ''.
_END = """
local found = redis.call('HMGET', KEYS[1], 'run', 'status')
if found[1] ~= ARGV[1] or (found[2] ~= 'queued' and found[2] ~= 'running') then return 0 end
local field = ARGV[3] == 'done' and 'result' or 'reason'
redis.call('HSET', KEYS[1], 'status', ARGV[3], 'ended_at', ARGV[2], field, ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
if ARGV[6] ~= '' then redis.call('SET', KEYS[2], ARGV[6]) end
return 1
"""

# KEYS: record. ARGV: now, ttl. Returns the status that it had, or false.
_CANCEL = """
local status = redis.call('HGET', KEYS[1], 'status')
if status == 'queued' or status == 'running' then
  redis.call('HSET', KEYS[1], 'status', 'cancelled', 'ended_at', ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[2])
end
return status
"""


class Record(NamedTuple):
    """A question that was asked.

    Attributes:
        id: the digest of the question.
        run: the word of its present try.
        status: ``queued``, ``running``, ``done``, ``failed`` or ``cancelled``.
        deal, rules, question: what was asked, as text.
        limits: of the search, by name.
        queued_at, started_at, ended_at: seconds since 1970, None if it hasn't come to that.
        nodes: positions examined so far.
        result: the answer, once it is done.
        reason: why it failed.
    """

    id: str
    run: str
    status: str
    deal: str
    rules: str
    question: str
    limits: dict[str, float]
    queued_at: float
    started_at: float | None
    ended_at: float | None
    nodes: int
    result: dict[str, object] | None
    reason: str | None

    @property
    def has_ended(self) -> bool:
        """Whether it will change no more."""
        return self.status in ENDED


class SolveStore:
    """Records and answers in the store; ``keep_seconds`` is how long ended records stay."""

    def __init__(self, connection: Connection, keep_seconds: int) -> None:
        self._connection = connection
        self._keep = keep_seconds
        self._open = connection.register_script(_OPEN)
        self._start = connection.register_script(_START)
        self._progress = connection.register_script(_PROGRESS)
        self._end = connection.register_script(_END)
        self._cancel = connection.register_script(_CANCEL)

    def answer(self, shape: str) -> dict[str, object] | None:
        """The proven answer of a shape, if there is one."""
        text = cast("bytes | None", self._connection.get(answer_key(shape)))
        return None if text is None else json.loads(text)

    def read(self, solve_id: str) -> Record | None:
        """The record of a question, None if it was never asked, or too long ago."""
        found = cast("dict[bytes, bytes]", self._connection.hgetall(solve_key(solve_id)))
        if not found:
            return None
        fields = {name.decode(): value.decode() for name, value in found.items()}

        def moment(name: str) -> float | None:
            return float(fields[name]) if name in fields else None

        return Record(
            id=solve_id,
            run=fields["run"],
            status=fields["status"],
            deal=fields["deal"],
            rules=fields["rules"],
            question=fields["question"],
            limits=json.loads(fields["limits"]),
            queued_at=float(fields["queued_at"]),
            started_at=moment("started_at"),
            ended_at=moment("ended_at"),
            nodes=int(fields["nodes"]),
            result=json.loads(fields["result"]) if "result" in fields else None,
            reason=fields.get("reason"),
        )

    def open(
        self, solve_id: str, *, deal: str, rules: str, question: str, limits: dict[str, float]
    ) -> tuple[str, bool]:
        """Begin a run, unless one is under way; its word, and whether it is new."""
        run = secrets.token_hex(8)
        fields = {"deal": deal, "rules": rules, "question": question, "limits": json.dumps(limits)}
        pairs = [word for pair in fields.items() for word in pair]
        had = cast(
            "bytes",
            self._open([solve_key(solve_id), QUEUED_KEY], [run, time.time(), solve_id, *pairs]),
        )
        return had.decode(), had.decode() == run

    def queued(self) -> list[str]:
        """Questions that wait, or did not long ago."""
        found = cast("set[bytes]", self._connection.smembers(QUEUED_KEY))
        return sorted(name.decode() for name in found)

    def settle(self, solve_id: str) -> None:
        """Note that a question doesn't wait any more."""
        self._connection.srem(QUEUED_KEY, solve_id)

    def start(self, solve_id: str, run: str) -> bool:
        """Note that a run is at work; False if it isn't wanted any more."""
        return bool(self._start([solve_key(solve_id)], [run, time.time()]))

    def progress(self, solve_id: str, run: str, nodes: int) -> bool:
        """Note how far a run is; False if it isn't wanted any more."""
        return bool(self._progress([solve_key(solve_id)], [run, nodes]))

    def finish(
        self,
        solve_id: str,
        run: str,
        result: dict[str, object],
        answer: tuple[str, dict[str, object]] | None,
    ) -> bool:
        """Write down the result of a run, and with it the answer of its shape if it is proven."""
        shape, proven = answer or ("none", None)
        kept = "" if proven is None else json.dumps(proven)
        values = [run, str(time.time()), "done", json.dumps(result), str(self._keep), kept]
        return bool(self._end([solve_key(solve_id), answer_key(shape)], values))

    def fail(self, solve_id: str, run: str, reason: str) -> bool:
        """Write down that a run has failed for good."""
        values = [run, str(time.time()), "failed", reason, str(self._keep), ""]
        return bool(self._end([solve_key(solve_id), answer_key("none")], values))

    def cancel(self, solve_id: str) -> str | None:
        """Give a question up; the status that it had, None if there is no record."""
        had = self._cancel([solve_key(solve_id)], [time.time(), self._keep])
        return None if had is None else cast("bytes", had).decode()

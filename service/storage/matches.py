"""Matches: a head that never changes, and a log that only grows; all else follows from these."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from service.storage.connection import Connection
from service.storage.keys import (
    BOTS_KEY,
    CLOCKS_KEY,
    NEWS_CHANNEL,
    OPEN_KEY,
    code_key,
    log_key,
    match_key,
    matches_key,
    once_key,
    running_key,
)

__all__ = ["Change", "Kept", "MatchStore", "Outcome"]

# KEYS: match, log, once, bots, clocks, open, news channel, code, running and matches of the player.
# ARGV: id, head, now, seconds to live, most matches of a player, status, whether anybody may join,
# when bots are overdue or '', deadline or ''. Makes a match, unless its player sits at too many.
_CREATE = """
redis.call('ZREMRANGEBYSCORE', KEYS[9], '-inf', ARGV[3] - ARGV[4] * 1000)
if redis.call('EXISTS', KEYS[1]) == 1 then return 'known' end
if redis.call('ZCARD', KEYS[9]) >= tonumber(ARGV[5]) then return 'too-many' end
redis.call('HSET', KEYS[1], 'head', ARGV[2], 'status', ARGV[6], 'deadline', ARGV[9])
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('SET', KEYS[8], ARGV[1], 'EX', ARGV[4])
for i = 9, 10 do
  redis.call('ZADD', KEYS[i], ARGV[3], ARGV[1])
  redis.call('EXPIRE', KEYS[i], ARGV[4])
end
if ARGV[7] == '1' then redis.call('ZADD', KEYS[6], ARGV[3], ARGV[1]) end
if ARGV[8] ~= '' then redis.call('ZADD', KEYS[4], ARGV[8], ARGV[1]) end
if ARGV[9] ~= '' then redis.call('ZADD', KEYS[5], ARGV[9], ARGV[1]) end
return 'made'
"""

# KEYS: match, log, once, bots, clocks, open, news channel, code, then running and matches of the
# players at the table, who joins or leaves first. ARGV: id, version that the change is for, entry,
# idempotency key or '', digest of its request, now, seconds to live, status, when bots are overdue
# or '', deadline or '', whether anybody may join, whether somebody joins, whether somebody leaves,
# most matches of a player.
# Appends an entry if nothing has happened since that version; all that depends on it changes in
# the same moment. Returns the outcome and the version that holds.
_APPEND = """
if redis.call('EXISTS', KEYS[1]) == 0 then return {'gone', 0} end
local version = redis.call('LLEN', KEYS[2])
if ARGV[4] ~= '' then
  local found = redis.call('HGET', KEYS[3], ARGV[4])
  if found then
    local at, digest = string.match(found, '^(%d+) (.*)$')
    if digest ~= ARGV[5] then return {'reused', version} end
    return {'again', tonumber(at)}
  end
end
if version ~= tonumber(ARGV[2]) then return {'stale', version} end
if ARGV[12] == '1' then
  redis.call('ZREMRANGEBYSCORE', KEYS[9], '-inf', ARGV[6] - ARGV[7] * 1000)
  if redis.call('ZCARD', KEYS[9]) >= tonumber(ARGV[14]) then return {'too-many', version} end
end
redis.call('RPUSH', KEYS[2], ARGV[3])
version = version + 1
if ARGV[4] ~= '' then redis.call('HSET', KEYS[3], ARGV[4], version .. ' ' .. ARGV[5]) end
redis.call('HSET', KEYS[1], 'status', ARGV[8], 'deadline', ARGV[10])
for i = 4, 5 do
  if ARGV[i + 5] == '' then redis.call('ZREM', KEYS[i], ARGV[1])
  else redis.call('ZADD', KEYS[i], ARGV[i + 5], ARGV[1]) end
end
if ARGV[11] == '1' then redis.call('ZADD', KEYS[6], 'NX', ARGV[6], ARGV[1])
else redis.call('ZREM', KEYS[6], ARGV[1]) end
for i = 9, #KEYS, 2 do
  if ARGV[8] == 'over' or (i == 9 and ARGV[13] == '1') then redis.call('ZREM', KEYS[i], ARGV[1])
  else redis.call('ZADD', KEYS[i], ARGV[6], ARGV[1]) end
  redis.call('ZREMRANGEBYSCORE', KEYS[i + 1], '-inf', ARGV[6] - ARGV[7] * 1000)
  redis.call('ZADD', KEYS[i + 1], ARGV[6], ARGV[1])
  redis.call('EXPIRE', KEYS[i], ARGV[7])
  redis.call('EXPIRE', KEYS[i + 1], ARGV[7])
end
for i = 1, 3 do redis.call('EXPIRE', KEYS[i], ARGV[7]) end
redis.call('EXPIRE', KEYS[8], ARGV[7])
redis.call('PUBLISH', KEYS[7], ARGV[1] .. ' ' .. version)
return {'done', version}
"""

# KEYS: match, log, once, bots, clocks, open, news channel, code, then running and matches of the
# players. ARGV: id, head, now, seconds to live, status, when bots are overdue or '', deadline or
# '', whether anybody may join, then the entries. Keeps a match that was kept elsewhere.
_RESTORE = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'head', ARGV[2], 'status', ARGV[5], 'deadline', ARGV[7])
redis.call('DEL', KEYS[2])
for i = 9, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
for i = 4, 5 do
  if ARGV[i + 2] ~= '' then redis.call('ZADD', KEYS[i], ARGV[i + 2], ARGV[1]) end
end
if ARGV[8] == '1' then redis.call('ZADD', KEYS[6], ARGV[3], ARGV[1]) end
redis.call('SET', KEYS[8], ARGV[1])
for i = 9, #KEYS, 2 do
  if ARGV[5] ~= 'over' then redis.call('ZADD', KEYS[i], ARGV[3], ARGV[1]) end
  redis.call('ZADD', KEYS[i + 1], ARGV[3], ARGV[1])
end
for i, key in ipairs(KEYS) do
  if i <= 3 or i >= 8 then redis.call('EXPIRE', key, ARGV[4]) end
end
return 1
"""

# KEYS: bots or clocks. ARGV: now, until when those that are returned are left alone, how many.
# Takes what is due, and puts it off: who takes it may die.
_DUE = """
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, id in ipairs(found) do redis.call('ZADD', KEYS[1], ARGV[2], id) end
return found
"""


class Kept(NamedTuple):
    """A match as it is kept.

    Attributes:
        head: what it was begun with; it never changes.
        status: ``waiting``, ``playing`` or ``over``.
        deadline: until when who has to act may think, in milliseconds since 1970; 0: for ever.
        version: how many entries the log has.
        entries: of the log, from the number on that was asked for.
    """

    head: dict[str, Any]
    status: str
    deadline: int
    version: int
    entries: list[dict[str, Any]]


class Change(NamedTuple):
    """An entry of the log, and what depends on it.

    Attributes:
        version: of the match that it changes: how many entries there are.
        entry: what is appended.
        status: that follows.
        bots_due: when bots should have acted, in milliseconds; 0: none has to.
        deadline: as in :class:`Kept`.
        is_open: whether anybody may join.
        players: who sits there, by ids; who joins or leaves comes first.
        joins, leaves: whether somebody does.
        key: of the request, so that it is done once; empty: none.
        digest: of the request.
    """

    version: int
    entry: dict[str, Any]
    status: str
    bots_due: int
    deadline: int
    is_open: bool
    players: Sequence[str]
    joins: bool = False
    leaves: bool = False
    key: str = ""
    digest: str = ""


class Outcome(NamedTuple):
    """What has become of a change.

    Attributes:
        what: ``done``; ``again``: it was done before; ``stale``: something else has happened;
            ``reused``: its key stands for another request; ``too-many``: who joins sits at too
            many tables; ``gone``: there is no such match.
        version: that the change has made, or else that holds.
    """

    what: str
    version: int


class MatchStore:
    """Matches in the store.

    Args:
        connection: to it.
        seconds: for which a match is kept after the last change.
        most: matches that a player may sit at, those that are over not counted.
    """

    def __init__(self, connection: Connection, seconds: int, most: int) -> None:
        self._connection = connection
        self._seconds = seconds
        self._most = most
        self._create = connection.register_script(_CREATE)
        self._append = connection.register_script(_APPEND)
        self._restore = connection.register_script(_RESTORE)
        self._due = connection.register_script(_DUE)

    def create(
        self,
        match_id: str,
        head: dict[str, Any],
        first: Change,
        now: int,
    ) -> str:
        """Keep a new match; ``made``, ``known`` or ``too-many``.

        Args:
            match_id: its id.
            head: what it is begun with; its join code is ``code``.
            first: how it stands, without an entry.
            now: in milliseconds.
        """
        keys = [*_keys(match_id), code_key(head["code"]), *_lists(first.players)]
        values: list[Any] = [
            match_id, json.dumps(head), now, self._seconds, self._most,
            first.status, int(first.is_open), first.bots_due or "", first.deadline or "",
        ]  # fmt: skip
        return cast("bytes", self._create(keys, values)).decode()

    def read(self, match_id: str, begin: int = 0) -> Kept | None:
        """A match, with the entries of its log from a number on; None if there is none."""
        with self._connection.pipeline(transaction=True) as pipe:
            pipe.hgetall(match_key(match_id))
            pipe.llen(log_key(match_id))
            pipe.lrange(log_key(match_id), begin, -1)
            fields, version, entries = pipe.execute()
        if not fields:
            return None
        return Kept(
            json.loads(fields[b"head"]),
            fields[b"status"].decode(),
            int(fields.get(b"deadline") or 0),
            version,
            [json.loads(entry) for entry in entries],
        )

    def append(self, match_id: str, code: str, change: Change, now: int) -> Outcome:
        """Change a match, if it is still as the change takes it to be."""
        keys = [*_keys(match_id), code_key(code), *_lists(change.players)]
        values: list[Any] = [
            match_id, change.version, json.dumps(change.entry), change.key, change.digest, now,
            self._seconds, change.status, change.bots_due or "", change.deadline or "",
            int(change.is_open), int(change.joins), int(change.leaves), self._most,
        ]  # fmt: skip
        what, version = cast("tuple[bytes, int]", self._append(keys, values))
        return Outcome(what.decode(), version)

    def restore(
        self,
        match_id: str,
        head: dict[str, Any],
        entries: Sequence[dict[str, Any]],
        state: Change,
        now: int,
    ) -> bool:
        """Keep a match that was kept elsewhere; False if there is one of that id."""
        keys = [*_keys(match_id), code_key(head["code"]), *_lists(state.players)]
        values: list[Any] = [
            match_id, json.dumps(head), now, self._seconds, state.status, state.bots_due or "",
            state.deadline or "", int(state.is_open), *map(json.dumps, entries),
        ]  # fmt: skip
        return bool(self._restore(keys, values))

    def done_before(self, match_id: str, key: str) -> tuple[int, str] | None:
        """The version that a request of a key has made, and its digest."""
        found = cast("bytes | None", self._connection.hget(once_key(match_id), key))
        if found is None:
            return None
        version, _, digest = found.decode().partition(" ")
        return int(version), digest

    def with_code(self, code: str) -> str | None:
        """The match that a join code leads to."""
        found = cast("bytes | None", self._connection.get(code_key(code)))
        return None if found is None else found.decode()

    def of_player(
        self, player: str, before: tuple[int, str] | None, most: int
    ) -> list[tuple[str, int]]:
        """Matches that a player sits at, the one with the latest change first, and when it was.

        Args:
            player: its id.
            before: the last of the page before: when, and its id.
            most: how many.
        """
        return self._page(matches_key(player), before, most)

    def running_of(self, player: str) -> list[tuple[str, int]]:
        """Those that aren't over, and when they changed."""
        return self._page(running_key(player), None, self._most)

    def open_tables(self, before: tuple[int, str] | None, most: int) -> list[tuple[str, int]]:
        """Matches that anybody may join, the newest first, and since when."""
        return self._page(OPEN_KEY, before, most)

    def _page(self, key: str, before: tuple[int, str] | None, most: int) -> list[tuple[str, int]]:
        last = "+inf" if before is None else str(before[0])
        found: list[tuple[str, int]] = []
        start = 0
        while len(found) < most:
            page = cast(
                "list[tuple[bytes, float]]",
                self._connection.zrange(
                    key, last, "-inf", desc=True, byscore=True, offset=start, num=most + 1,
                    withscores=True,
                ),
            )  # fmt: skip
            for name, score in page:
                place = (int(score), name.decode())
                if before is None or place < before:
                    found.append((place[1], place[0]))
            if len(page) <= most:
                break
            start += len(page)
        return found[:most]

    def forget(self, player: str) -> None:
        """Keep no list of a player's matches."""
        self._connection.delete(running_key(player), matches_key(player))

    def close(self, match_id: str) -> None:
        """A match has expired: nobody may join it."""
        self._connection.zrem(OPEN_KEY, match_id)

    def bots_due(self, now: int, until: int, most: int) -> list[str]:
        """Matches whose bots are overdue; they are put off until a later time."""
        return self._take_due(BOTS_KEY, now, until, most)

    def clocks_due(self, now: int, until: int, most: int) -> list[str]:
        """Matches whose deadline has passed; they are put off until a later time."""
        return self._take_due(CLOCKS_KEY, now, until, most)

    def _take_due(self, key: str, now: int, until: int, most: int) -> list[str]:
        found = cast("list[bytes]", self._due([key], [now, until, most]))
        return [name.decode() for name in found]

    def not_due(self, match_id: str) -> None:
        """A match has expired: nothing is due in it."""
        with self._connection.pipeline(transaction=True) as pipe:
            pipe.zrem(BOTS_KEY, match_id)
            pipe.zrem(CLOCKS_KEY, match_id)
            pipe.execute()


def _keys(match_id: str) -> list[str]:
    return [
        match_key(match_id), log_key(match_id), once_key(match_id),
        BOTS_KEY, CLOCKS_KEY, OPEN_KEY, NEWS_CHANNEL,
    ]  # fmt: skip


def _lists(players: Sequence[str]) -> list[str]:
    return [key for player in players for key in (running_key(player), matches_key(player))]

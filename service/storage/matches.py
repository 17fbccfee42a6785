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
from service.storage.match_scripts import APPEND, CREATE, DUE, RESTORE

__all__ = ["Change", "Kept", "MatchStore", "Outcome"]

# Of open tables, how many are looked at at once.
_SAMPLE = 50


class Place(NamedTuple):
    """A place on a list: when it was taken, in milliseconds since 1970, and by which match."""

    when: int
    match_id: str


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
        by_bot: whether a bot has made it: lists don't tell when that was.
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
    by_bot: bool = False


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
        self._create = connection.register_script(CREATE)
        self._append = connection.register_script(APPEND)
        self._restore = connection.register_script(RESTORE)
        self._due = connection.register_script(DUE)

    def create(
        self,
        match_id: str,
        head: dict[str, Any],
        first: Change,
        now: int,
    ) -> str:
        """Keep a new match: ``made``, ``known``, ``code-taken`` or ``too-many``.

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
            int(change.by_bot),
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
    ) -> str:
        """Keep a match that was kept elsewhere: ``done``, ``known`` or ``code-taken``."""
        keys = [*_keys(match_id), code_key(head["code"]), *_lists(state.players)]
        values: list[Any] = [
            match_id, json.dumps(head), now, self._seconds, state.status, state.bots_due or "",
            state.deadline or "", int(state.is_open), *map(json.dumps, entries),
        ]  # fmt: skip
        return cast("bytes", self._restore(keys, values)).decode()

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

    def of_player(self, player: str, before: Place | None, most: int) -> list[Place]:
        """Matches that a player sits at, the one that a player has changed last first.

        Args:
            player: its id.
            before: the last of the page before.
            most: how many.
        """
        return self._page(matches_key(player), before, most)

    def running_of(self, player: str, before: Place | None, most: int) -> list[Place]:
        """Those that aren't over."""
        return self._page(running_key(player), before, most)

    def open_tables(self, before: Place | None, most: int) -> list[Place]:
        """Matches that anybody may join, the newest first."""
        return self._page(OPEN_KEY, before, most)

    def _page(self, key: str, before: Place | None, most: int) -> list[Place]:
        last = "+inf" if before is None else str(before.when)
        found: list[Place] = []
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
                place = Place(int(score), name.decode())
                if before is None or place < before:
                    found.append(place)
            if len(page) <= most:
                break
            start += len(page)
        return found[:most]

    def forget(self, player: str) -> None:
        """Keep no list of a player's matches."""
        self._connection.delete(running_key(player), matches_key(player))

    def strike(self, match_id: str, player: str | None) -> None:
        """A match has expired: it is on no list, of a player's nor of open tables."""
        lists = [OPEN_KEY] if player is None else [running_key(player), matches_key(player)]
        with self._connection.pipeline() as pipe:
            for key in lists:
                pipe.zrem(key, match_id)
            pipe.execute()

    def tidy(self) -> None:
        """Strike some open tables off that have expired, though nobody has asked for them."""
        drawn = cast("list[bytes]", self._connection.zrandmember(OPEN_KEY, _SAMPLE))
        with self._connection.pipeline() as pipe:
            for name in drawn:
                pipe.exists(match_key(name.decode()))
            there = pipe.execute()
        for name, is_there in zip(drawn, there, strict=True):
            if not is_there:
                self.strike(name.decode(), None)

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

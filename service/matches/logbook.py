"""What is written down of matches, and what follows of each entry in the same moment."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, NamedTuple

from games.match import Match
from games.shuffle import commitment
from service.errors import Conflict, NoMatch, Stale
from service.matches.codes import new_code
from service.matches.moving import checked
from service.matches.tables import ACT, BOT, PLAYER, Games, Head, Table
from service.storage.matches import Change, MatchStore
from service.storage.queue import BOTS_QUEUE, JobQueue

__all__ = ["BOTS_JOB", "Logbook", "Page", "Request", "Written", "commitment_of"]

#: A job that lets bots play.
BOTS_JOB = "bots"

# Bots that haven't acted by then are called again.
_OVERDUE_MILLISECONDS = 3000
_JOB_SECONDS = 30
_FAILED_SECONDS = 5
_AT_ONCE = 200
# Tables at hand: those that were looked at last.
_REMEMBERED = 512


class Page(NamedTuple):
    """A match as it stands; ``deadline`` is in milliseconds since 1970, 0 for none."""

    table: Table
    deadline: int


class Request(NamedTuple):
    """What makes sure that a change is made once: a key, and a digest of what it stands for."""

    key: str
    digest: str


class Written(NamedTuple):
    """The match after a change, and whether that was made before by the same request."""

    page: Page
    again: bool


class Logbook:
    """The matches of a store.

    Args:
        store: where they are kept.
        queue: for bots.
        games: by name.
        clock: seconds since 1970.
    """

    def __init__(
        self,
        store: MatchStore,
        queue: JobQueue,
        games: Games,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.games = games
        self._store = store
        self._queue = queue
        self._clock = clock
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    @property
    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(self._clock() * 1000)

    # Reading.

    def table(self, match_id: str) -> Table:
        """A match as it stands.

        Raises:
            NoMatch: there is none, or it has gone.
        """
        return self.read(match_id).table

    def read(self, match_id: str) -> Page:
        """The same with its deadline."""
        with self._lock:
            table = self._tables.get(match_id)
        # From the last entry that the table at hand knows: a store that has lost its last second,
        # and has gone on by another way since, is right all the same.
        begin = 0 if table is None else max(0, table.version - 1)
        kept = self._store.read(match_id, begin)
        if kept is not None and table is not None:
            known, new = (
                kept.entries[: table.version - begin],
                kept.entries[table.version - begin :],
            )
            if known != ([] if table.last is None else [table.last]):
                table, kept = None, self._store.read(match_id)
            else:
                kept = kept._replace(entries=new)
        if kept is None:
            with self._lock:
                self._tables.pop(match_id, None)
            raise NoMatch("there is no such match, or it has gone")
        if table is None:
            table = Table.laid(match_id, Head.from_json(kept.head), self.games)
        table = table.after_all(kept.entries)
        self._remember(table)
        return Page(table, kept.deadline)

    def _remember(self, table: Table) -> None:
        with self._lock:
            self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            while len(self._tables) > _REMEMBERED:
                self._tables.popitem(last=False)

    def entries(self, match_id: str) -> list[dict[str, Any]]:
        """All that is written down of a match.

        Raises:
            NoMatch: it has gone.
        """
        kept = self._store.read(match_id)
        if kept is None:
            raise NoMatch("there is no such match, or it has gone")
        return kept.entries

    def at_version(self, page: Page, version: int) -> Page:
        """A match as it was, without a deadline; the same if that is now."""
        table = page.table
        if table.version == version:
            return page
        before = Table.laid(table.id, table.head, self.games)
        return Page(before.after_all(self.entries(table.id)[:version]), 0)

    def lines(self, table: Table) -> list[str]:
        """A match as lines for ``pyramid replay``; none if the game has never begun."""
        if table.state is None:
            return []
        match = Match(table.game, table.head.options, table.head.seed)
        for entry in self.entries(table.id)[: table.version]:
            if entry["do"] == ACT:
                match.act(entry["seat"], table.game.action_from_json(entry["action"]))
        return list(match.lines())

    def exported(self, match_id: str) -> dict[str, Any]:
        """All that is kept of a match, seed and all: only for who runs the service.

        Raises:
            NoMatch: there is none.
        """
        table = self.table(match_id)
        entries = self.entries(match_id)
        return {"id": match_id, "head": table.head.to_json(), "entries": entries}

    def restored(self, text: str) -> Table:
        """Keep a match that was exported, here or elsewhere, once its log has been played again.

        Its players may have any number of them. Where its code leads to another match by now, it
        gets a new one.

        Raises:
            BadInput: it is none, or its log tells what can't have been.
            Conflict: there is one of that id already.
        """
        table, entries = checked(text, self.games)
        state = self._change(table, table, {}, 0)
        what, table = _under_free_code(
            table, lambda head: self._store.restore(table.id, head, entries, state, self.now)
        )
        if what == "known":
            raise Conflict("known", f"there is a match {table.id} already")
        self._written(table, state)
        return table

    # Writing.

    def begin(self, match_id: str, head: Head, player: str) -> Page | None:
        """A new match; None if there is one of that id already.

        Raises:
            Conflict: the player sits at too many tables.
        """
        table = Table.laid(match_id, head, self.games)
        change = self._change(table, table, {}, 0)._replace(players=[player])
        outcome, table = _under_free_code(
            table, lambda head: self._store.create(match_id, head, change, self.now)
        )
        if outcome == "too-many":
            raise _too_many()
        if outcome == "known":
            return None
        self._written(table, change)
        return Page(table, change.deadline)

    def write(
        self,
        page: Page,
        do: str,
        seat: int,
        *,
        players: Sequence[str] | None = None,
        joins: bool = False,
        leaves: bool = False,
        request: Request | None = None,
        **more: Any,
    ) -> Written:
        """Write one entry down, if nothing else was since a page was read.

        Args:
            page: the match that it changes.
            do: what is done.
            seat: by whom.
            players: who sits there afterwards, who joins or leaves first; None: all who do.
            joins: whether somebody sits down.
            leaves: whether somebody gets up.
            request: that wants it; the same one is done once.
            more: of the entry.

        Raises:
            IllegalAction: the rules forbid it.
            Stale: something else was written meanwhile.
            Conflict: the request's key stands for another one, or who joins sits at too many
                tables.
            NoMatch: the match has gone.
        """
        before, deadline = page
        entry = {"do": do, "at": self.now, "seat": seat, **more}
        after = before.after(entry)
        change = self._change(before, after, entry, deadline)._replace(joins=joins, leaves=leaves)
        if players is not None:
            change = change._replace(players=players)
        if request is not None:
            change = change._replace(key=request.key, digest=request.digest)
        what, version = self._store.append(before.id, before.head.code, change, self.now)
        if what == "again":
            return Written(self.at_version(self.read(before.id), version), again=True)
        if what == "done":
            self._written(after, change)
            return Written(Page(after, change.deadline), again=False)
        if what == "reused":
            raise _reused()
        if what == "too-many":
            raise _too_many()
        raise Stale(version) if what == "stale" else NoMatch("the match has gone")

    def written_before(self, page: Page, request: Request) -> Written | None:
        """What a request has done already; None if nothing.

        Raises:
            Conflict: its key stands for another one.
        """
        found = self._store.done_before(page.table.id, request.key)
        if found is None:
            return None
        version, digest = found
        if digest != request.digest:
            raise _reused()
        return Written(self.at_version(page, version), again=True)

    def _written(self, after: Table, change: Change) -> None:
        self._remember(after)
        if change.bots_due and change.entry.get("by", PLAYER) == PLAYER:
            self.call_bots(after.id, str(after.version))

    def _change(self, before: Table, after: Table, entry: dict[str, Any], deadline: int) -> Change:
        now, until = self.now, 0
        waiting = [seat for seat in after.to_act if after.sitters[seat].kind == PLAYER]
        if after.head.move_seconds and waiting:
            # Who hasn't passed yet, while others have, gets no more time for it.
            goes_on = after.to_act < before.to_act and len(before.to_act) > 1
            # Nor does anybody by what others do who don't play.
            same = before.state is not None and entry.get("do") != ACT
            # Up to the next whole second: how long a bot has taken is nobody's business.
            until = 1000 * -(-now // 1000) + 1000 * after.head.move_seconds
            if deadline and (goes_on or same):
                until = deadline
        return Change(
            version=before.version,
            entry=entry,
            status=after.status,
            bots_due=now + _OVERDUE_MILLISECONDS if after.bots_to_act else 0,
            deadline=until,
            is_open=after.is_open,
            players=after.players,
            by_bot=entry.get("by") == BOT,
        )

    # Bots.

    def call_bots(self, match_id: str, occasion: str) -> None:
        """Have bots play, once for each occasion."""
        self._queue.put(
            BOTS_QUEUE,
            BOTS_JOB,
            [match_id],
            job_id=f"{BOTS_JOB}-{match_id}-{occasion}",
            seconds=_JOB_SECONDS,
            failed_seconds=_FAILED_SECONDS,
        )

    def mend(self) -> None:
        """Call bots again where they are overdue, and where a player's time has run out."""
        now = self.now
        until = now + _OVERDUE_MILLISECONDS
        for match_id in self._store.bots_due(now, until, _AT_ONCE):
            self.call_bots(match_id, f"overdue-{now}")
        for match_id in self._store.clocks_due(now, until, _AT_ONCE):
            self.call_bots(match_id, f"late-{now}")
        self._store.tidy()

    def not_due(self, match_id: str) -> None:
        """A match has gone: nothing is due in it."""
        self._store.not_due(match_id)


def _under_free_code(table: Table, keep: Callable[[dict[str, Any]], str]) -> tuple[str, Table]:
    """Keep a new table; what came of it, and the table, with another code if its own was taken."""
    while (what := keep(table.head.to_json())) == "code-taken":
        table = table._replace(head=table.head._replace(code=new_code()))
    return what, table


def commitment_of(head: Head) -> str:
    """What is told of a match's seed before it begins."""
    return commitment(head.game, head.seed, head.salt)


def _too_many() -> Conflict:
    return Conflict("too-many-matches", "you sit at too many tables already")


def _reused() -> Conflict:
    return Conflict("key-reused", "that Idempotency-Key was sent with another action")

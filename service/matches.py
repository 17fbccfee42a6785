"""Matches: games at tables that people and bots sit at, move by move."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

from games.arena import bot_seed
from games.bots.registry import bot_named, default_level, levels_of
from games.errors import BadOptions
from games.events import Json
from games.match import Match
from games.registry import game_named
from games.setups import checked_seed
from games.shuffle import commitment
from service.errors import Conflict, NoMatch, NotYours, Stale
from service.storage.matches import Change, MatchStore
from service.storage.queue import JobQueue
from service.tables import ACT, BOT, CLOCK, JOIN, LEAVE, OPEN, PLAYER, Games, Head, Sitter, Table

__all__ = ["BOTS_JOB", "Acted", "Asked", "Matches", "Seated", "commitment_of"]

#: A job that lets bots play.
BOTS_JOB = "bots"
BOTS_QUEUE = "bots"

# Bots that haven't acted by then are called again.
_OVERDUE_MILLISECONDS = 3000
# A job lets them play so long, then another one does.
_TURN_SECONDS = 10.0
_AT_ONCE = 200
_JOB_SECONDS = 30
_FAILED_SECONDS = 5
_REMEMBERED = 512
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 8


class Asked(NamedTuple):
    """What a match is to be.

    Attributes:
        game: its name.
        options: by name; the others have their defaults.
        seats: who sits there: ``you``, ``open``, or a bot's level.
        is_public: whether anybody may find and join it.
        spectators: whether anybody may watch.
        move_seconds: for each move; 0: any time.
        seed: of the cards; None: nobody chooses it.
    """

    game: str
    options: dict[str, Any]
    seats: list[str] | None = None
    is_public: bool = False
    spectators: bool = True
    move_seconds: int = 0
    seed: str | None = None


class Seated(NamedTuple):
    """A table, the seat that somebody has there, and the token for it."""

    table: Table
    seat: int
    token: str


class Acted(NamedTuple):
    """A table after an action, and whether it was done before that request already."""

    table: Table
    again: bool


class Matches:
    """The use cases of matches.

    Args:
        store: where they are kept.
        queue: for bots.
        games: by name.
        secret: what seats' tokens are derived from.
        clock: seconds since 1970.
    """

    def __init__(
        self,
        store: MatchStore,
        queue: JobQueue,
        games: Games,
        secret: Callable[[], bytes],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._queue = queue
        self._games = games
        self._secret = cache(secret)
        self._clock = clock
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    @property
    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(self._clock() * 1000)

    # Making, finding, joining.

    def create(self, player: str, asked: Asked, name: str | None = None) -> Seated:
        """A new match, at which a player sits.

        Args:
            player: its id.
            asked: what it is to be.
            name: the same one makes the same match.

        Raises:
            BadOptions: there is no such game, no such option, or nobody can sit like that.
            BadSetup: that is no seed.
            Conflict: the player sits at too many tables already.
        """
        game = game_named(asked.game, self._games)
        options = game.options(asked.options)
        sitters = _sitters(asked, game.seats(options), player)
        seed = secrets.token_hex(16) if asked.seed is None else checked_seed(asked.seed)
        head = Head(
            asked.game, asked.options, seed, secrets.token_hex(16), asked.seed is not None,
            _new_code(), self.now, asked.is_public, asked.spectators, asked.move_seconds, sitters,
        )  # fmt: skip
        return self._keep(name or secrets.token_hex(16), head, player)

    def _keep(self, match_id: str, head: Head, player: str) -> Seated:
        table = Table.laid(match_id, head, self._games)
        change = self._change(table, table, {}, self.now, 0, [player])
        outcome = self._store.create(match_id, head.to_json(), change, self.now)
        if outcome == "too-many":
            raise Conflict("too-many-matches", "you sit at too many tables already")
        if outcome == "known":
            table = self.table(match_id)
        elif change.bots_due:
            self._call_bots(match_id, str(table.version))
        seat = table.seat_of(player)
        if seat is None:
            raise Conflict("seat-left", "you have left that table meanwhile")
        return Seated(table, seat, self.token(table, seat))

    def join(self, player: str, match_id: str, code: str | None) -> Seated:
        """Sit down at an open seat; who sits there already gets the token again.

        Raises:
            NoMatch: there is none.
            NotYours: the code isn't that of the match, which isn't public.
            Conflict: no seat is open, or the player sits at too many tables.
        """
        while True:
            table = self.table(match_id)
            seat = table.seat_of(player)
            if seat is not None:
                return Seated(table, seat, self.token(table, seat))
            known = code is not None and hmac.compare_digest(
                code.upper().encode(), table.head.code.encode()
            )
            if not known and not table.head.is_public:
                raise NotYours("that isn't the code of this table")
            if table.status == "over" or not table.open_seats:
                raise Conflict("no-seat", "no seat is open at this table")
            seat = table.open_seats[0]
            entry = {"do": JOIN, "seat": seat, "player": player}
            try:
                after = self._append(table, entry, [player, *table.players], joins=True)
            except Stale:
                continue  # Somebody else has sat down meanwhile.
            return Seated(after, seat, self.token(after, seat))

    def with_code(self, code: str) -> str:
        """The match that a code leads to.

        Raises:
            NoMatch: it leads to none.
        """
        found = self._store.with_code(code.upper()) if code.isascii() else None
        if found is None:
            raise NoMatch("that code leads to no table, or to one that has gone")
        return found

    def table(self, match_id: str) -> Table:
        """A match as it stands.

        Raises:
            NoMatch: there is none, or it has gone.
        """
        return self._read(match_id)[0]

    def _read(self, match_id: str) -> tuple[Table, int]:
        """A match as it stands, and its deadline."""
        with self._lock:
            table = self._tables.get(match_id)
        kept = self._store.read(match_id, table.version if table is not None else 0)
        if kept is None:
            with self._lock:
                self._tables.pop(match_id, None)
            raise NoMatch("there is no such match, or it has gone")
        if table is not None and kept.version < table.version:
            # A store that has lost its last second is right all the same.
            kept, table = self._store.read(match_id) or kept, None
        if table is None:
            table = Table.laid(match_id, Head.from_json(kept.head), self._games)
        table = table.after_all(kept.entries)
        self._remember(table)
        return table, kept.deadline

    def _remember(self, table: Table) -> None:
        with self._lock:
            self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            while len(self._tables) > _REMEMBERED:
                self._tables.popitem(last=False)

    def at_version(self, table: Table, version: int) -> Table:
        """A match as it was; the same if that is now."""
        if table.version == version:
            return table
        kept = self._store.read(table.id)
        if kept is None:
            raise NoMatch("there is no such match, or it has gone")
        return Table.laid(table.id, table.head, self._games).after_all(kept.entries[:version])

    def log(self, table: Table) -> list[str]:
        """A match that is over as lines for ``pyramid replay``."""
        kept = self._store.read(table.id)
        if kept is None:
            raise NoMatch("there is no such match, or it has gone")
        head = table.head
        match = Match(table.game, head.options, head.seed)
        if table.state is None:
            return []  # Nobody has played.
        for entry in kept.entries[: table.version]:
            if entry["do"] == ACT:
                match.act(entry["seat"], table.game.action_from_json(entry["action"]))
        return list(match.lines())

    def deadline(self, match_id: str) -> int:
        """Until when who has to act may think, in milliseconds since 1970; 0: for ever."""
        return self._read(match_id)[1]

    # Tokens.

    def token(self, table: Table, seat: int) -> str:
        """The token of a seat, for whoever sits there now."""
        return f"{table.id}.{seat}.{self._sign(table.id, seat, table.sitters[seat].player)}"

    def seat_with(self, token: str) -> tuple[str, int] | None:
        """The match and the seat that a token is for; None if for none."""
        match_id, _, rest = token.partition(".")
        number, _, signed = rest.partition(".")
        if len(number) != 1 or number not in "0123456789" or len(match_id) > 40:
            return None
        try:
            table = self.table(match_id)
        except NoMatch:
            return None
        seat = int(number)
        if seat >= len(table.sitters) or table.sitters[seat].kind != PLAYER:
            return None
        expected = self._sign(match_id, seat, table.sitters[seat].player)
        return (match_id, seat) if hmac.compare_digest(expected, signed) else None

    def _sign(self, match_id: str, seat: int, player: str) -> str:
        text = f"seat|{match_id}|{seat}|{player}".encode()
        return hmac.new(self._secret(), text, hashlib.sha256).hexdigest()[:40]

    # Playing.

    def act(
        self, match_id: str, seat: int, version: int, action: Json, key: str = "", digest: str = ""
    ) -> Acted:
        """Do something at a seat.

        Args:
            match_id: the match.
            seat: whose.
            version: that the player has seen.
            action: what.
            key: the same one is done once.
            digest: of the request, which the key stands for.

        Raises:
            BadAction: it is none of this game.
            IllegalAction: the rules forbid it.
            Stale: something else has happened since that version.
            Conflict: the key stands for another request, or the match isn't in play.
            NoMatch: there is none.
        """
        table, deadline = self._read(match_id)
        if key:
            before = self._store.done_before(match_id, key)
            if before is not None:
                return self._again(table, before, digest)
        if version != table.version:
            raise Stale(table.version)
        if table.status != "playing":
            text = "the match is over" if table.status == "over" else "a seat is still open"
            raise Conflict("not-playing", text)
        parsed = table.game.action_from_json(action)
        entry = {"do": ACT, "seat": seat, "action": table.game.action_to_json(parsed), "by": PLAYER}
        after = table.after(entry)
        change = self._change(table, after, entry, self.now, deadline, after.players)
        change = change._replace(key=key, digest=digest)
        what, number = self._store.append(match_id, table.head.code, change, self.now)
        if what == "again":
            return self._again(self.table(match_id), (number, digest), digest)
        if what == "reused":
            raise Conflict("key-reused", "that Idempotency-Key was sent with another action")
        if what != "done":
            raise Stale(number) if what == "stale" else NoMatch("the match has gone")
        self._done(after, change)
        return Acted(after, again=False)

    def _again(self, table: Table, before: tuple[int, str], digest: str) -> Acted:
        if before[1] != digest:
            raise Conflict("key-reused", "that Idempotency-Key was sent with another action")
        return Acted(self.at_version(table, before[0]), again=True)

    def leave(self, match_id: str, seat: int) -> Table:
        """Give a match up: a bot plays on, and a game that one can resign from is resigned.

        Raises:
            Conflict: it is over.
            NoMatch: there is none.
        """
        while True:
            table = self.table(match_id)
            if table.status == "over":
                raise Conflict("not-playing", "the match is over")
            sitter = table.sitters[seat]
            entry: dict[str, Any] = {"do": LEAVE, "seat": seat, "player": sitter.player}
            entry["level"] = default_level(table.head.game)
            if table.state is not None and _RESIGN in _legal(table, seat):
                entry = {"do": ACT, "seat": seat, "action": _RESIGN, "by": PLAYER}
            others = [player for player in table.players if player != sitter.player]
            try:
                return self._append(table, entry, [sitter.player, *others], leaves=True)
            except Stale:
                continue

    def _append(
        self,
        table: Table,
        entry: dict[str, Any],
        players: list[str],
        *,
        joins: bool = False,
        leaves: bool = False,
    ) -> Table:
        """The table after an entry that isn't a player's move."""
        _, deadline = self._read(table.id)
        after = table.after(entry)
        change = self._change(table, after, entry, self.now, deadline, players)
        change = change._replace(joins=joins, leaves=leaves)
        what, version = self._store.append(table.id, table.head.code, change, self.now)
        if what == "too-many":
            raise Conflict("too-many-matches", "you sit at too many tables already")
        if what == "gone":
            raise NoMatch("the match has gone")
        if what != "done":
            raise Stale(version)
        self._done(after, change)
        return after

    def _done(self, after: Table, change: Change) -> None:
        self._remember(after)
        if change.bots_due:
            self._call_bots(after.id, str(after.version))

    def _call_bots(self, match_id: str, occasion: str) -> None:
        """Have bots play, once for each occasion."""
        self._queue.put(
            BOTS_QUEUE,
            BOTS_JOB,
            [match_id],
            job_id=f"{BOTS_JOB}-{match_id}-{occasion}",
            seconds=_JOB_SECONDS,
            failed_seconds=_FAILED_SECONDS,
        )

    def _change(
        self,
        before: Table,
        after: Table,
        entry: dict[str, Any],
        now: int,
        deadline: int,
        players: list[str],
    ) -> Change:
        waiting = [seat for seat in after.to_act if after.sitters[seat].kind == PLAYER]
        until = 0
        if after.head.move_seconds and waiting:
            # Who hasn't passed yet, while others have, gets no more time for it.
            goes_on = after.to_act < before.to_act and len(before.to_act) > 1
            until = deadline if goes_on and deadline else now + 1000 * after.head.move_seconds
        return Change(
            version=before.version,
            entry=entry,
            status=after.status,
            bots_due=now + _OVERDUE_MILLISECONDS if after.bots_to_act else 0,
            deadline=until,
            is_open=after.is_open,
            players=players,
        )

    # Bots, and who is late.

    def let_play(self, match_id: str) -> None:
        """Let bots act until a player has to; they also act for who is late.

        Each step is a change like any other: where another worker does the same, one of them
        comes too late, and looks again.
        """
        end = self._clock() + _TURN_SECONDS
        while self._clock() < end:
            try:
                table, deadline = self._read(match_id)
            except NoMatch:
                self._store.not_due(match_id)
                return
            seats, by = table.bots_to_act, BOT
            if not seats and deadline and self.now >= deadline:
                seats, by = sorted(table.to_act), CLOCK
            if not seats:
                return
            with suppress(Stale, NoMatch):
                self._step(table, deadline, seats[0], by)
        self._call_bots(match_id, f"{table.version}-on")

    def _step(self, table: Table, deadline: int, seat: int, by: str) -> None:
        """One action of a bot."""
        level = table.sitters[seat].level or default_level(table.head.game)
        seed = bot_seed(f"{table.head.seed}|{table.head.salt}", 0, table.version, seat)
        choice = bot_named(table.head.game, level).choose(table.game.view(table.state, seat), seed)
        action = table.game.action_to_json(choice.action)
        entry = {"do": ACT, "seat": seat, "action": action, "by": by}
        after = table.after(entry)
        change = self._change(table, after, entry, self.now, deadline, after.players)
        what, version = self._store.append(table.id, table.head.code, change, self.now)
        if what != "done":
            raise Stale(version)
        self._remember(after)

    def mend(self) -> None:
        """Call bots again where they are overdue, and where a player's time has run out."""
        now = self.now
        until = now + _OVERDUE_MILLISECONDS
        for match_id in self._store.bots_due(now, until, _AT_ONCE):
            self._call_bots(match_id, f"overdue-{now}")
        for match_id in self._store.clocks_due(now, until, _AT_ONCE):
            self._call_bots(match_id, f"late-{now}")

    # Lists.

    def of_player(
        self, player: str, before: tuple[int, str] | None, most: int
    ) -> list[tuple[Table, int]]:
        """A player's matches, the one with the latest change first, and when that was."""
        return self._those(self._store.of_player(player, before, most))

    def open_tables(self, before: tuple[int, str] | None, most: int) -> list[tuple[Table, int]]:
        """Matches that anybody may join, the newest first, and since when."""
        return self._those(self._store.open_tables(before, most))

    def _those(self, found: list[tuple[str, int]]) -> list[tuple[Table, int]]:
        tables = []
        for match_id, when in found:
            try:
                tables.append((self.table(match_id), when))
            except NoMatch:
                self._store.close(match_id)
        return tables


_RESIGN = {"resign": True}


def _legal(table: Table, seat: int) -> list[Json]:
    game = table.game
    return [game.action_to_json(action) for action in game.legal(table.state, seat)]


def _sitters(asked: Asked, seats: int, player: str) -> tuple[Sitter, ...]:
    """Who sits where."""
    kinds = asked.seats or ["you", *["open"] * (seats - 1)]
    if len(kinds) != seats:
        raise BadOptions(f"seats: {len(kinds)} are told, {asked.game} has {seats} here")
    if kinds.count("you") != 1:
        raise BadOptions("seats: one of them is you")
    known = levels_of(asked.game)
    made = []
    for kind in kinds:
        if kind == "you":
            made.append(Sitter(PLAYER, "", player))
        elif kind == "open":
            made.append(Sitter(OPEN))
        elif kind in known:
            made.append(Sitter(BOT, kind))
        else:
            raise BadOptions(f"seats: say you, open, or a bot: {', '.join(known)}")
    return tuple(made)


def _new_code() -> str:
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))


def commitment_of(head: Head) -> str:
    """What is told of a match's seed before it begins."""
    return commitment(head.game, head.seed, head.salt)

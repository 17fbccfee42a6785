"""Making, finding and joining matches."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import cache
from typing import Any, NamedTuple

from games.bots.registry import RANDOM, default_level, levels_of
from games.errors import BadOptions
from games.registry import game_named
from games.setups import checked_seed
from service.dailies import Dailies, Slot
from service.errors import Conflict, NoMatch, NotYours, Stale
from service.matches.logbook import Logbook
from service.matches.tables import BOT, JOIN, OPEN, PLAYER, Head, Sitter, Table

__all__ = ["Asked", "Seated", "Seating"]

# What is played every day.
_OF_DAILIES = "pyramid"
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 8
_SIGNED = 40
# Entries of a log before the game has begun.
_COMING_AND_GOING = 200


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
        slot: the daily that is to be played; None: none.
    """

    game: str
    options: dict[str, Any]
    seats: list[str] | None = None
    is_public: bool = False
    spectators: bool = True
    move_seconds: int = 0
    seed: str | None = None
    slot: Slot | None = None


class Seated(NamedTuple):
    """A table, the seat that somebody has there, and the token for it."""

    table: Table
    seat: int
    token: str


class Seating:
    """Who sits where.

    Args:
        book: of the matches.
        dailies: that may be played; their secret is what tokens are derived from.
    """

    def __init__(self, book: Logbook, dailies: Dailies) -> None:
        self._book = book
        self._dailies = dailies
        self._secret = cache(dailies.secret)

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
            NotYet, NoDaily, NotMade: there is no such daily.
        """
        game = game_named(asked.game, self._book.games)
        given = asked.options if asked.slot is None else self._of_daily(asked, asked.slot)
        if asked.move_seconds and default_level(asked.game) == RANDOM:
            raise BadOptions(f"move_seconds: {asked.game} has no bot that could act in time")
        sitters = _sitters(asked, game.seats(game.options(given)), player)
        head = Head(
            game=asked.game,
            options=given,
            seed=secrets.token_hex(16) if asked.seed is None else checked_seed(asked.seed),
            salt=secrets.token_hex(16),
            seed_is_told=asked.seed is not None,
            code=_new_code(),
            created=self._book.now,
            is_public=asked.is_public,
            spectators=asked.spectators,
            move_seconds=asked.move_seconds,
            sitters=sitters,
            slot="" if asked.slot is None else str(asked.slot),
        )
        return self._begin(name or secrets.token_hex(16), head, player)

    def _of_daily(self, asked: Asked, slot: Slot) -> dict[str, Any]:
        """The options of a daily."""
        if asked.game != _OF_DAILIES:
            raise BadOptions(f"dailies are games of {_OF_DAILIES}, not of {asked.game}")
        if asked.seed is not None or {"rules", "deal"} & asked.options.keys():
            raise BadOptions("a daily has rules, a deal and a seed of its own")
        deal = str(self._dailies.get(slot)["deal"])
        return {**asked.options, "rules": slot.rules, "deal": deal}

    def join(self, player: str, match_id: str, code: str | None) -> Seated:
        """Sit down at an open seat; who sits there already gets the token again.

        Raises:
            NoMatch: there is none.
            NotYours: the code isn't that of the match, which isn't public.
            Conflict: no seat is open, or the player sits at too many tables.
        """
        table = self._book.table(match_id)
        given, known = (code or "").upper().encode(), table.head.code.encode()
        may = table.head.is_public or hmac.compare_digest(given, known)
        if not may and table.seat_of(player) is None:
            raise NotYours("that isn't the code of this table")
        return self._sit(player, match_id)

    def again(self, player: str, match_id: str) -> Seated:
        """The seat that a player has, with its token.

        Raises:
            NoMatch: the match has gone.
            NotYours: the player doesn't sit there any more.
        """
        table = self._book.table(match_id)
        seat = table.seat_of(player)
        if seat is None:
            raise NotYours("you don't sit at that table any more")
        return self._seated(table, seat)

    def rematch(self, player: str, match_id: str) -> Seated:
        """Another match of those who sat at one: the first who asks makes it, the others join.

        Raises:
            NoMatch: there is none.
            NotYours: the player doesn't sit there.
            Conflict: it isn't over, or the player sits at too many tables.
        """
        table = self._book.table(match_id)
        seat = table.seat_of(player)
        if seat is None:
            raise NotYours("you don't sit at that table")
        if table.status != "over":
            raise Conflict("not-over", "the match isn't over")
        again = match_id
        while True:
            again = hashlib.sha256(f"rematch|{again}".encode()).hexdigest()[:32]
            try:
                kept = self._book.table(again)
            except NoMatch:
                break  # This one is the first.
            if kept.status != "over" or kept.state is not None:
                return self._sit(player, again, seat)
            # Whoever made it has left before it began: that is no rematch.
        sitters = [Sitter(OPEN) if each.kind == PLAYER else each for each in table.head.sitters]
        sitters[seat] = Sitter(PLAYER, "", player)
        head = table.head._replace(
            seed=secrets.token_hex(16),
            salt=secrets.token_hex(16),
            seed_is_told=False,
            code=_new_code(),
            created=self._book.now,
            is_public=False,
            sitters=tuple(sitters),
            before=match_id,
        )
        return self._begin(again, head, player, seat)

    def _begin(self, match_id: str, head: Head, player: str, wanted: int = 0) -> Seated:
        table = self._book.begin(match_id, head, player)
        if table is None:
            return self._sit(player, match_id, wanted)
        seat = table.seat_of(player)
        assert seat is not None
        return self._seated(table, seat)

    def _sit(self, player: str, match_id: str, wanted: int = 0) -> Seated:
        """Sit down, at the seat that is wanted if it is open."""
        while True:
            page = self._book.read(match_id)
            table = page.table
            seat = table.seat_of(player)
            if seat is not None:
                return self._seated(table, seat)
            if table.status == "over" or not table.open_seats:
                raise Conflict("no-seat", "no seat is open at this table")
            if table.version >= _COMING_AND_GOING:
                raise Conflict("no-seat", "too many have come and gone at this table")
            seat = wanted if wanted in table.open_seats else table.open_seats[0]
            those = [player, *table.players]
            try:
                after = self._book.write(
                    page, JOIN, seat, players=those, joins=True, player=player
                ).table
            except Stale:
                continue  # Somebody else has sat down meanwhile.
            return self._seated(after, seat)

    # Tokens.

    def _seated(self, table: Table, seat: int) -> Seated:
        signed = self._sign(table.id, seat, table.sitters[seat].player)
        return Seated(table, seat, f"{table.id}.{seat}.{signed}")

    def seat_with(self, token: str) -> tuple[str, int | None] | None:
        """The match and the seat that a token is for; None if for none.

        Of a seat that was given up it is none: what is left is to watch.
        """
        match_id, _, rest = token.partition(".")
        number, _, signed = rest.partition(".")
        if not (token.isascii() and match_id.isalnum() and len(number) == 1 and number.isdigit()):
            return None
        try:
            table = self._book.table(match_id)
        except NoMatch:
            return None
        seat = int(number)
        if seat >= len(table.sitters) or not table.sitters[seat].player:
            return None
        sitter = table.sitters[seat]
        expected = self._sign(match_id, seat, sitter.player)
        if not hmac.compare_digest(expected, signed):
            return None
        return match_id, seat if sitter.kind == PLAYER else None

    def _sign(self, match_id: str, seat: int, player: str) -> str:
        text = f"seat|{match_id}|{seat}|{player}".encode()
        return hmac.new(self._secret(), text, hashlib.sha256).hexdigest()[:_SIGNED]


def _sitters(asked: Asked, seats: int, player: str) -> tuple[Sitter, ...]:
    """Who sits where."""
    kinds = asked.seats or ["you", *["open"] * (seats - 1)]
    if len(kinds) != seats:
        raise BadOptions(f"seats: {len(kinds)} are told, {asked.game} has {seats} here")
    if kinds.count("you") != 1:
        raise BadOptions("seats: one of them is you")
    known = levels_of(asked.game)
    sitters = {"you": Sitter(PLAYER, "", player), "open": Sitter(OPEN)}
    sitters |= {level: Sitter(BOT, level) for level in known}
    unknown = [kind for kind in kinds if kind not in sitters]
    if unknown:
        raise BadOptions(f"seats: say you, open, or a bot: {', '.join(known)}")
    return tuple(sitters[kind] for kind in kinds)


def _new_code() -> str:
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))

"""Making, finding and joining matches."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple, Self

from games.bots.registry import RANDOM, default_level, levels_of
from games.errors import BadOptions
from games.registry import game_named
from games.setups import checked_seed
from service.dailies import Dailies, Slot
from service.errors import BadAttempt, Conflict, NoMatch, NotYours, Stale
from service.matches.codes import new_code
from service.matches.logbook import Logbook, Page
from service.matches.playing import Playing
from service.matches.tables import BOT, JOIN, OPEN, PLAYER, Head, Sitter, Table
from service.players import Players

__all__ = ["Asked", "SeatToken", "Seated", "Seating"]

# What is played every day.
_OF_DAILIES = "pyramid"
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
    """A match, the seat that somebody has there, and the token for it."""

    page: Page
    seat: int
    token: str


class SeatToken(NamedTuple):
    """What a seat's token says; whether that is true is another question."""

    match_id: str
    seat: int
    signed: str

    @classmethod
    def read(cls, text: str) -> Self | None:
        """One as text; None if it has another form."""
        match_id, _, rest = text.partition(".")
        number, _, signed = rest.partition(".")
        fits = text.isascii() and match_id.isalnum() and len(number) == 1 and number.isdigit()
        return cls(match_id, int(number), signed) if fits else None

    def __str__(self) -> str:
        return f"{self.match_id}.{self.seat}.{self.signed}"


class Seating:
    """Who sits where.

    Args:
        book: of the matches.
        dailies: that may be played; their secret is what tokens are derived from.
        players: who sit down.
        playing: how they get up again.
    """

    def __init__(self, book: Logbook, dailies: Dailies, players: Players, playing: Playing) -> None:
        self._book = book
        self._players = players
        self._playing = playing
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
            BadAttempt: the player has gone.
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
            code=new_code(),
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
            BadAttempt: the player has gone.
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
        page = self._book.read(match_id)
        seat = page.table.seat_of(player)
        if seat is None:
            raise NotYours("you don't sit at that table any more")
        return self._seated(page, seat)

    def rematch(self, player: str, match_id: str) -> Seated:
        """Another match of those who sat at one: the first who asks makes it, the others join.

        Raises:
            NoMatch: there is none.
            NotYours: the player doesn't sit there.
            Conflict: it isn't over, or the player sits at too many tables.
            BadAttempt: the player has gone.
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
            code=new_code(),
            created=self._book.now,
            is_public=False,
            sitters=tuple(sitters),
            before=match_id,
        )
        return self._begin(again, head, player, seat)

    def _begin(self, match_id: str, head: Head, player: str, wanted: int = 0) -> Seated:
        page = self._book.begin(match_id, head, player)
        if page is None:
            return self._sit(player, match_id, wanted)
        seat = page.table.seat_of(player)
        assert seat is not None
        return self._still_there(page, seat)

    def _sit(self, player: str, match_id: str, wanted: int = 0) -> Seated:
        """Sit down, at the seat that is wanted if it is open."""
        while True:
            page = self._book.read(match_id)
            table = page.table
            seat = table.seat_of(player)
            if seat is not None:
                return self._seated(page, seat)
            if table.status == "over" or not table.open_seats:
                raise Conflict("no-seat", "no seat is open at this table")
            if table.version >= _COMING_AND_GOING:
                raise Conflict("no-seat", "too many have come and gone at this table")
            seat = wanted if wanted in table.open_seats else table.open_seats[0]
            those = [player, *table.players]
            try:
                after = self._book.write(
                    page, JOIN, seat, players=those, joins=True, player=player
                ).page
            except Stale:
                continue  # Somebody else has sat down meanwhile.
            return self._still_there(after, seat)

    def _still_there(self, page: Page, seat: int) -> Seated:
        """The seat of who has just sat down.

        Raises:
            BadAttempt: the account was deleted before it was known that it sits here.
        """
        if self._players.with_id(page.table.sitters[seat].player) is None:
            with suppress(Conflict, NoMatch):
                self._playing.leave(page.table.id, seat)
            raise BadAttempt("no-player", "the account was deleted meanwhile")
        return self._seated(page, seat)

    # Tokens.

    def _seated(self, page: Page, seat: int) -> Seated:
        table = page.table
        signed = self._sign(table.id, seat, table.sitters[seat].player)
        return Seated(page, seat, str(SeatToken(table.id, seat, signed)))

    def player_of(self, token: SeatToken, table: Table) -> str | None:
        """Who a token was made for: they sit at its seat, or have given it up; None: nobody."""
        fits: list[str] = [
            player
            for player in table.known_at(token.seat)
            if hmac.compare_digest(self._sign(table.id, token.seat, player), token.signed)
        ]
        return fits[0] if fits else None

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

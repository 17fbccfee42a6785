"""A table: what a match's head and log say, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, Self

from games.events import Event, Json
from games.protocol import Game

__all__ = [
    "ACT",
    "BOT",
    "CLOCK",
    "HINT",
    "JOIN",
    "LEAVE",
    "LONGEST_MOVE",
    "OPEN",
    "PLAYER",
    "TRIED",
    "Games",
    "Head",
    "Sitter",
    "Table",
]

Games = Mapping[str, Game[Any, Any, Any]]

#: Who sits at a seat.
PLAYER, BOT, OPEN = "player", "bot", "open"
#: Who acts for a player whose time has run out.
CLOCK = "clock"
#: What an entry of the log tells of.
JOIN, ACT, LEAVE, HINT, TRIED = "join", "act", "leave", "hint", "tried"

#: Seconds that a move may have at most, where moves have a time.
LONGEST_MOVE = 604_800

Status = Literal["waiting", "playing", "over"]


class Sitter(NamedTuple):
    """Who sits at a seat.

    Attributes:
        kind: ``player``, ``bot`` or ``open``.
        level: of a bot.
        player: id of a player; it stays when a bot plays on in the player's stead.
    """

    kind: str
    level: str = ""
    player: str = ""


class Head(NamedTuple):
    """What a match is begun with.

    Attributes:
        game: its name; options: those that were given.
        seed, salt: what the cards come from; told once the game is over.
        seed_is_told: whether the seed was chosen by who has made the match.
        code: that leads to it.
        created: in milliseconds since 1970.
        is_public: whether anybody may find and join it.
        spectators: whether anybody may watch.
        move_seconds: for each move; 0: any time.
        sitters: who sits there, or may.
        slot: the daily that is played; empty: none.
        before: the match that this one is the rematch of.
    """

    game: str
    options: dict[str, Any]
    seed: str
    salt: str
    seed_is_told: bool
    code: str
    created: int
    is_public: bool
    spectators: bool
    move_seconds: int
    sitters: tuple[Sitter, ...]
    slot: str = ""
    before: str = ""

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {**self._asdict(), "sitters": [list(sitter) for sitter in self.sitters]}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Self:
        """The other way round."""
        return cls(**{**given, "sitters": tuple(Sitter(*each) for each in given["sitters"])})


class Table(NamedTuple):
    """A match at one moment; each entry of the log makes another one.

    Attributes:
        id: of the match.
        head: what it was begun with.
        game: its rules.
        version: how many entries there were.
        sitters: who sits there.
        state: of the game; None before it has begun.
        told: what has happened: versions and the events that came of them.
        helped: seats that have asked for a hint.
        last: the last entry of the log; None if there is none.
        tried: what the game has brought on the board of its daily; None before that is known.
        gone: who has left before the game began, and which seats.
    """

    id: str
    head: Head
    game: Game[Any, Any, Any]
    version: int
    sitters: tuple[Sitter, ...]
    state: Any
    told: tuple[tuple[int, tuple[Event, ...]], ...]
    helped: frozenset[int] = frozenset()
    last: Mapping[str, Any] | None = None
    tried: dict[str, Any] | None = None
    gone: tuple[tuple[int, str], ...] = ()

    @classmethod
    def laid(cls, match_id: str, head: Head, games: Games) -> Self:
        """The table before the first entry."""
        table = cls(match_id, head, games[head.game], 0, head.sitters, None, ())
        return table._begun()

    def after_all(self, entries: Iterable[Mapping[str, Any]]) -> Self:
        """The table after some more entries."""
        table = self
        for entry in entries:
            table = table.after(entry)
        return table

    def after(self, entry: Mapping[str, Any]) -> Self:
        """The table after one more entry.

        Raises:
            IllegalAction: the rules forbid it.
        """
        what, seat = entry["do"], entry["seat"]
        table = self._replace(version=self.version + 1, last=entry)
        if what == JOIN:
            return table._seated(seat, Sitter(PLAYER, "", entry["player"]))._begun()
        if what == LEAVE and self.state is None:
            gone = (*self.gone, (seat, entry["player"]))
            return table._replace(gone=gone)._seated(seat, Sitter(OPEN))
        if what == LEAVE:
            return table._seated(seat, Sitter(BOT, entry["level"], entry["player"]))
        if what == HINT:
            return table._replace(helped=self.helped | {seat})
        if what == TRIED:
            return table._replace(tried=entry["found"])
        state = self.game.apply(self.state, seat, self.game.action_from_json(entry["action"]))
        return table._happened(state)

    def _seated(self, seat: int, sitter: Sitter) -> Self:
        return self._replace(sitters=(*self.sitters[:seat], sitter, *self.sitters[seat + 1 :]))

    def _begun(self) -> Self:
        """The first deal, once all seats are taken."""
        if any(sitter.kind == OPEN for sitter in self.sitters):
            return self
        options = self.game.options(self.head.options)
        return self._happened(self.game.start(options, self.head.seed))

    def _happened(self, state: Any) -> Self:
        told = (*self.told, (self.version, self.game.events(state)))
        return self._replace(state=state, told=told)

    @property
    def changed(self) -> int:
        """When the last entry was made, in milliseconds since 1970."""
        return self.head.created if self.last is None else int(self.last["at"])

    @property
    def is_deserted(self) -> bool:
        """Whether no player is left."""
        return all(sitter.kind != PLAYER for sitter in self.sitters)

    @property
    def status(self) -> Status:
        """``waiting`` for players, ``playing``, or ``over``: at the end, or deserted."""
        if self.is_deserted or (self.state is not None and self.game.result(self.state)):
            return "over"
        return "waiting" if self.state is None else "playing"

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that the game waits for."""
        return self.game.to_act(self.state) if self.status == "playing" else frozenset()

    @property
    def bots_to_act(self) -> list[int]:
        """Those of them where bots sit."""
        return sorted(seat for seat in self.to_act if self.sitters[seat].kind == BOT)

    @property
    def players(self) -> list[str]:
        """The ids of those who sit there."""
        return [sitter.player for sitter in self.sitters if sitter.kind == PLAYER]

    @property
    def open_seats(self) -> list[int]:
        """Those where nobody sits."""
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.kind == OPEN]

    @property
    def is_open(self) -> bool:
        """Whether anybody may find and join it."""
        return self.head.is_public and self.status == "waiting" and bool(self.open_seats)

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        return self._seat_with(PLAYER, player)

    def left_by(self, player: str) -> int | None:
        """The seat that a player has given up: a bot plays on, or it is open again."""
        played_on = self._seat_with(BOT, player)
        left = (seat for seat, who in reversed(self.gone) if who == player)
        return next(left, None) if played_on is None else played_on

    def known_at(self, seat: int) -> list[str]:
        """Players who sit at a seat, or have given it up."""
        here = [each.player for each in self.sitters[seat : seat + 1] if each.player]
        return here + [who for at, who in self.gone if at == seat]

    def _seat_with(self, kind: str, player: str) -> int | None:
        sought = (kind, player)
        seats = (at for at, each in enumerate(self.sitters) if (each.kind, each.player) == sought)
        return next(seats, None)

    def all_events(self) -> list[dict[str, Json]]:
        """Everything that has happened, for when the match is over."""
        return [
            {**each.seen_by_all(), "version": version}
            for version, events in self.told
            for each in events
        ]

    def events(self, seat: int | None, since: int, most: int) -> list[dict[str, Json]]:
        """What has happened after a version, as a seat sees it: the latest of it."""
        found: list[dict[str, Json]] = []
        for version, events in reversed(self.told):
            if version <= since or len(found) >= most:
                break
            found += [{**each.seen_by(seat), "version": version} for each in reversed(events)]
        return found[::-1]

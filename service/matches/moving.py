"""Matches that come from elsewhere: all that they say is checked before any of it is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from games.bots.registry import levels_of
from games.errors import GameError
from games.pyramid import PYRAMID
from games.setups import checked_seed
from service.dailies import Slot
from service.errors import BadInput
from service.ids import ID
from service.matches.codes import is_code
from service.matches.tables import (
    ACT,
    BOT,
    HINT,
    JOIN,
    LEAVE,
    LONGEST_MOVE,
    OPEN,
    PLAYER,
    TRIED,
    Games,
    Head,
    Sitter,
    Table,
)

__all__ = ["checked"]

_PLAYER_ID = re.compile("[0-9a-f]{16}", re.ASCII)
# The year 9999.
_LAST = 253_402_300_799_000


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Entry(_Strict):
    at: int = Field(ge=0, le=_LAST)
    seat: int = Field(ge=0, le=9)


class _Join(_Entry):
    do: Literal["join"]
    player: str


class _Act(_Entry):
    do: Literal["act"]
    action: dict[str, Any]
    by: Literal["player", "bot", "clock"]


class _Leave(_Entry):
    do: Literal["leave"]
    player: str
    level: str


class _Hint(_Entry):
    do: Literal["hint"]


class _Found(_Strict):
    counted: bool
    reason: str | None = None
    moves: int | None = None
    seconds: float | None = None
    is_best: bool | None = None
    rank: int | None = None
    players: int | None = None


class _Tried(_Entry):
    do: Literal["tried"]
    found: _Found


class _Record(_Strict):
    id: str = Field(pattern=f"^{ID}$")
    head: Any
    entries: list[Annotated[_Join | _Act | _Leave | _Hint | _Tried, Field(discriminator="do")]]


_HEAD = TypeAdapter(Head)


def checked(text: str, games: Games) -> tuple[Table, list[dict[str, Any]]]:
    """A match that was exported, as its log makes it, and that log.

    Raises:
        BadInput: it is none, or tells what can't have been.
    """
    try:
        record = _Record.model_validate_json(text)
        # Lists stand for tuples in JSON, which is why it is text once more.
        head = _HEAD.validate_json(TypeAdapter(Any).dump_json(record.head), strict=True)
        table = Table.laid(record.id, _plausible(head, games), games)
        entries = [entry.model_dump(exclude_unset=True) for entry in record.entries]
        for entry in entries:
            _refuse_impossible(entry, table)
            table = table.after(entry)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BadInput(f"that is no match that was exported: {where}: {first['msg']}") from None
    except (ValueError, GameError) as error:
        raise BadInput(f"that is no match that was exported: {error}") from None
    return table, entries


def _plausible(head: Head, games: Games) -> Head:
    """A head that the service itself might have made.

    Raises:
        ValueError, GameError: it isn't.
    """
    game = games.get(head.game)
    if game is None:
        raise ValueError(f"head.game: there is no {head.game}")
    seats = game.seats(game.options(head.options))
    if len(head.sitters) != seats:
        raise ValueError(f"head.sitters: {len(head.sitters)} for {seats} seats")
    levels = levels_of(head.game)
    for seat, sitter in enumerate(head.sitters):
        if not _is_possible(sitter, levels):
            raise ValueError(f"head.sitters: nobody sits like that at seat {seat}")
    checked_seed(head.seed)
    if not 0 <= head.created <= _LAST or not 0 <= head.move_seconds <= LONGEST_MOVE:
        raise ValueError("head: created or move_seconds is out of range")
    if not is_code(head.code):
        raise ValueError("head.code: it has another form")
    if head.before and not re.fullmatch(ID, head.before):
        raise ValueError("head.before: it is no id")
    players = [sitter.player for sitter in head.sitters if sitter.player]
    if len(set(players)) != len(players):
        raise ValueError("head.sitters: nobody sits at two seats")
    if head.slot:
        Slot.parse(head.slot)
        if head.game != PYRAMID.name or not {"rules", "deal"} <= head.options.keys():
            raise ValueError("head.slot: dailies are games of pyramid, with rules and a deal")
    return head


def _is_possible(sitter: Sitter, levels: tuple[str, ...]) -> bool:
    if sitter.kind == PLAYER:
        return not sitter.level and _PLAYER_ID.fullmatch(sitter.player) is not None
    if sitter.kind == BOT:
        return sitter.level in levels and not sitter.player
    return sitter == Sitter(OPEN)


def _refuse_impossible(entry: Mapping[str, Any], table: Table) -> None:
    """What the rules of the game don't forbid; those are for the game.

    Raises:
        ValueError: it can't have been.
    """
    what, seat = entry["do"], entry["seat"]
    where = f"entries.{table.version}"
    if seat >= len(table.sitters):
        raise ValueError(f"{where}: there is no seat {seat}")
    sitter = table.sitters[seat]
    if what == JOIN:
        who = entry["player"]
        fine = sitter.kind == OPEN and _PLAYER_ID.fullmatch(who) is not None
        fine = fine and table.seat_of(who) is None
    elif what == LEAVE:
        fine = sitter == Sitter(PLAYER, "", entry["player"]) and (
            entry["level"] in levels_of(table.head.game)
        )
    elif what == ACT:
        fine = table.status == "playing"
    elif what == HINT:
        fine = table.status == "playing" and sitter.kind == PLAYER
    else:
        fine = what == TRIED and table.status == "over" and bool(table.head.slot)
    if not fine:
        raise ValueError(f"{where}: {what} can't be at seat {seat} then")

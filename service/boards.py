"""Hands that tournaments bring along: JSON lines, one deal a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from games.arena import Board
from games.cards import Hand
from games.errors import BadAction, BadSetup
from games.jsons import cards_from_json
from games.protocol import Setup
from games.registry import game_named
from service.errors import BadInput
from solver.errors import shorten

__all__ = ["read_boards", "seeded_boards"]


def seeded_boards(
    game: str, options: Mapping[str, object], seeds: Iterable[int], dealer: int | None
) -> tuple[Board, ...]:
    """A board for each seed.

    Raises:
        BadOptions: there is no such game, or it has no such options.
        BadSetup: there is no such dealer.
    """
    boards = tuple(Board(str(seed), Setup(dealer=dealer)) for seed in seeds)
    _try(game, options, boards[0])
    return boards


def read_boards(
    source: str,
    lines: Iterable[tuple[int, str]],
    game: str,
    options: Mapping[str, object],
    seed: int,
    dealer: int | None,
) -> tuple[Board, ...]:
    """A board for each line that isn't empty, its seed one higher each time.

    Args:
        source: the name of the file.
        lines: its lines and their numbers.
        game: which game.
        options: how it is played.
        seed: of the first board; deals that follow its own come from it.
        dealer: who deals first where the line doesn't say it.

    Raises:
        BadInput: a line can't be read, or its deal can't be had; which one is told.
        BadOptions: there is no such game, or it has no such options.
    """
    boards: list[Board] = []
    for number, line in lines:
        if not line.strip():
            continue
        try:
            board = Board(str(seed + len(boards)), _setup(line, dealer))
            _try(game, options, board)
        except (BadSetup, BadAction) as error:
            raise BadInput(f"{source}, line {number}: {error}") from None
        boards.append(board)
    if not boards:
        raise BadInput(f"{source}: no deal in it")
    return tuple(boards)


def _try(name: str, options: Mapping[str, object], board: Board) -> None:
    game = game_named(name)
    game.start(game.options(options), board.seed, board.setup)


def _setup(line: str, dealer: int | None) -> Setup:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise BadSetup(f"not JSON: {shorten(line.strip())}") from None
    if not isinstance(found, dict) or not set(found) <= {"dealer", "hands"}:
        raise BadSetup('a deal is {"dealer": ..., "hands": [[...], ...]}')
    hands = found.get("hands")
    if not isinstance(hands, list):
        raise BadSetup("hands are a list of lists of cards, by seat")
    named = found.get("dealer", dealer)
    if named is not None and type(named) is not int:
        raise BadSetup("a dealer is a seat's number")
    dealt: tuple[Hand, ...] = tuple(map(cards_from_json, hands))
    return Setup((dealt,), named)

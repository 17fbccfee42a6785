"""Moves and their notation: ``draw``, ``recycle``, ``KS``, ``4S+9H``, ``cell 9H``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from solver.cards import Card, parse_card
from solver.errors import BadCard, BadMove, shorten

__all__ = ["DRAW", "RECYCLE", "Move", "parse_each", "parse_move", "parse_moves"]


class Move(NamedTuple):
    """One move: ``kind`` is ``draw``, ``recycle``, ``remove`` or ``cell``.

    ``cards`` holds nothing, the card put into a cell, or the one or two cards
    removed; a pair is kept in rank order, so both ways to write it are equal.
    """

    kind: str
    cards: tuple[Card, ...] = ()

    @staticmethod
    def remove(*cards: Card) -> Move:
        """The removal of one card or of a pair."""
        if len(cards) == 2 and cards[1] < cards[0]:
            cards = cards[::-1]
        return Move("remove", cards)

    @staticmethod
    def cell(card: Card) -> Move:
        """The move of an available card into a free cell."""
        return Move("cell", (card,))

    def __str__(self) -> str:
        if self.kind == "remove":
            return "+".join(map(str, self.cards))
        if self.kind == "cell":
            return f"cell {self.cards[0]}"
        return self.kind


DRAW = Move("draw")
RECYCLE = Move("recycle")


def parse_move(text: str) -> Move:
    """Read one move.

    Raises:
        BadMove: the text is not a move.
    """
    word = text.strip()
    lower = word.lower()
    if lower == "draw":
        return DRAW
    if lower == "recycle":
        return RECYCLE
    try:
        if lower.startswith("cell "):
            return Move.cell(parse_card(word[5:]))
        cards = [parse_card(part) for part in word.split("+")]
    except BadCard:
        cards = []
    if not 1 <= len(cards) <= 2:
        raise BadMove(f"{shorten(text)} is not a move: write draw, recycle, KS, 4S+9H or cell 9H")
    if len(set(cards)) != len(cards):
        raise BadMove(f"{shorten(text)} names one card twice")
    return Move.remove(*cards)


def parse_each(texts: Iterable[str]) -> list[Move]:
    """Read moves that stand apart already.

    Raises:
        BadMove: one can't be read; the error names its number.
    """
    moves: list[Move] = []
    for text in texts:
        try:
            moves.append(parse_move(text))
        except BadMove as error:
            raise BadMove(f"move {len(moves) + 1}: {error}") from None
    return moves


def parse_moves(text: str) -> list[Move]:
    """Read a list of moves, separated by commas, semicolons or line ends.

    A line may start with a number and a dot, and may hold several moves separated by
    white space; ``cell`` takes the card that follows it. ``#`` starts a comment.

    Raises:
        BadMove: a move can't be read; the error names its number.
    """
    words: list[str] = []
    for raw in text.splitlines():
        line = raw.partition("#")[0]
        words += line.replace(",", " ").replace(";", " ").split()
    written: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word.rstrip(".)").isdecimal() and word != word.rstrip(".)"):
            continue
        if word.lower() == "cell" and at < len(words):
            word = f"cell {words[at]}"
            at += 1
        written.append(word)
    return parse_each(written)

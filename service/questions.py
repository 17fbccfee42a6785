"""One question about a position, under a name that is the same however it is asked.

Suits don't matter to any rules. So an answer is kept for the *shape* of a question, which
has ranks only, and its moves name cards by their places: whoever asks about a deal that
differs in suits only gets the same answer with cards of their own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property

from solver.batch import deal_text
from solver.moves import Move
from solver.position import Position
from solver.result import Limits

__all__ = [
    "MOVES",
    "WINNABLE_ONLY",
    "Ask",
    "limits_from_record",
    "limits_to_record",
    "line_from_places",
    "line_to_places",
]

#: What may be asked: how few moves, or only whether it can be won.
MOVES, WINNABLE_ONLY = "moves", "winnable"

_SUIT = re.compile(r"(?<=[A2-9TJQK])[CDHS]'?")
_DIGITS = 40


@dataclass(frozen=True)
class Ask:
    """A position and a question about it.

    Attributes:
        position: any moment of a game; its rules are part of the question.
        winnable_only: only whether it can be won.
    """

    position: Position
    winnable_only: bool = False

    @property
    def question(self) -> str:
        """``moves`` or ``winnable``."""
        return WINNABLE_ONLY if self.winnable_only else MOVES

    @cached_property
    def text(self) -> str:
        """The deal or position, written in the one canonical way."""
        return deal_text(self.position, self.position.rules)

    @cached_property
    def id(self) -> str:
        """A digest of deal, rules and question, in hex."""
        return _digest(self.text, self.position.rules.name, self.question)

    @cached_property
    def shape(self) -> str:
        """The same for all deals that differ in suits only."""
        return _digest(_SUIT.sub("", self.text), self.position.rules.name, self.question)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:_DIGITS]


def line_to_places(position: Position, line: Iterable[Move]) -> list[str]:
    """Moves with each card named by its place among the position's cards.

    ``draw``, ``recycle``, ``12`` for a lone card, ``3+40`` for a pair, ``cell 7``.
    """
    places = {card: str(place) for place, card in enumerate(position.cards())}
    written = []
    for move in line:
        cards = "+".join(places[card] for card in move.cards)
        written.append(cards if move.kind == "remove" else f"{move.kind} {cards}".rstrip())
    return written


def line_from_places(position: Position, written: Iterable[str]) -> list[Move]:
    """The moves that :func:`line_to_places` has written, with this position's cards."""
    cards = tuple(position.cards())
    line = []
    for text in written:
        kind, _, places = text.partition(" ")
        if kind in ("draw", "recycle", "cell"):
            line.append(Move(kind, (cards[int(places)],) if places else ()))
        else:
            line.append(Move.remove(*(cards[int(place)] for place in text.split("+"))))
    return line


def limits_to_record(limits: Limits) -> dict[str, float]:
    """The limits that there are, by name, for the store."""
    return {name: value for name, value in asdict(limits).items() if value is not None}


def limits_from_record(record: Mapping[str, float]) -> Limits:
    """The limits that :func:`limits_to_record` has written."""
    return Limits(
        nodes=int(record["nodes"]) if "nodes" in record else None,
        seconds=record.get("seconds"),
        memory=int(record["memory"]),
    )

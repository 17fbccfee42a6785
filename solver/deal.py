"""Deals: 52 cards in dealing order, read and written in every notation."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from solver.cards import PACK, Card, format_cards, split_cards
from solver.errors import BadDeal, shorten
from solver.position import Position
from solver.rules import Rules
from solver.shuffle import MAX_SEED, MS_MAX, PYSOL_MAX, ms_shuffle, pysol_shuffle, seeded_shuffle

__all__ = ["Deal"]

# No deal in any notation comes near this; longer text is refused before it is scanned.
_LONGEST = 4096
# A pack and a half; more than that is some other file.
_LISTED = 78
_SEEDED = re.compile(r"\s*(seed|ms|pysol)\s*:\s*(.*?)\s*", re.IGNORECASE | re.DOTALL)
_GENERATORS: dict[str, tuple[int, Callable[[int], list[Card]]]] = {
    "seed": (MAX_SEED, seeded_shuffle),
    "ms": (MS_MAX, ms_shuffle),
    "pysol": (PYSOL_MAX, pysol_shuffle),
}


@dataclass(frozen=True, slots=True)
class Deal:
    """A whole pack in dealing order.

    ``cards`` holds the pyramid from the top row down, left to right, then the reserve
    column by column (the available card of a column last), then the stock, the next
    card first.

    Raises:
        BadDeal: the cards are not the 52 of one pack; the error lists all faults.

    Example:
        >>> deal = Deal.parse("seed:1")
        >>> str(deal).split()[:4]
        ['7D', '9C', '4D', '8H']
    """

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        faults = _pack_faults(self.cards, 0)
        if faults:
            raise BadDeal(faults)

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> Deal:
        """Read a deal in any notation.

        Args:
            text: 52 cards on a line or in triangle form, JSON ``{"deck": [...]}``, or
                ``seed:N``, ``ms:N``, ``pysol:N``.
            rules: needed only where a generator's program lays out a game with a
                reserve: PySolFC deals it first, row by row.

        Raises:
            BadDeal: the text is no deal; the error lists all faults at once.
        """
        if len(text) > _LONGEST:
            raise BadDeal([f"{len(text)} characters are too many for a deal of 52 cards"])
        seeded = _SEEDED.fullmatch(text)
        if seeded is not None:
            return cls.generate(seeded[1].lower(), seeded[2], rules)
        if text.lstrip()[:1] in ("{", "["):
            text = _from_json(text)
        cards, unreadable = split_cards(text)
        if not cards and not unreadable:
            raise BadDeal(["no cards: a deal has 52"])
        faults = [
            f"card {place}: {shorten(token, 20)} is not a card"
            for place, token in unreadable[:_LISTED]
        ]
        if len(unreadable) > _LISTED:
            places = f"{unreadable[_LISTED][0]} to {unreadable[-1][0]}"
            faults.append(f"{len(unreadable) - _LISTED} more between cards {places}")
        if faults and not cards:
            # Nothing was read: that all 52 are missing goes without saying.
            raise BadDeal([*faults, f"{len(unreadable)} cards, none of them readable"])
        faults += _pack_faults(cards, len(unreadable))
        if faults:
            raise BadDeal(faults)
        return cls(tuple(cards))

    @classmethod
    def generate(cls, generator: str, number: int | str, rules: Rules | None = None) -> Deal:
        """A seeded deal from one of the generators ``seed``, ``ms`` and ``pysol``.

        Raises:
            BadDeal: the generator is unknown or the number is out of its range.
        """
        if generator not in _GENERATORS:
            raise BadDeal(
                [f"generator {shorten(generator)} is unknown; choose one of seed, ms, pysol"]
            )
        top, shuffle = _GENERATORS[generator]
        digits = str(number)
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 21):
            raise BadDeal([f"{generator}:{shorten(digits)[1:-1]}: the number must be 0 to {top}"])
        if int(digits) > top:
            raise BadDeal([f"{generator}:{digits}: the number must be 0 to {top}"])
        cards = shuffle(int(digits))
        if generator == "pysol" and rules is not None and rules.reserve is not None:
            cards = _reserve_first(cards, rules)
        return cls(tuple(cards))

    @classmethod
    def seed(cls, number: int) -> Deal:
        """The deal ``seed:N``, 0 <= N < 2**64."""
        return cls.generate("seed", number)

    def position(self, rules: Rules | None = None) -> Position:
        """The start of a game with this deal."""
        rules = rules or Rules()
        size, cards = rules.board.size, self.cards
        reserve: list[tuple[Card, ...]] = []
        at = size
        if rules.reserve is not None:
            columns, depth = rules.reserve
            for _ in range(columns):
                reserve.append(cards[at : at + depth])
                at += depth
        return Position(rules, cards[:size], cards[at:], reserve=tuple(reserve))

    def __str__(self) -> str:
        return format_cards(self.cards)

    def line(self) -> str:
        """All cards on one line, the pyramid from the top row down, then the stock."""
        return str(self)

    def triangle(self, rules: Rules | None = None) -> str:
        """The pyramid as centred rows, then the other cards on one line."""
        board = (rules or Rules()).board
        width = 3 * max(board.sizes) - 1
        rows = [
            format_cards(self.cards[cells.start : cells.stop]).center(width).rstrip()
            for cells in board.by_row()
        ]
        rest = format_cards(self.cards[board.size :])
        return "\n".join([*rows, rest] if rest else rows)

    def json(self) -> str:
        """``{"deck": ["7D", ...]}``, which :meth:`parse` reads."""
        return json.dumps({"deck": [str(card) for card in self.cards]})

    @property
    def digest(self) -> str:
        """SHA-256 of :meth:`line`, in hex: the same for every way to write this deal."""
        return hashlib.sha256(self.line().encode("ascii")).hexdigest()


def _from_json(text: str) -> str:
    """The cards of a JSON deal as text."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadDeal([f"not valid JSON: {error}"]) from None
    deck = data.get("deck") if isinstance(data, dict) else data
    if not isinstance(deck, list) or not all(isinstance(card, str) for card in deck):
        raise BadDeal(['JSON must be {"deck": ["7D", "9C", ...]}: a list of card texts'])
    # A blank entry must not vanish: it takes a place in the count of cards.
    return " ".join("".join(card.split()) or "''" for card in deck)


def _pack_faults(cards: Iterable[Card], unreadable: int) -> list[str]:
    """What keeps the cards from being one pack. Unreadable cards count as cards."""
    count = Counter(cards)
    faults = []
    total = count.total() + unreadable
    if total != len(PACK):
        faults.append(f"{total} cards instead of {len(PACK)}")
    double = sorted(card for card, times in count.items() if times > 1)
    if double:
        faults.append("duplicate: " + _listing(double, count))
    missing = [card for card in PACK if card not in count]
    if missing:
        faults.append("missing: " + _listing(missing))
    return faults


def _listing(cards: list[Card], times: Counter[Card] | None = None) -> str:
    """Cards with commas; how often each is there, where that is more than twice."""
    counts = times or Counter()
    return ", ".join(
        f"{card} ({counts[card]} times)" if counts[card] > 2 else str(card) for card in cards
    )


def _reserve_first(cards: list[Card], rules: Rules) -> list[Card]:
    """PySolFC's order (reserve row by row, board, rest) as ours."""
    assert rules.reserve is not None
    columns, depth = rules.reserve
    reserve = cards[: columns * depth]
    board_end = columns * depth + rules.board.size
    by_column = [
        reserve[row * columns + column] for column in range(columns) for row in range(depth)
    ]
    return cards[columns * depth : board_end] + by_column + cards[board_end:]

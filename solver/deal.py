"""Deals: one or two packs in dealing order, read and written in every notation."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from solver.cards import PACK, Card, format_cards, split_cards, told_apart, unmarked
from solver.errors import BadDeal, shorten
from solver.position import Position
from solver.rules import Rules
from solver.shuffle import MAX_SEED, MS_MAX, PYSOL_MAX, ms_shuffle, pysol_shuffle, seeded_shuffle

__all__ = ["Deal"]

# No deal in any notation comes near this; longer text is refused before it is scanned.
_LONGEST = 4096
# What is wrong with so many cards is listed one by one; more of it is some other file.
_LISTED = 78
_SEEDED = re.compile(r"\s*(seed|ms|pysol)\s*:\s*(.*?)\s*", re.IGNORECASE | re.DOTALL)
_GENERATORS = {"seed": MAX_SEED, "ms": MS_MAX, "pysol": PYSOL_MAX}
# These programs' numbers are known for one pack only.
_OF_ONE_PACK: dict[str, Callable[[int], list[Card]]] = {"ms": ms_shuffle, "pysol": pysol_shuffle}


@dataclass(frozen=True, slots=True)
class Deal:
    """One whole pack, or two, in dealing order.

    ``cards`` holds the pyramid from the top row down, left to right, then the reserve
    column by column (the available card of a column last), then the stock, the next
    card first. Of two packs the card of a kind that is dealt second is the marked one,
    whatever marks it was given.

    Raises:
        BadDeal: the cards are not those of one or two packs; the error lists all faults.

    Example:
        >>> deal = Deal.parse("seed:1")
        >>> str(deal).split()[:4]
        ['7D', '9C', '4D', '8H']
    """

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        decks = _decks_of(len(self.cards))
        faults = _pack_faults(self.cards, 0, decks)
        if faults:
            raise BadDeal(faults)
        # One pack without marks, as nearly always, is right as it is.
        if decks > 1 or any(card.copy for card in self.cards):
            object.__setattr__(self, "cards", tuple(told_apart(self.cards)))

    @property
    def decks(self) -> int:
        """How many packs it is."""
        return _decks_of(len(self.cards))

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> Deal:
        """Read a deal in any notation.

        Args:
            text: all cards on a line or in triangle form, JSON ``{"deck": [...]}``, or
                ``seed:N``, ``ms:N``, ``pysol:N``.
            rules: needed where they have two packs and the text is a seed, and where a
                generator's program lays cards out in an order of its own: PySolFC deals
                a reserve first, row by row, and one pyramid after the other.

        Raises:
            BadDeal: the text is no deal; the error lists all faults at once.
        """
        if len(text) > _LONGEST:
            raise BadDeal([f"{len(text)} characters are too many for a deal"])
        seeded = _SEEDED.fullmatch(text)
        if seeded is not None:
            return cls.generate(seeded[1].lower(), seeded[2], rules)
        if text.lstrip()[:1] in ("{", "["):
            text = _from_json(text)
        cards, unreadable = split_cards(text)
        total = len(cards) + len(unreadable)
        decks = _decks_of(total) if rules is None else rules.decks
        if not total:
            raise BadDeal([f"no cards: a deal has {decks * len(PACK)}"])
        faults = [
            f"card {place}: {shorten(token, 20)} is not a card"
            for place, token in unreadable[:_LISTED]
        ]
        if len(unreadable) > _LISTED:
            places = f"{unreadable[_LISTED][0]} to {unreadable[-1][0]}"
            faults.append(f"{len(unreadable) - _LISTED} more between cards {places}")
        if faults and not cards:
            # Nothing was read: that all are missing goes without saying.
            raise BadDeal([*faults, f"{len(unreadable)} cards, none of them readable"])
        faults += _pack_faults(cards, len(unreadable), decks)
        if faults:
            raise BadDeal(faults)
        return cls(tuple(cards))

    @classmethod
    def generate(cls, generator: str, number: int | str, rules: Rules | None = None) -> Deal:
        """A seeded deal from one of the generators ``seed``, ``ms`` and ``pysol``.

        Raises:
            BadDeal: the generator is unknown, the number is out of its range, or the rules
                have two packs and the generator has one.
        """
        if generator not in _GENERATORS:
            raise BadDeal(
                [f"generator {shorten(generator)} is unknown; choose one of seed, ms, pysol"]
            )
        top = _GENERATORS[generator]
        digits = str(number)
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 21):
            raise BadDeal([f"{generator}:{shorten(digits)[1:-1]}: the number must be 0 to {top}"])
        if int(digits) > top:
            raise BadDeal([f"{generator}:{digits}: the number must be 0 to {top}"])
        decks = rules.decks if rules is not None else 1
        if generator == "seed":
            return cls(tuple(seeded_shuffle(int(digits), decks)))
        if decks != 1:
            raise BadDeal(
                [f"{generator}:{digits} is one pack, and these rules have {decks}: use seed:N"]
            )
        cards = _OF_ONE_PACK[generator](int(digits))
        if generator == "pysol" and rules is not None:
            cards = _laid_out_by_pysol(cards, rules)
        return cls(tuple(cards))

    @classmethod
    def seed(cls, number: int, rules: Rules | None = None) -> Deal:
        """The deal ``seed:N``, 0 <= N < 2**64, of as many packs as the rules have."""
        return cls.generate("seed", number, rules)

    def position(self, rules: Rules | None = None) -> Position:
        """The start of a game with this deal.

        Raises:
            BadDeal: the rules have another number of packs.
        """
        rules = rules or Rules()
        self._must_fit(rules)
        size, cards = rules.board.size, self.cards
        reserve: list[tuple[Card, ...]] = []
        at = size
        if rules.reserve is not None:
            columns, depth = rules.reserve
            for _ in range(columns):
                reserve.append(cards[at : at + depth])
                at += depth
        return Position(
            rules, cards[:size], cards[at:], ((),) * rules.wastes, reserve=tuple(reserve)
        )

    def _must_fit(self, rules: Rules) -> None:
        if rules.decks != self.decks:
            raise BadDeal(
                [f"{len(self.cards)} cards instead of the {rules.pack_size} of these rules"]
            )

    def __str__(self) -> str:
        return format_cards(self.cards)

    def line(self) -> str:
        """All cards on one line, the pyramid from the top row down, then the stock."""
        return str(self)

    def triangle(self, rules: Rules | None = None) -> str:
        """The pyramid as centred rows, then the other cards on one line.

        Raises:
            BadDeal: the rules have another number of packs.
        """
        rules = rules or Rules(decks=self.decks)
        self._must_fit(rules)
        board = rules.board
        # Of two packs some cards have a mark.
        width, rows = 2 + self.decks, []
        for cells in board.by_row():
            row = ""
            for cell in cells:
                row = row.ljust(width * board.across[cell] // 2) + f"{self.cards[cell]} "
            rows.append(row.rstrip())
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


def _decks_of(cards: int) -> int:
    """The number of packs that so many cards are nearest to."""
    return 1 if 2 * cards <= 3 * len(PACK) else 2


def _pack_faults(cards: Iterable[Card], unreadable: int, decks: int) -> list[str]:
    """What keeps the cards from being so many packs. Unreadable cards count as cards."""
    count = Counter(map(unmarked, cards))
    faults = []
    total = count.total() + unreadable
    if total != decks * len(PACK):
        faults.append(f"{total} cards instead of {decks * len(PACK)}")
    double = sorted(card for card, times in count.items() if times > decks)
    if double:
        faults.append("duplicate: " + _listing(double, count, decks + 1))
    missing = [card for card in PACK if count[card] < decks]
    if missing:
        lack = Counter({card: decks - count[card] for card in missing})
        faults.append("missing: " + _listing(missing, lack, 1))
    return faults


def _listing(cards: list[Card], times: Counter[Card], usual: int) -> str:
    """Cards with commas; how often each is there, where that is more than usual."""
    return ", ".join(
        f"{card} ({times[card]} times)" if times[card] > usual else str(card) for card in cards
    )


def _laid_out_by_pysol(cards: list[Card], rules: Rules) -> list[Card]:
    """PySolFC's order (reserve row by row, pyramid after pyramid, rest) as ours."""
    columns, depth = rules.reserve or (0, 0)
    reserve, cards = cards[: columns * depth], cards[columns * depth :]
    by_column = [
        reserve[row * columns + column] for column in range(columns) for row in range(depth)
    ]
    board = rules.board
    pyramid = [cards[0]] * board.size
    for card, place in zip(cards, board.by_block(), strict=False):
        pyramid[place] = card
    return pyramid + by_column + cards[board.size :]

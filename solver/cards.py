"""The one owner of card notation.

A card is written as its rank ``A 2 3 4 5 6 7 8 9 T J Q K`` and its suit ``C D H S``
(``TC``). Read as well: ``10`` for ``T``, lower case, and the suit symbols. Where two packs are
played with, the second card of a kind has a mark: ``TC'``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from solver.errors import BadCard, shorten

__all__ = [
    "KING", "MARK", "PACK", "RANKS", "SUITS", "Card", "format_cards", "pack_of", "parse_card",
    "split_cards", "told_apart", "unmarked",
]  # fmt: skip

RANKS = "A23456789TJQK"
SUITS = "CDHS"
KING = 13
#: Written after the second card of a kind, where two packs are played with.
MARK = "'"

_SUIT_OF = {
    **{s: s for s in SUITS},
    **{s.lower(): s for s in SUITS},
    **dict(zip("\u2663\u2666\u2665\u2660", SUITS, strict=True)),
    **dict(zip("\u2667\u2662\u2661\u2664", SUITS, strict=True)),
}
# One card token; a variation selector may trail a suit symbol. Without ASCII the Kelvin sign
# would be a k, and the long s an s.
_TOKEN = re.compile(
    r"(10|[A2-9TJQK])([CDHS\u2660-\u2667])\ufe0f?(['\u2019\u2032]?)",
    re.IGNORECASE | re.ASCII,
)
_SKIP = re.compile(r"[\s,]+")
_WORD = re.compile(r"[^\s,]+")


class Card(NamedTuple):
    """A playing card: ``rank`` 1 (ace) to 13 (king), ``suit`` one of ``C D H S``.

    ``copy`` is 1 for the second card of its kind where two packs are played with, else 0.
    """

    rank: int
    suit: str
    copy: int = 0

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit + MARK * self.copy


#: The 52 cards, clubs first, ace to king within a suit.
PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))


def pack_of(decks: int) -> tuple[Card, ...]:
    """All cards of one or two packs, one pack after the other."""
    return tuple(card._replace(copy=copy) for copy in range(decks) for card in PACK)


_BY_NAME = {str(card): card for card in pack_of(2)}


def parse_card(text: str) -> Card:
    """Read one card.

    Raises:
        BadCard: the text is not exactly one card.
    """
    card = _BY_NAME.get(text)
    if card is not None:
        return card
    match = _TOKEN.fullmatch(text.strip())
    if match is None:
        raise BadCard(
            f"{shorten(text)} is not a card: write a rank (A 2-9 T J Q K) and a suit (C D H S)"
        )
    return _from_match(match)


def _from_match(match: re.Match[str]) -> Card:
    rank = match[1].upper()
    mark = MARK if match[3] else ""
    return _BY_NAME[("T" if rank == "10" else rank) + _SUIT_OF[match[2]] + mark]


def unmarked(card: Card) -> Card:
    """The first card of its kind."""
    return card._replace(copy=0) if card.copy else card


def told_apart(cards: Iterable[Card]) -> list[Card]:
    """The cards with copies counted anew: the first of a kind is the one without a mark.

    A third of a kind comes out equal to the second.
    """
    seen: set[Card] = set()
    found = []
    for card in cards:
        first = unmarked(card)
        found.append(first._replace(copy=1) if first in seen else first)
        seen.add(first)
    return found


def split_cards(text: str) -> tuple[list[Card], list[tuple[int, str]]]:
    """Read a run of cards, with or without white space or commas between them.

    Returns the cards, and the unreadable tokens as (1-based card place, token).
    An unreadable token takes one place, so later places stay right.
    """
    cards: list[Card] = []
    unreadable: list[tuple[int, str]] = []
    at, place, end = 0, 0, len(text)
    while at < end:
        gap = _SKIP.match(text, at)
        if gap is not None:
            at = gap.end()
            continue
        place += 1
        match = _TOKEN.match(text, at)
        if match is not None and match[2] in _SUIT_OF:
            cards.append(_from_match(match))
            at = match.end()
            continue
        word = _WORD.match(text, at)
        stop = word.end() if word is not None else end
        # Glued text: the next place where a card can be read ends the bad token.
        nxt = _TOKEN.search(text, at + 1, stop)
        if nxt is not None:
            stop = nxt.start()
        unreadable.append((place, text[at:stop]))
        at = stop
    return cards, unreadable


def format_cards(cards: Iterable[Card]) -> str:
    """Write cards with single spaces between them."""
    return " ".join(map(str, cards))

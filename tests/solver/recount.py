"""The rules a second time, after docs/rules.md: a check on what :class:`Position` counts.

A game is a dict from places to cards, and shares no code with ``solver``. A place is a tuple:

* ``("board", block, row, card)`` counts from the top of the picture and from the left;
* ``("stock", n)``, ``("waste", pile, n)``, ``("reserve", column, n)``: n counts from 0, for the
  card that comes next in the stock, and for the lowest of a pile or column;
* ``("cell", card)``, since it doesn't matter which cell it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

__all__ = ["recounted"]

Place = tuple[object, ...]
Cards = dict[Place, str]

_RANKS = "A23456789TJQK"
_DEFAULT = {
    "rows": "7", "shape": "pyramid", "pairing": "sum13", "draw": "1", "passes": "0",
    "stock_top": "no", "cover_pairs": "yes", "cells": "0", "goal": "pyramid", "wastes": "1",
    "keep_waste": "yes",
}  # fmt: skip


class _Game(NamedTuple):
    """A moment: what lies where, and the number of the pass."""

    cards: Cards
    number: int


class _Rules:
    def __init__(self, text: str) -> None:
        name, *settings = text.split()
        assert name == "cardgames"
        given = _DEFAULT | dict(setting.split("=") for setting in settings)
        self.rows, self.draw, self.passes, self.cells, self.wastes = (
            int(given[key]) for key in ("rows", "draw", "passes", "cells", "wastes")
        )
        self.stock_top, self.cover_pairs, self.keep_waste = (
            given[key] == "yes" for key in ("stock_top", "cover_pairs", "keep_waste")
        )
        self.shape, self.pairing, self.goal = given["shape"], given["pairing"], given["goal"]

    def lines(self) -> Iterator[list[tuple[int, int, int]]]:
        """For each line of the picture the pieces in it: block, row in the block, cards."""
        rows = self.rows
        if self.shape == "triangle":
            yield from ([(0, row, rows - row)] for row in range(rows))
        elif self.shape == "two-pyramids":
            yield from ([(0, row, row + 1), (1, row, row + 1)] for row in range(rows))
        elif self.shape == "up-and-down":
            yield from ([(0, row, row + 1), (1, row, rows - row)] for row in range(rows))
        elif self.shape == "pharaohs":
            for row in range(max(rows, 2)):
                yield [(at, row, row + 1) for at, size in ((0, 2), (1, rows)) if row < size]
            yield from ([(2, row, row + 1)] for row in range(rows - 1))
        else:
            assert self.shape == "pyramid", f"say here how {self.shape} looks"
            yield from ([(0, row, row + 1)] for row in range(rows))

    def covers(self, place: Place) -> tuple[Place, Place]:
        """Where the cards lie that cover a card, if they are there."""
        _, block, row, card = place
        assert isinstance(row, int)
        assert isinstance(card, int)
        grows = self.shape != "triangle" and (self.shape, block) != ("up-and-down", 1)
        left = card if grows else card - 1
        return ("board", block, row + 1, left), ("board", block, row + 1, left + 1)

    def match(self, *cards: str) -> bool:
        """Whether one or two cards go together."""
        low, *others = sorted(_RANKS.index(card[0]) + 1 for card in cards)
        if not others:
            return self.pairing == "sum13" and low == 13
        high = others[0]
        equal, adjacent = low == high, high - low == 1
        if not self.pairing.startswith("sum"):
            kinds = {"equal": equal, "adjacent": adjacent, "equal-or-adjacent": equal or adjacent}
            return kinds[self.pairing]
        total = int(self.pairing[3:])
        queen_with_king = total == 12 and (low, high) == (12, 13)
        too_high = total < 12 and equal and low >= total
        return low + high == total or queen_with_king or too_high


def _read(text: str, rules: _Rules) -> _Game:
    parts = dict(part.strip().split(": ", 1) for part in text.split(" | "))
    cards: Cards = {}
    for line, pieces in zip(parts["pyramid"].split(" / "), rules.lines(), strict=True):
        places = [("board", block, row, at) for block, row, size in pieces for at in range(size)]
        cards.update(zip(places, line.split(), strict=True))
    for at, card in enumerate(parts.get("stock", "").split()):
        cards["stock", at] = card
    for part in ("waste", "reserve"):
        for column, pile in enumerate(parts.get(part, "").split(", ")):
            for at, card in enumerate(pile.split()):
                cards[part, column, at] = card
    for card in parts.get("cells", "").split():
        cards["cell", card] = card
    kept = {place: card for place, card in cards.items() if card != "--"}
    return _Game(kept, int(parts["pass"].split("/")[0]))


def _available(cards: Cards, rules: _Rules) -> list[Place]:
    """Where the available cards lie."""
    found: list[Place] = []
    for place in cards:
        kind, *where = place
        if kind == "board":
            free = not any(cover in cards for cover in rules.covers(place))
        elif kind == "stock":
            free = rules.stock_top and where == [0]
        elif kind == "cell":
            free = True
        else:
            pile, height = where
            assert isinstance(height, int)
            free = (kind, pile, height + 1) not in cards
        if free:
            found.append(place)
    return found


def _is_won(cards: Cards, rules: _Rules) -> bool:
    kinds = {"pyramid": ["board"], "board": ["board", "reserve", "cell"]}.get(rules.goal)
    return not any(kinds is None or place[0] in kinds for place in cards)


def _taken(game: _Game, places: tuple[Place, ...]) -> _Game:
    """Without some cards; the stock moves up if its next card was one of them."""
    cards = {place: card for place, card in game.cards.items() if place not in places}
    if ("stock", 0) in places:
        stock = [card for place, card in sorted(_of("stock", cards))]
        cards = {place: card for place, card in cards.items() if place[0] != "stock"}
        cards |= {("stock", at): card for at, card in enumerate(stock)}
    return game._replace(cards=cards)


def _of(kind: str, cards: Cards) -> list[tuple[tuple[int, ...], str]]:
    """The cards of one kind of place, each with the numbers of its place."""
    return [
        (tuple(n for n in place if isinstance(n, int)), card)
        for place, card in cards.items()
        if place[0] == kind
    ]


def _turned(game: _Game, rules: _Rules) -> _Game | None:
    """After a draw or a recycle; None if neither is possible."""
    stock = [card for _, card in sorted(_of("stock", game.cards))]
    waste = _of("waste", game.cards)
    rest = {at: card for at, card in game.cards.items() if at[0] not in {"stock", "waste"}}
    if stock:
        on_piles: list[list[str]] = [[] for _ in range(rules.wastes)]
        for (pile, _), card in sorted(waste) if rules.keep_waste else ():
            on_piles[pile].append(card)
        for at, card in enumerate(stock[: rules.draw]):
            on_piles[at % rules.wastes].append(card)
        for pile, cards in enumerate(on_piles):
            rest |= {("waste", pile, at): card for at, card in enumerate(cards)}
        rest |= {("stock", at): card for at, card in enumerate(stock[rules.draw :])}
        return _Game(rest, game.number)
    if not waste or (rules.passes and game.number >= rules.passes):
        return None
    # The last pile lies on top; within one, the lowest card was drawn first.
    again = sorted(waste, key=lambda found: (-found[0][0], found[0][1]))
    rest |= {("stock", at): card for at, (_, card) in enumerate(again)}
    return _Game(rest, game.number + 1)


def _after(game: _Game, rules: _Rules) -> Iterator[_Game]:
    """What each move leads to."""
    cards = game.cards
    if _is_won(cards, rules):
        return
    free = _available(cards, rules)
    together: list[tuple[Place, ...]] = [(place,) for place in free]
    together += combinations(free, 2)
    if rules.cover_pairs:
        for place in cards:
            if place[0] == "board":
                over = [cover for cover in rules.covers(place) if cover in cards]
                together += [(place, over[0])] if len(over) == 1 and over[0] in free else []
    for places in together:
        if rules.match(*(cards[place] for place in places)):
            yield _taken(game, places)
    if len(_of("cell", cards)) < rules.cells:
        for place in free:
            if place[0] != "cell":
                left = _taken(game, (place,))
                yield left._replace(cards=left.cards | {("cell", cards[place]): cards[place]})
    turned = _turned(game, rules)
    if turned is not None:
        yield turned


def recounted(rules_text: str, position_text: str) -> Iterator[int]:
    """The number of positions that need 1, 2, 3, ... moves; ends after a 0."""
    rules = _Rules(rules_text)

    def key(game: _Game) -> object:
        return frozenset(game.cards.items()), game.number if rules.passes else None

    start = _read(position_text, rules)
    layer = {key(start): start}
    seen = set(layer)
    while layer:
        following = {key(after): after for game in layer.values() for after in _after(game, rules)}
        layer = {each: game for each, game in following.items() if each not in seen}
        seen |= set(layer)
        yield len(layer)

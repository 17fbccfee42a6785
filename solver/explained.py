"""Rules in plain sentences, made from their parameters alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver.errors import listed
from solver.rules import Rules

__all__ = ["explained"]

_KINDS = {"^": "pyramid", "v": "triangle"}
_COVERS = {
    "^": "two cards of the row below",
    "v": "its neighbours in the shorter row below it",
}

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def explained(rules: Rules) -> list[str]:
    """What somebody has to know who has never played by these rules, sentence by sentence.

    Rules that differ have different sentences.
    """
    return [
        *_deal(rules),
        _available(rules),
        *_pairs(rules),
        _covers(rules),
        *_stock(rules),
        *_cells(rules),
        _goal(rules),
        _moves(rules),
    ]


def _deal(rules: Rules) -> list[str]:
    told = _board(rules)
    if rules.reserve is not None:
        columns, depth = rules.reserve
        told.append(
            f"Beside {'it' if len(rules.board.blocks) == 1 else 'them'} lies a reserve of "
            f"{_many(rules.reserve_size, 'card', str)}, face up, in "
            f"{_many(columns, 'column')} of {_number(depth)}."
        )
    if rules.stock_size == 1:
        told.append("The one that is left is the stock, face down.")
    elif rules.stock_size:
        told.append(f"The other {rules.stock_size} are the stock, face down.")
    else:
        told.append("There is no stock.")
    return told


def _board(rules: Rules) -> list[str]:
    """What the board looks like, and what covers what."""
    size, blocks = rules.board.size, rules.board.blocks
    cards = f"Of {rules.pack_size} cards," if rules.decks == 1 else "Of two packs of 52 cards,"
    number = "all" if size == rules.pack_size else str(size)
    kinds = {kind for kind, _ in blocks}
    if size == 1:
        return [f"{cards} one is the whole {_KINDS[blocks[0][0]]}, face up."]
    told = [f"{cards} {number} form {_blocks(blocks)}, all face up."]
    within = "" if len(blocks) == 1 or len(kinds) > 1 else f", in its own {_KINDS[blocks[0][0]]}"
    for kind, over in _COVERS.items():
        if any(own == kind and rows > 1 for own, rows in blocks):
            each = "Each" if len(kinds) == 1 else f"In the {_KINDS[kind]} each"
            told.append(f"{each} is covered by {over}{within}.")
    return told


def _blocks(blocks: Sequence[tuple[str, int]]) -> str:
    """Pyramids and triangles with their rows: two pyramids of seven rows each."""
    told = []
    for kind, name in _KINDS.items():
        rows = [rows for own, rows in blocks if own == kind]
        on_top = ", the longest on top" if kind == "v" else ""
        if len(rows) == 1:
            told.append(f"a {name} of {_many(rows[0], 'row')}{on_top}")
        elif rows and len(set(rows)) == 1:
            told.append(f"{_many(len(rows), name)} of {_many(rows[0], 'row')} each{on_top}")
        elif rows:
            sizes = listed([_number(number) for number in rows])
            told.append(f"{_many(len(rows), name)}, of {sizes} rows{on_top}")
    return listed(told)


def _available(rules: Rules) -> str:
    places = ["each card that no other covers"]
    if rules.reserve is not None:
        places.append("the last card of each column of the reserve")
    if rules.stock_size:
        of = "the waste" if rules.wastes == 1 else "each waste pile"
        places.append(f"the top card of {of}")
    if rules.stock_top:
        places.append("the next card of the stock (it lies face up)")
    if rules.cells:
        places.append("the cards in the cells" if rules.cells > 1 else "the card in the cell")
    are = "is" if len(places) == 1 else "are"
    return f"Available, and so free to be removed, {are} {listed(places)}."


def _pairs(rules: Rules) -> list[str]:
    told = [_capital(rules.pairs.sentence) + "."]
    if rules.pairing.startswith("sum"):
        told.append("An ace counts 1, a jack 11, a queen 12 and a king 13.")
    return told


def _covers(rules: Rules) -> str:
    if rules.cover_pairs:
        return (
            "Two that match may go together although one covers the other, if nothing else covers "
            "either of them."
        )
    return "A card can't go together with a card that covers it."


def _stock(rules: Rules) -> list[str]:
    if not rules.stock_size:
        return []
    told = [_draw(rules)]
    if not rules.keep_waste:
        told.append("What lies on the waste unused is gone for good with the next draw.")
    many = rules.wastes > 1
    if rules.passes == 1:
        return [*told, f"The waste {'piles are' if many else 'is'} never turned over."]
    often = "as often as you like"
    if rules.passes:
        often = "once" if rules.passes == 2 else f"{_number(rules.passes - 1)} times"
    again = "may be turned over to be the stock again"
    if many:
        told.append(f"When the stock is empty, the waste piles {again}, {often}.")
        told.append(
            "The last pile comes first then, and the first pile last; of each pile the card that "
            "was drawn first is drawn first again."
        )
    else:
        told.append(f"When the stock is empty, the waste {again}, in the same order, {often}.")
    return told


def _draw(rules: Rules) -> str:
    drawn, piles = _number(rules.draw), _number(rules.wastes)
    if rules.draw == 1:
        return "A draw moves the next card of the stock to the waste, face up."
    if rules.wastes == 1:
        return (
            f"A draw moves the next {drawn} cards of the stock to the waste, face up, or as many "
            "as are left; the last of them lies on top."
        )
    again = ", and from the first pile on again" if rules.draw > rules.wastes else ""
    return (
        f"A draw deals the next {drawn} cards of the stock, or as many as are left, face up, in "
        f"turn to {piles} waste piles{again}; each draw begins with the first."
    )


def _cells(rules: Rules) -> list[str]:
    if not rules.cells:
        return []
    cells = "The cell holds" if rules.cells == 1 else f"Each of {_number(rules.cells)} cells holds"
    return [f"{cells} one card: any that is available may be put there."]


def _goal(rules: Rules) -> str:
    if rules.goal == "all":
        swept = "" if rules.keep_waste else ", those that a draw has swept away among them"
        return f"You win when every card is gone{swept}."
    shape, are = _whole_board(rules.board.blocks)
    if rules.goal == "board":
        beside = ["the reserve"] * bool(rules.reserve) + ["the cells"] * bool(rules.cells)
        if not beside:
            return f"You win when {shape} {are} empty."
        return f"You win when {listed([shape, *beside])} are empty."
    return f"You win when {shape} {are} cleared; what lies elsewhere may stay."


def _whole_board(blocks: Sequence[tuple[str, int]]) -> tuple[str, str]:
    """What has to be cleared, and ``is`` or ``are``."""
    if len(blocks) == 1:
        return f"the {_KINDS[blocks[0][0]]}", "is"
    kinds = [_KINDS[kind] for kind, _ in blocks]
    if len(set(kinds)) > 1:
        return listed([f"the {each}" for each in kinds]), "are"
    return f"{'both' if len(kinds) == 2 else f'all {_number(len(kinds))}'} {kinds[0]}s", "are"


def _moves(rules: Rules) -> str:
    kinds = ["each removal of a pair"]
    if rules.pairs.alone:
        kinds.append("each card that goes alone")
    if rules.stock_size:
        kinds.append("each draw")
        if rules.passes != 1:
            waste = "waste is" if rules.wastes == 1 else "waste piles are"
            kinds.append(f"each time that the {waste} turned over")
    if rules.cells:
        kinds.append("each card put into a cell")
    return f"What counts as one move: {listed(kinds)}."


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _many(number: int, thing: str, written: Callable[[int], str] | None = None) -> str:
    return f"{(written or _number)(number)} {thing}{'' if number == 1 else 's'}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

"""Rules in plain sentences, made from their parameters alone."""

from __future__ import annotations

from solver.rules import Rules

__all__ = ["explained"]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def explained(rules: Rules) -> list[str]:
    """What somebody has to know who has never played by these rules, sentence by sentence.

    Rules that differ have different sentences.
    """
    return [
        *_deal(rules),
        _available(rules),
        _capital(rules.pairs.sentence) + ".",
        _covers(rules),
        *_stock(rules),
        *_cells(rules),
        _goal(rules),
        _moves(rules),
    ]


def _deal(rules: Rules) -> list[str]:
    cards = f"Of {52 * rules.decks} cards,"
    size, rows = rules.board.size, _number(rules.rows)
    if rules.rows == 1:
        told = [f"{cards} one is the whole {rules.shape}, face up."]
    elif rules.shape == "triangle":
        lies = f"{size} form a triangle of {rows} rows, the longest on top, all face up."
        told = [f"{cards} {lies}", "Each is covered by its neighbours in the shorter row below it."]
    else:
        lies = f"{size} form a pyramid of {rows} rows, all face up."
        told = [f"{cards} {lies}", "Each is covered by two cards of the row below."]
    if rules.reserve is not None:
        columns, depth = rules.reserve
        told.append(
            f"Beside it lies a reserve of {rules.reserve_size} cards, face up, in "
            f"{_many(columns, 'column')} of {_number(depth)}."
        )
    if rules.stock_size:
        told.append(f"The other {rules.stock_size} are the stock, face down.")
    else:
        told.append("There is no stock.")
    return told


def _available(rules: Rules) -> str:
    places = ["each card that no other covers"]
    if rules.reserve is not None:
        places.append("the last card of each column of the reserve")
    if rules.stock_size:
        places.append("the top card of the waste")
    if rules.stock_top:
        places.append("the next card of the stock (it lies face up)")
    if rules.cells:
        places.append("the cards in the cells" if rules.cells > 1 else "the card in the cell")
    return f"Available, and so free to be removed, are {_list(places)}."


def _covers(rules: Rules) -> str:
    if rules.cover_pairs:
        return "A card may go together with the one card that still covers it."
    return "A card can't go together with a card that covers it."


def _stock(rules: Rules) -> list[str]:
    if not rules.stock_size:
        return []
    if rules.draw == 1:
        drawn = "A draw moves the next card of the stock to the waste, face up."
    else:
        drawn = (
            f"A draw moves the next {_number(rules.draw)} cards of the stock to the waste, face "
            "up, or as many as are left; the last of them lies on top."
        )
    if rules.passes == 1:
        again = "The waste is never turned over."
    else:
        often = "as often as you like"
        if rules.passes:
            often = "once" if rules.passes == 2 else f"{_number(rules.passes - 1)} times"
        again = (
            "When the stock is empty, the waste may be turned over to be the stock again, in the "
            f"same order, {often}."
        )
    return [drawn, again]


def _cells(rules: Rules) -> list[str]:
    if not rules.cells:
        return []
    cells = "The cell holds" if rules.cells == 1 else f"Each of {_number(rules.cells)} cells holds"
    return [f"{cells} one card: any that is available may be put there."]


def _goal(rules: Rules) -> str:
    shape = f"the {rules.shape}"
    if rules.goal == "all":
        return "You win when every card is gone."
    if rules.goal == "board":
        return f"You win when {shape}, the reserve and the cells are empty."
    return f"You win when {shape} is cleared; what lies elsewhere may stay."


def _moves(rules: Rules) -> str:
    kinds = ["each removal of a pair"]
    if rules.pairs.alone:
        kinds.append("each card that goes alone")
    if rules.stock_size:
        kinds.append("each draw")
        if rules.passes != 1:
            kinds.append("each time that the waste is turned over")
    if rules.cells:
        kinds.append("each card put into a cell")
    return f"What counts as one move: {_list(kinds)}."


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _many(number: int, thing: str) -> str:
    return f"{_number(number)} {thing}{'' if number == 1 else 's'}"


def _list(things: list[str]) -> str:
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

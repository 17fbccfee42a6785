"""Hints in words, for a player, and as plain values, for a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.report import count, list_moves
from solver.analysis import LOST, Chance, Clearing, FairHint, Grade, Hint
from solver.analysis.hints import BEST, LOSES, WINS
from solver.moves import parse_move
from solver.position import Position
from solver.result import WINNABLE

__all__ = ["fair_from_record", "fair_record", "fair_text", "hint_record", "hint_text"]


def hint_text(found: Hint, position: Position) -> str:
    """What to do next, and what every move is worth."""
    lines = [_sentence(found)]
    if found.grades:
        lines += ["", *(f"  {grade.move!s:9} {_worth(grade)}" for grade in found.grades)]
    if found.clearing is not None:
        lines += ["", *_clearing_text(found.clearing, position)]
    if found.grades:
        lines += ["", "A full hint: it knows the order of the stock."]
    return "\n".join(lines)


def _sentence(found: Hint) -> str:
    if found.moves == 0:
        return "Won already: there is nothing left to do."
    if found.status == LOST:
        return "Lost: no way to play on wins."
    if found.status != WINNABLE:
        return f"Not decided within the limits; try {found.best}."
    if found.moves is None:
        return f"Can be won; {found.best} leads to a win, perhaps not the shortest."
    return f"Can be won in {count(found.moves, 'move')}; the next one is {found.best}."


def _worth(grade: Grade) -> str:
    if grade.grade == WINS:
        return "wins" if grade.more is None else f"wins in {grade.more} more"
    return {BEST: "best", LOSES: "loses"}.get(grade.grade, "unknown")


def _clearing_text(clearing: Clearing, position: Position) -> list[str]:
    cards = count(clearing.left, "card")
    if not clearing.line and not clearing.proven:
        return ["How far the pyramid can be cleared isn't known within the limits."]
    if not clearing.line:
        return [f"No more of the pyramid can be cleared; left: {cards}."]
    best = "the most" if clearing.proven else "the most that was found"
    return [
        f"This clears {best} of the pyramid, all but {cards}:",
        "",
        *list_moves(clearing.line, position.pass_number),
    ]


def fair_text(found: FairHint) -> str:
    """The same for a hint that doesn't peek."""
    if found.best is None:
        return "The game is over: there is nothing left to do."
    lines = [f"Try {found.best}.", ""]
    if found.is_exact:
        for chance in found.chances:
            worth = "unknown" if chance.unknown else ("wins" if chance.wins else "loses")
            lines.append(f"  {chance.move!s:9} {worth}")
        return "\n".join([*lines, "", "A fair hint: the player has seen every card."])
    for chance in found.chances:
        share = f"{100 * chance.wins / found.samples:3.0f} %"
        between = f"{100 * chance.low:.0f} to {100 * chance.high:.0f} %"
        left = f", {100 * chance.unknown / found.samples:.0f} % undecided" if chance.unknown else ""
        lines.append(f"  {chance.move!s:9} wins in {share} ({between}{left})")
    orders = f"{found.samples} orders of the {found.unseen} cards that the player hasn't seen"
    lines += ["", f"A fair hint: {orders} (seed {found.seed}),"]
    lines += ["each played on by somebody who knows the order; with 95 % intervals."]
    return "\n".join(lines)


def hint_record(found: Hint) -> dict[str, object]:
    """A full hint as plain values."""
    return {
        "kind": found.kind,
        "status": found.status,
        "best": None if found.best is None else str(found.best),
        "moves": found.moves,
        "grades": [
            {"move": str(grade.move), "grade": grade.grade, "more": grade.more}
            for grade in found.grades
        ],
        "clearing": None if found.clearing is None else _clearing_record(found.clearing),
    }


def fair_record(found: FairHint) -> dict[str, object]:
    """A fair hint as plain values."""
    return {
        "kind": found.kind,
        "best": None if found.best is None else str(found.best),
        "samples": found.samples,
        "seed": found.seed,
        "unseen": found.unseen,
        "chances": [
            {
                "move": str(chance.move),
                "wins": chance.wins,
                "unknown": chance.unknown,
                "low": round(chance.low, 4),
                "high": round(chance.high, 4),
            }
            for chance in found.chances
        ],
    }


def fair_from_record(given: Mapping[str, Any]) -> FairHint:
    """The other way round, of what :func:`fair_record` has written.

    Raises:
        BadMove: a move can't be read.
    """
    chances = tuple(
        Chance(**{**chance, "move": parse_move(chance["move"])}) for chance in given["chances"]
    )
    best = None if given["best"] is None else parse_move(given["best"])
    return FairHint(**{**given, "best": best, "chances": chances})


def _clearing_record(clearing: Clearing) -> dict[str, object]:
    return {
        "left": clearing.left,
        "proven": clearing.proven,
        "line": [str(move) for move in clearing.line],
    }

"""``pyramid hint``: the best next move, and what the others are worth."""

from __future__ import annotations

import json

import click

from service.cli import exits
from service.cli.options import limit_options, limits_from, rules_from_options, rules_options
from service.cli.reading import read_one
from service.report import count, list_moves
from solver.analysis import Clearing, Grade, Hint, hint
from solver.analysis.hints import BEST, LOSES, WINS
from solver.analysis.verdict import LOST
from solver.position import Position
from solver.result import WINNABLE

__all__ = ["command"]


@click.command("hint")
@click.argument("source", metavar="INPUT", default="-")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@rules_options
@limit_options
def command(
    source: str,
    form: str,
    rules_name: str,
    settings: tuple[str, ...],
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int | None,
) -> int:
    """Grade every legal move of a position, and name the best one.

    INPUT is a file, - for standard input, or a deal or position in quotes. The hint is
    a full one: it knows the order of the stock. Limits hold for each move.

    Exit status: 0 the game can be won, 1 it is lost or not decided, 2 the input is bad.
    """
    position = read_one(source, rules_from_options(rules_name, settings))
    found = hint(position, limits=limits_from(max_nodes, max_seconds, max_memory))
    click.echo(json.dumps(_record(found)) if form == "json" else _text(found, position))
    return exits.OK if found.status == WINNABLE else exits.NO


def _record(found: Hint) -> dict[str, object]:
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


def _clearing_record(clearing: Clearing) -> dict[str, object]:
    return {
        "left": clearing.left,
        "proven": clearing.proven,
        "line": [str(move) for move in clearing.line],
    }


def _text(found: Hint, position: Position) -> str:
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
    if not clearing.line:
        return [f"No more of the pyramid can be cleared; left: {cards}."]
    best = "the most" if clearing.proven else "the most that was found"
    return [
        f"This clears {best} of the pyramid, all but {cards}:",
        "",
        *list_moves(clearing.line, position.pass_number),
    ]

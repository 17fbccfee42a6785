"""``pyramid hint``: the best next move, and what the others are worth."""

from __future__ import annotations

import json

import click

from service.cli import exits
from service.cli.options import limit_options, limits_from, rules_from_options, rules_options
from service.cli.reading import read_one
from service.report import count, list_moves
from solver.analysis import Clearing, Grade, Hint, hint
from solver.analysis.fair import FairHint, fair_hint
from solver.analysis.hints import BEST, LOSES, WINS
from solver.analysis.verdict import LOST
from solver.position import Position
from solver.result import WINNABLE
from solver.shuffle import MAX_SEED

__all__ = ["command"]


@click.command("hint")
@click.argument("source", metavar="INPUT", default="-")
@click.option("--fair", is_flag=True, help="Use only what the player has seen.")
@click.option(
    "--samples",
    metavar="N",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    help="With --fair: orders of the unseen cards to try.",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, MAX_SEED),
    default=0,
    show_default=True,
    help="With --fair: of those orders.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@rules_options
@limit_options
def command(
    source: str,
    fair: bool,
    samples: int,
    seed: int,
    form: str,
    rules_name: str,
    settings: tuple[str, ...],
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int | None,
) -> int:
    """Grade every legal move of a position, and name the best one.

    INPUT is a file, - for standard input, or a deal or position in quotes. Limits hold
    for each move.

    A full hint knows the order of the stock. With --fair the hint knows what the player
    has seen: it tries random orders of the unseen cards, and says how many of them can
    be won after each move (by a player who from then on knows the order).

    Exit status: 0 the game can be won, 1 it is lost or not decided, 2 the input is bad;
    with --fair, 1 if no order that was tried can be won.
    """
    position = read_one(source, rules_from_options(rules_name, settings))
    limits = limits_from(max_nodes, max_seconds, max_memory)
    if fair:
        chances = fair_hint(position, samples=samples, seed=seed, limits=limits)
        click.echo(json.dumps(_fair_record(chances)) if form == "json" else _fair_text(chances))
        hope = not chances.chances or any(each.wins for each in chances.chances)
        return exits.OK if hope else exits.NO
    found = hint(position, limits=limits)
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


def _fair_record(found: FairHint) -> dict[str, object]:
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


def _fair_text(found: FairHint) -> str:
    if found.best is None:
        return "The game is over: there is nothing left to do."
    lines = [f"Try {found.best}.", ""]
    if found.samples == 1:
        words = {True: "wins", False: "loses"}
        for chance in found.chances:
            worth = "unknown" if chance.unknown else words[chance.wins > 0]
            lines.append(f"  {chance.move!s:9} {worth}")
        return "\n".join([*lines, "", "A fair hint: the player has seen every card."])
    for chance in found.chances:
        share = f"{100 * chance.wins / found.samples:3.0f} %"
        between = f"{100 * chance.low:.0f} to {100 * chance.high:.0f} %"
        lines.append(f"  {chance.move!s:9} wins in {share} ({between})")
    orders = f"{found.samples} orders of the {found.unseen} cards that the player hasn't seen"
    lines += ["", f"A fair hint: {orders} (seed {found.seed}),"]
    lines += ["each played on by somebody who knows the order; with 95 % intervals."]
    return "\n".join(lines)


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

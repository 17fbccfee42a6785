"""``pyramid review``: a game looked back on, move by move."""

from __future__ import annotations

import json

import click

from service.cli import exits
from service.cli.options import limit_options, rules_options
from service.cli.reading import read_one, read_text
from service.report import count
from solver.analysis import Review, Step, review
from solver.analysis.verdict import LOST
from solver.moves import parse_moves
from solver.result import WINNABLE, Limits
from solver.rules import Rules

__all__ = ["command"]


@click.command("review")
@click.argument("deal")
@click.argument("moves", nargs=-1)
@click.option("--moves", "moves_file", metavar="FILE", help="Read the moves from FILE (or -).")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@rules_options
@limit_options
def command(
    deal: str,
    moves: tuple[str, ...],
    moves_file: str | None,
    form: str,
    rules: Rules,
    limits: Limits,
) -> int:
    """Look back on a game: where it was lost, and what each move has cost.

    DEAL is a file, - or a deal or position in quotes; MOVES are draw, recycle, KS,
    4S+9H, "cell 9H", in one argument or many. The game may be unfinished. Limits hold
    for each position.

    Exit status: 0 done, 2 the input is bad or a move illegal.
    """
    if moves and moves_file is not None:
        raise click.UsageError("give the moves as arguments or with --moves, not both")
    if deal == "-" and moves_file == "-":
        raise click.UsageError("standard input can't hold both the deal and the moves")
    position = read_one(deal, rules)
    text = read_text(moves_file) if moves_file is not None else " ".join(moves)
    looked = review(position, parse_moves(text), limits=limits)
    click.echo(json.dumps(_record(looked)) if form == "json" else _text(looked))
    return exits.OK


def _record(looked: Review) -> dict[str, object]:
    return {
        "start": {"status": looked.start.status, "moves": looked.start.moves},
        "won": looked.won,
        "lost_by": looked.lost_by,
        "certain": looked.certain,
        "wasted": looked.wasted,
        "steps": [
            {
                "number": step.number,
                "move": str(step.move),
                "status": step.status,
                "left": step.left,
                "cost": step.cost,
            }
            for step in looked.steps
        ],
    }


def _text(looked: Review) -> str:
    lines = [f"At the start the game {_state(looked.start.status, looked.start.moves)}.", ""]
    lines += [f"  {step.number:3} {step.move!s:9} {_worth(step, looked)}" for step in looked.steps]
    return "\n".join([*lines, *([""] if looked.steps else []), *_end(looked)])


def _state(status: str, moves: int | None) -> str:
    if status == LOST:
        return "can't be won"
    if status != WINNABLE:
        return "isn't decided within the limits"
    return "can be won" if moves is None else f"can be won in {count(moves, 'move')}"


def _worth(step: Step, looked: Review) -> str:
    if step.number == looked.lost_by:
        return "LOSES the game"
    if step.status == LOST:
        return ""
    if step.cost is None:
        return "can be won" if step.status == WINNABLE else "not decided"
    return "best" if step.cost == 0 else f"costs {count(step.cost, 'move')}"


def _end(looked: Review) -> list[str]:
    played = count(len(looked.steps), "move")
    # What a move has cost isn't known if a limit hides the shortest win before it or after.
    until = looked.steps if looked.lost_by is None else looked.steps[: looked.lost_by - 1]
    all_known = all(step.cost is not None for step in until)
    wasted = count(looked.wasted, "move")
    if looked.won:
        extra = f", {wasted} more than needed" if looked.wasted else ", as few as possible"
        return [f"Won in {played}{extra if all_known else ''}."]
    last = looked.steps[-1].status if looked.steps else looked.start.status
    left = looked.steps[-1].left if looked.steps else looked.start.moves
    if looked.lost_by is not None:
        move = looked.steps[looked.lost_by - 1].move
        before = f"; {wasted} wasted before it" if all_known else ""
        return [f"Move {looked.lost_by} ({move}) lost the game{before}."]
    if last == LOST:
        if looked.start.status == LOST:
            return ["It was lost from the start."]
        return ["It is lost; the limits hide which move did it."]
    so_far = f"; {wasted} wasted" if all_known else ""
    return [f"After {played} the game {_state(last, left)}{so_far}."]

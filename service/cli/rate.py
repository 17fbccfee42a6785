"""``pyramid rate``: how hard deals are."""

from __future__ import annotations

import json

import click

from service.cli import exits
from service.cli.options import limit_options, rules_options
from service.cli.reading import read_all
from service.report import count
from solver.analysis import Difficulty, difficulty
from solver.result import Limits
from solver.rules import Rules
from solver.shuffle import MAX_SEED

__all__ = ["command"]


@click.command("rate")
@click.argument("source", metavar="INPUT", default="-")
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(2, 100_000),
    default=32,
    show_default=True,
    help="Games of the greedy player; the random one plays half as many.",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0, MAX_SEED),
    default=0,
    show_default=True,
    help="Of these games.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@rules_options
@limit_options
def command(
    source: str,
    games: int,
    seed: int,
    form: str,
    rules: Rules,
    limits: Limits,
) -> int:
    """Rate the difficulty of deals, from 0 to 100.

    INPUT is a file, - for standard input, or a deal or position in quotes. The number is
    made of simulated games, traps along a shortest win, and passes needed; the same seed
    gives the same number. A deal that can't be won, or isn't decided within the limits,
    has none.

    Exit status: 0 all were rated, 1 some have no number, 2 the input is bad.
    """
    all_rated = True
    for entry, position in read_all([source], rules):
        rated = difficulty(position, games=games, seed=seed, limits=limits)
        all_rated = all_rated and rated is not None
        if form == "json":
            record = None if rated is None else rated._asdict()
            click.echo(json.dumps({"number": entry.number, "difficulty": record}))
        else:
            click.echo(_sentence(rated))
    return exits.OK if all_rated else exits.NO


def _sentence(rated: Difficulty | None) -> str:
    if rated is None:
        return "No difficulty: it can't be won, or isn't decided within the limits."
    return (
        f"{rated.score} of 100, {rated.label}: a greedy player wins "
        f"{100 * rated.greedy_wins:.0f} % of games, a random one {100 * rated.random_wins:.0f} %; "
        f"{count(rated.traps, 'trap')} among {count(rated.choices, 'choice')} of a shortest win, "
        f"{count(rated.min_moves, 'move')}, {count(rated.passes, 'pass')} needed."
    )

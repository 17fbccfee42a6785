"""``pyramid certify``: an answer with what proves it, as a document."""

from __future__ import annotations

import os

import click

from service.cli import exits
from service.cli.options import (
    engine_option,
    limit_options,
    rules_options,
)
from service.cli.reading import read_one
from service.disagreements import write_report
from service.errors import BadOutput
from service.files import save
from service.report import count
from service.version import versions
from solver.certification import certify
from solver.engines import BOTH, CPSAT, Disagreement
from solver.errors import Fault
from solver.result import Limits
from solver.rules import Rules

__all__ = ["command"]


@click.command("certify")
@click.argument("deal", metavar="DEAL")
@click.option("--output", metavar="FILE", help="Write to FILE instead of standard output.")
@engine_option(BOTH, "Whose proof that no win is shorter: both engines', or one's.")
@rules_options
@limit_options
def command(
    deal: str,
    output: str | None,
    engine: str,
    rules: Rules,
    limits: Limits,
) -> int:
    """Write a certificate: the answer, the moves, and what proves that none is shorter.

    DEAL is a file, - or a deal or position in quotes. `pyramid verify FILE` checks a
    certificate.

    Exit status: 0 written, 2 there was nothing to certify, 3 the engines disagree.
    """
    if output == "":
        raise BadOutput("--output names no file: its value is empty")
    if output is not None and output != "-" and os.path.lexists(output):
        raise BadOutput(f"{output} exists already; choose another name")
    position = read_one(deal, rules)
    try:
        certificate = certify(
            position, engine=engine, limits=limits, made_by=versions(engine in (BOTH, CPSAT))
        )
    except Disagreement as error:
        raise Fault(f"{error}; {write_report(error)}") from None
    text = certificate.to_json()
    if output is None or output == "-":
        click.echo(text, nl=False)
        return exits.OK
    save(output, text, new=True)
    least = certificate.min_moves
    answer = "can't be won" if least is None else f"{count(least, 'move')} is the least"
    by = " and ".join(proof.engine for proof in certificate.proofs)
    click.echo(f"pyramid: {output}: {answer}, proven by {by}", err=True)
    return exits.OK

# os.path, since the import of pathlib would add to every start.
# ruff: noqa: PTH110, PTH121, PTH122
"""``pyramid solve``: decide deals and positions, one or a million."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import BinaryIO, NamedTuple

import click

from service.answers import FORMATS, Job
from service.batch_run import Batch, Tally
from service.cli import exits
from service.cli.options import (
    engine_option,
    jobs_option,
    limit_options,
    rules_options,
)
from service.errors import BadOutput
from service.inputs import Inputs
from service.outputs import FileOutput, Output, StreamOutput
from service.progress import Progress
from service.version import NOTICE
from solver.batch import Question
from solver.engines import SEARCH, check_engine
from solver.result import Limits
from solver.rules import Rules
from solver.search import KERNEL_COMPILED

__all__ = ["command"]


_BY_SUFFIX = {".json": "json", ".jsonl": "json", ".ndjson": "json", ".csv": "csv"}


@click.command("solve")
@click.argument("inputs", nargs=-1, metavar="[INPUT]...")
@rules_options
@click.option(
    "--winnable", is_flag=True, help="Only whether it can be won; stop at the first win. Faster."
)
@limit_options
@engine_option(SEARCH, "The exact search, the constraint model (OR-Tools), or both.")
@jobs_option
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="How to write answers [default: by the name of --output, else text].",
)
@click.option("--output", metavar="FILE", help="Write answers to FILE; - is standard output.")
@click.option("--resume", is_flag=True, help="Continue FILE where an earlier run has stopped.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it is not empty.")
def command(
    inputs: tuple[str, ...],
    rules: Rules,
    winnable: bool,
    limits: Limits,
    engine: str,
    jobs: int,
    form: str | None,
    output: str | None,
    resume: bool,
    force: bool,
) -> int:
    """Decide whether deals can be won, and in how few moves.

    INPUT is a file, - for standard input, or a deal or position in quotes: all cards,
    "pyramid: QH / 5C -- | stock: 8D AD", seed:N, ms:N, pysol:N, or JSON. A file holds
    one on a line, or triangles; lines that start with # are skipped. Answers come in
    the order of the input, each as soon as it is known.

    With --output to JSON or CSV, a run that was stopped is continued by the same
    command with --resume; what is done is checked against the input and kept.

    With --engine both, an answer on which the two engines disagree is an error; the
    deal and both answers are written to a file for a report.

    Exit status: 0 every deal was answered, 1 some lines were bad, 2 the command or all
    of the input was bad, 3 the solver is at fault, 130 interrupted.
    """
    if not inputs:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("give a deal, a file, or - for standard input")
        inputs = ("-",)
    to_file = output is not None and output != "-"
    if not to_file and (resume or force):
        raise click.UsageError("--resume and --force go with --output FILE")
    if resume and force:
        raise click.UsageError("--resume keeps what is there and --force does not: choose one")
    if form is None:
        form = _BY_SUFFIX.get(os.path.splitext(output or "")[1].lower(), "text")
    if resume and form == "text":
        raise click.UsageError("--resume needs --format json or csv")
    check_engine(engine, rules, limits)
    question = Question(rules, winnable, limits, engine)
    target = _Target(output if to_file else None, resume, force)
    return _run(inputs, Job(question, form), jobs, target)


def _stdin() -> BinaryIO | None:
    """Standard input under a descriptor of our own, if it is open.

    A thread that still waits for ``sys.stdin`` would be fatal to Python's exit.
    """
    if sys.stdin is None:
        return None
    try:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    except OSError:  # not a real file
        return sys.stdin.buffer


class _Target(NamedTuple):
    """Where answers go; ``path`` is None for standard output."""

    path: str | None
    resume: bool
    force: bool


def _run(inputs: tuple[str, ...], job: Job, jobs: int, target: _Target) -> int:
    source = Inputs(inputs, _stdin(), job.question.rules.pack_size)
    if source.is_single_argument:
        job = job._replace(headed=False)
        jobs = 1
    output = _open(target, source)
    if not KERNEL_COMPILED:
        click.echo(NOTICE, err=True)
    on_terminal = target.path is None and sys.stdout.isatty()
    bar = not source.is_single_argument and not on_terminal and sys.stderr.isatty()
    progress = Progress(source, bar)
    batch = Batch(source, job, output, progress, jobs=jobs, resuming=target.resume)
    tally = batch.run()
    return _conclude(source, tally, target)


def _open(target: _Target, source: Inputs) -> Output:
    if target.path is None:
        if sys.stdout is None:
            raise BadOutput("standard output is closed")
        return StreamOutput(sys.stdout.buffer)
    for name in source.file_names:
        if os.path.exists(target.path) and os.path.samefile(name, target.path):
            raise BadOutput(f"{target.path} is an input; write the answers to another file")
    return FileOutput(target.path, resume=target.resume, force=target.force)


def _conclude(source: Inputs, tally: Tally, target: _Target) -> int:
    """Say what is left to say, and choose the exit status."""
    with suppress(OSError):  # If nobody can be told, the status still says it.
        if target.path is not None:
            click.echo(f"pyramid: {target.path}: {tally}", err=True)
        for name in source.empty:
            click.echo(f"pyramid: {name}: no deal in it", err=True)
    if tally.bugs:
        return exits.FAULT
    if tally.total == tally.bad:
        return exits.BAD
    return exits.SOME_BAD if tally.bad or source.empty else exits.OK

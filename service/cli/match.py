"""``pyramid match export`` and ``pyramid match import``: for who runs the service."""

from __future__ import annotations

import json
from typing import TextIO

import click

from service.cli import exits
from service.cli.serving import settings_with_store
from service.errors import BadInput
from service.files import save

__all__ = ["command"]


@click.group("match")
def command() -> None:
    """Take matches out of the service, and put them in again."""


@command.command("export")
@click.argument("match_id", metavar="ID")
@click.option("--output", metavar="FILE", help="Write it there instead of printing it.")
def export_match(match_id: str, output: str | None) -> int:
    """Write down all that is kept of a match, with the store at REDIS_URL.

    Hidden cards and the seed are in it, so it is for nobody who plays.
    """
    settings, url = settings_with_store()
    # Slow to import, and of an extra.
    from service.wiring import parts  # noqa: PLC0415

    text = json.dumps(parts(settings, url).matches.book.exported(match_id))
    if output is None:
        click.echo(text)
    else:
        save(output, text + "\n", option="--output")
    return exits.OK


@command.command("import")
@click.argument("file", type=click.File())
def import_match(file: TextIO) -> int:
    """Keep a match that was exported, with the store at REDIS_URL.

    Its log is played again first. It has the id that it had, so the tokens of its seats work if
    the service has the same secret.
    """
    settings, url = settings_with_store()
    from service.wiring import parts  # noqa: PLC0415 - as above

    try:
        text = file.read()
    except ValueError as error:
        raise BadInput(f"{file.name}: not text: {error}") from None
    table = parts(settings, url).matches.book.restored(text)
    click.echo(f"match {table.id}: {table.head.game}, {table.status}, version {table.version}")
    return exits.OK

"""``pyramid show``: draw a position, in the terminal or as an SVG picture."""

from __future__ import annotations

import sys

import click

from service.cli import exits
from service.cli.options import rules_options
from service.cli.reading import read_all, read_one
from service.cli.terminal import wants_color
from service.draw.svg import draw_svg
from service.draw.terminal import draw_position
from service.files import save
from solver.rules import Rules

__all__ = ["command"]


@click.command("show")
@click.argument("source", metavar="INPUT", default="-")
@click.option("--svg", metavar="FILE", help="Write a picture to FILE (- for standard output).")
@rules_options
def command(source: str, svg: str | None, rules: Rules) -> int:
    """Draw a deal or position.

    INPUT is a file, - for standard input, or a deal or position in quotes. [7D] is
    available, a bare 7D is covered, and . marks the place of a card that has gone.
    """
    if svg is not None:
        picture = draw_svg(read_one(source, rules))
        if svg == "-":
            click.echo(picture, nl=False)
        else:
            save(svg, picture, option="--svg")
        return exits.OK
    color = wants_color(sys.stdout)
    for entry, position in read_all([source], rules):
        if entry.number > 1:
            click.echo("")
        click.echo(draw_position(position, color=color), color=color)
    return exits.OK

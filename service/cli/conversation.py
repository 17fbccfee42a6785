"""What games of cards in the terminal have in common, wherever the table stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import click

from games.errors import BadOptions
from service.cli.reading import typed_line

__all__ = ["Words", "around", "ask"]


class Words(NamedTuple):
    """What is done at a table's words.

    Attributes:
        help, why: the text that answers.
        show: draws the table again.
        act: does what was typed; False: it can't be done, and why was told.
    """

    help: Callable[[], str]
    why: Callable[[], str]
    show: Callable[[], None]
    act: Callable[[str], bool]


def ask(words: Words) -> bool:
    """Let the player act; False: the player has gone."""
    while True:
        click.echo("> ", nl=False)
        word = typed_line()
        if word is None:
            click.echo("")
            return False
        match word.lower():
            case "":
                continue
            case "q" | "quit" | "exit":
                return False
            case "?" | "help":
                click.echo(words.help())
            case "why":
                click.echo(words.why())
            case "table" | "t":
                words.show()
            case _:
                if words.act(word):
                    return True


def around(count: int, own: int, named: list[str], mine: str) -> list[str]:
    """Who sits at each seat, the others told from the player's left on.

    Args:
        count: of seats.
        own: the player's.
        named: the others; a shorter list is repeated.
        mine: what stands at the player's.

    Raises:
        BadOptions: there is no such seat, or the names don't go into the others.
    """
    if not 0 <= own < count:
        raise BadOptions(f"--seat {own}: the seats are 0 to {count - 1}")
    if (count - 1) % len(named):
        raise BadOptions(f"--bots: {len(named)} names for {count - 1} others")
    told = [*named * ((count - 1) // len(named)), mine]
    return [told[(at - own - 1) % count] for at in range(count)]

"""What games in the terminal have in common, wherever the table stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import click

from games.errors import BadOptions
from service.cli.reading import typed_line

__all__ = ["Words", "around", "ask", "words_of_cards"]


#: What is done at a word: something is told or shown.
Words = Mapping[str, Callable[[], None]]

_QUIT = frozenset({"q", "quit", "exit"})


def ask(known: Words, act: Callable[[str], bool]) -> bool:
    """Let the player act; False: the player has gone.

    Args:
        known: words in small letters.
        act: does what else was typed; False: the player goes on being asked.
    """
    while True:
        click.echo("> ", nl=False)
        word = typed_line()
        if word is None:
            click.echo("")
            return False
        small = word.lower()
        if small in _QUIT:
            return False
        if small in known:
            known[small]()
        elif word and act(word):
            return True


def words_of_cards(
    explain: Callable[[], str], why: Callable[[], str], show: Callable[[], None]
) -> Words:
    """What may always be typed in games of cards.

    Args:
        explain: the text of the help.
        why: the text that says why others have done what they did.
        show: draws the table again.
    """

    def tell(text: Callable[[], str]) -> Callable[[], None]:
        return lambda: click.echo(text())

    told = tell(explain)
    return {"?": told, "help": told, "why": tell(why), "table": show, "t": show}


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

"""``pyramid deal``: make deals from seeds."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from itertools import islice

import click

from service.cli import exits
from service.cli.options import limit_options, rules_options
from service.report import count
from solver.analysis.difficulty import scores_of
from solver.analysis.wanted import Wish, fit
from solver.deal import Deal
from solver.errors import BadDeal
from solver.notation import format_position
from solver.result import Limits
from solver.rules import Rules

__all__ = ["command"]

_GENERATORS = ("seed", "ms", "pysol")
# A seed made up here fits every generator and is short enough to be told to a friend.
_MADE_UP_BELOW = 10**9
_HARDEST = 100


class _Range(click.ParamType[tuple[int, int]]):
    """``40``, ``40:50``, ``40:`` or ``:50``, as from and to."""

    name = "range"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        text = str(value)
        low, colon, high = text.partition(":")
        ends = [low or "0", high or "9999" if colon else low]
        if text == ":" or not all(end.isascii() and end.isdecimal() for end in ends):
            self.fail(f"{text!r}: write a number, or two with a colon, such as 40:50.", param, ctx)
        # Longer numbers than any deal needs are all the same.
        start, end = (int(end.lstrip("0")[:6] or "0") for end in ends)
        if start > end:
            self.fail(f"{text}: the first number is larger than the second.", param, ctx)
        return start, end


class _Score(_Range):
    """The same, or a label."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        text = str(value)
        if not text.isalpha():
            start, end = super().convert(value, param, ctx)
            if start > _HARDEST:
                self.fail(f"{text}: scores go from 0 to {_HARDEST}.", param, ctx)
            return start, end
        try:
            return scores_of(text.lower())
        except ValueError as error:
            self.fail(f"{error}.", param, ctx)


@click.command("deal")
@click.option("--seed", metavar="N", help="Number of the first deal [default: made up].")
@click.option(
    "--count",
    "number",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many deals.",
)
@click.option("--winnable", is_flag=True, help="Only deals that can be won under the rules.")
@click.option(
    "--generator",
    type=click.Choice(_GENERATORS),
    default="seed",
    show_default=True,
    help="Ours, Microsoft's 31-bit one, or PySolFC's.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["line", "triangle", "json", "position", "name"]),
    default="line",
    show_default=True,
    help="How to write a deal; name is seed:N.",
)
@click.option(
    "--min-moves",
    "moves",
    metavar="N|A:B",
    type=_Range(),
    help="Only deals whose least number of moves is this.",
)
@click.option(
    "--passes-needed",
    "passes",
    metavar="N",
    type=click.IntRange(min=1),
    help="Only deals that can be won in N passes and no fewer.",
)
@click.option(
    "--difficulty",
    "score",
    metavar="LABEL|A:B",
    type=_Score(),
    help="Only deals that are easy, medium, hard or expert, or whose score is this.",
)
@click.option(
    "--max-tries",
    metavar="N",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="Give up after so many deals.",
)
@rules_options
@limit_options
def command(
    seed: str | None,
    number: int,
    winnable: bool,
    moves: tuple[int, int] | None,
    passes: int | None,
    score: tuple[int, int] | None,
    max_tries: int,
    generator: str,
    form: str,
    rules: Rules,
    limits: Limits,
) -> int:
    """Make deals: the deal of a number is always the same.

    With --count the numbers go upward from --seed. With --winnable deals that can't be
    won are passed over, and so are those that a limit leaves undecided; so are, with
    --min-moves, --passes-needed and --difficulty, all that are not as wanted.

    Exit status: 0 all were found; 1 not all, and if none was the closest one is named;
    2 the input is bad.
    """
    write = _writer(form, generator, rules)
    if seed is None:
        seed = str(secrets.randbelow(_MADE_UP_BELOW))
        click.echo(f"{generator}:{seed}", err=True)
    deals = _Deals(generator, Deal.generate(generator, seed.strip(), rules), int(seed), rules)
    if not (winnable or moves or passes or score):
        for at, deal in islice(deals, number):
            click.echo(write(at, deal))
        return exits.OK
    search = _Search(rules, Wish(moves, passes, score), limits)
    try:
        for at, deal in islice(deals, max_tries):
            if search.fits(at, deal):
                click.echo(write(at, deal))
                if search.found == number:
                    break
    finally:
        click.echo(search.told(generator), err=True)
    return exits.OK if search.found == number else exits.NO


class _Deals:
    """Numbers and deals of one generator, from a number upward."""

    def __init__(self, generator: str, first: Deal, number: int, rules: Rules) -> None:
        self._generator = generator
        self._first = first
        self._number = number
        self._rules = rules

    def __iter__(self) -> Iterator[tuple[int, Deal]]:
        """Until the generator's numbers end with an error."""
        deal, at = self._first, self._number
        while True:
            yield at, deal
            at += 1
            try:
                deal = Deal.generate(self._generator, at, self._rules)
            except BadDeal as error:
                raise BadDeal([f"no deals are left: {error}"]) from None


class _Search:
    """Looks for deals that fit, and remembers the closest."""

    def __init__(self, rules: Rules, wish: Wish, limits: Limits) -> None:
        self._rules = rules
        self._wish = wish
        self._limits = limits
        self._tried = 0
        self._unknown = 0
        self._closest: tuple[tuple[int, int], int, str] | None = None
        self.found = 0

    def fits(self, at: int, deal: Deal) -> bool:
        """Whether a deal is as wanted."""
        self._tried += 1
        fitting = fit(deal.position(self._rules), self._wish, limits=self._limits)
        self._unknown += not fitting.decided
        self.found += fitting.fits
        if not fitting.fits and (self._closest is None or fitting.distance < self._closest[0]):
            self._closest = (fitting.distance, at, fitting.words)
        return fitting.fits

    def told(self, generator: str) -> str:
        """What came of it, in words."""
        does = "can be won" if self._wish == Wish() else "as wanted"
        text = f"{count(self._tried, 'deal')} tried, {self.found:,} {does}"
        if self._unknown:
            text += f", {self._unknown:,} not decided"
        if not self.found and self._closest is not None:
            _, at, words = self._closest
            text += f"; the closest is {generator}:{at}: {words}"
        return text


def _writer(form: str, generator: str, rules: Rules) -> Callable[[int, Deal], str]:
    if form == "line":
        return lambda _, deal: deal.line()
    if form == "triangle":
        # The blank line sets it apart from the next one.
        return lambda _, deal: deal.triangle(rules) + "\n"
    if form == "position":
        return lambda _, deal: format_position(deal.position(rules))
    if form == "json":
        return lambda at, deal: json.dumps(
            {"name": f"{generator}:{at}", "deck": [str(card) for card in deal.cards]}
        )
    return lambda at, _: f"{generator}:{at}"

"""``pyramid deal``: make deals from seeds."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator

import click

from service.cli import exits
from service.cli.options import limit_options, limits_from, rules_from_options, rules_options
from service.report import count
from solver.deal import Deal
from solver.engines import solve
from solver.errors import BadDeal
from solver.notation import format_position
from solver.result import UNKNOWN, WINNABLE, Limits
from solver.rules import Rules

__all__ = ["command"]

_GENERATORS = ("seed", "ms", "pysol")
# A seed made up here fits every generator and is short enough to be told to a friend.
_MADE_UP_BELOW = 10**9


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
@rules_options
@limit_options
def command(
    seed: str | None,
    number: int,
    winnable: bool,
    generator: str,
    form: str,
    rules_name: str,
    settings: tuple[str, ...],
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int | None,
) -> int:
    """Make deals: the deal of a number is always the same.

    With --count the numbers go upward from --seed. With --winnable deals that can't be
    won are passed over, and so are those that a limit leaves undecided.
    """
    rules = rules_from_options(rules_name, settings)
    limits = limits_from(max_nodes, max_seconds, max_memory)
    write = _writer(form, generator, rules)
    if seed is None:
        seed = str(secrets.randbelow(_MADE_UP_BELOW))
        click.echo(f"{generator}:{seed}", err=True)
    deals = _Deals(generator, Deal.generate(generator, seed.strip(), rules), int(seed), rules)
    found = 0
    try:
        for at, deal in deals.winnable(limits) if winnable else deals.every():
            click.echo(write(at, deal))
            found += 1
            if found == number:
                break
    finally:
        if winnable:
            click.echo(deals.told(found), err=True)
    return exits.OK


class _Deals:
    """Deals of one generator, from a number upward."""

    def __init__(self, generator: str, first: Deal, number: int, rules: Rules) -> None:
        self._generator = generator
        self._first = first
        self._number = number
        self._rules = rules
        self._tried = 0
        self._unknown = 0

    def every(self) -> Iterator[tuple[int, Deal]]:
        """Number and deal, until the generator's numbers end with an error."""
        deal, at = self._first, self._number
        while True:
            yield at, deal
            at += 1
            try:
                deal = Deal.generate(self._generator, at, self._rules)
            except BadDeal as error:
                raise BadDeal([f"no deals are left: {error}"]) from None

    def winnable(self, limits: Limits) -> Iterator[tuple[int, Deal]]:
        """Those that can be won."""
        for at, deal in self.every():
            self._tried += 1
            result = solve(deal, self._rules, winnable_only=True, limits=limits)
            self._unknown += result.status == UNKNOWN
            if result.status == WINNABLE:
                yield at, deal

    def told(self, found: int) -> str:
        """How many were tried, in words."""
        text = f"{count(self._tried, 'deal')} tried, {found:,} can be won"
        return f"{text}, {self._unknown:,} not decided" if self._unknown else text


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

"""``pyramid rules``: the named rule sets and their parameters."""

from __future__ import annotations

import textwrap

import click

from service.cli import exits
from solver.rules import DEFAULT, PARAMETERS, PRESETS, SOURCES, Rules, preset

__all__ = ["command"]

_WIDTH = 88


@click.command("rules")
@click.argument("name", required=False)
def command(name: str | None) -> int:
    """List the named rule sets and what each parameter does.

    With NAME, the parameters of that rule set. Any parameter can be changed with --set,
    such as `pyramid solve --rules microsoft --set passes=2`.
    """
    lines = _everything() if name is None else _one(name.strip().lower(), preset(name))
    click.echo("\n".join(lines))
    return exits.OK


def _everything() -> list[str]:
    lines = ["Rule sets (--rules NAME) and how they differ from the first:", ""]
    wide = max(map(len, PRESETS))
    for name, rules in PRESETS.items():
        lines += _entry(name, f"{SOURCES[name]}.", wide)
        changed = _changes(rules)
        if changed:
            lines += _entry("", changed, wide)
    lines += ["", "Parameters (--set KEY=VALUE):", ""]
    default = PRESETS[DEFAULT].values()
    wide = max(map(len, PARAMETERS))
    for key, does in PARAMETERS.items():
        lines += _entry(key, f"{does} [{default[key]}]", wide)
    return lines


def _one(name: str, rules: Rules) -> list[str]:
    values = rules.values()
    wide = max(len(key) + len(text) for key, text in values.items()) + 1
    lines = [f"{name}: {SOURCES[name]}.", ""]
    for key, text in values.items():
        lines += _entry(f"{key}={text}", PARAMETERS[key], wide)
    lines += [
        "",
        *textwrap.wrap(
            f"In a deal of 52 cards, {rules.board.size} form the {rules.shape}"
            + (f", {rules.reserve_size} the reserve" if rules.reserve_size else "")
            + (f", {rules.stock_size} the stock" if rules.stock_size else "")
            + f"; {rules.pairs.sentence}.",
            _WIDTH,
        ),
    ]
    return lines


def _changes(rules: Rules) -> str:
    default = PRESETS[DEFAULT].values()
    return " ".join(f"{k}={v}" for k, v in rules.values().items() if v != default[k])


def _entry(term: str, text: str, wide: int) -> list[str]:
    """A term and what it means, in two columns."""
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=f"  {term:{wide}}  ",
        subsequent_indent=" " * (wide + 4),
        break_on_hyphens=False,
    )

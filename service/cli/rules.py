"""``pyramid rules``: the named rule sets and their parameters."""

from __future__ import annotations

import textwrap

import click

from service.cli import exits
from solver.explained import explained
from solver.rules import DEFAULT, PARAMETERS, PRESETS, SOURCES, Rules, rules_from

__all__ = ["command"]

_WIDTH = 88


@click.command("rules")
@click.argument("name", required=False)
@click.argument("settings", nargs=-1, metavar="[KEY=VALUE]...")
def command(name: str | None, settings: tuple[str, ...]) -> int:
    """List the named rule sets and what each parameter does.

    With NAME, how to play by that rule set, and its parameters. Any of them can be changed, here
    as in `pyramid rules microsoft passes=2`, elsewhere with --set.
    """
    if name is None:
        lines = _everything()
    else:
        rules = rules_from(name, settings)
        lines = _one(rules.name if settings else name.strip().lower(), rules)
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
    lines = [f"{name}: {SOURCES[name]}." if name in SOURCES else name, ""]
    for sentence in explained(rules):
        lines += textwrap.wrap(sentence, _WIDTH, initial_indent="* ", subsequent_indent="  ")
    lines.append("")
    values = rules.values()
    wide = max(len(key) + len(text) for key, text in values.items()) + 1
    for key, text in values.items():
        lines += _entry(f"{key}={text}", PARAMETERS[key], wide)
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

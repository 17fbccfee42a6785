"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import TypeVar

import click

from solver.engines import ENGINES
from solver.result import Limits
from solver.rules import rules_from

__all__ = [
    "engine_option",
    "game_options",
    "jobs_option",
    "limit_options",
    "rules_options",
    "Daily",
    "MOST_WORLDS",
    "Seconds",
]

#: Deals that a strong bot may imagine for a choice.
MOST_WORLDS = 1_000_000

_MOST_JOBS = 256

CommandT = TypeVar("CommandT", bound=Callable[..., object])


class Seconds(click.ParamType[float]):
    """A positive, finite number of seconds: what is read as NaN lies in no range and out of none.

    Args:
        most: of them.
    """

    name = "number"

    def __init__(self, most: float = math.inf) -> None:
        self._most = most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            seconds = float(str(value))
        except ValueError:
            self.fail(f"{str(value)!r} is not a number.", param, ctx)
        if not (math.isfinite(seconds) and 0 < seconds <= self._most):
            most = "" if self._most == math.inf else f", {self._most:g} at most"
            self.fail(f"{value}: must be a finite number above 0{most}.", param, ctx)
        return seconds


class Daily(click.ParamType[dict[str, str]]):
    """Which daily: a date, a difficulty, or both with a colon between them."""

    name = "daily"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, str]:
        from solver.analysis.bands import BAND_LABELS  # noqa: PLC0415 - slow to import

        if isinstance(value, dict):
            return value
        asked: dict[str, str] = {}
        for word in str(value).split(":"):
            if word in BAND_LABELS:
                asked["difficulty"] = word
            elif word != "today":
                try:
                    asked["date"] = date.fromisoformat(word).isoformat()
                except ValueError:
                    labels = ", ".join(BAND_LABELS)
                    self.fail(f"{word!r}: say {labels}, or a date as 2026-11-30.", param, ctx)
        return asked


def rules_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add ``--rules`` and ``--set``; the command is given ``rules``."""

    @wraps(command)
    def with_rules(*, rules_name: str, settings: tuple[str, ...], **others: object) -> int:
        return command(rules=rules_from(rules_name, settings), **others)

    added = click.option(
        "--set",
        "settings",
        metavar="KEY=VALUE",
        multiple=True,
        help="Change one parameter of the rules; may be repeated.",
    )(with_rules)
    return click.option(
        "--rules",
        "rules_name",
        metavar="NAME",
        default="cardgames",
        show_default=True,
        help="A named rule set; `pyramid rules` lists them.",
    )(added)


def limit_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add ``--max-nodes``, ``--max-seconds`` and ``--max-memory``; it is given ``limits``."""

    @wraps(command)
    def with_limits(
        *,
        max_nodes: int | None,
        max_seconds: float | None,
        max_memory: int | None,
        **others: object,
    ) -> int:
        memory = Limits().memory if max_memory is None else max_memory
        return command(limits=Limits(max_nodes, max_seconds, memory), **others)

    added: Callable[..., int] = with_limits
    for name, metavar, kind, text in (
        ("--max-memory", "MB", click.IntRange(min=1), "Memory of the search [default: 1024]."),
        ("--max-seconds", "S", Seconds(), "Give up on a deal after that time."),
        ("--max-nodes", "N", click.IntRange(min=1), "Give up on a deal after N positions."),
    ):
        added = click.option(name, metavar=metavar, type=kind, help=text)(added)
    return added


def _settings(
    ctx: click.Context, param: click.Parameter, given: tuple[str, ...]
) -> dict[str, object]:
    settings: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{text!r}: write NAME=VALUE.", ctx, param)
        settings[name.strip()] = value.strip()
    return settings


def game_options(command: CommandT) -> CommandT:
    """Add ``--option``; the command is given ``options``, by name."""
    return click.option(
        "--option",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_settings,
        help="An option of the game; may be repeated. docs/games.md lists them.",
    )(command)


def engine_option(default: str | None, text: str) -> Callable[[CommandT], CommandT]:
    """Add ``--engine``."""
    return click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default=default,
        show_default=default is not None,
        help=text,
    )


def _all_cores(_: click.Context, __: click.Parameter, jobs: int) -> int:
    if jobs == 0:
        from service.pool import all_cores  # noqa: PLC0415 - slow to import, seldom wanted

        return all_cores()
    return jobs


def jobs_option(command: CommandT) -> CommandT:
    """Add ``--jobs``; the command is never given 0."""
    return click.option(
        "--jobs",
        metavar="N",
        type=click.IntRange(0, _MOST_JOBS),
        default=1,
        show_default=True,
        callback=_all_cores,
        help="Worker processes; 0 = one for each core.",
    )(command)

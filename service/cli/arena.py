"""``pyramid arena``: bots and programs play each other, and what came of it is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import click

from games.arena import Played
from games.bots.player import THINKING
from games.bots.registry import bot_named, default_level
from games.codec import to_json
from games.errors import BadOptions
from games.options import given_options
from games.registry import game_named
from games.standings import Standing, Summary, summarize
from service.arena import Plan, play_all
from service.boards import read_boards, seeded_boards
from service.cli import exits
from service.cli.options import MOST_WORLDS, Seconds, game_options, jobs_option
from service.cli.reading import read_lines
from service.errors import BadOutput
from service.files import save
from service.groups import groups_end_first
from service.report import count
from solver.analysis.statistics import Mean

__all__ = ["command"]

_GAMES = 100


class _Place(click.ParamType[tuple[int, str]]):
    """A place in the list of players, and the program that holds it."""

    name = "place"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, str]:
        place, equals, program = str(value).partition("=")
        if not equals or not place.isdecimal() or not place.isascii() or not program.strip():
            self.fail(f"{str(value)!r}: write N='COMMAND'.", param, ctx)
        return int(place[:9]), program.strip()


@click.command("arena")
@click.argument("game")
@click.option(
    "--bots",
    metavar="A,B,...",
    help="Who plays, by level: random, easy or strong. A shorter list is repeated "
    "[default: easy, if the game has one].",
)
@click.option(
    "--seat",
    "seats",
    metavar="N='COMMAND'",
    type=_Place(),
    multiple=True,
    help="A program takes place N of the list, from 0; may be repeated.",
)
@click.option(
    "--seat-seconds",
    metavar="S",
    type=Seconds(most=3600),
    default=10.0,
    show_default="10",
    help="Within which a program must answer.",
)
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(1, 1_000_000),
    help=f"Games with cards of their own; each is played for every seating [default: {_GAMES}].",
)
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Of the first game; the next ones follow.",
)
@click.option("--deal", "deals", metavar="FILE", help="First deals as JSON lines, one a game.")
@click.option("--dealer", metavar="N", type=int, help="The seat that deals first.")
@game_options
@click.option(
    "--worlds",
    metavar="N",
    type=click.IntRange(1, MOST_WORLDS),
    default=THINKING.worlds,
    show_default=True,
    help="Deals that strong bots imagine for each choice.",
)
@jobs_option
@click.option("--log", "folder", metavar="FOLDER", help="Write each game to a file there.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str,
    bots: str | None,
    seats: tuple[tuple[int, str], ...],
    seat_seconds: float,
    games: int | None,
    seed: int,
    deals: str | None,
    dealer: int | None,
    options: dict[str, object],
    worlds: int,
    jobs: int,
    folder: str | None,
    as_json: bool,
) -> int:
    """Let bots and programs play each other.

    Luck cancels: the same cards are played once for every seating, so that each player
    has sat where each other one has; in games of teams once the other way round.

    Intervals hold 95 %. Those of points are taken over games with cards of their own.
    docs/games.md tells how a program holds a seat, and how deals are written.

    Exit status: 0 all was played, 2 the input is bad or a program did not do its part,
    130 interrupted.
    """
    if deals is not None and games is not None:
        raise click.UsageError("--deal brings as many games as it has lines, without --games")
    rules = game_named(game)
    # As they were read, in logs too: there numbers are numbers.
    options = given_options(rules.options(options), options)
    players = _players(game, options, bots)
    programs = dict(seats)
    if len(programs) < len(seats):
        raise click.UsageError("--seat: two programs for one place")
    for place in programs:
        if place >= len(players):
            raise BadOptions(f"--seat {place}: the places are 0 to {len(players) - 1}")
    if deals is None:
        boards = seeded_boards(game, options, range(seed, seed + (games or _GAMES)), dealer)
    else:
        boards = read_boards(deals, read_lines(deals), game, options, seed, dealer)
    if folder is not None:
        _make(folder)
    plan = Plan(
        game, options, players, programs, seat_seconds, boards, worlds, folder is not None
    )  # fmt: skip
    played = _play(plan, jobs, folder)
    sides = rules.sides(rules.options(options))
    summary = summarize(plan.names, played, teams=1 < sides < len(players))
    if as_json:
        told = {"game": game, "options": options, "players": list(plan.names), "seed": seed}
        click.echo(json.dumps({**told, **to_json(summary)}))
    else:
        _tell(game, summary, sides)
    return exits.OK


def _players(game: str, options: Mapping[str, object], bots: str | None) -> tuple[str, ...]:
    """A level for each seat."""
    rules = game_named(game)
    seats = rules.seats(rules.options(options))
    named = [default_level(game)] if bots is None else [name.strip() for name in bots.split(",")]
    for name in named:
        bot_named(game, name)
    if seats % len(named):
        raise BadOptions(f"--bots: {len(named)} names for {seats} seats")
    return tuple(named * (seats // len(named)))


def _make(folder: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOutput(f"{folder} can't be made: {error.strerror}") from None


def _play(plan: Plan, jobs: int, folder: str | None) -> list[Played]:
    played: list[Played] = []
    try:
        with groups_end_first(), closing(play_all(plan, jobs)) as games:
            for each in games:
                if folder is not None:
                    name = f"{plan.game}-{plan.boards[each.board].seed}-{each.seating + 1}.jsonl"
                    save(str(Path(folder) / name), "\n".join(each.lines) + "\n", option="--log")
                played.append(each._replace(lines=()))
    except KeyboardInterrupt:
        click.echo(f"pyramid: interrupted; {len(played):,} games played", err=True)
        raise
    return played


def _tell(game: str, summary: Summary, sides: int) -> None:
    click.echo(
        f"{game}: {count(summary.games, 'game')}, {count(summary.deals, 'deal')}; "
        f"{count(summary.boards, 'time')} other cards, each with {count(sides, 'seating')}"
    )
    rows = [_HEADING, *(_row(each.name, each) for each in summary.names)]
    if len(summary.players) > 1:
        rows.append(("",) * len(_HEADING))
        rows += [_row(f"{at} {each.name}", each) for at, each in enumerate(summary.players)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    click.echo("")
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        click.echo("  ".join(cells).rstrip())
    if summary.first_team is not None:
        click.echo(f"\nThe first player's team has won {_percent(summary.first_team)} of games.")


_HEADING = ("player", "games", "won", "points a deal", "above the others", "moves", "ms a move",
            "slowest")  # fmt: skip


def _row(name: str, standing: Standing) -> tuple[str, ...]:
    return (
        name,
        f"{standing.games:,}",
        _percent(standing.wins),
        _number(standing.points),
        "" if standing.margin is None else _number(standing.margin),
        f"{standing.moves:,}",
        f"{1000 * standing.seconds:.2f}",
        f"{1000 * standing.slowest:.1f}",
    )


def _percent(share: Mean) -> str:
    return _interval(f"{100 * share.mean:.1f} %", share, lambda value: f"{100 * value:.1f}")


def _number(mean: Mean) -> str:
    return _interval(f"{mean.mean:.2f}", mean, lambda value: f"{value:.2f}")


def _interval(text: str, mean: Mean, shown: Callable[[float], str]) -> str:
    if mean.low is None or mean.high is None:
        return text
    return f"{text} ({shown(mean.low)} to {shown(mean.high)})"

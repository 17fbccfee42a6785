"""``pyramid replay``: check the log of a match, and tell what happened."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from games.events import Event, Json
from games.match import Match, Step, replay
from service.cli import exits
from service.cli.kept import lines_of_log
from service.cli.reading import read_lines
from service.draw.events import in_words, offered, worded

__all__ = ["command"]


@click.command("replay")
@click.argument("source", metavar="FILE")
@click.option("--legal", "with_legal", is_flag=True, help="At each step list what was legal.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines, one a step.")
def command(source: str, with_legal: bool, as_json: bool) -> int:
    """Play a match again from its log, check it, and tell what happened.

    FILE is such a log, as `pyramid arena --log` writes them, or a game that `pyramid play
    --save` keeps, whose first line is skipped; - is standard input.
    docs/games.md tells the format. Each step has the number of its line before it.

    Exit status: 0 all is as the rules want it, 2 a line is not; it is named.
    """
    before: tuple[int, dict[int, Json]] | None = None
    match: Match | None = None
    for match, number in replay(lines_of_log(line for _, line in read_lines(source))):
        if before is None:
            _print(_begun_as_json(match) if as_json else _begun(match))
        else:
            line, legal = before
            step = match.steps[-1]
            own = legal[step.seat] if with_legal else None
            tell = _step_as_json if as_json else _step
            _print(tell(match, line, step, own))
        before = number, _legal(match) if with_legal else {}
    assert match is not None
    _print(_ended_as_json(match) if as_json else _ended(match))
    return exits.OK


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        click.echo(line)


def _legal(match: Match) -> dict[int, Json]:
    """What each seat that the game waits for may do, as its view tells it."""
    game, state = match.game, match.state
    return {seat: game.view_to_json(game.view(state, seat))["legal"] for seat in game.to_act(state)}


def _seat(seat: int) -> str:
    return f"seat {seat}"


def _events(events: tuple[Event, ...]) -> Iterator[str]:
    for each in events:
        yield from in_words(each.seen_by_all(), _seat)


def _begun(match: Match) -> Iterator[str]:
    options = "".join(f", {name}={worded(value)}" for name, value in match.given.items())
    yield f"{match.game.name}{options}, seed {match.seed or 'not told'}"
    yield from _events(match.game.events(match.begun))


def _step(_: Match, line: int, step: Step, legal: Json | None) -> Iterator[str]:
    if legal is not None:
        yield f"{'':6}{_seat(step.seat)} may {offered(legal)}"
    first = True
    for text in _events(step.events):
        yield f"{f'{line}':>5} {text}" if first else f"{'':6}{text}"
        first = False


def _ended(match: Match) -> Iterator[str]:
    if not match.is_over:
        waiting = ", ".join(map(_seat, sorted(match.game.to_act(match.state))))
        yield f"The log ends here; the game waits for {waiting}."


def _begun_as_json(match: Match) -> Iterator[str]:
    events = [each.seen_by_all() for each in match.game.events(match.begun)]
    told = {"game": match.game.name, "options": match.given, "seed": match.seed or None}
    yield json.dumps({**told, "events": events})


def _step_as_json(match: Match, line: int, step: Step, legal: Json | None) -> Iterator[str]:
    told = {"line": line, "seat": step.seat, "action": match.game.action_to_json(step.action)}
    if legal is not None:
        told["legal"] = legal
    yield json.dumps({**told, "events": [each.seen_by_all() for each in step.events]})


def _ended_as_json(match: Match) -> Iterator[str]:
    result = match.game.result(match.state)
    yield json.dumps(
        {"actions": match.version, "over": None if result is None else result._asdict()}
    )

"""``pyramid verify``: replay a list of moves and say whether it wins."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from service.cli import exits
from service.cli.options import (
    engine_option,
    limit_options,
    rules_options,
)
from service.cli.reading import read_lines, read_one, read_text
from service.errors import BadInput
from service.inputs import STDIN, names_file
from service.report import count, score_sentence, tally
from solver.certificate import Certificate, looks_like_one
from solver.certification import check_certificate
from solver.errors import BadCertificate, IllegalMove, PyramidError
from solver.moves import Move, parse_each, parse_moves
from solver.notation import read
from solver.position import Position, play
from solver.result import Limits
from solver.rules import Rules, rules_from
from solver.score import scores_of_legal

__all__ = ["command"]

# A certificate takes a few kilobytes.
_LONGEST_CERTIFICATE = 1 << 17


@click.command("verify")
@click.argument("deal", required=False)
@click.argument("moves", nargs=-1)
@click.option("--moves", "moves_file", metavar="FILE", help="Read the moves from FILE (or -).")
@click.option(
    "--json",
    "records",
    metavar="FILE",
    help="Check answers of `pyramid solve --format json`: a file, - or one line in quotes.",
)
@rules_options
@engine_option(None, "With a certificate: prove again that no win is shorter, by this engine.")
@limit_options
def command(
    deal: str | None,
    moves: tuple[str, ...],
    moves_file: str | None,
    records: str | None,
    rules: Rules,
    engine: str | None,
    limits: Limits,
) -> int:
    """Replay moves against a deal, or check a certificate.

    DEAL is a file, - or a deal or position in quotes; MOVES are draw, recycle, KS,
    4S+9H, "cell 9H", in one argument or many. With --json, deal, rules and moves come
    from answers that `pyramid solve` has written.

    DEAL may also be a certificate that `pyramid certify` has written; it brings deal,
    rules and moves. Its parts are checked one by one, in no time but for --engine.

    Exit status: 0 the moves win, or the certificate holds (with --engine: and its claim
    was proven again); 1 not so; 2 the input is bad.
    """
    if engine is None and limits != Limits():
        raise click.UsageError("limits go with --engine")
    if records is not None:
        if deal is not None or moves_file is not None:
            raise click.UsageError("--json brings deal and moves of its own")
        if engine is not None:
            raise click.UsageError("--engine goes with a certificate, not with --json")
        return _verify_records(records)
    if deal is None:
        raise click.UsageError("give a deal and its moves, or --json FILE")
    if moves and moves_file is not None:
        raise click.UsageError("give the moves as arguments or with --moves, not both")
    if deal == "-" and moves_file == "-":
        raise click.UsageError("standard input can't hold both the deal and the moves")
    position = None
    if not moves and moves_file is None:
        given = read_text(STDIN) if deal == STDIN else None
        text = _certificate_text(deal, given)
        if text is not None:
            if rules != Rules():
                raise click.UsageError("a certificate brings rules of its own")
            return _verify_certificate(text, engine, limits)
        if given is not None:
            position = read(given.strip(), rules)
    if engine is not None:
        raise click.UsageError("--engine goes with a certificate")
    if position is None:
        position = read_one(deal, rules)
    line = read_text(moves_file) if moves_file is not None else " ".join(moves)
    verdict = _verdict(position, parse_moves(line))
    click.echo(verdict.text)
    return exits.OK if verdict.wins else exits.NO


def _certificate_text(source: str, given: str | None) -> str | None:
    """The certificate that an argument is or names; None if it is something else.

    ``given`` is what standard input holds, if the argument names that.
    """
    text = source if given is None else given
    if looks_like_one(text):
        return text
    if given is not None or not names_file(source):
        return None
    try:
        with open(source, encoding="utf-8-sig") as stream:  # noqa: PTH123 - as elsewhere here
            text = stream.read(_LONGEST_CERTIFICATE)
    except (OSError, ValueError):
        return None  # Reading it as a deal says what is wrong.
    return text if looks_like_one(text) else None


def _verify_certificate(text: str, engine: str | None, limits: Limits) -> int:
    try:
        certificate = Certificate.from_json(text)
    except BadCertificate as error:
        raise BadInput(f"refused, not a certificate: {error}") from None
    parts = check_certificate(certificate, engine=engine, limits=limits)
    for part in parts:
        state = {True: "holds", False: "FAILS", None: "open"}[part.holds]
        click.echo(f"{part.name.capitalize():20} {state}: {part.sentence}.")
    wrong = [part.name for part in parts if part.holds is False]
    if wrong:
        click.echo(f"pyramid: refused: {' and '.join(wrong)} of the certificate failed", err=True)
        return exits.NO
    if any(part.holds is None and part.name != "at least" for part in parts):
        click.echo("pyramid: the claim was not proven again within the limits", err=True)
        return exits.NO
    return exits.OK


class _Verdict(NamedTuple):
    wins: bool
    text: str


def _verdict(position: Position, moves: Sequence[Move]) -> _Verdict:
    """Replay moves and say in a sentence what came of them."""
    try:
        end = play(position, moves)
    except IllegalMove as error:
        return _Verdict(False, f"Illegal: {error}.")
    kinds = f" ({tally(moves)})" if moves else ""
    number = count(len(moves), "move")
    found = score_sentence(scores_of_legal(position, moves)) if moves else None
    told = f" {found}" if found is not None else ""
    if end.is_won:
        return _Verdict(True, f"Legal, and wins in {number}{kinds}.{told}")
    left = count(sum(card is not None for card in end.pyramid), "card")
    goal = {"pyramid": "", "board": " The reserve and the cells must go too."}.get(
        position.rules.goal, " Every card must go."
    )
    return _Verdict(
        False, f"Legal, but doesn't win: after {number}{kinds} the pyramid has {left}.{goal}{told}"
    )


def _verify_records(source: str) -> int:
    wrong = checked = without = 0
    for line, text in _record_lines(source):
        where = f"line {line}: "
        try:
            verdict = _check_record(text)
        except (PyramidError, BadInput) as error:
            raise BadInput(f"{where}{error}") from None
        if verdict is None:
            without += 1
            continue
        checked += 1
        wrong += not verdict.wins
        click.echo(f"{where}{verdict.text}")
    if not checked and not without:
        raise BadInput(f"{source}: no answers in it")
    if without:
        click.echo(f"{count(without, 'answer')} without moves", err=True)
    if wrong:
        click.echo(f"pyramid: {wrong} of {checked} answers are wrong", err=True)
    return exits.NO if wrong or not checked else exits.OK


def _record_lines(source: str) -> Iterator[tuple[int, str]]:
    if source.lstrip().startswith("{"):
        yield 1, source
        return
    if not names_file(source):
        raise BadInput(f"{source}: there is no such file")
    for number, text in read_lines(source):
        if text.strip():
            yield number, text


def _check_record(text: str) -> _Verdict | None:
    """Hold one answer against the rules; None if it claims no moves."""
    record = _fields(text)
    if record["deal"] is None:
        return None
    words = str(record["rules"]).split()
    if not words:
        raise BadInput("the answer names no rules")
    position = read(str(record["deal"]), rules_from(words[0], words[1:]))
    claimed = record.get("min_moves")
    if not record["solution"] and claimed != 0:
        return None
    moves = _moves(record["solution"])
    verdict = _verdict(position, moves)
    claims: dict[str, object] = {"min_moves": len(moves)}
    for field, kind in (("draws", "draw"), ("recycles", "recycle"), ("removals", "remove")):
        claims[field] = sum(move.kind == kind for move in moves)
    if verdict.wins:
        claims["score"] = scores_of_legal(position, moves)._asdict()
    for field, true in claims.items():
        if verdict.wins and record.get(field) not in (None, true):
            return _Verdict(False, f"Wrong: {field} is {record[field]}, but should be {true}.")
    return verdict


def _fields(text: str) -> dict[str, object]:
    try:
        record: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not valid JSON: {error}") from None
    if not isinstance(record, dict):
        raise BadInput("not a JSON object")
    missing = [name for name in ("deal", "rules", "solution") if name not in record]
    if missing:
        raise BadInput(f"the answer has no {' and no '.join(missing)}")
    return record


def _moves(solution: object) -> list[Move]:
    if not isinstance(solution, list):
        raise BadInput("solution must be a list of moves")
    return parse_each(map(str, solution))

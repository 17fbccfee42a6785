"""Answers in words, for a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.draw.terminal import draw_position
from solver.batch import Outcome
from solver.engines import CPSAT
from solver.moves import Move
from solver.result import UNKNOWN, UNWINNABLE, WINNABLE, Result
from solver.score import Scores, scores_of_legal

__all__ = [
    "count",
    "heading",
    "list_moves",
    "outcome_text",
    "score_sentence",
    "sentence",
    "tally",
]

_PER_LINE = 6


def count(number: int, noun: str) -> str:
    """``1 draw``, ``2 draws``, ``1,300 positions``; ``pass`` becomes ``passes``."""
    plural = "es" if noun.endswith(("s", "ch")) else "s"
    return f"{number:,} {noun}" + ("" if number == 1 else plural)


def tally(moves: Sequence[Move]) -> str:
    """How many moves of each kind: ``19 draws, 1 recycle, 23 removals``."""
    kinds = [move.kind for move in moves]
    parts = [
        count(kinds.count(kind), noun)
        for kind, noun in (
            ("draw", "draw"),
            ("recycle", "recycle"),
            ("remove", "removal"),
            ("cell", "move to a cell"),
        )
        if kind in kinds
    ]
    return ", ".join(parts).replace("move to a cells", "moves to a cell")


def list_moves(moves: Iterable[Move], first_pass: int = 1) -> list[str]:
    """The moves, numbered, under a heading for each pass through the stock."""
    lines: list[str] = []
    row: list[str] = []
    in_pass, fresh = first_pass, True

    def end_row() -> None:
        if row:
            lines.append("  " + "".join(row).rstrip())
            row.clear()

    for number, move in enumerate(moves, start=1):
        if fresh or len(row) == _PER_LINE:
            end_row()
        if fresh:
            lines.append(f"Pass {in_pass}")
            fresh = False
        row.append(f"{number:3} {move!s:9}")
        if move.kind == "recycle":
            in_pass += 1
            fresh = True
    end_row()
    return lines


def sentence(result: Result, winnable_only: bool) -> str:
    """The answer to the question, in a sentence or two."""
    moves = result.solution
    length = count(len(moves), "move")
    if result.status == WINNABLE:
        if result.min_moves == 0:
            return "Won already: there is nothing left to do."
        if not moves:
            return "Can be won: proven without playing it. Leave out --winnable to see how."
        if winnable_only:
            return (
                f"Can be won: here is a win in {length} ({tally(moves)}), not always the shortest."
            )
        return f"Can be won; {length} is the least ({tally(moves)})."
    if result.status == UNWINNABLE:
        return "Can't be won: every way to play it was ruled out."
    limits = {"nodes": "positions", "seconds": "time", "memory": "memory"}
    text = f"Not decided: the limit on {limits.get(result.limit or '', 'the search')} was reached."
    if result.at_most is not None:
        return (
            f"{text} A win in {length} ({tally(moves)}) was found; "
            f"none takes fewer than {count(result.at_least, 'move')}."
        )
    return f"{text} A win, if there is one, takes at least {count(result.at_least, 'move')}."


def score_sentence(score: Scores) -> str | None:
    """What a line scores; None where the rules have no scores."""
    parts = []
    if score.microsoft is not None:
        parts.append(f"{score.microsoft} by Microsoft's count")
    if score.par is not None:
        parts.append(f"par {score.par}")
    return f"Scores: {', '.join(parts)}." if parts else None


def heading(outcome: Outcome) -> str:
    """What sets one deal of many apart from the next."""
    entry = outcome.entry
    title = f"Deal {entry.number}"
    if entry.source is not None:
        title += f" ({entry.source}, line {entry.line})"
    return f"=== {title} ==="


def outcome_text(outcome: Outcome, headed: bool) -> str:
    """The board, the answer and the moves; ends with a line end."""
    lines = [heading(outcome), ""] if headed else []
    if outcome.position is not None:
        lines += [draw_position(outcome.position), ""]
    result = outcome.result
    if result is None:
        if not headed:
            return ""  # The message on standard error says it all.
        lines.append(f"Error: {outcome.error}")
    else:
        lines.append(sentence(result, outcome.question.winnable_only))
        if result.solution:
            assert outcome.position is not None
            lines += ["", *list_moves(result.solution, outcome.position.pass_number)]
            told = score_sentence(scores_of_legal(outcome.position, result.solution))
            lines += ["", told] if told is not None else []
        lines += ["", *_work(result)]
    if headed:
        lines.append("")
    return "\n".join(lines) + "\n"


def _work(result: Result) -> list[str]:
    """What it took, and what the second engine says if it was asked."""
    unit = "branch" if result.kernel == CPSAT else "position"
    by = " by the constraint model" if result.kernel == CPSAT else ""
    lines = [f"{count(result.nodes, unit)} examined{by} in {_time(result.seconds)}."]
    other = result.second
    if other is None:
        return lines
    who = "constraint model" if other.kernel == CPSAT else "search"
    if result.confirmed:
        lines.append(f"Confirmed by the {who} in {_time(other.seconds)}.")
    elif result.status != UNKNOWN:
        lines.append(f"Not confirmed: the {who} reached its limit in {_time(other.seconds)}.")
    return lines


def _time(seconds: float) -> str:
    if seconds < 0.1:
        return f"{seconds * 1000:.2g} ms" if seconds < 0.01 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:.2f} s"

"""Many deals: a stream of entries in, a stream of outcomes in the same order out.

Nothing here opens a file or starts a process. Whoever has deals hands over
:class:`Entry` values, whoever has processes hands over something that behaves like
:class:`Crew`; this module decides what an outcome is, how much is handed out at a time,
and puts what comes back into order again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from solver.clock import default_clock
from solver.deal import Deal
from solver.engines import SEARCH, Disagreement, solve
from solver.errors import Fault, PyramidError
from solver.notation import format_position, read
from solver.position import Position
from solver.result import Limits, Result
from solver.rules import Rules
from solver.score import scores_of_legal

__all__ = [
    "ERROR",
    "WINDOW",
    "Crew",
    "Entry",
    "Numbered",
    "Outcome",
    "Pace",
    "Question",
    "deal_text",
    "in_order",
    "shown",
    "solve_entries",
    "solve_entry",
]

ERROR = "error"

#: Entries between the oldest that has no answer yet and the newest handed out. A hard
#: deal holds up the answers behind it; this bounds how many of them wait in memory.
WINDOW = 8192

_CHUNK_SECONDS = 0.05
_CHUNK_ENTRIES = 64
_CHUNK_CHARACTERS = 16_384
_INPUT_SHOWN = 200
# Why a chunk holds no more entries: it is full, the input has ended, or it has paused.
_FULL, _END, _PAUSE = "full", "end", "pause"
# How long to look only for answers while the input pauses.
_PATIENCE = 0.02


class Question(NamedTuple):
    """What is asked about every entry of a batch."""

    rules: Rules = Rules()
    winnable_only: bool = False
    limits: Limits = Limits()
    engine: str = SEARCH
    workers: int = 1

    @property
    def name(self) -> str:
        """``moves`` (how few?) or ``winnable`` (at all?)."""
        return "winnable" if self.winnable_only else "moves"


class Entry(NamedTuple):
    """One deal or position of the input, as text.

    Attributes:
        number: its place among the entries, counted from 1 without gaps.
        text: what was read.
        line: the line on which it starts, None if it didn't come from a file.
        source: the name of the file, None if it didn't come from one.
        fault: why no text could be read; the outcome is then an error.
    """

    number: int
    text: str
    line: int | None = None
    source: str | None = None
    fault: str | None = None


class Outcome(NamedTuple):
    """What became of one entry: an answer, or the reason why there is none.

    Attributes:
        position: None when the entry couldn't be read.
        result: None when ``error`` says what went wrong.
        is_bug: the error is a fault of the solver, not of the input.
        disagreement: the error, where it is that two engines contradict each other.
    """

    entry: Entry
    question: Question
    position: Position | None = None
    result: Result | None = None
    error: str | None = None
    is_bug: bool = False
    disagreement: Disagreement | None = None

    @property
    def status(self) -> str:
        """``winnable``, ``unwinnable``, ``unknown`` or ``error``."""
        return self.result.status if self.result is not None else ERROR

    def _score(self) -> dict[str, int | None] | None:
        """What the line found scores; None if there is no line."""
        if self.position is None or self.result is None or self.result.at_most is None:
            return None
        return scores_of_legal(self.position, self.result.solution)._asdict()

    def record(self) -> dict[str, object]:
        """The outcome as plain values under stable names, in a stable order."""
        entry, result = self.entry, self.result
        line = result is not None and result.at_most is not None
        counts = result if line else None
        deal = deal_text(self.position, self.question.rules) if self.position else None
        return {
            "deal": deal,
            "rules": self.question.rules.name,
            "question": self.question.name,
            "status": self.status,
            "min_moves": result.min_moves if result else None,
            "at_least": result.at_least if result and result.status != "unwinnable" else None,
            "at_most": result.at_most if result else None,
            "solution": [str(move) for move in result.solution] if result else [],
            "draws": counts.draws if counts else None,
            "recycles": counts.recycles if counts else None,
            "removals": counts.removals if counts else None,
            "cell_moves": counts.cell_moves if counts else None,
            "score": self._score(),
            "nodes": result.nodes if result else None,
            "seconds": round(result.seconds, 6) if result else None,
            "limit": result.limit if result else None,
            "engine": self.question.engine,
            "confirmed": result.confirmed if result else None,
            "kernel": result.kernel if result else None,
            "compiled": result.compiled if result else None,
            "input": shown(entry.text) if ":" in entry.text or deal is None else None,
            "source": entry.source,
            "line": entry.line,
            "error": self.error,
        }


def shown(text: str) -> str | None:
    """A piece of input as one short printable line; None if there is nothing to show."""
    line = " ".join(text[: 4 * _INPUT_SHOWN].split())
    if len(line) > _INPUT_SHOWN:
        line = line[: _INPUT_SHOWN - 3] + "..."
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    return line or None


def deal_text(position: Position, rules: Rules) -> str:
    """The one way to write a position: a whole deal's line, or else the position text."""
    fresh = position.rules == rules and position.pass_number == 1
    if fresh and not any(position.wastes) and not position.cells and None not in position.pyramid:
        cards = tuple(position.cards())
        if len(cards) == rules.pack_size:
            # The reserve comes after the stock in ``cards``, before it in a deal.
            in_reserve = sum(map(len, position.reserve))
            size, rest = position.board.size, cards[position.board.size :]
            stock, reserve = rest[: len(rest) - in_reserve], rest[len(rest) - in_reserve :]
            deal = Deal(cards[:size] + reserve + stock)
            if deal.position(rules) == position:
                return deal.line()
    return format_position(position)


def solve_entry(
    entry: Entry, question: Question, clock: Callable[[], float] = default_clock
) -> Outcome:
    """Answer one entry; what is wrong with it becomes part of the outcome."""
    if entry.fault is not None:
        return Outcome(entry, question, error=entry.fault)
    position = None
    try:
        position = read(entry.text, question.rules)
        result = solve(
            position,
            winnable_only=question.winnable_only,
            limits=question.limits,
            clock=clock,
            engine=question.engine,
            workers=question.workers,
        )
    except PyramidError as error:
        sentence = " ".join(str(error).split())
        bug = isinstance(error, Fault)
        dispute = error if isinstance(error, Disagreement) else None
        return Outcome(entry, question, position, error=sentence, is_bug=bug, disagreement=dispute)
    except MemoryError:
        sentence = "out of memory: lower the memory limit, or the number of jobs"
        return Outcome(entry, question, position, error=sentence)
    return Outcome(entry, question, position, result)


def solve_entries(
    entries: Iterable[Entry], question: Question, clock: Callable[[], float] = default_clock
) -> Iterator[Outcome]:
    """Answer entries one after the other, each as soon as it is asked for."""
    for entry in entries:
        yield solve_entry(entry, question, clock)


class Numbered(Protocol):
    """An answer that knows which entry it belongs to and how long it took."""

    @property
    def number(self) -> int: ...
    @property
    def seconds(self) -> float: ...


AnswerT = TypeVar("AnswerT", bound=Numbered)
AnswerT_co = TypeVar("AnswerT_co", bound=Numbered, covariant=True)


class Crew(Protocol[AnswerT_co]):
    """Somebody who answers chunks of entries at the same time."""

    def has_room(self) -> bool:
        """Whether another chunk may be given now."""

    def give(self, chunk: list[Entry]) -> None:
        """Hand out a chunk; returns at once."""

    def take(self, seconds: float | None) -> Sequence[AnswerT_co]:
        """Wait for answers, from any chunk and in any order.

        None come only when ``seconds`` have passed; None means as long as it takes.
        """


class Pace:
    """How many entries to hand out at once.

    One at first, so that the first answers come soon; then as many as take about a
    twentieth of a second, so that handing out costs little and no worker is left with
    much to do when the others have finished.
    """

    def __init__(self) -> None:
        self._mean: float | None = None

    def note(self, seconds: float) -> None:
        """Learn how long one answer took."""
        self._mean = seconds if self._mean is None else 0.95 * self._mean + 0.05 * seconds

    @property
    def entries(self) -> int:
        """Entries that the next chunk should hold."""
        if self._mean is None:
            return 1
        return max(1, min(_CHUNK_ENTRIES, int(_CHUNK_SECONDS / max(self._mean, 1e-6))))


def in_order(entries: Iterable[Entry | None], crew: Crew[AnswerT]) -> Iterator[AnswerT]:
    """Answers of a crew in the order of the entries, each as soon as its turn has come.

    Entries are taken from the iterator only as fast as the crew works, and no more than
    :data:`WINDOW` are on their way at any moment. Where the next entry may be long in
    coming, the iterator gives None instead from time to time, and answers go on.
    """
    source = iter(entries)
    pace = Pace()
    held: dict[int, AnswerT] = {}
    due = 0  # number of the entry whose answer comes next; 0 before the first one
    given = answered = 0
    more = _FULL
    while True:
        if more is _PAUSE:
            more = _FULL
        while more is _FULL and given - answered < WINDOW and crew.has_room():
            chunk, more = _chunk(source, pace.entries)
            if chunk:
                due = due or chunk[0].number
                given += len(chunk)
                crew.give(chunk)
        if answered < given:
            for answer in crew.take(_PATIENCE if more is _PAUSE else None):
                held[answer.number] = answer
                pace.note(answer.seconds)
        elif more is _END:
            return
        while due in held:
            yield held.pop(due)
            due += 1
            answered += 1


def _chunk(source: Iterator[Entry | None], size: int) -> tuple[list[Entry], str]:
    """Entries to hand out at once, and why they are no more."""
    chunk: list[Entry] = []
    characters = 0
    for entry in source:
        if entry is None:
            return chunk, _PAUSE
        chunk.append(entry)
        characters += len(entry.text)
        if len(chunk) >= size or characters >= _CHUNK_CHARACTERS:
            return chunk, _FULL
    return chunk, _END

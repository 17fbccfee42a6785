"""From an entry to the text that is written for it: what a worker process does."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from service.records import FORMS
from service.report import outcome_text
from solver.batch import Entry, Outcome, Question, solve_entry

__all__ = ["FORMATS", "Answer", "Job", "answer"]

FORMATS = ("text", "json", "csv")


class Job(NamedTuple):
    """What is to be done with every entry: the question, and how to write the answer.

    ``form`` is ``text`` or one of :data:`service.records.FORMS`. ``headed``: in text,
    each answer says which deal it belongs to.
    """

    question: Question
    form: str
    headed: bool = True


class Answer(NamedTuple):
    """One finished entry; ``text`` goes to the output as it is."""

    number: int
    line: int | None
    source: str | None
    status: str
    seconds: float
    text: str
    error: str | None
    is_bug: bool


def answer(entry: Entry, job: Job) -> Answer:
    """Solve an entry and write the answer down."""
    begun = perf_counter()
    outcome = solve_entry(entry, job.question)
    if outcome.disagreement is not None:
        from service.disagreements import write_report  # noqa: PLC0415 - hoped to be never

        written = write_report(outcome.disagreement)
        outcome = outcome._replace(error=f"{outcome.error}; {written}")
    text = _writer(job)(outcome)
    return Answer(
        entry.number,
        entry.line,
        entry.source,
        outcome.status,
        perf_counter() - begun,
        text,
        outcome.error,
        outcome.is_bug,
    )


def _writer(job: Job) -> Callable[[Outcome], str]:
    if job.form == "text":
        return lambda outcome: outcome_text(outcome, job.headed)
    return FORMS[job.form].write

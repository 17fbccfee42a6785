"""One run over many deals: from inputs to answers written down, and how it went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from service.answers import Answer, Job, answer
from service.errors import WorkerDied
from service.outputs import FileOutput, Output
from service.progress import Progress
from service.read_ahead import read_ahead
from service.records import FORMS
from service.report import count
from service.resume import resume
from service.sources import Source
from solver.batch import ERROR, Entry, in_order

__all__ = ["Batch", "Tally"]


class Tally:
    """How many answers of each status there are, earlier runs included.

    ``bugs`` counts those of this run that are the solver's own fault.
    """

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.bugs = 0

    @property
    def total(self) -> int:
        """All answers, errors too."""
        return self.statuses.total()

    @property
    def bad(self) -> int:
        """Entries that have no answer."""
        return self.statuses[ERROR]

    def __str__(self) -> str:
        order = ("winnable", "unwinnable", "unknown", ERROR)
        parts = [f"{self.statuses[name]:,} {name}" for name in order if self.statuses[name]]
        return ", ".join(parts) or "nothing"


class Batch:
    """Everything that one run needs; ``jobs`` is the number of processes that solve."""

    def __init__(
        self,
        inputs: Source,
        job: Job,
        output: Output,
        progress: Progress,
        *,
        jobs: int = 1,
        resuming: bool = False,
    ) -> None:
        self.inputs = inputs
        self.job = job
        self.output = output
        self.progress = progress
        self.jobs = jobs
        self.resuming = resuming
        self.tally = Tally()

    def run(self) -> Tally:
        """Answer every entry that has no answer yet; each answer is on its way at once.

        Whatever ends the run, what was answered has been written and the output closed.

        Raises:
            WorkerDied: a worker process was killed.
            ServiceError: an input can't be read or the output can't be written.
        """
        try:
            entries = iter(self.inputs)
            self._start_output(entries)
            self._answer_all(entries)
        except KeyboardInterrupt:
            self.progress.close()
            self.progress.say(f"pyramid: interrupted; {self._kept()}")
            raise
        except WorkerDied as error:
            raise WorkerDied(f"{error}; {self._kept()}") from None
        finally:
            self.progress.close()
            self.output.close()
        return self.tally

    def _start_output(self, entries: Iterator[Entry]) -> None:
        if self.resuming and isinstance(self.output, FileOutput):
            done, form = resume(self.output, entries, self.job.question, self.job.form)
            self.tally.statuses += done
            self.job = self.job._replace(form=form)
            self.progress.skip(self.tally.total)
            if not self.output.is_empty:
                return
        if self.job.form != "text":
            self.output.write(FORMS[self.job.form].heading)

    def _answer_all(self, entries: Iterator[Entry]) -> None:
        if self.jobs == 1:
            self._write(answer(entry, self.job) for entry in entries)
            return
        # Processes are slow to import, and most runs need none.
        from service.pool import ProcessCrew  # noqa: PLC0415

        with ProcessCrew(self.jobs, partial(answer, job=self.job)) as crew:
            self._write(in_order(read_ahead(entries) if self.inputs.may_pause else entries, crew))

    def _write(self, answers: Iterator[Answer]) -> None:
        for each in answers:
            self.output.write(each.text)
            self.tally.statuses[each.status] += 1
            self.tally.bugs += each.is_bug
            if each.error is not None:
                self._report(each)
            self.progress.step()

    def _report(self, each: Answer) -> None:
        if each.source is not None:
            where = f"{each.source}, line {each.line}: "
        else:
            where = "" if self.inputs.is_single_argument else f"input {each.number}: "
        loud = "FAULT OF THE SOLVER, please report it: " if each.is_bug else ""
        self.progress.say(f"pyramid: {where}{loud}{each.error}")

    def _kept(self) -> str:
        done = f"{count(self.tally.total, 'answer')} done"
        if not isinstance(self.output, FileOutput):
            return done
        text = f"{done} and kept in {self.output.path}"
        return text if self.job.form == "text" else f"{text}; continue with --resume"

"""Many deals at once, in chunks that wait behind everything that somebody waits for."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.errors import Sealed
from service.questions import MOVES, limits_from_record, limits_to_record
from service.records import to_json
from service.seal import Seal
from service.settings import Settings
from service.storage.batches import BatchRecord, BatchStore
from service.storage.counts import Counts
from service.storage.queue import JobQueue
from solver.batch import ERROR, Entry, Outcome, Question, solve_entry
from solver.result import Limits
from solver.rules import Rules, rules_named
from solver.search import is_fast

__all__ = ["BATCH_JOB", "MOST_DEALS", "Batches", "Page"]

BATCH_JOB = "batch"
#: Deals in a batch, at most.
MOST_DEALS = 100_000

_QUEUE = "batches"
_COUNTED = "batch"
# Small chunks tell soon how far it is, large ones cost less; small batches need many chunks
# to keep all workers busy.
_SMALLEST, _LARGEST, _WANTED_CHUNKS = 50, 250, 16
_GRACE_SECONDS = 60
_LONGEST_JOB = 24 * 3600
_LOOK_SECONDS = 0.25
_SEAL_SECONDS = 1.0


class Page(NamedTuple):
    """Some results in order, and the number of the next one; None where no more will come."""

    results: list[dict[str, object]]
    following: int | None


class Batches:
    """The use cases of batches."""

    def __init__(
        self,
        store: BatchStore,
        queue: JobQueue,
        counts: Counts,
        seal: Seal,
        settings: Settings,
    ) -> None:
        self._store = store
        self._seal = seal
        self._queue = queue
        self._counts = counts
        self._settings = settings

    def create(
        self,
        deals: Sequence[str],
        rules: Rules,
        question: str,
        limits: Limits,
        name: str | None = None,
    ) -> BatchRecord:
        """Keep a batch and queue its chunks; what is wrong with a deal is told in its result.

        Args:
            deals: texts, up to :data:`MOST_DEALS` of them.
            rules: for all of them.
            question: ``moves`` or ``winnable``.
            limits: for each of them, under those of the service.
            name: a batch of that name is made once only; None: a new one.
        """
        size = _chunk_size(len(deals), rules)
        chunks = [deals[at : at + size] for at in range(0, len(deals), size)]
        batch_id = self._store.create(
            chunks,
            rules=rules.name,
            question=question,
            limits=limits_to_record(limits),
            name=name,
        )
        for chunk in range(len(chunks)):
            self._put(batch_id, chunk, limits, len(chunks[chunk]))
        return self.look(batch_id) or self.create(deals, rules, question, limits, name)

    def _put(self, batch_id: str, chunk: int, limits: Limits, size: int) -> None:
        most = (limits.seconds or self._settings.solve_seconds) * size + _GRACE_SECONDS
        self._queue.put(
            _QUEUE,
            BATCH_JOB,
            [batch_id, str(chunk)],
            job_id=_job_id(batch_id, chunk),
            seconds=int(min(most, _LONGEST_JOB)),
        )

    def look(self, batch_id: str) -> BatchRecord | None:
        """How far a batch is; None if there is none of that name."""
        return self._store.read(batch_id)

    def cancel(self, batch_id: str) -> BatchRecord | None:
        """Give a batch up; what is done stays."""
        self._store.cancel(batch_id)
        return self.look(batch_id)

    def work(self, batch_id: str, chunk_text: str) -> None:
        """Solve a chunk: a job of the queue."""
        record = self._store.read(batch_id)
        chunk = int(chunk_text)
        deals = self._store.deals(batch_id, chunk)
        if record is None or deals is None or record.status != "running":
            return
        if self._store.results(batch_id, chunk) is not None:
            return
        self._store.take_up(batch_id)
        question = _question(record)
        looked = time.monotonic()
        lines: list[str] = []
        counts: Counter[str] = Counter()
        ended: list[tuple[str, float]] = []
        for at, text in enumerate(deals):
            if time.monotonic() - looked >= _LOOK_SECONDS:
                looked = time.monotonic()
                if not self._store.is_running(batch_id):
                    return
            outcome = self._outcome(Entry(chunk * record.size + at + 1, text), question)
            lines.append(to_json({"number": outcome.entry.number, **outcome.record()}))
            counts[outcome.status] += 1
            ended.append(
                (outcome.status, 0.0 if outcome.result is None else outcome.result.seconds)
            )
        if self._keep(batch_id, chunk, lines, counts):
            self._counts.add(_COUNTED, ended)

    def _outcome(self, entry: Entry, question: Question) -> Outcome:
        outcome = solve_entry(entry, question)
        if outcome.position is not None:
            try:
                self._seal.check(outcome.position, _SEAL_SECONDS)
            except Sealed as error:
                return Outcome(entry, question, outcome.position, error=str(error))
        return outcome

    def lost(self, batch_id: str, chunk_text: str, reason: str) -> None:
        """The workers have given a chunk up: its deals have failed."""
        chunk = int(chunk_text)
        record = self._store.read(batch_id)
        deals = self._store.deals(batch_id, chunk)
        if record is None or deals is None:
            return
        first = chunk * record.size + 1
        lines = [
            to_json({"number": number, "deal": text, "status": ERROR, "error": reason})
            for number, text in enumerate(deals, start=first)
        ]
        self._keep(batch_id, chunk, lines, Counter({ERROR: len(deals)}))

    def _keep(self, batch_id: str, chunk: int, lines: list[str], counts: Counter[str]) -> bool:
        each = [counts[name] for name in ("winnable", "unwinnable", "unknown", ERROR)]
        return self._store.keep(batch_id, chunk, "".join(lines), each)

    def mend(self) -> int:
        """Queue chunks again that were lost on their way to a worker; how many."""
        mended = 0
        for batch_id in self._store.running():
            record = self._store.read(batch_id)
            if record is None:
                continue
            limits = limits_from_record(record.limits)
            for chunk in sorted(set(range(record.chunks)) - self._store.finished(batch_id)):
                job_id = _job_id(batch_id, chunk)
                if self._queue.put_back(_QUEUE, job_id):
                    mended += 1
                elif not self._queue.has(job_id):
                    self._put(batch_id, chunk, limits, record.size)
                    mended += 1
        return mended

    def page(self, record: BatchRecord, start: int, most: int) -> Page:
        """Results from a deal's number on, as far as they are there without gaps."""
        found: list[dict[str, object]] = []
        number = start
        has_ended = record.status != "running"
        while number <= record.total and len(found) < most:
            chunk, skip = divmod(number - 1, record.size)
            text = self._store.results(record.id, chunk)
            if text is None and not has_ended:
                break
            if text is None:  # It was given up before this was done.
                number = (chunk + 1) * record.size + 1
                continue
            lines = text.splitlines()[skip : skip + most - len(found)]
            found += map(json.loads, lines)
            number += len(lines)
        return Page(found, None if number > record.total else number)

    def stream(self, record: BatchRecord, pulse: float, longest: float) -> Iterator[str]:
        """All results as lines, each chunk as soon as it is there, until the batch has ended.

        Args:
            record: of the batch.
            pulse: seconds after which an empty line is sent if there is nothing else.
            longest: seconds after which it ends in any case.
        """
        sent: set[int] = set()
        began = told = time.monotonic()
        while True:
            # First this, so that nothing is missed that comes in between.
            runs = self._store.is_running(record.id)
            for chunk in sorted(self._store.finished(record.id) - sent):
                sent.add(chunk)
                text = self._store.results(record.id, chunk)
                if text is not None:
                    yield text
                    told = time.monotonic()
            if not runs or time.monotonic() - began >= longest:
                return
            if time.monotonic() - told >= pulse:
                yield "\n"
                told = time.monotonic()
            time.sleep(_LOOK_SECONDS)


def _chunk_size(total: int, rules: Rules) -> int:
    """Deals in a chunk."""
    if not is_fast(rules):
        return _SMALLEST
    return min(_LARGEST, max(_SMALLEST, total // _WANTED_CHUNKS))


def _question(record: BatchRecord) -> Question:
    limits = limits_from_record(record.limits)
    return Question(rules_named(record.rules), record.question != MOVES, limits)


def _job_id(batch_id: str, chunk: int) -> str:
    return f"{BATCH_JOB}-{batch_id}-{chunk}"

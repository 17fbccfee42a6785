"""Solve a question: from what is known, at once, or by a worker."""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from typing import NamedTuple

from service.questions import (
    MOVES,
    Ask,
    limits_from_record,
    limits_to_record,
    line_from_places,
    line_to_places,
)
from service.seal import Seal
from service.settings import Settings
from service.storage.counts import Counts
from service.storage.queue import JobQueue
from service.storage.solves import Record, SolveStore
from service.version import versions
from solver.deal import Deal
from solver.engines import solve
from solver.errors import BadEngine, Fault
from solver.moves import Move, parse_each
from solver.notation import read
from solver.position import Position
from solver.result import UNKNOWN, UNWINNABLE, Limits, Result
from solver.rules import rules_named
from solver.score import scores_of_legal

__all__ = ["SOLVE_JOB", "Solving", "Standing", "warm_up"]

_log = logging.getLogger(__name__)

SOLVE_JOB = "solve"
_QUEUE = "solves"
_COUNTED = "solve"
# A job is killed so long after its search should have given up by itself.
_GRACE_SECONDS = 30
_TELL_SECONDS = 0.25
_WARM_DEALS = 20
_LOOK_SECONDS = (0.02, 0.25)


class Standing(NamedTuple):
    """How a question stands: its record, and the jobs before it if it waits.

    ``how`` tells of a question that was just asked how it was met: ``known`` (answered
    before, perhaps of other suits), ``joined`` (somebody waits for it already), ``inline``
    or ``queued``.
    """

    record: Record
    place: int | None = None
    how: str = "known"


class _NotWanted(Exception):
    """The run was cancelled, or another one has taken its place."""


class Solving:
    """The use cases of solves."""

    def __init__(
        self,
        store: SolveStore,
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

    def limits(self, wished: Limits) -> Limits:
        """What a wish comes down to under the service's own limits."""
        settings = self._settings
        return Limits(
            wished.nodes,
            min(wished.seconds or settings.solve_seconds, settings.solve_seconds),
            min(wished.memory, settings.solve_memory),
        )

    def ask(self, ask: Ask, wished: Limits) -> Standing:
        """Answer a question if that can be done at once; else see that a worker will.

        Raises:
            Sealed: it is about today's daily.
        """
        self._seal.check(ask.position)
        limits = self.limits(wished)
        record = self._store.read(ask.id)
        if record is not None and (not record.has_ended or self._settles(record, limits)):
            how = "known" if record.has_ended else "joined"
            return self._standing(record)._replace(how=how)
        known = self._known(ask)
        how = "known"
        if known is None and self._settings.inline_seconds:
            hurried = replace(
                limits, seconds=min(limits.seconds or 0, self._settings.inline_seconds)
            )
            result = solve(ask.position, winnable_only=ask.winnable_only, limits=hurried)
            known = _answer(ask, result) if _is_final(result, limits, hurried) else None
            how = "inline"
        run, is_new = self._store.open(
            ask.id,
            deal=ask.text,
            rules=ask.position.rules.name,
            question=ask.question,
            limits=limits_to_record(limits),
        )
        if is_new and known is not None:
            self._store.finish(ask.id, run, _told(ask, known), _kept(ask, known))
        elif is_new:
            how = "queued"
            self._put(ask.id, run, limits)
        else:
            how = "joined"
        found = self.look(ask.id)
        return self.ask(ask, wished) if found is None else found._replace(how=how)

    def _settles(self, record: Record, limits: Limits) -> bool:
        """Whether an ended record answers the question, as far as these limits allow."""
        if record.status != "done" or record.result is None:
            return False
        if record.result["status"] != UNKNOWN:
            return True
        nodes, seconds, memory = (
            record.limits.get(name) for name in ("nodes", "seconds", "memory")
        )
        return (
            (nodes is None or (limits.nodes is not None and limits.nodes <= nodes))
            and (seconds is None or (limits.seconds is not None and limits.seconds <= seconds))
            and (memory is None or limits.memory <= memory)
        )

    def _known(self, ask: Ask) -> dict[str, object] | None:
        known = self._store.answer(ask.shape)
        if known is None and ask.winnable_only:
            # How few moves says more than whether at all.
            known = self._store.answer(replace(ask, winnable_only=False).shape)
        return known

    def _put(self, solve_id: str, run: str, limits: Limits) -> None:
        seconds = int((limits.seconds or 0) + _GRACE_SECONDS)
        job_id = _job_id(solve_id, run)
        self._queue.put(_QUEUE, SOLVE_JOB, [solve_id, run], job_id=job_id, seconds=seconds)

    def _standing(self, record: Record) -> Standing:
        if record.status != "queued":
            return Standing(_scored(record))
        return Standing(record, self._queue.place(_QUEUE, _job_id(record.id, record.run)))

    def look(self, solve_id: str) -> Standing | None:
        """How a question stands; None if it isn't known."""
        record = self._store.read(solve_id)
        return None if record is None else self._standing(record)

    def wait(self, solve_id: str, seconds: float) -> Standing | None:
        """The same, but wait so long for it to end."""
        deadline = time.monotonic() + seconds
        pause, longest = _LOOK_SECONDS
        while True:
            found = self.look(solve_id)
            left = deadline - time.monotonic()
            if found is None or found.record.has_ended or left <= 0:
                return found
            time.sleep(min(pause, left))
            pause = min(pause * 1.5, longest)

    def cancel(self, solve_id: str) -> Standing | None:
        """Give a question up, if it hasn't ended."""
        self._store.cancel(solve_id)
        return self.look(solve_id)

    def work(self, solve_id: str, run: str) -> None:
        """Do what a job of the queue asks for: the search, in a worker."""
        record = self._store.read(solve_id)
        if record is None or not self._store.start(solve_id, run):
            return
        ask = Ask(read(record.deal, rules_named(record.rules)), record.question != MOVES)
        limits = limits_from_record(record.limits)
        began = told = time.monotonic()

        def observe(nodes: int) -> None:
            nonlocal told
            if time.monotonic() - told >= _TELL_SECONDS:
                told = time.monotonic()
                if not self._store.progress(solve_id, run, nodes):
                    raise _NotWanted

        try:
            result = solve(
                ask.position, winnable_only=ask.winnable_only, limits=limits, observe=observe
            )
        except _NotWanted:
            return
        except (MemoryError, Fault) as error:
            reason = (
                f"fault of the solver: {error}"
                if isinstance(error, Fault)
                else "the worker has run out of memory"
            )
            self._store.fail(solve_id, run, reason)
            self._counts.add(_COUNTED, [("failed", time.monotonic() - began)])
            return
        answer = _answer(ask, result)
        if self._store.finish(solve_id, run, _told(ask, answer), _kept(ask, answer)):
            self._counts.add(_COUNTED, [(result.status, result.seconds)])

    def mend(self) -> int:
        """Queue solves again that were lost on their way to a worker; how many."""
        mended = 0
        for solve_id in self._store.queued():
            record = self._store.read(solve_id)
            if record is None or record.status != "queued":
                self._store.settle(solve_id)
                continue
            job_id = _job_id(solve_id, record.run)
            if self._queue.put_back(_QUEUE, job_id):
                mended += 1
            elif not self._queue.has(job_id):
                self._put(solve_id, record.run, limits_from_record(record.limits))
                mended += 1
        return mended

    def lost(self, solve_id: str, run: str, reason: str) -> None:
        """Write down that the workers have given up."""
        self._store.fail(solve_id, run, reason)


def warm_up(*, with_model: bool) -> None:
    """Solve a few deals, so that a process forked from this one needn't begin from nothing.

    ``with_model``: have OR-Tools at hand as well, which takes a second and 100 MB.
    """
    for number in range(_WARM_DEALS):
        solve(Deal.seed(number).position(), limits=Limits(nodes=10_000))
    if with_model:
        try:
            versions(with_ortools=True)
        except BadEngine as error:
            _log.warning("dailies won't be confirmed by a second engine: %s", error)


def _job_id(solve_id: str, run: str) -> str:
    return f"{SOLVE_JOB}-{solve_id}-{run}"


def _is_final(result: Result, limits: Limits, hurried: Limits) -> bool:
    """Whether more time would give no other answer."""
    return result.status != UNKNOWN or (
        result.limit != "seconds" or limits.seconds == hurried.seconds
    )


def _answer(ask: Ask, result: Result) -> dict[str, object]:
    """A result with the places of cards instead of cards."""
    return {
        "status": result.status,
        "min_moves": result.min_moves,
        "at_least": None if result.status == UNWINNABLE else result.at_least,
        "at_most": result.at_most,
        "line": line_to_places(ask.position, result.solution),
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "limit": result.limit,
    }


def _kept(ask: Ask, answer: dict[str, object]) -> tuple[str, dict[str, object]] | None:
    """What is kept for all deals of the shape: proofs only."""
    return None if answer["status"] == UNKNOWN else (ask.shape, answer)


def _scored(record: Record) -> Record:
    """A record with the score in its result, which those of earlier versions don't have."""
    result = record.result
    if result is None or "score" in result:
        return record
    position, line = read(record.deal, rules_named(record.rules)), result["solution"]
    assert isinstance(line, list)
    score = _score(position, result, parse_each(line))
    return record._replace(result={**result, "score": score})


def _score(
    position: Position, answer: dict[str, object], line: list[Move]
) -> dict[str, int | None] | None:
    """What the line of an answer scores; None if there is no line."""
    return None if answer["at_most"] is None else scores_of_legal(position, line)._asdict()


def _told(ask: Ask, answer: dict[str, object]) -> dict[str, object]:
    """An answer with the asker's own cards."""
    line = answer["line"]
    assert isinstance(line, list)
    moves: list[Move] = line_from_places(ask.position, line)
    kinds = [move.kind for move in moves]
    rest = {name: value for name, value in answer.items() if name != "line"}
    return {
        **rest,
        "solution": [str(move) for move in moves],
        "draws": kinds.count("draw"),
        "recycles": kinds.count("recycle"),
        "removals": kinds.count("remove"),
        "cell_moves": kinds.count("cell"),
        "score": _score(ask.position, answer, moves),
    }

"""A crew of worker processes that work on chunks of tasks at the same time.

Each worker has a pipe of its own. It answers task by task and sends what it has
every few milliseconds, so an answer never waits for the rest of its chunk. Workers
ignore Ctrl-C, which is the parent's to handle, and die with the parent.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from service.errors import NoWorkers, WorkerDied
from service.lifeline import die_with

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

__all__ = ["ProcessCrew", "all_cores"]

TaskT = TypeVar("TaskT")
AnswerT = TypeVar("AnswerT")

# Chunks that a worker holds: one in work, one to go on with.
_CHUNKS_EACH = 2
_SEND_SECONDS = 0.01
_PARTING_SECONDS = 3.0


def all_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ProcessCrew(Generic[TaskT, AnswerT]):
    """Worker processes as a :class:`solver.batch.Crew`; a context manager.

    Args:
        workers: how many.
        work: what they do with each task; it goes to them pickled, and so do tasks and answers.

    Raises:
        NoWorkers: on entry, when the system has no room for so many.
        WorkerDied: from ``give`` and ``take``, when a worker ended early (was killed).
    """

    def __init__(self, workers: int, work: Callable[[TaskT], AnswerT]) -> None:
        self._workers: list[_Worker] = []
        self._count = workers
        self._work = work

    def __enter__(self) -> Self:
        try:
            with _ctrl_c_held_back():
                for _ in range(self._count):
                    self._workers.append(_Worker(self._work))
        except OSError as error:
            self._end()
            reason = error.strerror or str(error)
            raise NoWorkers(f"{self._count} worker processes can't be started: {reason}") from None
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def _end(self) -> None:
        # Answers that count have been taken by now; what still runs isn't wanted.
        for worker in self._workers:
            worker.process.terminate()
        end = monotonic() + _PARTING_SECONDS
        for worker in self._workers:
            # Few have anything to put in order first; the others have gone by now.
            worker.process.join(max(0.0, end - monotonic()))
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()

    def has_room(self) -> bool:
        return any(len(worker.left) < _CHUNKS_EACH for worker in self._workers)

    def give(self, chunk: list[TaskT]) -> None:
        worker = min(self._workers, key=lambda worker: sum(worker.left))
        try:
            worker.pipe.send(chunk)
        except OSError:
            raise _death(worker) from None
        worker.left.append(len(chunk))

    def take(self, seconds: float | None) -> list[AnswerT]:
        by_pipe = {worker.pipe: worker for worker in self._workers}
        answers: list[AnswerT] = []
        for pipe in wait(list(by_pipe), seconds):
            assert isinstance(pipe, Connection)
            try:
                some: list[AnswerT] = pipe.recv()
            except (EOFError, OSError):
                raise _death(by_pipe[pipe]) from None
            by_pipe[pipe].note(len(some))
            answers += some
        return answers


class _Worker:
    """The parent's side of one worker process."""

    def __init__(self, work: Callable[..., object]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_serve, args=(theirs, work, os.getpid()), daemon=True
        )
        self.process.start()
        # The worker's end must be open in the worker only, or its death goes unseen.
        theirs.close()
        self.left: deque[int] = deque()

    def note(self, answered: int) -> None:
        """Take answered tasks off the chunks that the worker holds, oldest first."""
        while answered:
            done = min(answered, self.left[0])
            answered -= done
            self.left[0] -= done
            if not self.left[0]:
                self.left.popleft()


def _death(worker: _Worker) -> WorkerDied:
    worker.process.join(1)
    status = worker.process.exitcode
    if status is not None and status < 0:
        how = f"was killed by {signal.Signals(-status).name}"
    else:
        how = f"ended with status {status}"
    return WorkerDied(f"a worker process {how}, perhaps for want of memory")


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Keep SIGINT pending; processes started meanwhile have it blocked for good."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Started along with the first worker, this helper of Python's would unblock SIGINT again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, work: Callable[[object], object], parent: int) -> None:
    """The life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with(parent)
    outbox: SimpleQueue[object] = SimpleQueue()
    threading.Thread(target=_send, args=(outbox, pipe), daemon=True).start()
    while True:
        try:
            chunk: list[object] = pipe.recv()
        except (EOFError, OSError):
            return
        for task in chunk:
            outbox.put(work(task))


def _send(outbox: SimpleQueue[object], pipe: Connection) -> None:
    """Send what is in the outbox, gathered over a moment."""
    while True:
        answers = [outbox.get()]
        sleep(_SEND_SECONDS)
        while True:
            try:
                answers.append(outbox.get_nowait())
            except Empty:
                break
        try:
            pipe.send(answers)
        except OSError:
            # Nobody is left to answer to.
            os._exit(1)

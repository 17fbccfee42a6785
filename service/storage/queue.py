"""Jobs on RQ: what may be run, and in which order.

Jobs are named by what they do and called by a table, never by what the store says: an
entry that was put there by somebody else can't make a worker run other code. For the same
reason callbacks and webhooks are ignored, and arguments are JSON.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from rq import Queue, Retry
from rq import Worker as RQWorker
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from service.logs import job_context
from service.storage.connection import Connection

__all__ = ["BOTS_QUEUE", "QUEUES", "URGENT_QUEUES", "JobQueue", "NotAllowed", "SafeJob", "register"]

#: Where the bots of matches are called.
BOTS_QUEUE = "bots"
#: All queues, the most urgent one first: bots of matches, questions and dailies that somebody
#: waits for, dailies of days to come, and batches.
QUEUES = (BOTS_QUEUE, "solves", "dailies", "ahead", "batches", "archive")
#: Those that somebody waits for.
URGENT_QUEUES = QUEUES[:3]

_log = logging.getLogger(__name__)

_TRIES_AGAIN = 2
_LOST_SECONDS = 30
_DAY = 86400

_FUNCTIONS: dict[str, Callable[..., None]] = {}


def register(name: str, function: Callable[..., None]) -> None:
    """Let jobs of a name run a function."""
    _FUNCTIONS[name] = function


class NotAllowed(Exception):
    """A job asks for a function that isn't in the table."""


class SafeJob(Job):
    """A job that runs functions of the table only."""

    def _execute(self) -> None:
        function = _FUNCTIONS.get(self.func_name or "")
        if function is None or self.kwargs or self.instance is not None:
            raise NotAllowed(f"no job is called {self.func_name!r}")
        with job_context(self.id):
            _log.info("job started", extra={"function": self.func_name, "queue": self.origin})
            began = time.monotonic()
            function(*self.args)
            _log.info("job done", extra={"seconds": round(time.monotonic() - began, 3)})

    @property
    def success_callback(self) -> None:
        """None: a name in the store is no reason to import anything."""
        return

    @property
    def failure_callback(self) -> None:
        """None, as above."""
        return

    @property
    def stopped_callback(self) -> None:
        """None, as above."""
        return

    def send_webhooks(self, *_: Any, **__: Any) -> None:
        """Nothing: the address would come out of the store."""


class JobQueue:
    """The queues, seen from those who put jobs in."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._queues = {
            name: Queue(name, connection=connection, job_class=SafeJob, serializer=JSONSerializer)
            for name in QUEUES
        }

    def put(
        self,
        queue: str,
        function: str,
        arguments: list[str],
        *,
        job_id: str,
        seconds: int,
        failed_seconds: int = _DAY,
    ) -> None:
        """Queue a job once; a second one of that id changes nothing.

        ``seconds`` is when a job that hasn't ended is killed; for ``failed_seconds`` one
        that has failed keeps others of its id away.
        """
        try:
            self._queues[queue].enqueue_call(
                function,
                args=arguments,
                job_id=job_id,
                unique=True,
                timeout=seconds,
                result_ttl=0,
                failure_ttl=failed_seconds,
                retry=Retry(max=_TRIES_AGAIN),
            )
        except DuplicateJobError:
            return

    def put_back(self, queue: str, job_id: str) -> bool:
        """Queue a job again that should wait but is in no queue; whether it was so.

        A worker takes a job off its queue before it notes that it has it, and may die in
        between.
        """
        name = self._queues[queue]
        try:
            job = SafeJob.fetch(job_id, connection=self._connection, serializer=JSONSerializer)
        except NoSuchJobError:
            return False
        if job.get_status(refresh=False) != JobStatus.QUEUED or job.enqueued_at is None:
            return False
        age = (datetime.now(UTC) - job.enqueued_at).total_seconds()
        if age < _LOST_SECONDS or name.get_job_position(job) is not None:
            return False
        name.enqueue_job(job)
        return True

    def has(self, job_id: str) -> bool:
        """Whether a job is known, in whatever state."""
        return SafeJob.exists(job_id, connection=self._connection)

    def place(self, queue: str, job_id: str) -> int | None:
        """How many jobs of its queue come before a job; None if it doesn't wait."""
        return self._queues[queue].get_job_position(job_id)

    def length(self, queue: str) -> int:
        """Jobs that wait."""
        return len(self._queues[queue])

    def oldest_seconds(self, queue: str) -> float:
        """How long the first job has waited; 0 if none does."""
        for job_id in self._queues[queue].get_job_ids(0, 1):
            try:
                job = SafeJob.fetch(job_id, connection=self._connection, serializer=JSONSerializer)
            except NoSuchJobError:
                continue
            if job.enqueued_at is not None:
                return max(0.0, (datetime.now(UTC) - job.enqueued_at).total_seconds())
        return 0.0

    def workers(self) -> int:
        """Workers that have shown a sign of life of late."""
        return RQWorker.count(connection=self._connection)

    def worker_pids(self) -> list[int | None]:
        """Their process numbers, each on its own machine."""
        return [worker.pid for worker in RQWorker.all(connection=self._connection)]

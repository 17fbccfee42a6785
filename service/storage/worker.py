"""The RQ worker: short heartbeats, children that die with it, and failures that are told."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rq import Worker
from rq.job import Job
from rq.serializers import JSONSerializer

from service.lifeline import die_with
from service.storage.connection import Connection
from service.storage.queue import URGENT_QUEUES, SafeJob

if TYPE_CHECKING:
    from rq.queue import Queue

__all__ = ["make_worker"]

_log = logging.getLogger(__name__)

# A worker waits for jobs for a quarter of a minute at most, since it looks after the jobs
# of the dead only in between; of a dead one's job the others know after _MISSED seconds.
_WORKER_TTL = 20
_LOOK_SECONDS = 5
_MISSED_SECONDS = 15
_NICE = 10


class _Worker(Worker):
    """Forks a child for each job."""

    job_class = SafeJob

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:  # noqa: ARG002
        return _LOOK_SECONDS + _MISSED_SECONDS

    def fork_work_horse(self, job: Job, queue: Queue) -> None:
        self._parent = os.getpid()
        self._is_patient = queue.name not in URGENT_QUEUES
        super().fork_work_horse(job, queue)

    def setup_work_horse_signals(self) -> None:
        super().setup_work_horse_signals()  # type: ignore[no-untyped-call]
        die_with(self._parent)
        if self._is_patient:
            os.nice(_NICE)  # An urgent job on the same core has most of it.


def make_worker(
    connection: Connection,
    queues: Sequence[str],
    on_lost: Callable[[str, list[str], str], None],
) -> Worker:
    """A worker for some queues, the most urgent one first.

    Args:
        connection: to the store.
        queues: their names.
        on_lost: called with a job's function, its arguments and a reason when it has been
            tried for the last time and has still not ended well.
    """

    def last_try(job: Job, reason: str) -> None:
        try:
            if not job.retries_left and job.func_name:
                on_lost(job.func_name, [str(each) for each in job.args], reason)
        except Exception:  # noqa: BLE001 - as the comment says
            # Whatever somebody has put into the store: it ends there, and not the worker.
            _log.exception("nobody can be told of a failed job", extra={"job_id": job.id})

    def killed(job: Job, _pid: int, status: int, _usage: object) -> None:
        how = f"was killed by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "ended"
        last_try(job, f"the process that worked on it {how}, each time it was tried")

    def raised(job: Job, kind: type[BaseException], error: BaseException, _: object) -> None:
        last_try(job, f"{kind.__name__}: {error}")

    return _Worker(
        list(queues),
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=_WORKER_TTL,
        job_monitoring_interval=_LOOK_SECONDS,
        maintenance_interval=_LOOK_SECONDS,
        exception_handlers=[raised],
        work_horse_killed_handler=killed,
        log_job_description=False,
    )

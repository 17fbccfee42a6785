"""Solves through the real queue: at once, by a worker, cancelled, killed, given up."""

from __future__ import annotations

import json
import os
import pickle
import random
import signal
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from rq.serializers import JSONSerializer

from service import solving
from service.embedded import EmbeddedServer
from service.questions import Ask
from service.settings import Settings
from service.solving import Solving
from service.storage.keys import solve_key
from service.storage.queue import JobQueue, NotAllowed, SafeJob
from service.storage.solves import SolveStore
from service.wiring import Parts
from solver import (
    KERNEL_COMPILED,
    Deal,
    Limits,
    parse_position,
    play,
    preset,
    read,
    rules_from,
    solve,
)
from solver.errors import KernelFault
from solver.moves import parse_each
from solver.result import Result
from tests.service.command import AT_THE_TOP
from tests.service.serving.conftest import working
from tests.service.serving.test_questions import other_suits

needs_compiled = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")

SMALL = Ask(parse_position("pyramid: QH / 5C -- | stock: 8D AD"))
#: Takes seconds: with a cell no easier game proves a loss.
HARD = Ask(Deal.seed(8).position(rules_from("pysol", ["cells=1"])))


def result_of(found: solving.Standing | None) -> dict[str, object]:
    assert found is not None
    assert found.record.status == "done", found.record
    assert found.record.result is not None
    return found.record.result


def test_by_a_worker(made: Parts, burst: Callable[[], None]) -> None:
    """Queued, then done, with a line that wins."""
    asked = made.solving.ask(SMALL, Limits())
    assert (asked.record.status, asked.place) == ("queued", 0)
    again = made.solving.ask(SMALL, Limits())
    assert (asked.how, again.how) == ("queued", "joined")
    assert again._replace(how=asked.how) == asked
    assert made.queue.length("solves") == 1
    burst()
    result = result_of(made.solving.look(SMALL.id))
    truth = solve(SMALL.position)
    assert result["solution"] == [str(move) for move in truth.solution]
    assert (result["status"], result["min_moves"], result["draws"]) == ("winnable", 4, 2)
    # Known now: nothing is queued.
    assert result_of(made.solving.ask(SMALL, Limits())) == result
    assert made.queue.length("solves") == 0


def test_scores(made: Parts, burst: Callable[[], None]) -> None:
    """They are told with a line, also where a record is from before there were scores."""
    ask = Ask(read(AT_THE_TOP, preset("microsoft")))
    made.solving.ask(ask, Limits())
    burst()
    result = result_of(made.solving.look(ask.id))
    assert result["score"] == {"microsoft": 915, "par": 49}
    key = solve_key(ask.id)
    kept = json.loads(cast("bytes", made.connection.hget(key, "result")))
    assert kept.pop("score") == result["score"]
    made.connection.hset(key, "result", json.dumps(kept))
    assert result_of(made.solving.look(ask.id)) == result
    assert result_of(made.solving.ask(ask, Limits())) == result


def test_no_line_no_score(made: Parts, burst: Callable[[], None]) -> None:
    """Without a win there is nothing to be scored, from before or not."""
    ask = Ask(read("pyramid: QH | stock: 5C 7D"))
    made.solving.ask(ask, Limits())
    burst()
    result = result_of(made.solving.look(ask.id))
    assert (result["status"], result["score"]) == ("unwinnable", None)
    kept = {name: value for name, value in result.items() if name != "score"}
    made.connection.hset(solve_key(ask.id), "result", json.dumps(kept))
    assert result_of(made.solving.look(ask.id)) == result


def test_at_once(server: EmbeddedServer, made: Parts) -> None:
    """What is easy is answered without a worker, and can be looked up afterwards."""
    quick = Solving(
        SolveStore(made.connection, 100),
        made.queue,
        made.counts,
        made.seal,
        Settings(inline_seconds=5),
    )
    assert result_of(quick.ask(SMALL, Limits()))["min_moves"] == 4
    assert result_of(made.solving.look(SMALL.id))["min_moves"] == 4
    assert made.queue.length("solves") == 0


@needs_compiled
def test_answers_are_shared_between_suits(made: Parts, burst: Callable[[], None]) -> None:
    """The other deal's moves are told in its own cards."""
    one = Deal.seed(1).position()
    other = other_suits(one, random.Random(1))
    made.solving.ask(Ask(one), Limits())
    burst()
    result = result_of(made.solving.ask(Ask(other), Limits()))
    line = result["solution"]
    assert isinstance(line, list)
    assert made.queue.length("solves") == 0
    assert play(other, parse_each(line)).is_won
    assert len(line) == result["min_moves"] == 55
    # Whoever knows how few moves knows whether at all.
    cheaper = result_of(made.solving.ask(Ask(other, winnable_only=True), Limits()))
    assert cheaper["status"] == "winnable"


@needs_compiled
def test_more_time_is_another_try(made: Parts, burst: Callable[[], None]) -> None:
    """`unknown` is kept for those who'd give no more; nobody else is put off with it."""
    few = Limits(nodes=10)
    made.solving.ask(HARD, few)
    burst()
    first = result_of(made.solving.ask(HARD, few))
    assert (first["status"], first["limit"]) == ("unknown", "nodes")
    assert made.solving.ask(HARD, Limits(nodes=5)).record.status == "done"
    assert made.solving.ask(HARD, Limits(nodes=11)).record.status == "queued"
    burst()
    assert made.solving.ask(HARD, Limits()).record.status == "queued"
    assert made.connection.get(f"pyramid:answer:{HARD.shape}") is None


@needs_compiled
@pytest.mark.usefixtures("worker")
def test_cancelling(made: Parts) -> None:
    """A running one stops, and its worker goes on with the next; a queued one never starts."""
    made.solving.ask(HARD, Limits())
    _until(lambda: _status(made, HARD) == "running")
    found = made.solving.cancel(HARD.id)
    assert found is not None
    assert found.record.status == "cancelled"
    made.solving.ask(SMALL, Limits())
    assert result_of(made.solving.wait(SMALL.id, 10))["min_moves"] == 4
    assert _status(made, HARD) == "cancelled"
    assert made.solving.cancel("nobody") is None


@needs_compiled
@pytest.mark.usefixtures("worker")
def test_progress_is_told(made: Parts) -> None:
    made.solving.ask(HARD, Limits())

    def nodes() -> int:
        found = made.solving.look(HARD.id)
        return 0 if found is None else found.record.nodes

    _until(lambda: nodes() > 0)
    made.solving.cancel(HARD.id)


def test_waiting(made: Parts) -> None:
    """No longer than was asked for, and not at all for what nobody has asked."""
    made.solving.ask(SMALL, Limits())
    begun = time.monotonic()
    found = made.solving.wait(SMALL.id, 0.3)
    assert 0.3 <= time.monotonic() - begun < 5
    assert found is not None
    assert found.record.status == "queued"
    assert made.solving.wait("nobody", 60) is None


def test_the_service_has_limits_of_its_own(made: Parts) -> None:
    assert made.solving.limits(Limits()) == Limits(seconds=60, memory=1024)
    assert made.solving.limits(Limits(5, 2.0, 64)) == Limits(5, 2.0, 64)
    assert made.solving.limits(Limits(None, 1e9, 10**6)) == Limits(None, 60, 1024)


def test_faults_are_told(
    made: Parts, burst: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the solver, or want of memory, is the reason; it isn't tried again."""
    for error, reason in (
        (KernelFault("odd"), "fault of the solver: odd"),
        (MemoryError(), "the worker has run out of memory"),
    ):

        def fail(*_: object, error: Exception = error, **__: object) -> Result:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(solving, "solve", fail)
            made.solving.ask(SMALL, Limits())
            burst()
        found = made.solving.look(SMALL.id)
        assert found is not None
        assert (found.record.status, found.record.reason) == ("failed", reason)
        # Asked again, it is tried again.
        assert made.solving.ask(SMALL, Limits()).record.status == "queued"
        made.solving.cancel(SMALL.id)
        burst()


def test_a_job_that_kills_its_process_cannot_loop(
    made: Parts, burst: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried three times, and then has failed."""
    tries = made.connection

    def die(*_: object, **__: object) -> Result:
        tries.incr("tries")
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    monkeypatch.setattr(solving, "solve", die)
    made.solving.ask(SMALL, Limits())
    burst()
    found = made.solving.look(SMALL.id)
    assert found is not None
    assert found.record.status == "failed"
    assert "was killed by signal 9, each time it was tried" in str(found.record.reason)
    assert tries.get("tries") == b"3"


def test_a_job_that_raises_is_given_up(
    made: Parts, burst: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody foresaw is tried again, and then told."""

    def odd(*_: object, **__: object) -> Result:
        raise ZeroDivisionError("odd")

    monkeypatch.setattr(solving, "solve", odd)
    made.solving.ask(SMALL, Limits())
    burst()
    found = made.solving.look(SMALL.id)
    assert found is not None
    assert (found.record.status, found.record.reason) == ("failed", "ZeroDivisionError: odd")


@needs_compiled
@pytest.mark.slow
def test_the_job_of_a_dead_worker_is_taken_up(made: Parts, server: EmbeddedServer) -> None:
    """Within 90 seconds, and its child doesn't go on without it."""
    with working(made, server.url) as first:
        made.solving.ask(HARD, Limits())
        _until(lambda: _status(made, HARD) == "running")
        children = _children(first)
        assert len(children) == 1
        os.kill(first, signal.SIGKILL)
        begun = time.monotonic()
        _until(lambda: not _alive(children[0]))
    with working(made, server.url):
        found = made.solving.wait(HARD.id, 90)
    assert time.monotonic() - begun < 90
    assert result_of(found)["status"] in {"winnable", "unwinnable"}


@pytest.mark.parametrize(
    "function", ["os.system", "subprocess.call", "service.solving.Solving", ""]
)
def test_only_our_functions_are_run(made: Parts, burst: Callable[[], None], function: str) -> None:
    """Whatever somebody has put into the store: it fails, and nothing else happens."""
    made.queue.put("solves", function or " ", ["touch", "broken"], job_id="evil", seconds=5)
    burst()
    job = SafeJob.fetch("evil", connection=made.connection, serializer=JSONSerializer)
    assert job.get_status().value == "failed"
    with pytest.raises(NotAllowed):
        job._execute()


def test_callbacks_and_webhooks_of_the_store_are_ignored(
    made: Parts, burst: Callable[[], None]
) -> None:
    """A name in a job's record imports nothing."""
    made.solving.ask(SMALL, Limits())
    (job_id,) = made.queue._queues["solves"].get_job_ids()
    for name in ("success_callback_name", "failure_callback_name", "stopped_callback_name"):
        made.connection.hset(f"rq:job:{job_id}", name, "antigravity.geohash")
    burst()
    assert "antigravity" not in sys.modules
    assert result_of(made.solving.look(SMALL.id))["min_moves"] == 4


def test_jobs_without_sense_end_alone(made: Parts, burst: Callable[[], None]) -> None:
    """A worker goes on after them."""
    queue = made.queue._queues["solves"]
    for arguments in (["x"], [], [1, 2, 3], [None, None]):
        queue.enqueue_call("solve", args=arguments)
    queue.enqueue_call("batch", args=["x", "y"])
    asked = made.solving.ask(SMALL, Limits())
    burst()
    assert result_of(made.solving.look(asked.record.id))["status"] == "winnable"


def test_pickles_are_not_read(made: Parts, burst: Callable[[], None]) -> None:
    """A job whose data are a pickle fails."""
    made.solving.ask(SMALL, Limits())
    (job_id,) = made.queue._queues["solves"].get_job_ids()
    data = zlib.compress(pickle.dumps(("solve", None, ["x", "y"], {})))
    made.connection.hset(f"rq:job:{job_id}", "data", data)
    burst()
    assert _status(made, SMALL) == "queued"
    assert JobQueue(made.connection).length("solves") == 0


def _status(made: Parts, ask: Ask) -> str:
    found = made.solving.look(ask.id)
    return "none" if found is None else found.record.status


def _until(true: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False

"""Records of solves: whatever happens in whatever order, one run counts."""

from __future__ import annotations

import pytest

from service.storage.solves import SolveStore
from service.wiring import Parts

ASKED = {"deal": "seed:1", "rules": "cardgames", "question": "moves"}


@pytest.fixture
def store(made: Parts) -> SolveStore:
    return SolveStore(made.connection, keep_seconds=100)


def opened(store: SolveStore) -> str:
    run, is_new = store.open("x", **ASKED, limits={"seconds": 1.0})
    assert is_new
    return run


def test_from_queued_to_done(store: SolveStore, made: Parts) -> None:
    """The result and the answer appear together, and the record will go one day."""
    assert store.read("x") is None
    run = opened(store)
    first = store.read("x")
    assert first is not None
    assert (first.status, first.run, first.nodes, first.result) == ("queued", run, 0, None)
    assert (first.deal, first.limits) == ("seed:1", {"seconds": 1.0})
    assert made.connection.ttl("pyramid:solve:x") == -1
    assert store.start("x", run)
    assert store.progress("x", run, 77)
    half = store.read("x")
    assert half is not None
    assert (half.status, half.nodes, half.has_ended) == ("running", 77, False)
    assert store.finish("x", run, {"status": "winnable"}, ("shape", {"line": ["draw"]}))
    last = store.read("x")
    assert last is not None
    assert (last.status, last.result, last.has_ended) == ("done", {"status": "winnable"}, True)
    assert last.queued_at <= (last.started_at or 0) <= (last.ended_at or 0)
    assert store.answer("shape") == {"line": ["draw"]}
    assert 0 < made.connection.ttl("pyramid:solve:x") <= 100


def test_a_question_has_one_run_at_a_time(store: SolveStore) -> None:
    run = opened(store)
    assert store.open("x", **ASKED, limits={}) == (run, False)
    store.start("x", run)
    assert store.open("x", **ASKED, limits={}) == (run, False)
    store.fail("x", run, "no")
    again, is_new = store.open("x", **ASKED, limits={})
    assert is_new
    assert again != run
    found = store.read("x")
    assert found is not None
    assert (found.status, found.reason, found.ended_at) == ("queued", None, None)


def test_an_old_run_has_no_say(store: SolveStore) -> None:
    """It can neither begin, nor tell how far it is, nor end."""
    old = opened(store)
    store.start("x", old)
    assert store.cancel("x") == "running"
    new = opened(store)
    assert not store.start("x", old)
    assert not store.progress("x", old, 5)
    assert not store.finish("x", old, {"status": "unknown"}, ("shape", {}))
    assert not store.fail("x", old, "late")
    found = store.read("x")
    assert found is not None
    assert (found.run, found.status, found.nodes) == (new, "queued", 0)
    assert store.answer("shape") is None


@pytest.mark.parametrize("end", ["finish", "fail", "cancel"])
def test_what_has_ended_stays(store: SolveStore, end: str) -> None:
    """A result is written once."""
    run = opened(store)
    store.start("x", run)
    if end == "finish":
        store.finish("x", run, {"n": 1}, None)
    elif end == "fail":
        store.fail("x", run, "why")
    else:
        store.cancel("x")
    before = store.read("x")
    assert not store.start("x", run)
    assert not store.progress("x", run, 9)
    assert not store.finish("x", run, {"n": 2}, None)
    assert not store.fail("x", run, "again")
    assert store.cancel("x") == {"finish": "done", "fail": "failed", "cancel": "cancelled"}[end]
    assert store.read("x") == before


def test_a_run_that_was_lost_begins_again(store: SolveStore) -> None:
    """Its worker has died, and another one takes it up."""
    run = opened(store)
    assert store.start("x", run)
    assert store.start("x", run)
    assert store.finish("x", run, {}, None)


def test_nothing_to_cancel(store: SolveStore) -> None:
    assert store.cancel("x") is None
    assert store.read("x") is None

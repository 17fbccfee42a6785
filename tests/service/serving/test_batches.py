"""Batches: every deal has one result, whatever happens to those who work on them."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.embedded import EmbeddedServer
from service.storage.batches import BatchStore
from service.storage.keys import batch_key
from service.wiring import Parts, parts
from solver import KERNEL_COMPILED, Deal, Limits, rules_from, solve
from solver.rules import Rules
from tests.service.command import EASY, LOST, WON_IN_4
from tests.service.serving.test_http import check_problem
from tests.service.serving.test_serve import Service, children, is_gone, until

Client = Any
DEALS = [*EASY, "junk", "seed:-1", *reversed(EASY)]


def submitted(client: Client, deals: list[str], **others: object) -> Any:
    response = client.post("/v1/batches", json={"deals": deals, **others})
    assert response.status_code == 202, response.get_data(as_text=True)
    assert response.headers["Location"] == f"/v1/batches/{response.json['id']}"
    return response.json


def test_a_batch(client: Client, burst: Callable[[], None]) -> None:
    """Counted while it runs; its results are in the order of the deals, errors among them."""
    batch = submitted(client, DEALS)
    where = f"/v1/batches/{batch['id']}"
    assert (batch["status"], batch["total"], batch["done"]) == ("running", len(DEALS), 0)
    early = client.get(f"{where}/results").json
    assert early["results"] == []
    burst()
    found = client.get(where).json
    won = [EASY[text] for text in EASY if EASY[text] is not None]
    assert found["status"] == "done"
    assert (found["winnable"], found["failed"]) == (2 * len(won), 2)
    assert found["unwinnable"] == 2 * (len(EASY) - len(won))
    page = client.get(f"{where}/results?cursor={early['next']}").json
    assert page["next"] is None
    assert [each["number"] for each in page["results"]] == list(range(1, len(DEALS) + 1))
    for text, each in zip(DEALS, page["results"], strict=True):
        if text in EASY:
            assert each["min_moves"] == EASY[text]
        else:
            assert each["status"] == "error"
            assert each["error"]
    lines = client.get(f"{where}/results.ndjson")
    assert lines.mimetype == "application/x-ndjson"
    assert [json.loads(line) for line in lines.get_data(as_text=True).splitlines()] == page[
        "results"
    ]


def test_time_left_is_told_from_when_work_begins(client: Client, made: Parts) -> None:
    """However long the batch has waited for its turn."""
    batch = submitted(client, ["seed:1"] * 100)
    key = batch_key(batch["id"])
    made.connection.hset(key, "begun_at", str(time.time() - 3600))
    assert client.get(f"/v1/batches/{batch['id']}").json["seconds_left"] is None
    made.batches.work(batch["id"], "0")
    left = client.get(f"/v1/batches/{batch['id']}").json["seconds_left"]
    assert 0 <= left < 100


def test_pages(client: Client, burst: Callable[[], None]) -> None:
    """Together they are everything, whatever their length."""
    deals = [WON_IN_4, LOST] * 130
    where = f"/v1/batches/{submitted(client, deals)['id']}/results"
    burst()
    numbers: list[int] = []
    query: dict[str, object] = {"limit": 37}
    while True:
        page = client.get(where, query_string=query).json
        assert len(page["results"]) <= 37
        numbers += [each["number"] for each in page["results"]]
        if page["next"] is None:
            break
        query["cursor"] = page["next"]
    assert numbers == list(range(1, 261))


def test_deals_as_lines(client: Client, burst: Callable[[], None]) -> None:
    """A text, as the command line reads it."""
    body = f"# two deals\n{WON_IN_4}\n\n  {LOST}  \r\n"
    response = client.post(
        "/v1/batches/lines?question=winnable", data=body, content_type="text/plain"
    )
    assert (response.status_code, response.json["total"]) == (202, 2)
    burst()
    results = client.get(f"/v1/batches/{response.json['id']}/results").json["results"]
    assert [each["status"] for each in results] == ["winnable", "unwinnable"]
    assert {each["question"] for each in results} == {"winnable"}


def test_cancelling(client: Client, made: Parts, burst: Callable[[], None]) -> None:
    """What waits isn't done any more; what is done stays."""
    batch = submitted(client, [WON_IN_4] * 150)
    where = f"/v1/batches/{batch['id']}"
    made.batches.work(batch["id"], "0")
    assert client.delete(where).json["status"] == "cancelled"
    burst()
    found = client.get(where).json
    assert (found["status"], found["done"]) == ("cancelled", 50)
    assert len(client.get(f"{where}/results?limit=1000").json["results"]) == 50
    page = client.get(f"{where}/results?limit=50").json
    rest = client.get(f"{where}/results?cursor={page['next']}").json
    assert rest == {"results": [], "next": None}


def test_results_do_not_wait_for_others(client: Client, made: Parts) -> None:
    """What is done is downloaded at once, and stays to be read after a cancel."""
    batch = submitted(client, [WON_IN_4] * 150)
    where = f"/v1/batches/{batch['id']}"
    made.batches.work(batch["id"], "1")
    record = made.batches.look(batch["id"])
    assert record is not None
    stream = made.batches.stream(record, 0.1, 60)
    assert json.loads(next(stream).splitlines()[0])["number"] == 51
    assert next(stream) == "\n"
    client.delete(where)
    assert list(stream) == []
    for page in (client.get(f"{where}/results").json, client.get(f"{where}/results?limit=7").json):
        assert page["results"][0]["number"] == 51
    numbers, query = [], "limit=30"
    while query:
        page = client.get(f"{where}/results?{query}").json
        numbers += [each["number"] for each in page["results"]]
        query = f"limit=30&cursor={page['next']}" if page["next"] else ""
    assert numbers == list(range(51, 101))


def test_texts_that_are_too_long(client: Client, burst: Callable[[], None]) -> None:
    """They are errors of their own: not cut to something that can be read."""
    long = "seed:1" + " " * 2100 + "and this is none"
    lines = {"data": f"seed:1\n{long}\n", "content_type": "text/plain"}
    ids = [
        client.post("/v1/batches/lines", **lines).json["id"],
        submitted(client, ["seed:1", long])["id"],
    ]
    burst()
    for batch in ids:
        first, second = client.get(f"/v1/batches/{batch}/results").json["results"]
        assert (first["status"], second["status"]) == ("winnable", "error")


def test_a_result_is_written_once(made: Parts, client: Client) -> None:
    """However often a chunk is worked on."""
    batch = submitted(client, [WON_IN_4, LOST])
    for _ in range(3):
        made.batches.work(batch["id"], "0")
    store = BatchStore(made.connection, 100)
    assert not store.keep(batch["id"], 0, "other\n", (5, 5, 5, 5))
    found = client.get(f"/v1/batches/{batch['id']}").json
    assert (found["done"], found["winnable"], found["unwinnable"]) == (2, 1, 1)
    assert (
        0
        < made.connection.ttl(f"pyramid:batch:{batch['id']}:results")
        <= made.settings.keep_seconds
    )
    assert made.batches.mend() == 0


def test_jobs_that_were_lost_are_queued_again(
    made: Parts, client: Client, burst: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken off the queue by a worker that died before it said so; or never queued."""
    monkeypatch.setattr("service.storage.queue._LOST_SECONDS", 0)
    batch = submitted(client, [WON_IN_4] * 250)
    assert made.batches.mend() == 0  # All of them wait.
    queue = made.queue._queues["batches"]
    made.connection.lpop(queue.key)
    last = queue.get_job_ids()[-1]
    made.connection.lrem(queue.key, 1, last)
    made.connection.delete(f"rq:job:{last}")
    assert made.batches.mend() == 2
    assert made.batches.mend() == 0
    burst()
    assert client.get(f"/v1/batches/{batch['id']}").json["status"] == "done"
    client.post("/v1/solves", json={"deal": LOST})
    made.connection.lpop(made.queue._queues["solves"].key)
    assert made.solving.mend() == 1
    burst()
    assert client.post("/v1/solves", json={"deal": LOST}).json["status"] == "done"
    assert made.solving.mend() == 0


def test_chunks_that_are_given_up(
    made: Parts, client: Client, burst: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their deals have failed, with the reason, and the batch ends."""

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr("service.batches.solve_entry", die)
    batch = submitted(client, [WON_IN_4, LOST])
    burst()
    found = client.get(f"/v1/batches/{batch['id']}").json
    assert (found["status"], found["failed"], found["done"]) == ("done", 2, 2)
    results = client.get(f"/v1/batches/{batch['id']}/results").json["results"]
    assert all("was killed by signal 9" in each["error"] for each in results)
    assert [each["deal"] for each in results] == [WON_IN_4, LOST]


def test_the_limits_are_those_of_the_service(made: Parts, client: Client) -> None:
    batch = submitted(client, [LOST], limits={"seconds": 3000, "nodes": 5})
    found = made.batches.look(batch["id"])
    assert found is not None
    assert found.limits == {"nodes": 5, "seconds": 60, "memory": 1024}


def test_bad_requests(client: Client) -> None:
    post = client.post
    check_problem(post("/v1/batches", json={"deals": []}), 422, "invalid-fields")
    check_problem(post("/v1/batches", json={"deals": [1]}), 422, "invalid-fields")
    check_problem(post("/v1/batches", json={"deals": ["KC"] * 100_001}), 422, "invalid-fields")
    check_problem(post("/v1/batches", json={"deals": ["KC"], "rules": "x"}), 422, "bad-rules")
    check_problem(post("/v1/batches/lines", data="KC"), 415, "unsupported-media-type")
    text = {"content_type": "text/plain"}
    check_problem(post("/v1/batches/lines", data="# no\n", **text), 422, "invalid-fields")
    check_problem(post("/v1/batches/lines", data="x\n" * 100_001, **text), 413, "too-large")
    check_problem(client.get("/v1/batches/nobody"), 404, "not-found")
    check_problem(client.delete("/v1/batches/nobody"), 404, "not-found")
    check_problem(client.get("/v1/batches/nobody/results"), 404, "not-found")
    check_problem(client.get("/v1/batches/nobody/results.ndjson"), 404, "not-found")


def test_a_batch_of_another_process(made: Parts, server: EmbeddedServer) -> None:
    """What one has begun another one sees."""
    record = made.batches.create([LOST], Rules(), "moves", Limits())
    other = parts(made.settings, server.url)
    assert other.batches.look(record.id) == record


@pytest.mark.slow
@pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_kill_9_of_everything_during_a_batch(tmp_path: Path) -> None:
    """Of a job's process, a worker, the store, and all of it: 1,000 right answers are the end."""
    deals = [f"seed:{number}" for number in range(1, 1001)]
    service = Service(tmp_path, PYRAMID_WORKERS="2")
    status, batch = service.post("/v1/batches", {"deals": deals, "rules": "one-pass"})
    assert status == 202
    where = f"/v1/batches/{batch['id']}"

    def done() -> int:
        status, found = service.get(where)
        return int(found["done"]) if status == 200 else 0

    def busy_worker() -> int:
        """A worker that has a job's process."""
        for pid in children(service.process.pid):
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"worker" in words and b"urgent" not in words and children(pid):
                return pid
        return 0

    until(lambda: done() >= 100, 60)
    until(lambda: busy_worker() != 0)
    for victim in [*children(busy_worker())[:1], busy_worker()]:
        if victim:
            os.kill(victim, signal.SIGKILL)
    until(lambda: done() >= 300, 120)
    time.sleep(1.1)  # What the store was told more than a second ago is on the disk.
    os.kill(service.family()["store"], signal.SIGKILL)
    until(lambda: done() >= 500, 120)
    family = service.family()
    time.sleep(1.1)
    service.process.kill()
    service.process.wait()
    until(lambda: all(map(is_gone, family.values())), 10)

    again = Service(tmp_path, PYRAMID_WORKERS="2")
    until(lambda: again.get(where)[1]["status"] == "done", 200)
    found = again.get(where)[1]
    assert (found["done"], found["failed"], found["unknown"]) == (1000, 0, 0)
    results: list[dict[str, Any]] = []
    query = "limit=1000"
    while True:
        page = again.get(f"{where}/results?{query}")[1]
        results += page["results"]
        if page["next"] is None:
            break
        query = f"limit=1000&cursor={page['next']}"
    assert [each["number"] for each in results] == list(range(1, 1001))
    rules = rules_from("one-pass")
    for number, each in enumerate(results, start=1):
        position = Deal.seed(number).position(rules)
        assert each["min_moves"] == solve(position).min_moves
    again.process.send_signal(signal.SIGINT)
    assert again.process.wait(30) == 0

"""Requests that are sent again: done once, and told only to who has sent them."""

from __future__ import annotations

import threading
from typing import Any
from uuid import uuid4

import pytest

from service.http import idempotency
from service.http.app import create_app
from service.storage import replies
from service.storage.replies import Replies
from service.wiring import Parts
from tests.service.serving.test_http import SMALL, check_problem

Client = Any
BATCH = {"deals": ["seed:1", "seed:2"]}


def key(text: str | None = None) -> dict[str, str]:
    return {"Idempotency-Key": text or str(uuid4())}


def batches(made: Parts) -> int:
    return len(made.connection.keys("pyramid:batch:*:deals"))


def test_one_batch(client: Client, made: Parts) -> None:
    """The second answer is the first one, and says so."""
    again = key()
    first = client.post("/v1/batches", json=BATCH, headers=again)
    second = client.post("/v1/batches", json=BATCH, headers=again)
    assert (first.status_code, second.status_code) == (202, 202)
    assert second.json == first.json
    assert second.headers["Location"] == first.headers["Location"]
    assert "Idempotency-Replayed" not in first.headers
    assert second.headers["Idempotency-Replayed"] == "true"
    assert batches(made) == 1
    assert client.post("/v1/batches", json=BATCH, headers=key()).json["id"] != first.json["id"]
    assert client.post("/v1/batches", json=BATCH).json["id"] != first.json["id"]


def test_lines_too(client: Client, made: Parts) -> None:
    sent = {"data": "seed:1\nseed:2\n", "content_type": "text/plain", "headers": key()}
    first = client.post("/v1/batches/lines", **sent)
    assert first.json["total"] == 2
    assert client.post("/v1/batches/lines", **sent).json == first.json
    other = {**sent, "data": "seed:1\n"}
    check_problem(client.post("/v1/batches/lines", **other), 422, "key-reused")
    where = "/v1/batches/lines?question=winnable"
    check_problem(client.post(where, **sent), 422, "key-reused")
    assert batches(made) == 1


def test_another_request(client: Client, made: Parts) -> None:
    """A key stands for one body on one path."""
    again = key()
    assert client.post("/v1/batches", json=BATCH, headers=again).status_code == 202
    other = client.post("/v1/batches", json={"deals": ["seed:3"]}, headers=again)
    check_problem(other, 422, "key-reused")
    check_problem(client.post("/v1/solves", json={"deal": SMALL}, headers=again), 422, "key-reused")
    assert batches(made) == 1


def test_what_was_refused_may_be_tried_again(client: Client) -> None:
    again = key()
    assert client.post("/v1/batches", json={"deals": []}, headers=again).status_code == 422
    assert client.post("/v1/batches", json=BATCH, headers=again).status_code == 202


@pytest.mark.parametrize("given", ["", "short", "x" * 129, "with a space in it", "ä" * 20])
def test_bad_keys(client: Client, given: str) -> None:
    response = client.post("/v1/batches", json=BATCH, headers={"Idempotency-Key": given})
    check_problem(response, 400, "bad-request")


def test_while_the_first_is_at_work(client: Client, made: Parts) -> None:
    """Many at once: one is done, the others are asked to come again, or told the same."""
    again, found = key(), []
    clients = [create_app(made).test_client() for _ in range(8)]
    start = threading.Barrier(len(clients))

    def send(one: Client) -> None:
        start.wait()
        found.append(one.post("/v1/batches", json=BATCH, headers=again))

    threads = [threading.Thread(target=send, args=(one,)) for one in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = [response for response in found if response.status_code == 202]
    for response in found:
        if response not in done:
            check_problem(response, 409, "in-progress")
            assert response.headers["Retry-After"]
    assert len({response.json["id"] for response in done}) == 1
    assert batches(made) == 1


def test_after_a_crash(client: Client, made: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """The batch was made, its answer never kept: the next try finds the same batch."""
    again = key()
    with monkeypatch.context() as crash:
        crash.setattr(Replies, "keep", lambda *_: None)
        first = client.post("/v1/batches", json=BATCH, headers=again)
    check_problem(client.post("/v1/batches", json=BATCH, headers=again), 409, "in-progress")
    (name,) = made.connection.keys("pyramid:reply:*")
    assert 0 < made.connection.ttl(name) <= replies._MAKING_SECONDS
    made.connection.delete(name)
    assert client.post("/v1/batches", json=BATCH, headers=again).json["id"] == first.json["id"]
    assert batches(made) == 1


def test_a_new_player(client: Client, made: Parts) -> None:
    """Its token is kept nowhere: until one was used the next try gets another that works."""
    again = key()
    first = client.post("/v1/players", json={"name": "Ann"}, headers=again).json
    second = client.post("/v1/players", json={"name": "Ann"}, headers=again).json
    assert second["id"] == first["id"]
    assert second["token"] not in (first["token"], None)

    def me(token: str) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        return int(client.get("/v1/players/me", headers=headers).status_code)

    assert me(first["token"]) == 401
    assert me(second["token"]) == 200
    third = client.post("/v1/players", json={"name": "Ann"}, headers=again)
    assert (third.status_code, third.json["id"], third.json["token"]) == (201, first["id"], None)
    assert me(second["token"]) == 200
    kept = str(
        [
            made.connection.hgetall(name)
            for name in made.connection.keys("pyramid:*")
            if made.connection.type(name) == b"hash"
        ]
    )
    assert first["id"] in kept
    for token in (first["token"], second["token"]):
        assert token.partition(".")[2] not in kept
    headers = {"Authorization": f"Bearer {second['token']}"}
    assert client.delete("/v1/players/me", headers=headers).status_code == 204
    gone = client.post("/v1/players", json={"name": "Ann"}, headers=again)
    check_problem(gone, 409, "no-player")


def test_a_key_belongs_to_its_token(client: Client) -> None:
    """What one player was answered isn't told to another, nor to somebody without a token."""
    again = key()
    tokens = [client.post("/v1/players", json={}).json["token"] for _ in range(2)]
    headers = [{**again, "Authorization": f"Bearer {token}"} for token in tokens]
    ids = [client.post("/v1/batches", json=BATCH, headers=each).json["id"] for each in headers]
    ids.append(client.post("/v1/batches", json=BATCH, headers=again).json["id"])
    assert len(set(ids)) == 3
    assert client.post("/v1/batches", json=BATCH, headers=headers[0]).json["id"] == ids[0]


def test_every_post_that_creates_takes_one(client: Client) -> None:
    """They are those of the document, and no more."""
    spec = client.get("/v1/openapi.json").json
    told = {
        operation["operationId"]
        for path in spec["paths"].values()
        for operation in path.values()
        if any(each.get("name") == idempotency.HEADER for each in operation.get("parameters", []))
    }
    assert told == {
        "askSolve", "createBatch", "createBatchOfLines", "createPlayer", "attemptDaily",
        "createMatch", "joinMatch", "actInMatch",
    }  # fmt: skip
    views = {rule.endpoint for rule in client.application.url_map.iter_rules()}
    assert views >= idempotency._CREATING
    # A match keeps the keys of its actions itself.
    assert len(idempotency._CREATING) == len(told) - 1

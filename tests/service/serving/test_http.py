"""The API: what it answers, and how it says what is wrong."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openapi_spec_validator
import pytest

from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.http.problems import PROBLEMS
from service.settings import Settings
from service.wiring import Parts, parts
from solver import KERNEL_COMPILED, PRESETS

#: A client, and what it gives back, are too loosely typed to be worth more.
Client = Any
SMALL = "pyramid: QH / 5C -- | stock: 8D AD"


def solved(client: Client, **body: object) -> Any:
    return client.post("/v1/solves", json={"deal": SMALL, **body})


def test_a_solve(client: Client, burst: Callable[[], None]) -> None:
    """202 with a place to look; then the answer, which is 200 for the next who asks."""
    first = solved(client)
    assert (first.status_code, first.headers["Retry-After"]) == (202, "1")
    where = first.headers["Location"]
    assert where == f"/v1/solves/{first.json['id']}"
    assert (first.json["status"], first.json["place"], first.json["result"]) == ("queued", 0, None)
    assert client.get(where).json == first.json
    burst()
    found = client.get(where, query_string={"wait": "5"})
    assert found.status_code == 200
    assert found.json["status"] == "done"
    result = found.json["result"]
    assert result["solution"] == ["draw", "5C+8D", "draw", "AD+QH"]
    assert (result["min_moves"], result["draws"], result["removals"]) == (4, 2, 2)
    assert result["score"] == {"microsoft": None, "par": None}
    again = solved(client)
    assert (again.status_code, again.json) == (200, found.json)


def test_cancelling(client: Client) -> None:
    where = solved(client).headers["Location"]
    assert client.delete(where).json["status"] == "cancelled"
    assert client.delete(where).json["status"] == "cancelled"
    assert client.get(where).json["status"] == "cancelled"


def test_a_verdict(client: Client) -> None:
    assert client.post("/v1/verdicts", json={"deal": SMALL}).json == {
        "status": "winnable",
        "moves": None,
    }
    lost = {"deal": "pyramid: QH | stock: 5C 7D", "least": True}
    assert client.post("/v1/verdicts", json=lost).json == {"status": "lost", "moves": None}
    assert client.post("/v1/verdicts", json={"deal": SMALL, "least": True}).json["moves"] == 4


def test_hints_of_both_kinds(client: Client) -> None:
    full = client.post("/v1/hints", json={"deal": SMALL}).json
    assert (full["kind"], full["best"], full["moves"]) == ("full", "draw", 4)
    assert full["grades"] == [{"move": "draw", "grade": "best", "more": 0}]
    fair = client.post("/v1/hints", json={"deal": SMALL, "kind": "fair", "samples": 9}).json
    assert (fair["kind"], fair["best"], fair["samples"], fair["unseen"]) == ("fair", "draw", 9, 2)
    assert fair["chances"][0]["wins"] == 9


@pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")
def test_no_hint_takes_for_ever(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fair hint tries as many orders as it has time for; the rest of a full one is unknown."""
    monkeypatch.setattr("service.http.analysis.HINT_SECONDS", 0.3)
    begun = time.monotonic()
    asked = {"deal": "seed:5", "rules": "cheops"}
    fair = client.post("/v1/hints", json={**asked, "kind": "fair", "samples": 200}).json
    full = client.post("/v1/hints", json=asked).json
    assert time.monotonic() - begun < 5
    assert 1 <= fair["samples"] < 200
    assert "unknown" in {grade["grade"] for grade in full["grades"]}


def test_only_some_compute_at_once(made: Parts) -> None:
    """One more waits a little, one more than that is told to come again; reading goes on."""
    settings = made.settings.model_copy(update={"threads": 4})
    app = create_app(dataclasses.replace(made, settings=settings))
    client: Client = app.test_client()
    desks = app.config["PYRAMID_DESKS"]
    with desks.one("192.0.2.7") as has:
        assert has
        begun = time.monotonic()
        busy = client.post("/v1/verdicts", json={"deal": SMALL})
        check_problem(busy, 503, "busy")
        assert busy.headers["Retry-After"] == "1"
        assert time.monotonic() - begun > 1
        assert client.get("/livez").status_code == 200
    assert client.post("/v1/verdicts", json={"deal": SMALL}).status_code == 200


def test_a_review(client: Client) -> None:
    moves = ["draw", "draw", "recycle", "draw", "5C+8D", "draw", "QH+AD"]
    found = client.post("/v1/reviews", json={"deal": SMALL, "moves": moves}).json
    assert found["start"] == {"status": "winnable", "moves": 4}
    assert [step["cost"] for step in found["steps"]] == [0, 3, 0, 0, 0, 0, 0]
    assert (found["won"], found["lost_by"], found["wasted"]) == (True, None, 3)


def test_the_rules(client: Client) -> None:
    found = {each["name"]: each for each in client.get("/v1/rules").json["rules"]}
    assert set(found) == set(PRESETS)
    assert found["microsoft"]["parameters"]["passes"] == "3"


def test_rules_are_enough_to_play_by(client: Client) -> None:
    """Which card lies on which, and which ranks go together."""
    found = client.get("/v1/rules/cardgames").json
    board, pairs = found["board"], found["pairs"]
    assert found["has_dailies"]
    assert board["rows"][:3] == [[0], [1, 2], [3, 4, 5]]
    assert board["covers"][:2] == [[1, 2], [3, 4]]
    assert board["covers"][-1] == []
    assert board["across"][:3] == [6, 5, 7]
    assert pairs["alone"] == ["K"]
    assert pairs["partners"]["A"] == ["Q"]
    assert pairs["partners"]["K"] == []
    two = client.get("/v1/rules/two-pyramids").json
    assert not two["has_dailies"]
    assert sum(map(len, two["board"]["rows"])) == len(two["board"]["covers"]) == 56


BAD = [
    ("/v1/solves", {}, 422, "invalid-fields", "deal: Field required"),
    ("/v1/solves", {"deal": 5}, 422, "invalid-fields", "deal: Input should be a valid string"),
    ("/v1/solves", {"deal": SMALL, "x": 1}, 422, "invalid-fields", "x: Extra inputs"),
    ("/v1/solves", {"deal": "x" * 2001}, 422, "invalid-fields", "at most 2000 characters"),
    ("/v1/solves", {"deal": SMALL, "question": "why"}, 422, "invalid-fields", "question: "),
    ("/v1/solves", {"deal": SMALL, "limits": {"seconds": 0}}, 422, "invalid-fields", "limits.sec"),
    ("/v1/solves", {"deal": SMALL, "limits": {"nodes": -1}}, 422, "invalid-fields", "limits.nod"),
    ("/v1/solves", {"deal": "KC QD"}, 422, "bad-deal", "2 cards instead of 52"),
    ("/v1/solves", {"deal": "seed:-1"}, 422, "bad-deal", "seed:-1"),
    ("/v1/solves", {"deal": "pyramid: QH / QH --"}, 422, "bad-position", "QH"),
    ("/v1/solves", {"deal": SMALL, "rules": "poker"}, 422, "bad-rules", "preset 'poker'"),
    ("/v1/solves", {"deal": SMALL, "rules": ""}, 422, "bad-rules", "preset ''"),
    ("/v1/solves", {"deal": SMALL, "rules": "cardgames x=1"}, 422, "bad-rules", "parameter 'x'"),
    ("/v1/solves", [], 422, "invalid-fields", "valid dictionary"),
    ("/v1/verdicts", {"deal": SMALL, "least": "yes"}, 422, "invalid-fields", "least: "),
    ("/v1/hints", {"deal": SMALL, "kind": "best"}, 422, "invalid-fields", "kind: "),
    ("/v1/hints", {"deal": SMALL, "samples": 10**9}, 422, "invalid-fields", "samples: "),
    ("/v1/reviews", {"deal": SMALL}, 422, "invalid-fields", "moves: Field required"),
    ("/v1/reviews", {"deal": SMALL, "moves": ["fold"]}, 422, "bad-move", "move 1: 'fold'"),
    ("/v1/reviews", {"deal": SMALL, "moves": ["draw", "KC"]}, 422, "illegal-move", "move 2: KC"),
    ("/v1/reviews", {"deal": SMALL, "moves": ["draw"] * 1001}, 422, "invalid-fields", "1000"),
]


def check_problem(response: Any, status: int, name: str) -> Any:
    assert response.status_code == status, response.get_data(as_text=True)
    assert response.mimetype == "application/problem+json"
    assert response.json["type"] == f"/problems/{name}"
    assert response.json["status"] == status == PROBLEMS[name].status
    assert response.json["title"] == PROBLEMS[name].title
    assert "Traceback" not in response.get_data(as_text=True)
    return response.json


@pytest.mark.parametrize(("path", "body", "status", "name", "said"), BAD)
def test_bad_input(
    client: Client, path: str, body: object, status: int, name: str, said: str
) -> None:
    """A problem document that says what is wrong, and in which field."""
    problem = check_problem(client.post(path, json=body), status, name)
    assert said in problem["detail"]
    assert problem["instance"] == path
    if name == "invalid-fields":
        assert problem["errors"]
        assert {"field", "detail"} == set(problem["errors"][0])


@pytest.mark.parametrize(
    "text",
    ["", "{", "nul", "[" * 100_000, '{"deal": ' * 5000, "\x00", '{"deal": NaN', b"\xff\xfe{}"],
    ids=["empty", "open", "word", "deep", "deep objects", "zero", "cut", "binary"],
)
def test_bodies_that_are_no_json(client: Client, text: str | bytes) -> None:
    response = client.post("/v1/solves", data=text, content_type="application/json")
    check_problem(response, 400, "bad-request")


def test_null_is_no_object(client: Client) -> None:
    for path in ("/v1/solves", "/v1/players"):
        response = client.post(path, data="null", content_type="application/json")
        check_problem(response, 422, "invalid-fields")


def test_other_troubles(client: Client) -> None:
    """No such place, no such method, not JSON, too long to wait."""
    check_problem(client.get("/v1/solves/nobody"), 404, "not-found")
    check_problem(client.delete("/v1/solves/nobody"), 404, "not-found")
    check_problem(client.get("/v1/nowhere"), 404, "not-found")
    check_problem(client.get("/v1/solves/../../etc/passwd"), 404, "not-found")
    somewhere = f"/v1/solves/{'0' * 32}"
    wrong = client.put("/v1/solves")
    check_problem(wrong, 405, "method-not-allowed")
    assert "POST" in wrong.headers["Allow"]
    check_problem(client.post("/v1/solves", data="deal=x"), 415, "unsupported-media-type")
    check_problem(client.get(f"{somewhere}?wait=26"), 422, "invalid-fields")
    check_problem(client.get(f"{somewhere}?wait=nan"), 422, "invalid-fields")
    check_problem(client.get(f"{somewhere}?weight=1"), 422, "invalid-fields")


def test_bodies_that_are_too_large(made: Parts, server: EmbeddedServer) -> None:
    small = create_app(parts(Settings(max_body=2000), server.url)).test_client()
    response = small.post("/v1/solves", json={"deal": "x" * 3000})
    check_problem(response, 413, "too-large")


def test_what_nobody_foresaw(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, and nothing of it is told."""

    def odd(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("service.http.analysis.verdict", odd)
    response = client.post("/v1/verdicts", json={"deal": SMALL})
    check_problem(response, 500, "internal")
    assert "secret" not in response.get_data(as_text=True)
    assert "secret" in caplog.text


def test_without_a_store() -> None:
    """What needs none is answered; the rest can be tried again."""
    lonely = create_app(parts(Settings(inline_seconds=0), "unix:///nowhere.sock"))
    alone: Client = lonely.test_client()
    check_problem(solved(alone), 503, "store-unreachable")
    assert alone.post("/v1/verdicts", json={"deal": SMALL}).status_code == 200
    assert alone.get("/livez").status_code == 200
    ready = alone.get("/readyz")
    assert (ready.status_code, ready.json["store"]) == (503, False)


def test_readiness(client: Client) -> None:
    """A store without a worker isn't ready."""
    found = client.get("/readyz")
    assert found.status_code == 503
    assert found.json == {"status": "not ready", "store": True, "worker": False}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_readiness_with_a_store_that_hangs(tmp_path: Path) -> None:
    """It is told within seconds, not when the store's last patience is over."""
    with EmbeddedServer(tmp_path) as server:
        alone: Client = create_app(parts(Settings(), server.url)).test_client()
        assert alone.get("/readyz").json["store"]
        assert server.pid is not None
        os.kill(server.pid, signal.SIGSTOP)
        try:
            begun = time.monotonic()
            assert alone.get("/readyz").json == {
                "status": "not ready",
                "store": False,
                "worker": False,
            }
            assert time.monotonic() - begun < 10
        finally:
            os.kill(server.pid, signal.SIGCONT)


@pytest.mark.usefixtures("worker")
def test_readiness_with_a_worker(client: Client) -> None:
    deadline = time.monotonic() + 10
    while client.get("/readyz").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("body", ["null", " null", "null \n"])
def test_null_is_no_player(client: Client, body: str) -> None:
    response = client.post("/v1/players", data=body, content_type="application/json")
    check_problem(response, 422, "invalid-fields")


def test_headers(client: Client) -> None:
    """A request has a name; a bad one is replaced, so nothing is smuggled into logs."""
    own = client.get("/livez", headers={"X-Request-Id": "abc-123"})
    assert own.headers["X-Request-Id"] == "abc-123"
    for given in ("x" * 65, "a b", "ä"):
        other = client.get("/livez", headers={"X-Request-Id": given})
        assert other.headers["X-Request-Id"] not in {given, ""}
    assert own.headers["X-Content-Type-Options"] == "nosniff"
    assert own.headers["Cache-Control"] == "no-cache"
    assert client.post("/v1/verdicts", json={}).headers["Cache-Control"] == "no-store"


def test_the_document(client: Client) -> None:
    """OpenAPI 3.1: every operation has a name, its problems, and says that bodies are needed."""
    spec = client.get("/v1/openapi.json").json
    assert spec["openapi"] == "3.1.0"
    openapi_spec_validator.validate(spec)
    operations = {
        operation["operationId"]: operation
        for path in spec["paths"].values()
        for method, operation in path.items()
        if method in {"get", "post", "put", "patch", "delete"}
    }
    assert set(operations) == {
        "askSolve", "getSolve", "cancelSolve", "giveVerdict", "giveHint", "giveReview",
        "listRules", "getToday", "getDaily", "getDailySolution", "createBatch",
        "createBatchOfLines", "createPlayer", "getMe", "renameMe",
        "deleteMe", "attemptDaily", "getBoard", "getBatch", "cancelBatch", "listBatchResults",
        "downloadBatch", "giveVerification", "getRules", "getVersion", "getDeal", "drawDeal",
        "drawBoard", "drawDaily", "isLive", "isReady", "getMetrics", "createMatch", "listMatches",
        "listOpenMatches", "findMatch", "joinMatch", "getMatch", "streamMatch", "actInMatch",
        "hintInMatch", "resignMatch", "rematch", "getMatchHistory", "getMatchFairness",
    }  # fmt: skip
    for operation in operations.values():
        assert {"404", "422", "500"} <= set(operation["responses"])
        if "requestBody" in operation:
            assert operation["requestBody"]["required"] is True
    text = json.dumps(spec)
    names = set(spec["components"]["schemas"])
    wanted = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert wanted <= names

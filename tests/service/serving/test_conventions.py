"""What holds for all of the API: limits, caching, compression, other origins, pages, waiting."""

from __future__ import annotations

import gzip
import json
import threading
from typing import Any

import brotli
import pytest
from flask.testing import FlaskClient

from service.embedded import EmbeddedServer
from service.http.addresses import network
from service.http.app import create_app
from service.http.cursors import from_cursor, to_cursor
from service.http.problems import Problem
from service.http.seats import Seats
from service.settings import Settings
from service.wiring import Parts, parts
from tests.service.command import AT_THE_TOP
from tests.service.serving.test_http import SMALL, check_problem, solved

Client = Any


def with_settings(server: EmbeddedServer, **settings: Any) -> FlaskClient:
    made = parts(Settings(inline_seconds=0, **settings), server.url)
    made.connection.flushdb()
    return create_app(made).test_client()


def test_too_many_requests(server: EmbeddedServer) -> None:
    """What is left is told; the one too many is refused, and of no use to others."""
    client: Client = with_settings(server, rate_address="3 per hour")
    left = [client.get("/v1/rules").headers["RateLimit-Remaining"] for _ in range(3)]
    assert left == ["2", "1", "0"]
    refused = client.get("/v1/rules")
    check_problem(refused, 429, "too-many-requests")
    assert int(refused.headers["Retry-After"]) >= 1
    assert refused.headers["RateLimit-Limit"] == "3"
    check_problem(client.post("/v1/solves", json={"deal": SMALL}), 429, "too-many-requests")
    assert client.get("/livez").status_code == 200
    other = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.get("/v1/rules", environ_overrides=other).status_code == 200


def test_the_limit_that_comes_first_is_told(server: EmbeddedServer) -> None:
    client: Client = with_settings(server, rate_address="5 per hour", rate_work="4 per hour")
    assert client.post("/v1/verdicts", json={}).headers["RateLimit-Limit"] == "4"
    for _ in range(3):
        client.get("/v1/rules")
    told = client.post("/v1/verdicts", json={}).headers
    assert (told["RateLimit-Limit"], told["RateLimit-Remaining"]) == ("5", "0")


def test_each_kind_has_its_limit(server: EmbeddedServer) -> None:
    limits = {"rate_work": "1 per hour", "rate_players": "1 per hour", "rate_batches": "1 per hour"}
    client: Client = with_settings(server, **limits)
    for path, body in (
        ("/v1/verdicts", {"deal": SMALL}),
        ("/v1/players", {}),
        ("/v1/batches", {"deals": ["seed:1"]}),
    ):
        assert client.post(path, json=body).status_code < 300
        check_problem(client.post(path, json=body), 429, "too-many-requests")
    check_problem(client.post("/v1/hints", json={"deal": SMALL}), 429, "too-many-requests")
    lines = client.post("/v1/batches/lines", data="seed:1", content_type="text/plain")
    check_problem(lines, 429, "too-many-requests")
    assert client.get("/v1/rules").status_code == 200


def test_tokens_are_no_way_around(server: EmbeddedServer) -> None:
    """A token has a limit of its own, besides that of the address."""
    client: Client = with_settings(server, rate_token="1 per hour", rate_address="4 per hour")
    headers = [{"Authorization": f"Bearer {name}"} for name in "abc"]
    assert client.get("/v1/rules", headers=headers[0]).status_code == 200
    check_problem(client.get("/v1/rules", headers=headers[0]), 429, "too-many-requests")
    assert client.get("/v1/rules", headers=headers[1]).status_code == 200
    assert client.get("/v1/rules", headers=headers[2]).status_code == 200
    check_problem(client.get("/v1/rules", headers={}), 429, "too-many-requests")


def test_addresses() -> None:
    """One household has a whole network of IPv6."""
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") == "192.0.2.1"
    assert network("") == ""


READ = [
    "/v1/rules", "/v1/rules/giza", "/v1/version", "/v1/deals/seed:1", "/v1/deals/seed:1.svg",
    "/v1/boards.svg?deal=seed:1", "/v1/openapi.json", "/docs", "/docs/swagger-ui.css",
    "/docs/start.js",
]  # fmt: skip


@pytest.mark.parametrize("path", READ)
def test_reading_has_no_condition(client: Client, path: str) -> None:
    """Clients of matches may send If-Match with everything: it is for what changes something."""
    first, again = (client.get(path, headers=sent) for sent in ({}, {"If-Match": '"17"'}))
    assert (again.status_code, again.headers["ETag"]) == (200, first.headers["ETag"])


@pytest.mark.parametrize("path", READ)
@pytest.mark.parametrize("coding", ["identity", "gzip", "br"])
def test_strong_etags(client: Client, path: str, coding: str) -> None:
    """Each form has its own; who has it already gets 304, with nothing in it."""
    first = client.get(path, headers={"Accept-Encoding": coding})
    assert first.status_code == 200
    etag = first.headers["ETag"]
    assert etag.startswith('"')
    assert "Accept-Encoding" in first.headers["Vary"]
    headers = {"Accept-Encoding": coding, "If-None-Match": etag}
    again = client.get(path, headers=headers)
    assert (again.status_code, again.get_data()) == (304, b"")
    assert again.headers["ETag"] == etag
    other = client.get(path, headers={**headers, "If-None-Match": '"other"'})
    assert other.status_code == 200


def test_compression(client: Client) -> None:
    """The same, only shorter."""
    plain = client.get("/v1/openapi.json", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    for coding, unpack in (("gzip", gzip.decompress), ("br", brotli.decompress)):
        packed = client.get("/v1/openapi.json", headers={"Accept-Encoding": coding})
        assert packed.headers["Content-Encoding"] == coding
        assert len(packed.get_data()) < len(plain.get_data()) / 5
        assert unpack(packed.get_data()) == plain.get_data()
        assert packed.headers["ETag"] != plain.headers["ETag"]


def test_other_origins(server: EmbeddedServer, client: Client) -> None:
    """None may, unless they are named; then they may send what we take, and see what we tell."""
    origin = {"Origin": "https://play.example"}
    assert "Access-Control-Allow-Origin" not in client.get("/v1/rules", headers=origin).headers
    open_: Client = with_settings(server, cors_origins=("https://play.example",))
    found = open_.get("/v1/rules", headers=origin)
    assert found.headers["Access-Control-Allow-Origin"] == "https://play.example"
    assert {"ETag", "Location", "Retry-After"} <= set(
        found.headers["Access-Control-Expose-Headers"].split(", ")
    )
    asked = open_.options(
        "/v1/batches",
        headers={
            **origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization, content-type, idempotency-key",
        },
    )
    assert asked.status_code == 200
    allowed = asked.headers["Access-Control-Allow-Headers"].lower()
    assert {"authorization", "content-type", "idempotency-key"} <= set(allowed.split(", "))
    assert "Access-Control-Allow-Credentials" not in asked.headers
    assert {"Origin", "Accept-Encoding"} <= set(open_.get("/v1/rules").vary)
    stranger = open_.get("/v1/rules", headers={"Origin": "https://evil.example"})
    assert "Access-Control-Allow-Origin" not in stranger.headers
    assert "Access-Control-Allow-Origin" not in open_.get("/metrics", headers=origin).headers


def test_cursors() -> None:
    """They come back as they were; anything else is refused."""
    assert from_cursor(to_cursor("board", 5, "ann"), "board", int, str) == [5, "ann"]
    for text in ("", "x", "====", "W10", to_cursor("days", 5, "ann"), to_cursor("board", "5", "a"),
                 to_cursor("board", 5), "WyJib2FyZCIsdHJ1ZSwiYSJd", "[" * 150, "ä"):  # fmt: skip
        with pytest.raises(Problem):
            from_cursor(text, "board", int, str)


def test_waiting_takes_a_seat(server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a free one the answer comes at once, as things stand."""
    made = parts(Settings(inline_seconds=0, waiters=1), server.url)
    made.connection.flushdb()
    app = create_app(made)
    client: Client = app.test_client()
    where = f"/v1/solves/{solved(client).json['id']}"
    batch = client.post("/v1/batches", json={"deals": ["seed:1"]}).json["id"]
    seats: Seats = app.config["PYRAMID_SEATS"]
    with seats.one() as has_one:
        assert has_one
        found = client.get(f"{where}?wait=25")
        assert (found.json["status"], found.headers["Retry-After"]) == ("queued", "1")
        check_problem(client.get(f"/v1/batches/{batch}/results.ndjson"), 503, "busy")
    monkeypatch.setattr("service.http.batches._LONGEST_SECONDS", 0.1)
    stream = client.get(f"/v1/batches/{batch}/results.ndjson", buffered=False)
    assert seats.take() is False
    stream.close()
    assert seats.take() is True


def test_metrics(client: Client, made: Parts, burst: Any) -> None:
    """Requests, queues, workers, and what the workers have done."""
    solved(client)
    solved(client)
    client.get("/nowhere/at/all")
    client.post("/v1/batches", json={"deals": ["seed:1", "junk"]})
    before = client.get("/metrics").get_data(as_text=True)
    assert 'pyramid_queue_jobs{queue="solves"} 1.0' in before
    assert 'pyramid_queue_jobs{queue="batches"} 1.0' in before
    assert 'pyramid_solves_asked_total{how="queued"} 1.0' in before
    assert 'pyramid_solves_asked_total{how="joined"} 1.0' in before
    assert "pyramid_store_up 1.0" in before
    lost = 'pyramid_requests_total{method="GET",operation="none",status="404"} 1.0'
    assert lost in before
    burst()
    solved(client)
    after = client.get("/metrics").get_data(as_text=True)
    assert 'pyramid_queue_jobs{queue="solves"} 0.0' in after
    assert 'pyramid_solves_asked_total{how="known"} 1.0' in after
    assert 'pyramid_solves_total{kind="solve",status="winnable"} 1.0' in after
    assert 'pyramid_solves_total{kind="batch",status="error"} 1.0' in after
    assert 'pyramid_solve_seconds_count{kind="batch"} 2.0' in after
    assert 'pyramid_solve_seconds_bucket{kind="solve",le="+Inf"} 1.0' in after


def test_metrics_for_whom(server: EmbeddedServer) -> None:
    client: Client = with_settings(server, metrics_token="only for prometheus")
    check_problem(client.get("/metrics"), 401, "unauthorized")
    wrong = {"Authorization": "Bearer only-for-prometheus"}
    check_problem(client.get("/metrics", headers=wrong), 401, "unauthorized")
    right = {"Authorization": "Bearer only for prometheus"}
    assert client.get("/metrics", headers=right).status_code == 200


def test_metrics_without_a_store() -> None:
    lonely: Client = create_app(parts(Settings(), "unix:///nowhere.sock")).test_client()
    assert "pyramid_store_up 0.0" in lonely.get("/metrics").get_data(as_text=True)


def test_verifications_of_moves(client: Client) -> None:
    def verified(*moves: str) -> Any:
        body = {"deal": SMALL, "moves": moves}
        return client.post("/v1/verifications", json=body).json

    won = verified("draw", "5C+8D", "draw", "QH+AD")
    assert (won["kind"], won["legal"], won["wins"], won["moves"], won["left"]) == (
        "moves", True, True, 4, 0,
    )  # fmt: skip
    short = verified("draw", "5C+8D")
    assert (short["legal"], short["wins"], short["left"]) == (True, False, 1)
    wrong = verified("draw", "QH", "draw")
    assert (wrong["legal"], wrong["wins"], wrong["left"]) == (False, False, 2)
    assert (wrong["fault"]["number"], wrong["fault"]["move"]) == (2, "QH")
    assert verified() == {**short, "moves": 0, "left": 2}
    # A small board has no scores.
    assert (short["score"], wrong["score"]) == ({"microsoft": None, "par": None}, None)


def test_scores_of_moves(client: Client) -> None:
    """Told of any legal moves on a board of seven rows."""
    body = {"deal": AT_THE_TOP, "rules": "microsoft", "moves": ["draw", "AH+QH"]}
    found = client.post("/v1/verifications", json=body).json
    assert (found["wins"], found["score"]) == (False, {"microsoft": 155, "par": -3})


def test_verifications_of_certificates(client: Client) -> None:
    from solver import Deal, certify

    document = json.loads(certify(Deal.seed(1).position(), engine="search").to_json())
    good = client.post("/v1/verifications", json={"certificate": document}).json
    assert (good["kind"], good["holds"], good["proven"]) == ("certificate", True, None)
    proven = client.post("/v1/verifications", json={"certificate": document, "prove": True}).json
    assert (proven["holds"], proven["proven"]) == (True, True)
    document["moves"] = document["moves"][1:]
    bad = client.post("/v1/verifications", json={"certificate": document}).json
    assert bad["holds"] is False
    assert {part["name"] for part in bad["parts"] if part["holds"] is False} >= {"digest"}
    del document["moves"]
    check_problem(
        client.post("/v1/verifications", json={"certificate": document}), 422, "bad-certificate"
    )


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"deal": SMALL},
        {"moves": ["draw"]},
        {"deal": SMALL, "moves": [], "certificate": {}},
        {"deal": SMALL, "certificate": {}},
        {"deal": SMALL, "moves": [], "prove": True},
    ],
)
def test_verifications_of_nothing(client: Client, body: dict[str, object]) -> None:
    found = check_problem(client.post("/v1/verifications", json=body), 422, "invalid-fields")
    assert found["errors"][0]["field"] == "body"


def test_deals_by_code(client: Client) -> None:
    """Every code of a deal leads to the same, its own code among them."""
    found = client.get("/v1/deals/seed:1").json
    assert client.get(f"/v1/deals/{found['code']}").json == found
    assert [len(row) for row in found["pyramid"]] == [1, 2, 3, 4, 5, 6, 7]
    assert len(found["stock"]) == 24
    giza = client.get("/v1/deals/ms:7?rules=giza").json
    assert [len(column) for column in giza["reserve"]] == [3] * 8
    two = client.get("/v1/deals/seed:1?rules=two-pyramids").json
    assert client.get(f"/v1/deals/{two['code']}?rules=two-pyramids").json == two
    assert (len(two["pyramid"][0]), len(two["stock"])) == (2, 48)
    check_problem(client.get(f"/v1/deals/{two['code']}"), 422, "bad-deal")
    check_problem(client.get("/v1/deals/ms:1?rules=two-pyramids"), 422, "bad-deal")
    check_problem(client.get("/v1/deals/seed:x"), 422, "bad-deal")
    check_problem(client.get("/v1/deals/" + "KC" * 52), 422, "bad-deal")
    check_problem(client.get("/v1/deals/seed:1?rules=poker"), 422, "bad-rules")


def test_pictures(client: Client) -> None:
    by_code = client.get("/v1/deals/seed:1.svg")
    assert by_code.mimetype == "image/svg+xml"
    assert by_code.get_data(as_text=True).startswith("<svg")
    assert by_code.headers["Content-Security-Policy"].startswith("default-src 'none'")
    position = client.get("/v1/boards.svg", query_string={"deal": SMALL})
    assert "QH" in position.get_data(as_text=True)
    check_problem(client.get("/v1/boards.svg?deal=<script>"), 422, "bad-deal")


def test_one_answer_for_threads(client: Client) -> None:
    """Requests don't see each other's values."""
    found: list[str] = []

    def ask(number: int) -> None:
        headers = {"X-Request-Id": f"name-{number}"}
        response = client.application.test_client().get("/v1/rules", headers=headers)
        found.append(response.headers["X-Request-Id"])

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(f"name-{number}" for number in range(10))

"""What nobody shall be able to do: each test tries it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.wiring import Parts, parts
from solver import KERNEL_COMPILED, Deal
from tests.service.serving.conftest import UNLIMITED
from tests.service.serving.days import LINE, TODAY, Clock, publish
from tests.service.serving.test_http import SMALL, check_problem

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")

Client = Any
TOMORROW = TODAY + timedelta(days=1)
NEXT = Deal.seed(3)  # tomorrow's


@pytest.fixture
def made(server: EmbeddedServer, clock: Clock) -> Parts:
    """On a day that has its daily."""
    found = parts(Settings(inline_seconds=1, **UNLIMITED), server.url)
    found.connection.flushdb()
    publish(found, TODAY)
    return found


@pytest.fixture
def client(made: Parts) -> Client:
    return create_app(made).test_client()


def token_of(client: Client) -> dict[str, str]:
    return {"Authorization": f"Bearer {client.post('/v1/players', json={}).json['token']}"}


def test_the_host_is_not_believed(client: Client) -> None:
    """Not in the document, which is made once for everybody, nor in a redirect."""
    evil = {"Host": "evil.example"}
    assert "evil" not in client.get("/v1/openapi.json", headers=evil).get_data(as_text=True)
    found = client.get("/v1//daily", headers=evil)
    assert found.status_code == 404
    assert "evil" not in found.get_data(as_text=True)


def test_small_questions_have_small_bodies(client: Client) -> None:
    """Only batches may be large."""
    body = '{"deal": [' + ",".join(["[]"] * 200_000) + "]}"
    for path in ("/v1/verdicts", "/v1/solves", "/v1/players", "/v1/verifications"):
        response = client.post(path, data=body, content_type="application/json")
        check_problem(response, 413, "too-large")
    deals = {"deals": ["seed:1"] * 40_000}
    assert client.post("/v1/batches", json=deals).status_code == 202


def test_cursors_of_others(client: Client) -> None:
    from base64 import urlsafe_b64encode

    for text in ('["board",1,"\\ud800"]', '["board",' + "9" * 100 + ',"a"]', '["board",-1,""]'):
        cursor = urlsafe_b64encode(text.encode()).decode()
        found = client.get(f"/v1/daily/{TODAY}/board?difficulty=easy&cursor={cursor}")
        assert found.status_code in (200, 422), text
    days = urlsafe_b64encode(b'["days","x"]').decode()
    check_problem(client.get(f"/v1/daily?to={TODAY}&cursor={days}"), 422, "invalid-fields")


IDS = [
    "{id}:deals", "{id}:results", "*", "?", "[a-z]*", "..", ".", "%00", "{id}%00", "x" * 5000,
    "{upper}", "..%2F..%2Fetc%2Fpasswd", "%F0%9F%82%A1", "' or 1=1", "0" * 32, "0" * 40,
    "{id}%20", "{id}/",
]  # fmt: skip


@pytest.mark.parametrize("guess", IDS)
def test_guessed_ids(client: Client, guess: str) -> None:
    """They find nothing: least of all another key of the store."""
    batch = client.post("/v1/batches", json={"deals": ["seed:1"]}).json["id"]
    name = guess.replace("{id}", batch).replace("{upper}", batch.upper().replace("A", "B"))
    for path in (f"/v1/batches/{name}", f"/v1/batches/{name}/results", f"/v1/solves/{name}"):
        for method in ("get", "delete"):
            response = getattr(client, method)(path)
            assert response.status_code in (404, 405, 308), (path, response.status_code)
            assert "seed:1" not in response.get_data(as_text=True)
    assert client.get(f"/v1/batches/{batch}").json["status"] == "running"


def test_ids_of_batches_can_not_be_guessed(client: Client) -> None:
    """128 random bits; without a key the same batch twice has two."""
    ids = [client.post("/v1/batches", json={"deals": ["seed:1"]}).json["id"] for _ in range(50)]
    assert len(set(ids)) == 50
    assert all(re.fullmatch(r"[0-9a-f]{32}", each) for each in ids)


TOKENS = ["", ".", "x", "{id}", "{id}.", "{id}.{half}", "{other}.{secret}", "{id}.{secret}x",
          "{id}:best.{secret}", "*.{secret}", "{id}.{upper}", "ä.ö", "{id}%00.{secret}",
          "{secret}", "A" * 10_000]  # fmt: skip


@pytest.mark.parametrize("form", TOKENS)
def test_tokens(client: Client, form: str) -> None:
    """Only the whole token of a player opens anything; nothing is changed by another."""
    mine, other = (client.post("/v1/players", json={"name": name}).json for name in ("Ann", "Bea"))
    _, _, secret = mine["token"].partition(".")
    token = form.format(
        id=mine["id"], other=other["id"], secret=secret, half=secret[:24], upper=secret.upper()
    )
    headers = {"Authorization": f"Bearer {token}".encode().decode("latin-1")}
    sent = {"moves": LINE, "seconds": 60, "difficulty": "easy"}
    for response in (
        client.get("/v1/players/me", headers=headers),
        client.patch("/v1/players/me", json={"name": "Eve"}, headers=headers),
        client.delete("/v1/players/me", headers=headers),
        client.post(f"/v1/daily/{TODAY}/attempts", json=sent, headers=headers),
    ):
        check_problem(response, 401, "unauthorized")
        assert response.headers["WWW-Authenticate"] == "Bearer"
    for player, name in ((mine, "Ann"), (other, "Bea")):
        good = {"Authorization": f"Bearer {player['token']}"}
        assert client.get("/v1/players/me", headers=good).json["name"] == name
    board = client.get(f"/v1/daily/{TODAY}/board?difficulty=easy").json
    assert board["places"] == []


def test_other_ways_to_hand_in_a_token(client: Client) -> None:
    """Not in the address, where it would stand in logs, nor in a cookie."""
    token = client.post("/v1/players", json={}).json["token"]
    assert client.get(f"/v1/players/me?token={token}").status_code == 401
    client.set_cookie("token", token)
    assert client.get("/v1/players/me").status_code == 401
    basic = {"Authorization": f"Basic {token}"}
    assert client.get("/v1/players/me", headers=basic).status_code == 401


DEEP = "[" * 50_000 + "]" * 50_000
BODIES = [
    DEEP,
    '{"deal": ' + DEEP + "}",
    '{"a":' * 20_000 + "1" + "}" * 20_000,
    '{"deal": "seed:1", "deal": 5}',
    '{"deal": "seed:1", "limits": {"seconds": 1e999}}',
    '{"deal": "seed:1", "limits": {"seconds": NaN}}',
    '{"deal": "seed:1", "limits": {"nodes": ' + "9" * 5000 + "}}",
    '{"deal": "\\ud800"}',
    '{"deal": "seed:1\\u0000"}',
    '{"deal": "seed:' + "9" * 1900 + '"}',
    '{"deal": "' + "KC " * 600 + '"}',
    '{"deal": "' + "/ " * 900 + '"}',
    '{"deal": "pyramid: ' + "-- / " * 300 + '"}',
    '{"rules": "cardgames ' + "rows=9 " * 30 + '", "deal": "seed:1"}',
    '{"rules": "cardgames rows=999999999", "deal": "seed:1"}',
    "\xff\xfe",
    "",
    "nul",
    "[" * 3,
    '"text"',
    "1" * 10_000,
]
POSTS = ["/v1/solves", "/v1/batches", "/v1/hints", "/v1/verdicts", "/v1/reviews", "/v1/players",
         "/v1/verifications", f"/v1/daily/{TODAY}/attempts"]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:20]))
def test_odd_bodies(client: Client, body: str) -> None:
    """Refused in a sentence wherever they are sent, or answered; never a crash."""
    headers = token_of(client)
    for path in POSTS:
        data = body.encode("latin-1")
        response = client.post(path, data=data, content_type="application/json", headers=headers)
        assert response.status_code < 500, (path, response.get_data(as_text=True))
        if response.status_code >= 400:
            assert response.mimetype == "application/problem+json"
            assert len(response.get_data()) < 5000


def test_bodies_are_measured_before_they_are_read(server: EmbeddedServer) -> None:
    """Whatever they claim to be, on every path."""
    app = create_app(parts(Settings(max_body=1024, **UNLIMITED), server.url))
    client: Client = app.test_client()
    for path in (*POSTS, "/v1/batches/lines"):
        kind = "text/plain" if path.endswith("lines") else "application/json"
        long = client.post(path, data=b" " * 2000, content_type=kind)
        assert long.status_code in (401, 413), path
        keyed = {"Idempotency-Key": "k" * 20}
        long = client.post(path, data=b" " * 2000, content_type=kind, headers=keyed)
        assert long.status_code in (401, 413), path


@pytest.mark.parametrize(
    "name", ["X-Request-Id", "Idempotency-Key", "If-None-Match", "Origin", "Host"]
)
@pytest.mark.parametrize(
    "value", ["a\tb", "a b", "x" * 9000, "ä", '"', "<script>", "%0d%0aSet-Cookie: x=1", "a\x0bb"]
)
def test_headers_are_not_echoed(client: Client, name: str, value: str) -> None:
    """What comes in by one header doesn't go out by another."""
    headers = {name: value.encode().decode("latin-1")}
    response = client.post("/v1/batches", json={"deals": ["seed:1"]}, headers=headers)
    assert response.status_code < 500
    for header, told in response.headers.items():
        assert "\r" not in told
        assert "\n" not in told
        if value not in ('"', "a b"):
            assert value not in told, header
    assert "Set-Cookie" not in response.headers


def test_where_things_are_is_never_taken_from_the_request(client: Client) -> None:
    """Locations are paths, whatever the Host says."""
    headers = {"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
    response = client.post("/v1/solves", json={"deal": SMALL}, headers=headers)
    assert response.headers["Location"].startswith("/v1/solves/")
    assert "evil" not in response.get_data(as_text=True)


def test_names_are_only_text(client: Client) -> None:
    """What a player calls themselves comes back as JSON, and is never a page."""
    made = client.post("/v1/players", json={"name": "<b>x</b>"}).json
    who = {"Authorization": f"Bearer {made['token']}"}
    sent = {"moves": LINE, "seconds": 60, "difficulty": "easy"}
    assert client.post(f"/v1/daily/{TODAY}/attempts", json=sent, headers=who).status_code == 200
    board = client.get(f"/v1/daily/{TODAY}/board?difficulty=easy")
    assert board.json["places"][0]["name"] == "<b>x</b>"
    assert board.mimetype == "application/json"
    assert board.headers["X-Content-Type-Options"] == "nosniff"
    assert "token" not in board.get_data(as_text=True)


@pytest.mark.parametrize(
    "path",
    ["/docs/../../settings.py", "/docs/%2e%2e/%2e%2e/settings.py", "/docs/..%2f..%2fsettings.py",
     "/docs//etc/passwd", "/docs/swagger-ui.js", "/docs/index.html", "/static/x", "/.env",
     "/v1/deals/..%2f..%2fetc%2fpasswd", "/v1/rules/..%2f..", "/v1//rules"],
)  # fmt: skip
def test_paths(client: Client, path: str) -> None:
    """No file but those of the page, and no other way in."""
    response = client.get(path)
    assert response.status_code in (404, 422, 308), response.status_code
    text = response.get_data(as_text=True)
    assert "root:" not in text
    assert "import" not in text

"""Players, attempts and boards: only what was played counts, and only for who has played it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from service.dailies import Slot
from service.embedded import EmbeddedServer
from service.errors import BadName
from service.http.app import create_app
from service.players import LONGEST_NAME, clean_name
from service.settings import Settings
from service.storage.players import Best
from service.wiring import Parts, parts
from solver import KERNEL_COMPILED
from tests.service.serving.days import LINE, NOON, TODAY, Clock, publish
from tests.service.serving.test_http import check_problem

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")

Client = Any
PATH = "/v1/daily/2026-11-30/attempts"


@pytest.fixture
def made(server: EmbeddedServer, clock: Clock) -> Parts:
    """The parts, with today's daily and yesterday's, whose deal is always the same."""
    found = parts(Settings(), server.url)
    found.connection.flushdb()
    for ago in range(4):
        publish(found, TODAY - timedelta(days=ago))
    return found


@pytest.fixture
def client(made: Parts) -> Client:
    return create_app(made).test_client()


def new_player(client: Client, name: str | None = None) -> dict[str, str]:
    """The headers of a new player."""
    response = client.post("/v1/players", json={} if name is None else {"name": name})
    assert response.status_code == 201
    return {"Authorization": f"Bearer {response.json['token']}"}


def attempt(
    client: Client, who: dict[str, str], moves: list[str] = LINE, seconds: float = 60.0, **more: str
) -> Any:
    body = {"moves": moves, "seconds": seconds, "difficulty": "easy", **more}
    return client.post(PATH, json=body, headers=who)


WASTEFUL = ["draw"] * 24 + ["recycle"] + LINE


def test_a_win(client: Client) -> None:
    """Its moves are replayed; the best one counts, by moves and then by time."""
    who = new_player(client, "Ann")
    first = attempt(client, who, WASTEFUL, 90.0)
    assert first.status_code == 200
    assert first.json == {
        "moves": len(LINE) + 25, "seconds": 90.0, "excess": 25, "is_best": True,
        "best_moves": len(LINE) + 25, "best_seconds": 90.0, "rank": 1, "players": 1,
        "percentile": 100.0, "streak": 1,
    }  # fmt: skip
    better = attempt(client, who, LINE, 120.0).json
    assert (better["excess"], better["is_best"], better["best_moves"]) == (0, True, len(LINE))
    worse = attempt(client, who, WASTEFUL, 20.0).json
    assert (worse["is_best"], worse["best_moves"], worse["excess"]) == (False, len(LINE), 25)
    faster = attempt(client, who, LINE, 100.0).json
    assert (faster["is_best"], faster["best_seconds"]) == (True, 100.0)
    assert attempt(client, who, LINE, 100.0).json["is_best"] is False


def test_the_board(client: Client) -> None:
    """In order; equals share a rank; by pages."""
    games = [("Ann", LINE, 80.0), ("Bea", WASTEFUL, 30.0), ("Cem", LINE, 50.0), ("Dia", LINE, 80.0)]
    for name, moves, seconds in games:
        assert attempt(client, new_player(client, name), moves, seconds).status_code == 200
    where = "/v1/daily/2026-11-30/board?difficulty=easy"
    found = client.get(where).json
    assert [(p["rank"], p["seconds"]) for p in found["places"]] == [
        (1, 50.0), (2, 80.0), (2, 80.0), (4, 30.0),
    ]  # fmt: skip
    assert found["places"][0]["name"] == "Cem"
    assert {p["name"] for p in found["places"][1:3]} == {"Ann", "Dia"}
    assert found["next"] is None
    page = client.get(f"{where}&limit=3").json
    assert len(page["places"]) == 3
    rest = client.get(f"{where}&limit=3&cursor={page['next']}").json
    assert [p["name"] for p in rest["places"]] == ["Bea"]
    last = attempt(client, new_player(client), LINE, 60.0).json
    assert (last["rank"], last["players"], last["percentile"]) == (2, 5, 80.0)


BAD = [
    (LINE[:-1], 60.0, 422, "not-won"),
    ([], 60.0, 422, "not-won"),
    (LINE[1:], 60.0, 422, "illegal-move"),
    ([*LINE, "draw", "KC+KD"], 60.0, 422, "illegal-move"),
    ([*LINE[:3], "fold"], 60.0, 422, "bad-move"),
    (LINE, 1.0, 422, "impossible-time"),
    (LINE, 0, 422, "invalid-fields"),
    (LINE, 86_401, 422, "invalid-fields"),
    (["draw"] * 1001, 600.0, 422, "invalid-fields"),
]


@pytest.mark.parametrize(("moves", "seconds", "status", "name"), BAD)
def test_what_does_not_count(
    client: Client, moves: list[str], seconds: float, status: int, name: str
) -> None:
    """It is said why, and nothing is kept."""
    who = new_player(client)
    check_problem(attempt(client, who, moves, seconds), status, name)
    assert client.get("/v1/players/me", headers=who).json["bests"] == []
    assert client.get("/v1/daily/2026-11-30/board?difficulty=easy").json["places"] == []


def test_only_on_its_day(client: Client) -> None:
    """Not before, and not once the solution is there for everybody."""
    who = new_player(client)
    body = {"moves": LINE, "seconds": 60, "difficulty": "easy"}
    for day, status, name in (("2026-11-29", 409, "day-over"), ("2026-12-01", 404, "not-yet")):
        response = client.post(f"/v1/daily/{day}/attempts", json=body, headers=who)
        check_problem(response, status, name)
    check_problem(attempt(client, who, rules="poker"), 422, "invalid-fields")
    check_problem(client.get("/v1/daily/2026-12-01/board"), 404, "not-yet")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer x"},
        {"Authorization": "Bearer ../../rq:queues.x"},
        {"Authorization": "Bearer ID.wrong"},
        {"Authorization": "Bearer ID"},
        {"Authorization": "Bearer ID."},
        {"Authorization": "Bearer *.SECRET"},
        {"Authorization": "Basic SECRET"},
        {"Authorization": "Bearer \u00e4.\u00e4"},
    ],
)
def test_other_peoples_tokens(client: Client, headers: dict[str, str]) -> None:
    """Whatever is wrong with one: 401, and the same words."""
    token = new_player(client)["Authorization"].removeprefix("Bearer ")
    player_id, _, secret = token.partition(".")
    sent = {
        name: value.replace("ID", player_id).replace("SECRET", secret)
        for name, value in headers.items()
    }
    for response in (
        client.get("/v1/players/me", headers=sent),
        client.delete("/v1/players/me", headers=sent),
        client.patch("/v1/players/me", json={"name": "Eve"}, headers=sent),
        attempt(client, sent),
    ):
        check_problem(response, 401, "unauthorized")
        assert response.headers["WWW-Authenticate"] == "Bearer"


def test_the_token_is_nowhere_kept(client: Client, made: Parts) -> None:
    """Only a digest of its secret is in the store."""
    token = new_player(client)["Authorization"].removeprefix("Bearer ")
    secret = token.partition(".")[2]
    assert len(secret) == 48
    for key in made.connection.keys("pyramid:player:*"):
        assert secret not in str(made.connection.hgetall(key))


def test_own_data(client: Client) -> None:
    """Everything that is kept, and nothing of it after it was deleted."""
    who = new_player(client, "Ann")
    other = new_player(client, "Bea")
    attempt(client, who)
    attempt(client, other, LINE, 70.0)
    mine = client.get("/v1/players/me", headers=who).json
    assert (mine["name"], mine["streak"]) == ("Ann", 1)
    (best,) = mine["bests"]
    assert (best["date"], best["rules"], best["difficulty"]) == ("2026-11-30", "cardgames", "easy")
    assert (best["moves"], best["seconds"]) == (len(LINE), 60.0)
    assert client.patch("/v1/players/me", json={"name": " Zoë "}, headers=who).json["name"] == "Zoë"
    gone = client.delete("/v1/players/me", headers=who)
    assert (gone.status_code, gone.get_data()) == (204, b"")
    check_problem(client.get("/v1/players/me", headers=who), 401, "unauthorized")
    places = client.get("/v1/daily/2026-11-30/board?difficulty=easy").json["places"]
    assert [place["name"] for place in places] == ["Bea"]


def test_nothing_is_left_of_a_deleted_player(client: Client, made: Parts) -> None:
    """Not in the store either, not even by an attempt that was under way."""

    def kept() -> set[bytes | str]:
        # How many requests an address has sent is forgotten when the window is over.
        found = set(made.connection.keys("*"))
        counts = set(made.connection.keys("pyramid:rate:*"))
        assert all(0 < made.connection.ttl(name) <= 7200 for name in counts)
        return found - counts

    before = kept()
    who = new_player(client, "Ann")
    attempt(client, who)
    player = made.players.who(who["Authorization"].removeprefix("Bearer "))
    assert player is not None
    client.delete("/v1/players/me", headers=who)
    assert (
        made.players._store.win(player.id, str(Slot(TODAY, "cardgames", "easy")), 40, 9.0) is None
    )
    assert kept() == before


def test_streaks(client: Client, clock: Clock, made: Parts) -> None:
    """Days in a row; today still counts as open."""
    who = new_player(client)
    for ago in (3, 1):
        clock.now = NOON - timedelta(days=ago)
        body = {"moves": LINE, "seconds": 60, "difficulty": "easy"}
        path = f"/v1/daily/{clock.now.date()}/attempts"
        assert client.post(path, json=body, headers=who).json["streak"] == 1
    clock.now = NOON
    assert client.get("/v1/players/me", headers=who).json["streak"] == 1
    assert attempt(client, who).json["streak"] == 2
    clock.now = NOON + timedelta(days=2)
    assert client.get("/v1/players/me", headers=who).json["streak"] == 0


def test_names() -> None:
    """Seen by others, so they are seen as they are."""
    assert clean_name("  Ann \t B ") == "Ann B"
    assert clean_name("e\u0301") == "\u00e9"
    assert clean_name("x" * LONGEST_NAME)
    assert clean_name("\U0001f0a1") == "\U0001f0a1"
    for bad in (
        "",
        "   ",
        "x" * 25,
        "a\u202eb",
        "a\x00b",
        "\u200b",
        "\u3164",
        "...",
        "\u0301",
        "a\ud800",
    ):
        with pytest.raises(BadName):
            clean_name(bad)


def test_bad_names(client: Client) -> None:
    for name in ("", "x" * 25, "a\u202eb"):
        check_problem(client.post("/v1/players", json={"name": name}), 422, "bad-name")
    check_problem(client.post("/v1/players", json={"name": 5}), 422, "invalid-fields")
    assert client.get("/v1/players/me", headers=new_player(client)).json["name"] == "Somebody"


def test_scores_order_by_moves_and_then_by_time() -> None:
    wins = [Best(40, 86_400.0, 0), Best(41, 0.1, 0), Best(41, 0.2, 0), Best(41, 5.0, 0)]
    scores = [win.score for win in wins]
    assert scores == sorted(set(scores))

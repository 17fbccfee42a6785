"""Dailies: one for each day, the same for everybody, proven, and not to be known before."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from service import dailies
from service.dailies import LABELS, Dailies, Slot, day_key, seed_of, usual_difficulty
from service.embedded import EmbeddedServer
from service.errors import NotMade, NotYet
from service.http.app import create_app
from service.settings import Settings
from service.storage.dailies import DailyStore
from service.wiring import Parts, parts
from solver import (
    KERNEL_COMPILED,
    Certificate,
    Deal,
    Position,
    certify,
    check_certificate,
    play,
    rules_from,
    solve,
)
from solver.analysis import difficulty
from solver.analysis.bands import BAND_LIMITS, band
from solver.errors import BadEngine
from solver.moves import parse_each
from tests.service.serving.days import TODAY, Clock
from tests.service.serving.test_http import check_problem

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")

Client = Any
SECRET = "only for this test"


@pytest.fixture
def made(server: EmbeddedServer, clock: Clock) -> Parts:
    """The parts with a secret and a clock of our own; workers use them too."""
    found = parts(Settings(secret=SECRET, daily_rules=("cardgames",)), server.url)
    found.connection.flushdb()
    return found


@pytest.fixture
def client(made: Parts) -> Client:
    return create_app(made).test_client()


def published(made: Parts, slot: Slot) -> dict[str, Any]:
    made.dailies.work(str(slot))
    return made.dailies.get(slot)


@pytest.mark.parametrize("label", LABELS)
def test_a_daily_is_what_it_says(made: Parts, clock: Clock, label: str) -> None:
    """Its deal has that difficulty and that least number of moves; the solution wins."""
    slot = Slot(TODAY, "cardgames", label)
    daily = published(made, slot)
    position = Deal.parse(daily["deal"]).position()
    rated = difficulty(position)
    assert rated is not None
    assert (
        (daily["difficulty"], daily["score"]) == (label, rated.score) == (rated.label, rated.score)
    )
    assert daily["min_moves"] == solve(position).min_moves
    assert (daily["date"], daily["number"], daily["confirmed"]) == ("2026-11-30", 334, True)
    clock.now += timedelta(days=1)
    after = made.dailies.after(slot)
    assert {name: after[name] for name in daily} == daily
    line = after["solution"]
    assert isinstance(line, list)
    assert play(position, parse_each(line)).is_won
    assert len(line) == daily["min_moves"]
    assert hashlib.sha256("\n".join(line).encode()).hexdigest() == daily["solution_digest"]
    certificate = Certificate.from_json(json.dumps(after["certificate"]))
    assert all(part.holds is not False for part in check_certificate(certificate))
    assert {proof.engine for proof in certificate.proofs} == {"search", "cpsat"}


@pytest.mark.parametrize(
    ("name", "label", "confirmed"),
    [
        ("giza", "easy", True),
        ("pyramid-dozen", "hard", True),
        ("tuts-tomb", "medium", False),
        ("apophis", "easy", False),
        ("pharaohs", "medium", True),
    ],
)
def test_dailies_of_other_presets(made: Parts, name: str, label: str, confirmed: bool) -> None:
    """Within the preset's own scale; where the second engine can't play, that is said."""
    daily = published(made, Slot(TODAY, name, label))
    first, last = band(name, label)
    position = Deal.parse(daily["deal"]).position(rules_from(name))
    rated = difficulty(position, limits=BAND_LIMITS)
    assert rated is not None
    assert first <= daily["score"] == rated.score <= last
    assert (daily["difficulty"], daily["confirmed"]) == (label, confirmed)
    assert daily["min_moves"] == solve(position).min_moves


def test_everybody_can_check_afterwards(made: Parts, clock: Clock) -> None:
    """The key of the day gives the seed, the seed the deal, and no earlier candidate fits."""
    slot = Slot(TODAY, "cardgames", "medium")
    daily = published(made, slot)
    clock.now += timedelta(days=1)
    after = made.dailies.after(slot)
    key = bytes.fromhex(str(after["day_key"]))
    assert key == hmac.new(SECRET.encode(), b"2026-11-30", "sha256").digest()
    digest = hmac.new(key, f"cardgames|medium|{after['candidate']}".encode(), "sha256").digest()
    assert str(int.from_bytes(digest[:8], "big")) == after["seed"]
    assert Deal.parse(f"seed:{after['seed']}").line() == daily["deal"]
    candidate = after["candidate"]
    assert isinstance(candidate, int)
    for earlier in range(candidate):
        rated = difficulty(Deal.seed(seed_of(key, slot, earlier)).position())
        assert rated is None or rated.label != "medium"


def test_another_secret_makes_other_deals() -> None:
    """And so does another day, other rules, and another difficulty."""
    slot = Slot(TODAY, "cardgames", "easy")
    seeds = {
        seed_of(day_key(secret, each.day), each, candidate)
        for secret in (b"one", b"two")
        for each in (
            slot,
            slot._replace(day=TODAY + timedelta(days=1)),
            slot._replace(rules="microsoft"),
            slot._replace(difficulty="hard"),
        )
        for candidate in range(3)
    }
    assert len(seeds) == 24


def test_what_has_not_come_is_not_told(made: Parts, client: Client) -> None:
    """Neither tomorrow's deal, though it is there, nor today's solution, by any way to ask."""
    for day in (TODAY, TODAY + timedelta(days=1)):
        made.dailies.work(str(Slot(day, "cardgames", "easy")))
    stored = made.connection.get("pyramid:daily:2026-12-01:cardgames:easy")
    assert isinstance(stored, bytes)
    tomorrow = json.loads(stored)["deal"]
    query = "rules=cardgames&difficulty=easy"
    for path in (f"/v1/daily/2026-12-01?{query}", f"/v1/daily/2026-12-01/solution?{query}"):
        check_problem(client.get(path), 404, "not-yet")
    check_problem(client.get(f"/v1/daily/2026-11-30/solution?{query}"), 404, "not-yet")
    archive = client.get(f"/v1/daily?from=2026-11-01&to=2027-01-15&{query}")
    assert [each["date"] for each in archive.json["dailies"]] == ["2026-11-30"]
    today = client.get(f"/v1/daily?{query}")
    for response in (archive, today, client.get(f"/v1/daily/2026-11-30?{query}")):
        text = response.get_data(as_text=True)
        assert tomorrow not in text
        assert not re.search("seed|day_key|certificate|candidate", text)
        assert not re.search(r'"solution"', text)


def test_today_and_its_headers(made: Parts, client: Client) -> None:
    """The weekday's difficulty; kept until midnight; not sent twice to who has it."""
    assert usual_difficulty(TODAY) == "easy"
    made.dailies.work(str(Slot(TODAY, "cardgames", "easy")))
    first = client.get("/v1/daily")
    assert first.json["difficulty"] == "easy"
    assert first.headers["Cache-Control"] == "public, max-age=43200"
    etag = first.headers["ETag"]
    assert not etag.startswith("W/")
    again = client.get("/v1/daily", headers={"If-None-Match": etag})
    assert (again.status_code, again.get_data()) == (304, b"")
    assert client.get("/v1/daily/2026-11-30").json == first.json


def test_a_day_that_is_over_stays(made: Parts, client: Client, clock: Clock) -> None:
    made.dailies.work(str(Slot(TODAY, "cardgames", "easy")))
    clock.now += timedelta(days=1)
    for path in ("/v1/daily/2026-11-30", "/v1/daily/2026-11-30/solution"):
        found = client.get(path, query_string={"difficulty": "easy"})
        assert found.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert found.json["solution"]


def test_made_on_demand_once(made: Parts, client: Client, burst: Callable[[], None]) -> None:
    """Nobody has prepared it: the first who asks has it made."""
    waiting = client.get("/v1/daily")
    check_problem(waiting, 503, "not-made")
    assert waiting.headers["Retry-After"]
    check_problem(client.get("/v1/daily"), 503, "not-made")
    assert made.queue.length("dailies") == 1
    burst()
    assert client.get("/v1/daily").status_code == 200


def test_prepared_ahead(made: Parts, server: EmbeddedServer) -> None:
    """Today and 14 days, each difficulty; two schedulers queue nothing twice."""
    assert made.dailies.prepare() == 45
    # Not all at once, or a batch would wait for all of them.
    assert made.queue.length("ahead") == 4
    other = parts(made.settings, server.url)
    assert other.dailies.prepare() == 45
    assert made.queue.length("ahead") == 4
    made.dailies.work(str(Slot(TODAY, "cardgames", "easy")))
    assert made.dailies.prepare() == 44


def test_a_daily_is_never_changed(made: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second, with whatever, changes nothing."""
    slot = Slot(TODAY, "cardgames", "easy")
    daily = published(made, slot)
    store = DailyStore(made.connection)
    assert not store.write(str(slot), {"deal": "other"}, {"seed": 1})
    assert made.dailies.get(slot) == daily
    monkeypatch.setattr(Dailies, "_make", lambda *_: pytest.fail("made again"))
    made.dailies.work(str(slot))
    # Nor is one begun while somebody else is at it.
    assert store.claim("2026-11-29:cardgames:easy")
    made.dailies.work("2026-11-29:cardgames:easy")
    store.release("2026-11-29:cardgames:easy")


def test_one_secret_for_all_processes(made: Parts) -> None:
    """Made up once if none is given."""
    store = DailyStore(made.connection)
    first = store.secret(None)
    assert len(first) == 64
    assert DailyStore(made.connection).secret(None) == first
    assert store.secret("given by hand") == b"given by hand"


@pytest.mark.parametrize(
    ("path", "status", "name"),
    [
        ("/v1/daily/2025-12-31", 404, "not-found"),
        ("/v1/daily/2026-02-30", 404, "not-found"),
        ("/v1/daily/0", 404, "not-found"),
        ("/v1/daily/20261130", 404, "not-found"),
        ("/v1/daily/tomorrow", 404, "not-found"),
        ("/v1/daily?rules=poker", 422, "invalid-fields"),
        ("/v1/daily?rules=two-pyramids", 422, "invalid-fields"),
        ("/v1/daily/2026-11-30/board?rules=double-pyramid", 422, "invalid-fields"),
        ("/v1/daily?difficulty=expert", 422, "invalid-fields"),
        ("/v1/daily?limit=101", 422, "invalid-fields"),
        ("/v1/daily?from=2026-11-01&cursor=x", 422, "invalid-fields"),
        ("/v1/daily?from=2026-11-30&to=2026-11-01", 422, "invalid-fields"),
        ("/v1/daily?x=1", 422, "invalid-fields"),
    ],
)
def test_bad_requests(client: Client, path: str, status: int, name: str) -> None:
    check_problem(client.get(path), status, name)


def test_slots_as_text() -> None:
    slot = Slot(date(2026, 1, 1), "microsoft", "hard")
    assert Slot.parse(str(slot)) == slot
    assert slot.number == 1
    for text in (
        "2026-01-01:poker:hard",
        "2026-01-01:up-and-down:hard",
        "2026-01-01:microsoft:expert",
        "x:microsoft:hard",
        "a",
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - of several parts
            Slot.parse(text)


def test_no_such_day(made: Parts) -> None:
    with pytest.raises(NotYet):
        made.dailies.get(Slot(TODAY + timedelta(days=1), "cardgames", "easy"))
    with pytest.raises(NotMade):
        made.dailies.get(Slot(TODAY, "cardgames", "easy"))


def test_unconfirmed_is_said(
    made: Parts, client: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the second engine can't be asked: proven by the search alone, and not for ever."""

    def without_cpsat(position: Position, *, engine: str, **others: Any) -> Certificate:
        if engine != "search":
            raise BadEngine("not installed")
        return certify(position, engine=engine, **others)

    monkeypatch.setattr(dailies, "certify", without_cpsat)
    assert published(made, Slot(TODAY, "cardgames", "easy"))["confirmed"] is False
    clock.now += timedelta(days=1)
    found = client.get("/v1/daily/2026-11-30?difficulty=easy")
    assert "immutable" not in found.headers["Cache-Control"]

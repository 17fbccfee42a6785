"""What nobody shall learn of dailies before their time: each test tries it."""

from __future__ import annotations

import itertools
import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl

import pytest

from service.dailies import FIRST_DAY, Slot
from service.embedded import EmbeddedServer
from service.http.app import create_app
from service.settings import Settings
from service.storage.queue import QUEUES
from service.wiring import Parts, parts
from solver import KERNEL_COMPILED, Deal, play, solve
from solver.moves import parse_each
from solver.notation import format_position
from solver.position import Position
from tests.service.serving.conftest import UNLIMITED
from tests.service.serving.days import DEAL, LINE, NOON, TODAY, YESTERDAY, Clock, publish
from tests.service.serving.test_http import check_problem

pytestmark = pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")

Client = Any
TOMORROW = TODAY + timedelta(days=1)
NEXT = Deal.seed(3)  # tomorrow's


@pytest.fixture
def made(server: EmbeddedServer, clock: Clock) -> Parts:
    """With the dailies of yesterday, today and tomorrow."""
    found = parts(Settings(inline_seconds=1, **UNLIMITED), server.url)
    found.connection.flushdb()
    publish(found, YESTERDAY, Deal.seed(9))
    publish(found, TODAY)
    publish(found, TOMORROW, NEXT)
    return found


@pytest.fixture
def client(made: Parts) -> Client:
    return create_app(made).test_client()


def token_of(client: Client) -> dict[str, str]:
    return {"Authorization": f"Bearer {client.post('/v1/players', json={}).json['token']}"}


DAYS = [
    str(TOMORROW), "2026-11-31", "2026-12-1", "2026-12-01 ", "2026-12-01%00", "2026-12-01%0A",
    "2026-11-30%2F..%2F2026-12-01", "..%2F2026-12-01", "%2e%2e/2026-12-01",
    "2026-11-30/../2026-12-01", "2026%2D12%2D01", "\uff12\uff10\uff12\uff16-12-01",
    "2026-12-01:cardgames", "2026-12-01;x=1", "2026-W49-2", "20261201",
    "2026-12-01.svg", "2026-12-01.json", "latest", "*", "2026-12-01T00:00:00",
]  # fmt: skip
QUERIES = ["", "?difficulty=easy", "?rules=cardgames&difficulty=easy", "?difficulty=easy&wait=1"]


def tells_of(text: str, deal: Deal) -> bool:
    """Whether a text has a deal in it, as whatever it is written."""
    ranks = re.sub(r"[^A2-9TJQK]", "", re.sub(r"(?<=[A2-9TJQK])[CDHS]", "", text))
    wanted = "".join(str(card)[0] for card in deal.cards)
    return wanted in ranks or deal.digest in text


@pytest.mark.parametrize("day", DAYS)
def test_tomorrow_by_any_path(client: Client, day: str) -> None:
    """Neither the deal nor anything else of it."""
    for end, query in itertools.product(("", "/solution", "/board", ".svg", "/attempts"), QUERIES):
        response = client.get(f"/v1/daily/{day}{end}{query}")
        text = response.get_data(as_text=True)
        assert response.status_code < 500, text
        assert not tells_of(text, NEXT), text
        if response.status_code == 200:  # Only if it came out as today.
            assert '"2026-12' not in text


@pytest.mark.parametrize(
    "query",
    [
        f"from={TODAY}&to={TOMORROW}",
        f"from={TOMORROW}&to={TOMORROW}",
        f"from={TODAY}&to=9999-12-31&limit=100",
        "from=0001-01-01&to=9999-12-31&limit=100",
        f"to={TOMORROW}&difficulty=easy",
    ],
)
def test_tomorrow_from_the_archive(client: Client, query: str) -> None:
    """On no page of it, and with a made-up cursor neither."""
    from service.http.cursors import to_cursor

    days = [to_cursor("days", str(day)) for day in (TODAY, TOMORROW, "9999-12-31")]
    waiting: list[str | None] = [None, *days]
    seen = 0
    while waiting:
        asked = {"difficulty": "easy", **dict(parse_qsl(query))}
        cursor = waiting.pop()
        if cursor is not None:
            asked["cursor"] = cursor
        response = client.get("/v1/daily", query_string=asked)
        assert response.status_code == 200, response.get_data(as_text=True)
        assert not tells_of(response.get_data(as_text=True), NEXT)
        for daily in response.json["dailies"]:
            assert FIRST_DAY.isoformat() <= daily["date"] <= TODAY.isoformat()
            seen += 1
        if response.json["next"] is not None:
            waiting.append(response.json["next"])
    assert seen or query.startswith("from=2026-12")


def test_every_read_of_the_document(client: Client, made: Parts) -> None:
    """Whatever can be read, with whatever of today and tomorrow for its parameters."""
    spec = client.get("/v1/openapi.json").json
    who = token_of(client)
    values: dict[str, list[object]] = {
        "day": [str(TODAY), str(TOMORROW)],
        "solve_id": [Slot(TOMORROW, "cardgames", "easy"), "0" * 40],
        "batch_id": [f"../daily:{TOMORROW}:cardgames:easy", "0" * 32],
        "match_id": ["0" * 32],
        "name": ["cardgames"],
        "code": ["seed:1"],
    }
    pairs = [move for move in LINE if "+" in move]
    assert len(pairs) >= 12
    seen = 0
    for path, operations in spec["paths"].items():
        names = re.findall(r"{(\w+)}", path)
        for chosen in itertools.product(*(values[name] for name in names)):
            where = path
            for name, value in zip(names, chosen, strict=True):
                where = where.replace(f"{{{name}}}", str(value))
            if "get" not in operations:
                continue
            for query in ("", "?difficulty=easy"):
                text = client.get(where + query, headers=who).get_data(as_text=True)
                seen += 1
                assert not tells_of(text, NEXT), where
                assert sum(f'"{move}"' in text for move in pairs) < 5, where
                assert "day_key" not in text or "openapi" in where
    assert seen > 40


def in_other_suits(deal: Deal) -> str:
    return deal.line().translate(str.maketrans("CDHS", "DHSC"))


def renamed(deal: Deal, *swaps: str) -> str:
    """The same game with ranks called otherwise."""
    ranks = "A23456789TJQ"
    other = list(ranks)
    for swap in swaps:
        at, to = (ranks.index(rank) for rank in swap)
        other[at], other[to] = other[to], other[at]
    return deal.line().translate(str.maketrans(ranks, "".join(other)))


def mirrored(deal: Deal) -> str:
    """Each row from right to left: what covers what stays."""
    cards, rows = list(deal.cards), []
    for length in range(1, 8):
        rows += cards[:length][::-1]
        cards = cards[length:]
    return " ".join(map(str, [*rows, *cards]))


def with_rows(position: Position, below: int) -> str:
    """The same board with more rows that are empty."""
    cards, rows = list(position.pyramid), []
    for length in range(1, 8 + below):
        taken, cards = cards[:length], cards[length:]
        rows.append([*map(str, taken)] or ["--"] * length)
    board = " / ".join(" ".join(row) for row in rows)
    return f"pyramid: {board} | stock: {' '.join(map(str, position.stock))}"


def exchanged(deal: Deal) -> str:
    """A few cards lie elsewhere, where it may not matter."""
    cards = list(deal.cards)
    for one, other in ((51, 50), (49, 30), (47, 33)):
        cards[one], cards[other] = cards[other], cards[one]
    return " ".join(map(str, cards))


def today_positions() -> list[str]:
    """Today's deal, in disguise, and some way into the game."""
    start = DEAL.position()
    moves = parse_each(LINE)
    return [
        DEAL.line(),
        DEAL.line().replace(" ", ""),
        "seed:2",
        in_other_suits(DEAL),
        renamed(DEAL, "AQ"),
        renamed(DEAL, "AQ", "2J", "3T", "49", "58", "67"),
        renamed(DEAL, "A2", "QJ"),
        json.dumps({"deck": DEAL.line().split()}),
        format_position(start),
        *(format_position(play(start, moves[:count])) for count in (1, 5, 15, 25, 30)),
        mirrored(DEAL),
        exchanged(DEAL),
        renamed(Deal.parse(exchanged(DEAL)), "AQ", "2J"),
    ]


@pytest.mark.parametrize("deal", today_positions())
def test_today_is_not_played_for_anybody(
    client: Client, made: Parts, burst: Any, deal: str
) -> None:
    """Not by solves, hints, batches; and when the day is over, all of them do."""
    check_problem(client.post("/v1/solves", json={"deal": deal}), 403, "sealed")
    winnable = {"deal": deal, "question": "winnable"}
    check_problem(client.post("/v1/solves", json=winnable), 403, "sealed")
    counted = {"deal": deal, "least": True}
    check_problem(client.post("/v1/verdicts", json=counted), 403, "sealed")
    check_problem(client.post("/v1/reviews", json={"deal": deal, "moves": []}), 403, "sealed")
    stricter = {"deal": deal, "rules": "microsoft"}
    check_problem(client.post("/v1/solves", json=stricter), 403, "sealed")
    check_problem(client.post("/v1/hints", json={"deal": deal}), 403, "sealed")
    batch = client.post("/v1/batches", json={"deals": [deal, "seed:1"]}).json["id"]
    burst()
    first, second = client.get(f"/v1/batches/{batch}/results").json["results"]
    assert (first["status"], second["status"]) == ("error", "winnable")
    assert "today's daily" in first["error"]
    assert not first["solution"]
    # What a player may know of a running game is told.
    assert client.post("/v1/verdicts", json={"deal": deal}).json["status"] == "winnable"
    fair = client.post("/v1/hints", json={"deal": deal, "kind": "fair", "samples": 2})
    assert fair.status_code == 200


@pytest.mark.parametrize(
    ("deal", "rules"),
    [
        (with_rows(DEAL.position(), below=1), "cardgames rows=8"),
        (with_rows(DEAL.position(), below=2), "cardgames rows=9"),
        (DEAL.line(), "cardgames pairing=sum14"),
    ],
    ids=["a row below", "two rows below", "other pairs"],
)
def test_today_in_other_rules(client: Client, deal: str, rules: str) -> None:
    check_problem(client.post("/v1/solves", json={"deal": deal, "rules": rules}), 403, "sealed")
    check_problem(client.post("/v1/hints", json={"deal": deal, "rules": rules}), 403, "sealed")


def test_the_day_after_it_is(client: Client, clock: Clock) -> None:
    clock.now += timedelta(days=1)
    assert client.post("/v1/solves", json={"deal": "seed:2"}).status_code == 200
    assert client.post("/v1/hints", json={"deal": "seed:2"}).json["best"] == LINE[0]
    check_problem(client.post("/v1/solves", json={"deal": "seed:3"}), 403, "sealed")


def test_fair_hints_win_today_but_not_in_the_fewest_moves(client: Client) -> None:
    """Said to be in its second pass, all cards of today's deal are known to who plays it."""
    position = DEAL.position()._replace(pass_number=2)
    moves = 0
    while not position.is_won:
        asked = {"deal": format_position(position), "kind": "fair", "samples": 1}
        best = client.post("/v1/hints", json=asked).json["best"]
        position = play(position, parse_each([best]))
        moves += 1
        assert moves < 300
    assert moves > len(LINE)


def test_a_new_proof_of_today_neither(client: Client) -> None:
    from solver import certify

    document = json.loads(certify(DEAL.position(), engine="search").to_json())
    sent = {"certificate": document, "prove": True}
    check_problem(client.post("/v1/verifications", json=sent), 403, "sealed")


def test_other_games_are_not_sealed(client: Client) -> None:
    """Not even late in them, when little is left to tell them apart."""
    for seed in (4, 5, 6):
        position = Deal.seed(seed).position()
        for move in (None, *solve(position).solution):
            position = position if move is None else position.apply(move)
            if not position.is_won:
                hint = client.post("/v1/hints", json={"deal": format_position(position)})
                assert hint.status_code == 200, position


def test_midnight_while_a_request_is_answered(
    client: Client, made: Parts, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was today's at its beginning is kept by nobody afterwards: the address means another."""
    get = type(made.dailies).get

    def slow(self: Any, slot: Slot, waits: bool = True) -> dict[str, object]:
        found = get(self, slot, waits)
        clock.now += timedelta(hours=12, seconds=1)
        return found

    monkeypatch.setattr(type(made.dailies), "get", slow)
    for path in ("/v1/daily", f"/v1/daily/{TODAY}", f"/v1/daily/{TODAY}.svg"):
        clock.now = NOON
        found = client.get(f"{path}?difficulty=easy")
        assert found.headers["Cache-Control"] == "public, max-age=0", path


def test_dailies_that_can_wait(client: Client, made: Parts) -> None:
    """Asking for old days, or for rules that take long, keeps no worker from what is urgent."""
    check_problem(client.get("/v1/daily?rules=cheops"), 503, "not-made")
    assert [made.queue.length(name) for name in QUEUES] == [0, 0, 0, 1, 0, 0]
    for day in range(10, 20):
        check_problem(client.get(f"/v1/daily/2026-03-{day}"), 503, "not-made")
    assert [made.queue.length(name) for name in QUEUES] == [0, 0, 0, 1, 0, 4]

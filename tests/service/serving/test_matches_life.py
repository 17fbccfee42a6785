"""From the making of a match to its end: seats, time, giving up, going on, and dailies."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from games.bots.spades import EasySpades
from service.embedded import EmbeddedServer
from service.logs import log_to_stderr
from service.settings import Settings
from service.storage.keys import BOTS_KEY, CLOCKS_KEY, OPEN_KEY, SECRET_KEY, match_key
from service.wiring import Parts, parts
from solver import KERNEL_COMPILED
from tests.service.command import process
from tests.service.serving.days import DEAL, LINE, TODAY, Clock, publish
from tests.service.serving.tables import first_legal, headers, new_player, seated


@pytest.fixture
def later(made: Parts, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets time go by for matches."""
    passed = [1_800_000_000.0]
    monkeypatch.setattr(made.matches.book, "_clock", lambda: passed[0])

    def go(seconds: float) -> None:
        passed[0] += seconds

    return go


def create(client: FlaskClient, token: str, **asked: Any) -> Any:
    return client.post("/v1/matches", json=asked, headers=headers(token))


def test_bad_tables_are_refused(client: FlaskClient) -> None:
    """What is wrong is told; nothing is made."""
    ann = new_player(client)
    for asked, said in (
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "hearts", "options": {"target": 0}}, "target"),
        ({"game": "hearts", "options": {"colour": 1}}, "colour"),
        ({"game": "hearts", "seats": ["you", "easy"]}, "2 are told"),
        ({"game": "hearts", "seats": ["you", "you", "easy", "easy"]}, "one of them is you"),
        ({"game": "hearts", "seats": ["you", "grand", "easy", "easy"]}, "easy, strong"),
        ({"game": "hearts", "daily": {}}, "dailies are games of pyramid"),
        ({"game": "pyramid", "daily": {"rules": "two-pyramids"}}, "choose one of cardgames"),
        ({"game": "pyramid", "move_seconds": 5}, "no bot that could act"),
        ({"game": "pyramid", "daily": {}, "options": {"deal": "seed:1"}}, "a deal"),
    ):
        answer = create(client, ann, **asked)
        assert answer.status_code == 422, asked
        assert said in answer.get_json()["detail"], asked
    assert client.get("/v1/matches", headers=headers(ann)).get_json()["matches"] == []
    assert create(client, "nobody", game="hearts").status_code == 401


def test_lists(client: FlaskClient) -> None:
    """One's own, the latest change first, by pages; and the tables that anybody may join."""
    ann, bob = new_player(client, "Ann"), new_player(client, "Bob")
    ids = [
        create(client, ann, game="kaiser", public=number % 2 == 0).get_json()["match"]["id"]
        for number in range(5)
    ]
    found, cursor = [], None
    while True:
        query = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        page = client.get("/v1/matches", query_string=query, headers=headers(ann)).get_json()
        found += [match["id"] for match in page["matches"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert sorted(found) == sorted(ids)
    public = client.get("/v1/matches/open").get_json()["matches"]
    assert {match["id"] for match in public} == {ids[0], ids[2], ids[4]}
    assert public[0]["seats"][0]["name"] == "Ann"
    assert client.get("/v1/matches", headers=headers(bob)).get_json()["matches"] == []
    joined = client.post(f"/v1/matches/{ids[0]}/seats", json={}, headers=headers(bob))
    assert joined.status_code == 201
    refused = client.post(
        f"/v1/matches/{ids[1]}/seats", json={"code": "WRONG"}, headers=headers(bob)
    )
    assert refused.status_code == 403
    first = client.get("/v1/matches", headers=headers(ann)).get_json()["matches"][0]
    assert first["id"] == ids[0]


def test_a_player_sits_at_so_many_tables(server: EmbeddedServer) -> None:
    """One more is refused, made or joined; those that are over don't count."""
    from service.http.app import create_app

    made = parts(Settings(inline_seconds=0, matches=2), server.url)
    made.connection.flushdb()
    client = create_app(made).test_client()
    ann, bob = new_player(client), new_player(client)
    first = create(client, ann, game="kaiser").get_json()
    assert create(client, ann, game="kaiser").status_code == 201
    refused = create(client, ann, game="kaiser")
    assert (refused.status_code, refused.get_json()["type"]) == (409, "/problems/too-many-matches")
    other = create(client, bob, game="kaiser", public=True).get_json()["match"]["id"]
    there = f"/v1/matches/{other}/seats"
    assert client.post(there, json={}, headers=headers(ann)).status_code == 409
    path = f"/v1/matches/{first['match']['id']}"
    assert client.post(f"{path}/resign", headers=headers(ann)).status_code == 200
    assert client.post(there, json={}, headers=headers(ann)).status_code == 201


def test_created_again_with_its_key(client: FlaskClient) -> None:
    """One match, and the same seat with the same token."""
    ann = new_player(client)
    sent = headers(ann, key="0123456789abcdef")
    answers = [client.post("/v1/matches", json={"game": "spades"}, headers=sent) for _ in range(3)]
    assert len({answer.get_json()["match"]["id"] for answer in answers}) == 1
    assert len({answer.get_json()["token"] for answer in answers}) == 1
    assert answers[2].headers["Idempotency-Replayed"] == "true"


def test_giving_up(made: Parts, client: FlaskClient) -> None:
    """A bot plays on, the token lets one watch and no more, and the last to go ends it."""
    sitting = seated(client, "hearts", {"max_deals": 1})
    left = client.post(f"{sitting.path}/resign", headers=headers(sitting.tokens[2]))
    assert left.status_code == 200
    assert left.get_json()["seats"][2]["kind"] == "bot"
    gone = headers(sitting.tokens[2])
    watched = client.get(sitting.path, headers=gone).get_json()
    assert (watched["seat"], watched["view"]["hand"]) == (None, [])
    again = client.post(f"{sitting.path}/resign", headers=gone)
    assert (again.status_code, again.get_json()["version"]) == (200, watched["version"])
    assert client.post(f"{sitting.path}/rematch", headers=gone).status_code == 403
    made.matches.bots.play(sitting.path.rpartition("/")[2])
    assert sitting.look(0)["view"]["passed"] == [False, False, True, False]
    for seat in (0, 1, 3):
        client.post(f"{sitting.path}/resign", headers=headers(sitting.tokens[seat]))
    assert sitting.look(None)["status"] == "over"
    assert not made.connection.zcard(BOTS_KEY)


def test_an_account_that_goes_leaves_its_tables(client: FlaskClient) -> None:
    """Nothing but the bare id of the player stays."""
    ann = new_player(client, "Annabel")
    path = create(client, ann, game="kaiser").headers["Location"]
    assert "Annabel" in client.get(path).get_data(as_text=True)
    assert client.delete("/v1/players/me", headers=headers(ann)).status_code == 204
    assert client.get(path).get_json()["status"] == "over"
    assert "Annabel" not in client.get(path).get_data(as_text=True)


def test_a_rematch(client: FlaskClient) -> None:
    """The first who asks makes it, the others join it, at their seats; others may not."""
    sitting = seated(client, "kaiser", {"max_deals": 1})
    early = client.post(f"{sitting.path}/rematch", headers=headers(sitting.tokens[0]))
    assert (early.status_code, early.get_json()["type"]) == (409, "/problems/not-over")
    while sitting.look(None)["status"] == "playing":
        seat, match = sitting.turn()
        sitting.act(first_legal(match), seat)
    again = [
        client.post(f"{sitting.path}/rematch", headers=headers(sitting.tokens[seat])).get_json()
        for seat in (1, 3, 0, 2)
    ]
    assert [answer["seat"] for answer in again] == [1, 3, 0, 2]
    assert len({answer["match"]["id"] for answer in again}) == 1
    last = again[-1]["match"]
    assert (last["status"], last["rematch_of"]) == ("playing", sitting.path.rpartition("/")[2])
    eve = headers(new_player(client, "Eve"))
    assert client.post(f"{sitting.path}/rematch", headers=eve).status_code == 403


def test_a_rematch_that_was_left_is_none(client: FlaskClient) -> None:
    """Who asked first has gone before it began: the next who asks makes another one."""
    sitting = seated(client, "kaiser", {"max_deals": 1})
    while sitting.look(None)["status"] == "playing":
        seat, match = sitting.turn()
        sitting.act(first_legal(match), seat)
    asks = [headers(token) for token in sitting.tokens]
    first = client.post(f"{sitting.path}/rematch", headers=asks[0]).get_json()
    client.post(f"/v1/matches/{first['match']['id']}/resign", headers=headers(first["token"]))
    again = client.post(f"{sitting.path}/rematch", headers=asks[1])
    assert again.status_code == 201
    assert again.get_json()["match"]["id"] != first["match"]["id"]
    assert client.post(f"{sitting.path}/rematch", headers=asks[0]).status_code == 201


def test_time_that_runs_out(
    made: Parts, client: FlaskClient, later: Callable[[float], None]
) -> None:
    """A bot acts for who is late, for nobody else, and not for who has acted in time."""
    sitting = seated(client, "hearts", {"max_deals": 1}, move_seconds=60)
    match_id = sitting.path.rpartition("/")[2]
    deadline = sitting.look(0)["deadline"]
    later(30)
    sitting.act(first_legal(sitting.look(0)), 0)
    own = sitting.look(0)["view"]["given"]
    # The others have no more time for passing than they had.
    assert sitting.look(1)["deadline"] == deadline
    client.post(f"{sitting.path}/resign", headers=headers(sitting.tokens[3]))
    assert sitting.look(1)["deadline"] == deadline
    later(29)
    made.matches.bots.play(match_id)
    assert sitting.look(1)["view"]["passed"] == [True, False, False, True]
    later(2)
    made.matches.book.mend()
    assert made.queue.length("bots") >= 1
    made.matches.bots.play(match_id)
    match = sitting.look(0)
    assert match["view"]["phase"] == "play"
    assert match["view"]["given"] == own
    assert match["deadline"] != deadline
    before = match["version"]
    made.matches.bots.play(match_id)
    assert sitting.look(0)["version"] == before
    assert made.connection.zscore(CLOCKS_KEY, match_id) is not None


def test_bots_that_are_overdue_are_called_again(
    made: Parts, client: FlaskClient, later: Callable[[float], None]
) -> None:
    """The job is lost: three seconds later there is another one."""
    seats = ["easy", "easy", "easy", "you"]
    asked = {"game": "kaiser", "seats": seats, "seed": "bots first"}
    answer = create(client, new_player(client), **asked).get_json()
    assert made.connection.zcard(BOTS_KEY)
    made.connection.delete("rq:queue:bots")
    made.matches.book.mend()
    assert made.queue.length("bots") == 0
    later(3.5)
    made.matches.book.mend()
    assert made.queue.length("bots") == 1
    made.matches.bots.play(answer["match"]["id"])
    assert not made.connection.zcard(BOTS_KEY)


def test_matches_go_in_the_end(made: Parts, client: FlaskClient) -> None:
    """All their keys live for the time that is set, from the last change on, and lists forget."""
    sitting = seated(client, "kaiser", {"max_deals": 1}, public=True)
    match_id = sitting.path.rpartition("/")[2]
    for key in made.connection.scan_iter(f"{match_key(match_id)}*"):
        assert 0 < made.connection.ttl(key) <= Settings().match_seconds
        made.connection.delete(key)
    assert client.get(sitting.path).status_code == 404
    assert client.get("/v1/matches/open").get_json()["matches"] == []
    assert not made.connection.zcard(OPEN_KEY)
    made.matches.bots.play(match_id)


def test_export_and_import(
    made: Parts, client: FlaskClient, server: EmbeddedServer, tmp_path: Path
) -> None:
    """A match in the middle of a trick is the same afterwards for all who sit there."""
    sitting = seated(client, "spades", {"max_deals": 1})
    for _ in range(6):
        seat, match = sitting.turn()
        sitting.act(first_legal(match), seat)
    before = [sitting.look(seat) for seat in (None, 0, 1, 2, 3)]
    match_id = sitting.path.rpartition("/")[2]
    exported = process("match", "export", match_id, cwd=tmp_path, REDIS_URL=server.url)
    assert exported.status == 0
    kept = tmp_path / "match.json"
    kept.write_text(exported.out)
    again = process("match", "import", str(kept), cwd=tmp_path, REDIS_URL=server.url)
    assert (again.status, "already" in again.err) == (2, True)
    secret = made.connection.get(SECRET_KEY)
    assert isinstance(secret, bytes)
    made.connection.flushdb()
    made.connection.set(SECRET_KEY, secret)
    assert client.get(sitting.path).status_code == 404
    done = process("match", "import", str(kept), cwd=tmp_path, REDIS_URL=server.url)
    assert done.status == 0
    assert match_id in done.out
    after = [sitting.look(seat) for seat in (None, 0, 1, 2, 3)]
    for one, other in zip(before, after, strict=True):
        # The players are accounts of another service.
        assert {**one, "seats": 0} == {**other, "seats": 0}
    while sitting.look(None)["status"] == "playing":
        seat, match = sitting.turn()
        sitting.act(first_legal(match), seat)


def test_what_was_not_exported_is_not_imported(server: EmbeddedServer, tmp_path: Path) -> None:
    """One sentence, and status 2."""
    for text in (b"", b'{"id": 3, "head": 1}', b"\xff"):
        kept = tmp_path / "match.json"
        kept.write_bytes(text)
        done = process("match", "import", str(kept), cwd=tmp_path, REDIS_URL=server.url)
        assert (done.status, done.err.count("\n")) == (2, 1)


# Pyramid.


def act(client: FlaskClient, path: str, token: str, action: dict[str, Any]) -> Any:
    version = client.get(path, headers=headers(token)).get_json()["version"]
    return client.post(f"{path}/actions", json={"action": action}, headers=headers(token, version))


def test_pyramid(client: FlaskClient) -> None:
    """Moves, undo, and whether it can still be won."""
    ann = new_player(client)
    answer = create(client, ann, game="pyramid", options={"deal": DEAL.line()})
    path, mine = answer.headers["Location"], answer.get_json()["token"]
    match = answer.get_json()["match"]
    assert (match["status"], match["view"]["can_win"]) == ("playing", True)
    stock = DEAL.line().split()[-3:]
    for sent in ({}, headers(mine)):
        assert not any(
            card in client.get(path, headers=sent).get_data(as_text=True) for card in stock
        )
    after = act(client, path, mine, {"move": LINE[0]}).get_json()
    assert after["view"]["moves"] == LINE[:1]
    assert act(client, path, mine, {"undo": True}).get_json()["view"]["moves"] == []
    refused = act(client, path, mine, {"move": "KC+KC"})
    assert refused.status_code == 422
    hint = client.post(f"{path}/hint", headers=headers(mine)).get_json()["hint"]
    assert hint["best"] is not None
    assert client.get(path).get_json()["helped"] == [0]
    assert client.post(f"{path}/resign", headers=headers(mine)).get_json()["status"] == "over"


@pytest.mark.skipif(not KERNEL_COMPILED, reason="takes long when interpreted")
@pytest.mark.parametrize(
    ("seconds", "helped", "expected"),
    [
        (60, False, {"counted": True, "moves": len(LINE), "rank": 1}),
        (60, True, {"counted": False, "reason": "helped"}),
        (1, False, {"counted": False, "reason": "impossible-time"}),
    ],
)
def test_a_daily(
    clock: Clock,
    server: EmbeddedServer,
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    helped: bool,
    expected: dict[str, Any],
) -> None:
    """A win goes to the board of its day, unless it was helped or too quick."""
    from service.http.app import create_app

    made = parts(Settings(), server.url)
    made.connection.flushdb()
    publish(made, TODAY)
    client = create_app(made).test_client()
    moment = [clock.now.timestamp()]
    monkeypatch.setattr(made.matches.book, "_clock", lambda: moment[0])
    ann = new_player(client)
    answer = create(client, ann, game="pyramid", daily={"difficulty": "easy"})
    assert answer.status_code == 201, answer.get_json()
    path, mine = answer.headers["Location"], answer.get_json()["token"]
    assert answer.get_json()["match"]["daily"] == f"{TODAY}:cardgames:easy"
    if helped:
        assert client.post(f"{path}/hint", headers=headers(mine)).status_code == 200
    for move in LINE[:-1]:
        assert act(client, path, mine, {"move": move}).status_code == 200
    moment[0] += seconds
    clock.now += timedelta(seconds=seconds)
    end = act(client, path, mine, {"move": LINE[-1]}).get_json()
    assert end["status"] == "over"
    # Its fewest moves are told when the day is over.
    assert end["view"]["ending"]["least_moves"] is None
    assert {name: end["attempt"][name] for name in expected} == expected
    board = client.get(f"/v1/daily/{TODAY}/board?difficulty=easy").get_json()["places"]
    assert len(board) == expected["counted"]
    assert client.get(path, headers=headers(mine)).get_json()["attempt"] == end["attempt"]


def test_a_fault_of_a_bot_tells_nothing(
    made: Parts,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """It is logged without seed, cards or tokens, and the game goes on."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    log_to_stderr(Settings())
    try:
        seats = ["easy", "you", "easy", "easy"]
        answer = create(client, new_player(client), game="spades", seats=seats).get_json()
        match_id = answer["match"]["id"]

        def fails(*_: Any) -> Any:
            raise LookupError("a fault")

        monkeypatch.setattr(EasySpades, "choose", fails)
        made.matches.bots.play(match_id)
    finally:
        root.handlers[:], root.level = before
    said = capfd.readouterr().err
    table = made.matches.book.table(match_id)
    if table.version:
        assert "a bot doesn't know what to do" in said
    for hidden in (table.head.seed, table.head.salt, answer["token"], "hands"):
        assert hidden not in said
    assert table.bots_to_act == []

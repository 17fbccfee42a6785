"""How matches are kept: lists, tables at hand, accounts that go, and matches from elsewhere."""

from __future__ import annotations

import json
from contextlib import ExitStack
from datetime import datetime
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.embedded import EmbeddedServer
from service.errors import BadAttempt, BadInput
from service.http.telling import Teller
from service.http.tickets import TICKET_HEADER, Ticket
from service.matches import Asked, Table
from service.matches.tables import PLAYER
from service.settings import Settings
from service.storage.keys import OPEN_KEY, code_key, log_key, match_key, matches_key
from service.wiring import Parts, parts
from tests.service.serving.tables import Sitting, first_legal, headers, new_player, seated


def made_by(client: FlaskClient, token: str, **asked: Any) -> str:
    """The id of a new match."""
    made = client.post("/v1/matches", json=asked, headers=headers(token))
    assert made.status_code == 201, made.get_json()
    return str(made.get_json()["match"]["id"])


def id_of(sitting: Sitting) -> str:
    return sitting.path.rpartition("/")[2]


# Lists.


@pytest.mark.parametrize("which", ["/v1/matches", "/v1/matches/open"])
def test_pages_go_on_behind_matches_that_have_gone(
    made: Parts, client: FlaskClient, which: str
) -> None:
    """Nor are those on the lists any more."""
    ann = new_player(client)
    ids = [made_by(client, ann, game="kaiser", public=True) for _ in range(6)]
    for gone in (ids[5], ids[4], ids[2]):
        made.connection.delete(match_key(gone))
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        query = {"limit": 2} | ({"cursor": cursor} if cursor else {})
        page = client.get(which, query_string=query, headers=headers(ann)).get_json()
        found += [match["id"] for match in page["matches"]]
        cursor = page["next"]
    assert found == [ids[3], ids[1], ids[0]]
    player = ann.partition(".")[0]
    key = OPEN_KEY if which.endswith("open") else matches_key(player)
    assert made.connection.zcard(key) == 3


def test_open_tables_that_have_gone_are_struck_off(made: Parts, client: FlaskClient) -> None:
    """Though nobody has asked for them."""
    ann = new_player(client)
    ids = [made_by(client, ann, game="kaiser", public=True) for _ in range(3)]
    made.connection.delete(match_key(ids[1]))
    made.matches.book.mend()
    assert made.connection.zrange(OPEN_KEY, 0, -1) == [ids[0].encode(), ids[2].encode()]


def test_lists_and_deadlines_do_not_tell_when_bots_acted(
    made: Parts, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list tells when a player has; a deadline, the second."""
    passed = [1_800_000_000.123]
    monkeypatch.setattr(made.matches.book, "_clock", lambda: passed[0])
    ann = new_player(client)
    seats = ["easy", "easy", "easy", "you"]
    match_id = made_by(
        client, ann, game="kaiser", seats=seats, move_seconds=60, seed="bots first",
    )  # fmt: skip
    before = client.get("/v1/matches", headers=headers(ann)).get_json()["matches"][0]
    passed[0] += 5.4321
    made.matches.bots.play(match_id)
    after = client.get("/v1/matches", headers=headers(ann)).get_json()["matches"][0]
    assert after["version"] > before["version"]
    assert after["changed"] == before["changed"]
    deadline = client.get(f"/v1/matches/{match_id}", headers=headers(ann)).get_json()["deadline"]
    assert datetime.fromisoformat(deadline).timestamp() == 1_800_000_006 + 60


# Tables at hand.


def test_what_was_written_is_not_played_again(
    made: Parts, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next look finds the table at hand."""
    sitting = seated(client, "hearts", {"max_deals": 1})
    for _ in range(6):
        seat, match = sitting.turn()
        sitting.act(first_legal(match), seat)
    monkeypatch.setattr(Table, "after", lambda *_: pytest.fail("played again"))
    assert sitting.look(0)["version"] == made.matches.book.table(id_of(sitting)).version


def test_a_store_that_went_another_way(
    made: Parts, client: FlaskClient, server: EmbeddedServer
) -> None:
    """It has lost what came last, and has gone on: what was at hand is no longer true."""
    sitting = seated(client, "spades", {"max_deals": 1})
    first, second, third = (sitting.turn()[0] + more for more in range(3))
    sitting.act({"bid": 3})
    sitting.act({"bid": 4})
    match_id = id_of(sitting)
    assert made.connection.rpop(log_key(match_id)) is not None
    other = parts(Settings(inline_seconds=0), server.url)
    page = other.matches.book.read(match_id)
    other.matches.playing.act(page, second % 4, page.table.version, {"bid": 5})
    other.connection.close()
    assert sitting.look(None)["view"]["bids"][second % 4] == 5
    bids = sitting.act({"bid": 2})["view"]["bids"]
    assert [bids[seat % 4] for seat in (first, second, third)] == [3, 5, 2]


# Accounts that go.


def test_an_account_that_went_meanwhile_sits_nowhere(made: Parts, client: FlaskClient) -> None:
    """Made, joined or played again: the seat is given up at once."""
    ann, bob = new_player(client), new_player(client)
    sitting = seated(client, "kaiser", {"max_deals": 1})
    ended = id_of(sitting)
    for token in sitting.tokens:
        client.post(f"{sitting.path}/resign", headers=headers(token))
    waiting = made_by(client, bob, game="kaiser", public=True)
    gone = ann.partition(".")[0]
    client.delete("/v1/players/me", headers=headers(ann))
    with pytest.raises(BadAttempt, match="deleted"):
        made.matches.seating.create(gone, Asked("kaiser", {}), "0" * 32)
    assert made.matches.book.table("0" * 32).status == "over"
    with pytest.raises(BadAttempt, match="deleted"):
        made.matches.seating.join(gone, waiting, None)
    assert [each.kind for each in made.matches.book.table(waiting).sitters].count(PLAYER) == 1
    assert made.matches.book.table(ended).status == "over"


def test_a_rematch_of_an_account_that_has_gone(made: Parts, client: FlaskClient) -> None:
    """The token of a seat where the game is over is still good, but only to look."""
    ann = new_player(client)
    match_id = made_by(client, ann, game="pyramid", options={"deal": "ms:1"})
    path = f"/v1/matches/{match_id}"
    token = client.post(f"{path}/seats", json={}, headers=headers(ann)).get_json()["token"]
    assert client.post(f"{path}/resign", headers=headers(token)).status_code == 200
    again = client.post(f"{path}/resign", headers=headers(token))
    assert (again.status_code, again.get_json()["status"]) == (200, "over")
    client.delete("/v1/players/me", headers=headers(ann))
    assert client.get(path, headers=headers(token)).get_json()["seat"] == 0
    refused = client.post(f"{path}/rematch", headers=headers(token))
    assert refused.get_json()["type"] == "/problems/no-player"


# Who asks, and how.


@pytest.mark.parametrize("given", ["Basic YTpi", "Bearer", "nonsense", "Bearer "])
def test_who_sends_something_else_is_told_so(client: FlaskClient, given: str) -> None:
    """And not taken for somebody who watches."""
    sitting = seated(client, "kaiser", {"max_deals": 1})
    answer = client.get(sitting.path, headers={"Authorization": given})
    assert answer.status_code == 401


def test_a_head_waits_for_nothing(client: FlaskClient) -> None:
    sitting = seated(client, "kaiser", {"max_deals": 1})
    version = sitting.look(0)["version"]
    for path in (f"?since={version}&wait=20", "/events"):
        asked = client.head(sitting.path + path, headers=headers(sitting.tokens[0]))
        assert asked.status_code == 200
        assert TICKET_HEADER not in asked.headers
    waits = client.get(f"{sitting.path}?since={version}&wait=20")
    assert TICKET_HEADER in waits.headers


def test_no_action_is_lost_where_too_many_compute(client: FlaskClient) -> None:
    """A game that asks whether it can be won needs a desk, before anything is written."""
    ann = new_player(client)
    options = {"deal": "ms:1", "notice": True}
    match_id = made_by(client, ann, game="pyramid", options=options)
    path = f"/v1/matches/{match_id}"
    match = client.get(path, headers=headers(ann)).get_json()
    body = {"action": first_legal(match)}
    desks = client.application.config["PYRAMID_DESKS"]
    with ExitStack() as taken:
        while taken.enter_context(desks.one("127.0.0.1")):
            pass
        refused = client.post(f"{path}/actions", json=body, headers=headers(ann, match["version"]))
        assert refused.status_code == 503
    assert client.get(path, headers=headers(ann)).get_json() == match
    done = client.post(f"{path}/actions", json=body, headers=headers(ann, match["version"]))
    assert done.status_code == 200


def test_who_joins_while_they_wait_is_told_as_one_who_sits(
    made: Parts, client: FlaskClient
) -> None:
    """With the player's token they watched; from then on only the application tells them."""
    ann, bob = new_player(client), new_player(client)
    path = f"/v1/matches/{made_by(client, ann, game='kaiser', public=True)}"
    asked = client.get(f"{path}?since=0&wait=20", headers=headers(bob))
    ticket = Ticket.from_header(asked.headers[TICKET_HEADER].encode())
    assert (ticket.seat, ticket.player) == (None, bob.partition(".")[0])
    teller = Teller(made.matches, made.players)
    joined = client.post(f"{path}/seats", json={}, headers=headers(new_player(client)))
    assert joined.status_code == 201
    (told,) = teller(ticket.match_id, [ticket])
    assert told is not None
    client.post(f"{path}/seats", json={}, headers=headers(bob))
    assert teller(ticket.match_id, [ticket]) == [None]
    assert client.get(path, headers=headers(bob)).get_json()["seat"] == 2


def test_an_answer_that_waits_has_no_condition(client: FlaskClient) -> None:
    """It would be taken for unchanged, by whoever is told of the news in its stead."""
    sitting = seated(client, "kaiser", {"max_deals": 1})
    version = sitting.look(0)["version"]
    for path in (f"?since={version}&wait=20", "/events"):
        asked = client.get(sitting.path + path, headers={"If-None-Match": "*"})
        assert asked.status_code == 200
        assert TICKET_HEADER in asked.headers
        assert "ETag" not in asked.headers


def test_a_seat_that_was_left_before_the_game_began(client: FlaskClient) -> None:
    """To leave it once more changes nothing; whoever comes back has a seat again."""
    ann, bob = new_player(client), new_player(client)
    path = f"/v1/matches/{made_by(client, ann, game='kaiser', public=True)}"
    token = client.post(f"{path}/seats", json={}, headers=headers(bob)).get_json()["token"]
    for sent in (token, token, bob):
        left = client.post(f"{path}/resign", headers=headers(sent))
        assert (left.status_code, left.get_json()["version"]) == (200, 2)
    assert client.get(path, headers=headers(token)).get_json()["seat"] is None
    assert client.post(f"{path}/rematch", headers=headers(token)).status_code == 403
    again = client.post(f"{path}/seats", json={}, headers=headers(bob)).get_json()
    assert (again["seat"], again["token"]) == (1, token)
    assert client.get(path, headers=headers(token)).get_json()["seat"] == 1


# Matches from elsewhere.


@pytest.fixture
def exported(made: Parts, client: FlaskClient) -> dict[str, Any]:
    """A match that has gone since."""
    sitting = seated(client, "spades", {"max_deals": 1}, move_seconds=60)
    for _ in range(6):
        seat, match = sitting.turn()
        sitting.act(first_legal(match), seat)
    found = made.matches.book.exported(id_of(sitting))
    made.connection.flushdb()
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def changed(record: dict[str, Any], path: str, value: Any) -> str:
    """A record as text, with another value somewhere."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = record
    for step in way:
        place = place[step]
    place[last] = value
    return json.dumps(record)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("id", "../../x"),
        ("more", 1),
        ("head.more", 1),
        ("head.game", "bridge"),
        ("head.options", {"decks": 9}),
        ("head.options", []),
        ("head.created", "yesterday"),
        ("head.created", -1),
        ("head.created", 10**18),
        ("head.created", True),
        ("head.salt", 5),
        ("head.seed", None),
        ("head.move_seconds", 1.5),
        ("head.move_seconds", -60),
        ("head.code", "pyramid:players"),
        ("head.slot", "2026-01-01"),
        ("head.slot", "2026-11-30:cardgames:easy"),
        ("head.before", "x"),
        ("head.is_public", "no"),
        ("head.sitters", []),
        ("head.sitters.0", ["player", "", ""]),
        ("head.sitters.0", ["player", "", "a b"]),
        ("head.sitters.1", ["bot", "grandmaster", ""]),
        ("head.sitters.1", ["ghost", "", ""]),
        ("entries", {}),
        ("entries.0", 1),
        ("entries.0.do", "win"),
        ("entries.0.at", None),
        ("entries.0.seat", 7),
        ("entries.0.seat", 0),
        ("entries.0.player", "x"),
        ("entries.3.by", "nobody"),
        ("entries.3.seat", 9),
        ("entries.3.action", {"play": "ZZ"}),
        ("entries.3.action", "bid"),
        ("entries.4", {"do": "hint", "at": 1, "seat": 9}),
        ("entries.4", {"do": "tried", "at": 1, "seat": 0, "found": {"counted": True}}),
        ("entries.4", {"do": "leave", "at": 1, "seat": 0, "player": "0" * 16, "level": "easy"}),
    ],
)
def test_odd_matches_are_not_kept(
    made: Parts, exported: dict[str, Any], path: str, value: Any
) -> None:
    text = changed(exported, path, value)
    with pytest.raises(BadInput, match="no match that was exported"):
        made.matches.book.restored(text)
    assert made.connection.dbsize() == 0


def test_nobody_sits_twice_in_what_is_kept(made: Parts, exported: dict[str, Any]) -> None:
    first = exported["head"]["sitters"][0]
    exported["entries"][0]["player"] = first[2]
    with pytest.raises(BadInput, match="can't be at seat 1"):
        made.matches.book.restored(json.dumps(exported))
    exported["head"]["sitters"][1] = first
    with pytest.raises(BadInput, match="two seats"):
        made.matches.book.restored(json.dumps(exported))


def test_a_code_that_leads_elsewhere_by_now_is_left_alone(
    made: Parts, exported: dict[str, Any]
) -> None:
    code = exported["head"]["code"]
    made.connection.set(code_key(code), "f" * 32)
    table = made.matches.book.restored(json.dumps(exported))
    assert table.head.code != code
    assert made.connection.get(code_key(code)) == b"f" * 32
    assert made.matches.lists.with_code(table.head.code).table.version == table.version
    assert made.matches.book.exported(table.id)["entries"] == exported["entries"]

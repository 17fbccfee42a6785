"""Who comes first, who comes again, and who comes too late."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.wiring import Parts
from tests.service.serving.tables import Sitting, first_legal, headers, new_player, seated


def at_once(number: int, what: Callable[[int], Any]) -> list[Any]:
    """The same by many threads at the same time."""
    gate = threading.Barrier(number)
    found: list[Any] = [None] * number

    def one(at: int) -> None:
        gate.wait()
        found[at] = what(at)

    threads = [threading.Thread(target=one, args=[at]) for at in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.fixture
def table(client: FlaskClient) -> Sitting:
    """Four players at a game of spades in which cards are played."""
    sitting = seated(client, "spades", {"max_deals": 1}, seed="races")
    for _ in range(4):
        sitting.act({"bid": 3})
    return sitting


def test_fifty_copies_of_a_move(client: FlaskClient, table: Sitting) -> None:
    """With one key: one card is gone, all are answered alike, 49 of them as told again."""
    seat, match = table.turn()
    sent = headers(table.tokens[seat], match["version"], str(uuid.uuid4()))
    body = {"action": first_legal(match)}

    def send(_: int) -> tuple[int, str | None, Any]:
        answer = client.application.test_client().post(
            f"{table.path}/actions", json=body, headers=sent
        )
        return answer.status_code, answer.headers.get("Idempotency-Replayed"), answer.get_json()

    apps = at_once(50, send)
    assert Counter(status for status, _, _ in apps) == {200: 50}
    assert Counter(again for _, again, _ in apps) == {None: 1, "true": 49}
    assert len({str(answer) for _, _, answer in apps}) == 1
    after = table.look(seat)
    assert after["version"] == match["version"] + 1
    assert len(after["view"]["hand"]) == 12


def test_fifty_copies_without_a_key(client: FlaskClient, table: Sitting) -> None:
    """One is done, the others are told which version holds."""
    seat, match = table.turn()
    sent = headers(table.tokens[seat], match["version"])
    body = {"action": first_legal(match)}

    def send(_: int) -> tuple[int, Any]:
        answer = client.application.test_client().post(
            f"{table.path}/actions", json=body, headers=sent
        )
        return answer.status_code, answer.get_json().get("version")

    found = at_once(50, send)
    assert Counter(status for status, _ in found) == {200: 1, 412: 49}
    assert {version for _, version in found} == {match["version"] + 1}
    assert len(table.look(seat)["view"]["hand"]) == 12


def test_two_different_moves_for_one_version(client: FlaskClient) -> None:
    """Two players pass at the same time: one of them must look again, and then may."""
    sitting = seated(client, "hearts", {"max_deals": 1})
    version = sitting.look(0)["version"]

    def send(seat: int) -> tuple[int, Any]:
        body = {"action": first_legal(sitting.look(seat))}
        answer = client.application.test_client().post(
            f"{sitting.path}/actions", json=body, headers=headers(sitting.tokens[seat], version)
        )
        return answer.status_code, answer.get_json().get("version")

    found = at_once(2, send)
    assert sorted(status for status, _ in found) == [200, 412]
    assert {shown for _, shown in found} == {version + 1}
    late = next(seat for seat, (status, _) in enumerate(found) if status == 412)
    sitting.act(first_legal(sitting.look(late)), late)


def test_the_repeat_of_a_winning_card_is_no_lead(client: FlaskClient, table: Sitting) -> None:
    """Who wins the trick with its last card leads next: the same request again changes nothing,
    not under its old version, and with a card that it could lead neither.
    """  # noqa: D205 - one sentence
    for _ in range(13):
        for _ in range(3):
            seat, match = table.turn()
            table.act(first_legal(match), seat)
        seat, match = table.turn()
        sent = headers(table.tokens[seat], match["version"], str(uuid.uuid4()))
        card = first_legal(match)
        answer = client.post(f"{table.path}/actions", json={"action": card}, headers=sent)
        assert answer.status_code == 200
        after = table.look(seat)
        if after["waiting"] == [seat] and after["status"] == "playing":
            break
    else:
        pytest.fail("nobody has won a trick with its last card")
    again = client.post(f"{table.path}/actions", json={"action": card}, headers=sent)
    assert again.status_code == 200
    assert again.get_json() == answer.get_json()
    old = headers(table.tokens[seat], match["version"])
    for each in (card, first_legal(after)):
        refused = client.post(f"{table.path}/actions", json={"action": each}, headers=old)
        assert refused.status_code == 412
    assert table.look(seat) == after


def test_a_key_stands_for_one_request(client: FlaskClient, table: Sitting) -> None:
    """With another card, or another version, it is refused; another seat has keys of its own."""
    seat, match = table.turn()
    key = str(uuid.uuid4())
    legal = match["view"]["legal"]
    sent = headers(table.tokens[seat], match["version"], key)
    done = client.post(f"{table.path}/actions", json={"action": legal[0]}, headers=sent)
    assert done.status_code == 200
    for body, version in ((legal[1], match["version"]), (legal[0], match["version"] + 1)):
        sent = headers(table.tokens[seat], version, key)
        refused = client.post(f"{table.path}/actions", json={"action": body}, headers=sent)
        assert refused.status_code == 422
        assert refused.get_json()["type"] == "/problems/key-reused"
    other, match = table.turn()
    sent = headers(table.tokens[other], match["version"], key)
    body = {"action": first_legal(match)}
    assert client.post(f"{table.path}/actions", json=body, headers=sent).status_code == 200


def test_a_move_out_of_turn_is_not_kept(client: FlaskClient, table: Sitting) -> None:
    """Case G3: it is refused, and the card is still there when the turn comes."""
    seat, match = table.turn()
    later = (seat + 2) % 4
    hand = table.look(later)["view"]["hand"]
    sent = headers(table.tokens[later], match["version"])
    body = {"action": {"play": hand[0]}}
    refused = client.post(f"{table.path}/actions", json=body, headers=sent)
    assert (refused.status_code, refused.get_json()["rule"]) == (403, "NotYourTurn")
    for _ in range(2):
        seat, match = table.turn()
        table.act(first_legal(match), seat)
    assert table.look(later)["waiting"] == [later]
    assert table.look(later)["view"]["hand"] == hand


def test_bots_step_once_for_each_version(made: Parts, client: FlaskClient) -> None:
    """Called by many at once they still bid once each, in order, and no bid changes."""
    asked = {"game": "spades", "seats": ["easy", "you", "easy", "easy"]}
    sent = headers(new_player(client))
    answer = client.post("/v1/matches", json=asked, headers=sent).get_json()
    match_id, mine = answer["match"]["id"], headers(answer["token"])
    path = f"/v1/matches/{match_id}"
    at_once(12, lambda _: made.matches.bots.play(match_id))
    match = client.get(path, headers=mine).get_json()
    assert match["waiting"] == [1]
    bid = client.post(
        f"{path}/actions",
        json={"action": {"bid": 2}},
        headers={**mine, "If-Match": str(match["version"])},
    ).get_json()
    at_once(12, lambda _: made.matches.bots.play(match_id))
    events = client.get(f"{path}/history", headers=mine).get_json()["events"]
    bids = [(each["seat"], each["bid"]) for each in events if each["event"] == "bid"]
    first = (events[0]["dealer"] + 1) % 4
    assert [seat for seat, _ in bids] == [(first + step) % 4 for step in range(4)]
    assert dict(bids)[1] == 2
    told = client.get(path, headers=mine).get_json()["view"]["bids"]
    assert told == [dict(bids)[seat] for seat in range(4)]
    assert bid["version"] <= 4


def test_whoever_comes_first_gets_the_seat(client: FlaskClient) -> None:
    """Ten want three seats: three get one each, the others hear that none is open."""
    ann = new_player(client)
    match = client.post("/v1/matches", json={"game": "kaiser"}, headers=headers(ann)).get_json()
    path, code = f"/v1/matches/{match['match']['id']}/seats", match["match"]["code"]
    tokens = [new_player(client, f"Player {number}") for number in range(10)]

    def join(at: int) -> tuple[int, int | None]:
        answer = client.application.test_client().post(
            path, json={"code": code}, headers=headers(tokens[at])
        )
        return answer.status_code, answer.get_json().get("seat")

    found = at_once(10, join)
    assert sorted(seat for _, seat in found if seat is not None) == [1, 2, 3]
    assert Counter(status for status, _ in found) == {201: 3, 409: 7}

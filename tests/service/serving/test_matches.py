"""Matches over HTTP, on a real store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

from games.match import Match
from tests.service.serving.tables import first_legal, headers, new_player


def test_one_player_and_three_bots(client: FlaskClient, burst: Callable[[], None]) -> None:
    """A whole deal: the log can be replayed, and its scores are those that were told."""
    ann = new_player(client)
    asked = {
        "game": "hearts",
        "options": {"max_deals": 1},
        "seats": ["easy", "you", "easy", "strong"],
    }
    made = client.post("/v1/matches", json=asked, headers=headers(ann))
    assert made.status_code == 201
    mine, path = made.get_json()["token"], made.headers["Location"]
    match: dict[str, Any] = made.get_json()["match"]
    while match["status"] != "over":
        burst()
        match = client.get(path, headers=headers(mine)).get_json()
        if match["status"] == "over":
            break
        assert match["waiting"] == [1]
        sent = headers(mine, match["version"])
        body = {"action": first_legal(match)}
        acted = client.post(f"{path}/actions", json=body, headers=sent)
        assert acted.status_code == 200
        assert acted.get_json()["version"] == match["version"] + 1
    history = client.get(f"{path}/history").get_json()
    replayed = Match.from_lines(history["log"])
    assert replayed.state.result is not None
    assert list(replayed.state.result.scores) == match["view"]["result"]["scores"]

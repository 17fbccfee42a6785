"""Players at tables, for the tests of matches."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

__all__ = ["Sitting", "first_legal", "headers", "new_player", "seated"]


def new_player(client: FlaskClient, name: str = "Ann") -> str:
    """The token of a new player."""
    made = client.post("/v1/players", json={"name": name})
    assert made.status_code == 201
    return str(made.get_json()["token"])


def headers(token: str, version: int | None = None, key: str | None = None) -> dict[str, str]:
    """What a request sends."""
    found = {"Authorization": f"Bearer {token}"}
    if version is not None:
        found["If-Match"] = f'"{version}"'
    if key is not None:
        found["Idempotency-Key"] = key
    return found


def first_legal(match: dict[str, Any], number: int = 0) -> dict[str, Any]:
    """One of the legal actions of whom a match was told."""
    legal = match["view"]["legal"]
    ((name, value),) = legal[number % len(legal)].items()
    if isinstance(value, dict):
        value = value["of"][: value["choose"]]
    return {name: value}


class Sitting:
    """Four players at a table; whoever's turn it is acts.

    Attributes:
        path: of the match.
        tokens: of the seats.
        players: the tokens of those who sit there.
    """

    def __init__(
        self, client: FlaskClient, path: str, tokens: list[str], players: list[str]
    ) -> None:
        self._client = client
        self.path = path
        self.tokens = tokens
        self.players = players

    def look(self, seat: int | None) -> dict[str, Any]:
        """The match as a seat sees it; None: as those do who watch."""
        sent = {} if seat is None else headers(self.tokens[seat])
        answer = self._client.get(self.path, headers=sent)
        assert answer.status_code == 200
        found: dict[str, Any] = answer.get_json()
        return found

    def turn(self) -> tuple[int, dict[str, Any]]:
        """A seat that has to act, and the match as it sees it."""
        seat = self.look(None)["waiting"][0]
        return seat, self.look(seat)

    def act(self, action: dict[str, Any], seat: int | None = None) -> dict[str, Any]:
        """Do something; by default for whom the game waits."""
        acting = self.look(None)["waiting"][0] if seat is None else seat
        sent = headers(self.tokens[acting], self.look(None)["version"])
        answer = self._client.post(f"{self.path}/actions", json={"action": action}, headers=sent)
        assert answer.status_code == 200, answer.get_json()
        found: dict[str, Any] = answer.get_json()
        return found


def seated(client: FlaskClient, game: str, options: dict[str, Any], **asked: Any) -> Sitting:
    """A table at which all seats are taken by players."""
    players = [new_player(client, "Player 0")]
    body = {"game": game, "options": options, **asked}
    made = client.post("/v1/matches", json=body, headers=headers(players[0]))
    assert made.status_code == 201, made.get_json()
    path, match = made.headers["Location"], made.get_json()["match"]
    tokens = [str(made.get_json()["token"])]
    for number in range(1, len(match["seats"])):
        players.append(new_player(client, f"Player {number}"))
        body = {"code": match["code"]}
        joined = client.post(f"{path}/seats", json=body, headers=headers(players[-1]))
        assert joined.get_json()["seat"] == number
        tokens.append(joined.get_json()["token"])
    return Sitting(client, path, tokens, players)

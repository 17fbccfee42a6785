"""Players at tables, for the tests of matches."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

__all__ = ["first_legal", "headers", "new_player"]


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

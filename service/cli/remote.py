"""``pyramid play GAME --server URL``: a seat at a table of a service, in the terminal."""

from __future__ import annotations

import os
from collections.abc import Mapping

import click

from games.registry import game_named
from service.cli import exits
from service.cli.conversation import around
from service.cli.remote_cards import SeatedAtCards
from service.cli.remote_pyramid import SeatedAtPyramid
from service.cli.seated import PLAYER_TOKEN, SEAT_TOKEN
from service.client import BadToken, Client, Json, Refused, Seat, Unreachable
from service.errors import BadInput

__all__ = ["play_remote"]

_PYRAMID = "pyramid"


def play_remote(
    name: str,
    server: str,
    *,
    code: str | None = None,
    bots: str | None = None,
    seat: int = 0,
    options: Mapping[str, object],
    daily: Mapping[str, str] | None = None,
) -> int:
    """Play at a table of a service until the game is over, the player quits or the input ends.

    Where the environment has the token of a seat, that one is taken again.

    Args:
        name: of the game.
        server: where the service is.
        code: of a table to sit down at; None: a new one is made.
        bots: who else sits at a new one; ``open`` is a seat for somebody.
        seat: the player's at a new one.
        options: of a new one.
        daily: which daily of Pyramid a new one is.

    Raises:
        BadOptions: there are no such options or seats.
        BadInput: a token is none, the table is one of another game, or the service refuses it
            or doesn't answer.
    """
    token = os.environ.get(SEAT_TOKEN)
    asked: dict[str, Json] = {"options": options, "seats": _seats(name, options, seat, bots)}
    if daily is not None:
        asked["daily"] = daily
    try:
        with Client(server) if token else _player(server) as client:
            if token:
                taken = _again(client, token, name)
            elif code is not None:
                taken = _joined(client, code, name)
            else:
                taken = client.create(name, **asked)
            table = SeatedAtPyramid if name == _PYRAMID else SeatedAtCards
            table(taken, server).play()
    except Refused as refused:
        raise BadInput(f"{server}: {refused}") from None
    except Unreachable as error:
        raise BadInput(str(error)) from None
    return exits.OK


def _seats(name: str, options: Mapping[str, object], own: int, bots: str | None) -> list[str]:
    """Who sits at each seat of a new table."""
    game = game_named(name)
    named = ["easy"] if bots is None else [each.strip() for each in bots.split(",")]
    return around(game.seats(game.options(options)), own, named, "you")


def _player(server: str) -> Client:
    """Who plays: a new player, unless the environment has the token of one."""
    try:
        client = Client(server, os.environ.get(PLAYER_TOKEN) or None)
    except BadToken as error:
        raise BadInput(f"{PLAYER_TOKEN}: {error}") from None
    if client.token is None:
        client.register()
        click.echo(
            f"Your token is {client.token}; to be the same player again, set {PLAYER_TOKEN}."
        )
    return client


def _again(client: Client, token: str, name: str) -> Seat:
    """The seat of a token."""
    try:
        taken = client.seat(token)
    except (BadToken, Refused) as error:
        raise BadInput(f"{SEAT_TOKEN}: {error}") from None
    _must_be(name, taken.first, SEAT_TOKEN)
    return taken


def _joined(client: Client, code: str, name: str) -> Seat:
    """A seat at the table of a code."""
    found = client.find(code)
    # Before sitting down: whoever has taken a seat by mistake keeps others waiting.
    _must_be(name, found, "--join")
    return client.join(str(found["id"]), code)


def _must_be(name: str, match: Mapping[str, Json], where: str) -> None:
    if match["game"] != name:
        raise BadInput(f"{where}: that table plays {match['game']}, not {name}")

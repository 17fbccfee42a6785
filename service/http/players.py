"""``/v1/players``: accounts without a name or an address, only a token."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from apiflask import APIBlueprint

from service.dailies import Slot
from service.http.access import need_json, parts, player
from service.http.schemas.players import NewPlayerOut, OwnDataOut, PlayerIn, PlayerOut, RenameIn
from service.storage.players import Best, Player

__all__ = ["blueprint", "player_shown"]

blueprint = APIBlueprint("players", __name__, url_prefix="/v1/players", tag="Players")
blueprint.before_request(need_json)


@blueprint.post("")
@blueprint.input(PlayerIn)
@blueprint.output(NewPlayerOut, 201)
@blueprint.doc(summary="A new player", operation_id="createPlayer")
def create(json_data: PlayerIn) -> Any:
    """The token is told here and never again; whoever has it is that player."""
    made, token = parts().players.create(json_data.name)
    return {**player_shown(made), "token": token}, 201, {"Location": "/v1/players/me"}


@blueprint.get("/me")
@blueprint.output(OwnDataOut)
@blueprint.doc(summary="All that is kept of me", operation_id="getMe")
def me() -> Any:
    """Name, beginning, and best wins."""
    who = player()
    players = parts().players
    bests = players.bests(who)
    return {
        **player_shown(who),
        "streak": players.streak(bests, parts().dailies.today),
        "bests": [_best(slot, best) for slot, best in bests.items()],
    }


@blueprint.patch("/me")
@blueprint.input(RenameIn)
@blueprint.output(PlayerOut)
@blueprint.doc(summary="Another name", operation_id="renameMe")
def rename(json_data: RenameIn) -> Any:
    """Names needn't be unique."""
    return player_shown(parts().players.rename(player(), json_data.name))


@blueprint.delete("/me")
@blueprint.output({}, 204)
@blueprint.doc(summary="Forget me", operation_id="deleteMe")
def delete() -> Any:
    """The account and all its data, on every board too."""
    who = player()
    matches = parts().matches
    # Whatever is done first, a request that comes at the same moment is seen here, or sees that
    # the player has gone; and nobody waits at a table for who has gone, should this end halfway.
    matches.playing.leave_all(who.id)
    parts().players.delete(who)
    matches.playing.leave_all(who.id)
    matches.lists.forget(who.id)
    return ""


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def player_shown(who: Player) -> dict[str, object]:
    """A player, as they see themselves."""
    return {"id": who.id, "name": who.name, "since": _moment(who.since)}


def _best(slot: str, best: Best) -> dict[str, object]:
    day, rules, difficulty = Slot.parse(slot)
    return {
        "date": day.isoformat(),
        "rules": rules,
        "difficulty": difficulty,
        "moves": best.moves,
        "seconds": best.seconds,
        "at": _moment(best.at),
    }

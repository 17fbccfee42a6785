"""``/v1/daily/{date}/attempts`` and ``/board``: who needed the fewest moves?"""

from __future__ import annotations

from typing import Any

from apiflask import APIBlueprint

from service.http.access import need_json, parts, player
from service.http.cursors import from_cursor, to_cursor
from service.http.daily import day_of, slot_of
from service.http.schemas.players import AttemptIn, AttemptOut, BoardIn, BoardOut
from solver.moves import parse_each

__all__ = ["blueprint"]

blueprint = APIBlueprint("boards", __name__, url_prefix="/v1/daily", tag="Daily")
blueprint.before_request(need_json)


@blueprint.post("/<string:day>/attempts")
@blueprint.input(AttemptIn)
@blueprint.output(AttemptOut)
@blueprint.doc(summary="Hand in a game of a daily", operation_id="attemptDaily")
def attempt(day: str, json_data: AttemptIn) -> Any:
    """The moves are replayed. What counts is the player's best win, by moves and then by time."""
    who = player()
    slot = slot_of(day_of(day), json_data.rules, json_data.difficulty)
    moves = parse_each(json_data.moves)
    found = parts().players.attempt(who, slot, moves, json_data.seconds)
    return {
        "moves": found.moves,
        "seconds": found.seconds,
        "excess": found.excess,
        "is_best": found.is_best,
        "best_moves": found.best.moves,
        "best_seconds": found.best.seconds,
        "rank": found.rank,
        "players": found.players,
        "percentile": found.percentile,
        "streak": found.streak,
    }


@blueprint.get("/<string:day>/board")
@blueprint.input(BoardIn, location="query")
@blueprint.output(BoardOut)
@blueprint.doc(summary="The board of a daily", operation_id="getBoard")
def board(day: str, query_data: BoardIn) -> Any:
    """Fewest moves first, then least time; equals share a rank."""
    slot = slot_of(day_of(day), query_data.rules, query_data.difficulty)
    after, most = None, query_data.limit
    if query_data.cursor is not None:
        score, last = from_cursor(query_data.cursor, "board", int, str)
        after = int(score), str(last)
    lines = parts().players.board(slot, after, most + 1)
    end = lines[:most][-1][0] if len(lines) > most else None
    return {
        "places": [
            {"rank": place.rank, "name": name, "moves": place.moves, "seconds": place.seconds}
            for place, name in lines[:most]
        ],
        "next": None if end is None else to_cursor("board", end.score, end.player),
    }

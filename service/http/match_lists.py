"""``/v1/matches``: find one."""

from __future__ import annotations

from typing import Any

from apiflask import APIBlueprint

from service.http.access import parts, player
from service.http.cursors import from_cursor, to_cursor
from service.http.matches import judging
from service.http.problems import Problem
from service.http.schemas.matches import MatchesIn, MatchesOut, MatchOut
from service.http.tables import Caller, moment, seats_shown, shown
from service.storage.matches import Place

__all__ = ["blueprint"]

blueprint = APIBlueprint("match_lists", __name__, url_prefix="/v1/matches", tag="Matches")


@blueprint.get("")
@blueprint.input(MatchesIn, location="query")
@blueprint.output(MatchesOut)
@blueprint.doc(summary="My matches", operation_id="listMatches")
def own(query_data: MatchesIn) -> Any:
    """The one with the latest change first."""
    who = player().id
    return _page(parts().matches.lists.of_player, (who,), query_data, who)


@blueprint.get("/open")
@blueprint.input(MatchesIn, location="query")
@blueprint.output(MatchesOut)
@blueprint.doc(summary="Tables with open seats", operation_id="listOpenMatches")
def open_tables(query_data: MatchesIn) -> Any:
    """Those that anybody may join, the newest first."""
    return _page(parts().matches.lists.open_tables, (), query_data, None)


@blueprint.get("/codes/<string:code>")
@blueprint.output(MatchOut)
@blueprint.doc(summary="The match of a join code", operation_id="findMatch")
def find(code: str) -> Any:
    """As those see it who watch; who has the code may look before they join."""
    page = parts().matches.lists.with_code(code[:20])
    table = page.table
    if table.status != "waiting" and not table.head.spectators:
        raise Problem("not-yours", "nobody watches this match")
    with judging(table.head.game):
        return shown(Caller(page, None), table.version)


def _page(listed: Any, first: tuple[str, ...], asked: MatchesIn, who: str | None) -> Any:
    before = None
    if asked.cursor is not None:
        when, last = from_cursor(asked.cursor, "matches", int, str)
        before = Place(int(when), str(last))
    found = listed(*first, before, asked.limit)
    shown = []
    for table, when in found.tables:
        seat = None if who is None else table.seat_of(who)
        shown.append(
            {
                "id": table.id,
                "game": table.head.game,
                "status": table.status,
                "version": table.version,
                "seats": seats_shown(table),
                "seat": seat,
                "your_turn": seat is not None and seat in table.to_act,
                "changed": moment(when),
                "created": moment(table.head.created),
                "move_seconds": table.head.move_seconds,
            }
        )
    following = None if found.end is None else to_cursor("matches", *found.end)
    return {"matches": shown, "next": following}

"""``/v1/matches``: sit down, look, act."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from apiflask import APIBlueprint
from flask import Response, jsonify, request

from service.dailies import Slot
from service.hints import fair_record
from service.http.access import desk, need_json, parts, player
from service.http.analysis import FAIR, HINT_SECONDS
from service.http.cursors import from_cursor, to_cursor
from service.http.daily import day_of, slot_of
from service.http.holding import STREAM_HEADER, WAIT_HEADER
from service.http.idempotency import REPLAYED, given_key, name_of_request
from service.http.problems import Problem
from service.http.schemas.matches import (
    ActionIn,
    DailyOfMatchIn,
    FairnessOut,
    HistoryOut,
    JoinIn,
    LookIn,
    MatchesIn,
    MatchesOut,
    MatchHintOut,
    MatchIn,
    MatchOut,
    SeatedOut,
)
from service.http.tables import Caller, caller_of, moment, seated_shown, seats_shown, shown, sitting
from service.matches import PLAYER, Asked, commitment_of
from service.matches.logbook import Request
from solver.analysis import fair_hint

__all__ = ["blueprint"]

blueprint = APIBlueprint("matches", __name__, url_prefix="/v1/matches", tag="Matches")

_WITHOUT_BODY = {"matches.give_hint", "matches.resign", "matches.rematch"}


@blueprint.before_request
def _need_json() -> None:
    if request.endpoint not in _WITHOUT_BODY:
        need_json()


_VERSION = re.compile(r'(?:W/)?"(\d{1,9})"|(\d{1,9})', re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


@blueprint.post("")
@blueprint.input(MatchIn)
@blueprint.output(SeatedOut, 201)
@blueprint.doc(summary="A new match", operation_id="createMatch")
def create(json_data: MatchIn) -> Any:
    """It begins once no seat is open. Who makes it sits at it."""
    asked = Asked(
        json_data.game, json_data.options, json_data.seats, json_data.public,
        json_data.spectators, json_data.move_seconds, json_data.seed, _slot(json_data.daily),
    )  # fmt: skip
    made = parts().matches.seating.create(player().id, asked, name_of_request())
    return seated_shown(made), 201, {"Location": f"/v1/matches/{made.table.id}"}


@blueprint.get("")
@blueprint.input(MatchesIn, location="query")
@blueprint.output(MatchesOut)
@blueprint.doc(summary="My matches", operation_id="listMatches")
def own(query_data: MatchesIn) -> Any:
    """The one with the latest change first."""
    who = player().id
    return _page(parts().matches.book.of_player, (who,), query_data, who)


@blueprint.get("/open")
@blueprint.input(MatchesIn, location="query")
@blueprint.output(MatchesOut)
@blueprint.doc(summary="Tables with open seats", operation_id="listOpenMatches")
def open_tables(query_data: MatchesIn) -> Any:
    """Those that anybody may join, the newest first."""
    return _page(parts().matches.book.open_tables, (), query_data, None)


@blueprint.get("/codes/<string:code>")
@blueprint.output(MatchOut)
@blueprint.doc(summary="The match of a join code", operation_id="findMatch")
def find(code: str) -> Any:
    """As those see it who watch; who has the code may look before they join."""
    table = parts().matches.book.with_code(code[:20])
    if table.status != "waiting" and not table.head.spectators:
        raise Problem("not-yours", "nobody watches this match")
    return shown(Caller(table, None), table.version)


@blueprint.post("/<id:match_id>/seats")
@blueprint.input(JoinIn)
@blueprint.output(SeatedOut, 201)
@blueprint.doc(summary="Sit down at an open seat", operation_id="joinMatch")
def join(match_id: str, json_data: JoinIn) -> Any:
    """Who sits there already is told their token again."""
    return seated_shown(parts().matches.seating.join(player().id, match_id, json_data.code)), 201


@blueprint.get("/<id:match_id>")
@blueprint.input(LookIn, location="query")
@blueprint.output(MatchOut)
@blueprint.doc(summary="A match as I may see it", operation_id="getMatch")
def look(match_id: str, query_data: LookIn) -> Any:
    """With ``since`` and ``wait`` the answer comes when there is more, or after so many seconds."""
    caller = caller_of(match_id)
    caller = caller._replace(table=parts().matches.ranking.hand_in(caller.table))
    version = caller.table.version
    since = version - 1 if query_data.since is None else query_data.since
    headers = {}
    if query_data.since == version and query_data.wait and caller.table.status != "over":
        headers[WAIT_HEADER] = _ticket(caller, query_data.wait)
    return _answer(caller, since, headers)


@blueprint.get("/<id:match_id>/events")
@blueprint.doc(
    summary="The same as a stream",
    operation_id="streamMatch",
    responses={200: "Events"},
)
def stream(match_id: str) -> Any:
    """Server-sent events: each is the match as it is then, its id the version.

    With Last-Event-ID it goes on from there.
    """
    caller = caller_of(match_id)
    version = caller.table.version
    given = request.headers.get("Last-Event-ID", "")
    seen = int(given) if _NUMBER.fullmatch(given) else None
    text = "retry: 1000\n\n" if seen is None else ""
    if seen is None or seen < version:
        told = json.dumps(shown(caller, version - 1 if seen is None else seen))
        text += f"id: {version}\nevent: match\ndata: {told}\n\n"
    response = Response(text, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    if caller.table.status != "over":
        response.headers[STREAM_HEADER] = _ticket(caller, 0)
    return response


@blueprint.post("/<id:match_id>/actions")
@blueprint.input(ActionIn)
@blueprint.output(MatchOut)
@blueprint.doc(summary="Do something", operation_id="actInMatch")
def act(match_id: str, json_data: ActionIn) -> Any:
    """If-Match is the version that was seen; a key makes sure that it is done once."""
    _, seat = sitting(match_id)
    given = request.headers.get("If-Match")
    if given is None:
        raise Problem("precondition-required", "send If-Match with the version that you have seen")
    version = _VERSION.fullmatch(given.strip())
    if version is None:
        raise Problem("bad-request", 'If-Match is a version, such as "17"')
    number = int(version[1] or version[2])
    key = given_key()
    digest = hashlib.sha256(f"{number}|".encode() + request.get_data()).hexdigest()[:32]
    wanted = None if key is None else Request(f"{seat}-{key}", digest)
    acted = parts().matches.playing.act(match_id, seat, number, json_data.action, wanted)
    headers = {REPLAYED: "true"} if acted.again else {}
    table = acted.table if acted.again else parts().matches.ranking.hand_in(acted.table)
    return _answer(Caller(table, seat), acted.table.version - 1, headers)


@blueprint.post("/<id:match_id>/hint")
@blueprint.output(MatchHintOut)
@blueprint.doc(summary="A hint, in a game for one", operation_id="hintInMatch")
def give_hint(match_id: str) -> Any:
    """By what the player has seen; the game counts as helped from then on."""
    table, seat = sitting(match_id)
    position = getattr(table.state, "position", None)
    if position is None:
        raise Problem("no-hints", f"there are no hints in {table.head.game}")
    if table.status != "playing":
        raise Problem("not-playing", "the match isn't in play")
    with desk():
        found = fair_hint(
            position, limits=FAIR, seconds=HINT_SECONDS,
            shortest=not parts().seal.covers(position),
        )  # fmt: skip
    table = parts().matches.playing.helped(table, seat)
    return {"version": table.version, "hint": fair_record(found)}


@blueprint.post("/<id:match_id>/rematch")
@blueprint.output(SeatedOut, 201)
@blueprint.doc(summary="Another match of the same players", operation_id="rematch")
def rematch(match_id: str) -> Any:
    """The first who asks makes it, with open seats for the others, who sit down by asking too."""
    table, seat = sitting(match_id)
    return seated_shown(parts().matches.seating.rematch(table.sitters[seat].player, match_id)), 201


@blueprint.post("/<id:match_id>/resign")
@blueprint.output(MatchOut)
@blueprint.doc(summary="Give up", operation_id="resignMatch")
def resign(match_id: str) -> Any:
    """A game for one ends; in others a bot plays on, and what is left is to watch."""
    _, seat = sitting(match_id)
    table = parts().matches.playing.leave(match_id, seat)
    still = seat if table.sitters[seat].kind == PLAYER else None
    return _answer(Caller(table, still), table.version - 1, {})


@blueprint.get("/<id:match_id>/history")
@blueprint.output(HistoryOut)
@blueprint.doc(summary="All that has happened", operation_id="getMatchHistory")
def history(match_id: str) -> Any:
    """As one may see it; once the match is over, everything, with a log that can be replayed."""
    caller = caller_of(match_id)
    table = caller.table
    over = table.status == "over"
    return {
        "id": table.id,
        "version": table.version,
        "events": table.all_events() if over else table.events(caller.seat, -1, 1_000_000),
        "log": parts().matches.book.lines(table) if over else None,
    }


@blueprint.get("/<id:match_id>/fairness")
@blueprint.output(FairnessOut)
@blueprint.doc(summary="What the cards come from", operation_id="getMatchFairness")
def fairness(match_id: str) -> Any:
    """The commitment, and what opens it once the match is over."""
    table = caller_of(match_id).table
    over = table.status == "over"
    return {
        "commitment": commitment_of(table.head),
        "seed_chosen": table.head.seed_is_told,
        "seed": table.head.seed if over else None,
        "salt": table.head.salt if over else None,
    }


def _slot(daily: DailyOfMatchIn | None) -> Slot | None:
    if daily is None:
        return None
    day = parts().dailies.today if daily.date is None else day_of(daily.date)
    return slot_of(day, daily.rules, daily.difficulty)


def _ticket(caller: Caller, seconds: float) -> str:
    """What there is to wait for, and who waits."""
    who = "watches" if caller.seat is None else "sits"
    return f"{caller.table.id} {caller.table.version} {seconds} {who}"


def _answer(caller: Caller, since: int, headers: dict[str, str]) -> Response:
    response = jsonify(shown(caller, since))
    # Each who asks sees another match.
    response.headers["Cache-Control"] = "no-store"
    response.headers.update(headers)
    return response


def _page(listed: Any, first: tuple[str, ...], asked: MatchesIn, who: str | None) -> Any:
    before = None
    if asked.cursor is not None:
        when, last = from_cursor(asked.cursor, "matches", int, str)
        before = int(when), str(last)
    found = listed(*first, before, asked.limit)
    shown = []
    for table, when in found:
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
    end = found[-1] if len(found) == asked.limit else None
    following = None if end is None else to_cursor("matches", end[1], end[0].id)
    return {"matches": shown, "next": following}

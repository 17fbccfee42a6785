"""``/v1/matches``: sit down, look, act."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import UTC, datetime
from typing import Any, NamedTuple

from apiflask import APIBlueprint
from flask import Response, jsonify, request

from service.http.access import given_token, need_json, parts, player
from service.http.cursors import from_cursor, to_cursor
from service.http.holding import STREAM_HEADER, WAIT_HEADER
from service.http.idempotency import HEADER, KEY, REPLAYED, name_of_request
from service.http.problems import Problem
from service.http.schemas.matches import (
    ActionIn,
    FairnessOut,
    HistoryOut,
    JoinIn,
    LookIn,
    MatchesIn,
    MatchesOut,
    MatchIn,
    MatchOut,
    SeatedOut,
)
from service.matches import Asked, Seated, commitment_of
from service.tables import PLAYER, Table

__all__ = ["blueprint", "seated_shown"]

blueprint = APIBlueprint("matches", __name__, url_prefix="/v1/matches", tag="Matches")
blueprint.before_request(need_json)

_VERSION = re.compile(r'(?:W/)?"?(\d{1,9})"?', re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_MOST_EVENTS = 500


class _Caller(NamedTuple):
    """A match, and the seat of who asks; None: they watch."""

    table: Table
    seat: int | None


@blueprint.post("")
@blueprint.input(MatchIn)
@blueprint.output(SeatedOut, 201)
@blueprint.doc(summary="A new match", operation_id="createMatch")
def create(json_data: MatchIn) -> Any:
    """It begins once no seat is open. Who makes it sits at it."""
    asked = Asked(
        json_data.game, json_data.options, json_data.seats, json_data.public,
        json_data.spectators, json_data.move_seconds, json_data.seed,
    )  # fmt: skip
    made = parts().matches.create(player().id, asked, name_of_request())
    return seated_shown(made), 201, {"Location": f"/v1/matches/{made.table.id}"}


@blueprint.get("")
@blueprint.input(MatchesIn, location="query")
@blueprint.output(MatchesOut)
@blueprint.doc(summary="My matches", operation_id="listMatches")
def own(query_data: MatchesIn) -> Any:
    """The one with the latest change first."""
    who = player().id
    return _page(parts().matches.of_player, (who,), query_data, who)


@blueprint.get("/open")
@blueprint.input(MatchesIn, location="query")
@blueprint.output(MatchesOut)
@blueprint.doc(summary="Tables with open seats", operation_id="listOpenMatches")
def open_tables(query_data: MatchesIn) -> Any:
    """Those that anybody may join, the newest first."""
    return _page(parts().matches.open_tables, (), query_data, None)


@blueprint.get("/codes/<string:code>")
@blueprint.output(MatchOut)
@blueprint.doc(summary="The match of a join code", operation_id="findMatch")
def find(code: str) -> Any:
    """As those see it who watch; who has the code may look before they join."""
    table = parts().matches.table(parts().matches.with_code(code[:20]))
    return _shown(_Caller(table, None), table.version)


@blueprint.post("/<id:match_id>/seats")
@blueprint.input(JoinIn)
@blueprint.output(SeatedOut, 201)
@blueprint.doc(summary="Sit down at an open seat", operation_id="joinMatch")
def join(match_id: str, json_data: JoinIn) -> Any:
    """Who sits there already is told their token again."""
    return seated_shown(parts().matches.join(player().id, match_id, json_data.code)), 201


@blueprint.get("/<id:match_id>")
@blueprint.input(LookIn, location="query")
@blueprint.output(MatchOut)
@blueprint.doc(summary="A match as I may see it", operation_id="getMatch")
def look(match_id: str, query_data: LookIn) -> Any:
    """With ``since`` and ``wait`` the answer comes when there is more, or after so many seconds."""
    caller = _caller(match_id)
    version = caller.table.version
    since = version - 1 if query_data.since is None else query_data.since
    headers = {}
    if query_data.since == version and query_data.wait and caller.table.status != "over":
        headers[WAIT_HEADER] = f"{match_id} {version} {query_data.wait}"
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
    caller = _caller(match_id)
    version = caller.table.version
    given = request.headers.get("Last-Event-ID", "")
    seen = int(given) if _NUMBER.fullmatch(given) else None
    text = "retry: 1000\n\n" if seen is None else ""
    if seen is None or seen < version:
        told = json.dumps(_shown(caller, version - 1 if seen is None else seen))
        text += f"id: {version}\nevent: match\ndata: {told}\n\n"
    response = Response(text, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    if caller.table.status != "over":
        response.headers[STREAM_HEADER] = f"{match_id} {version} 0"
    return response


@blueprint.post("/<id:match_id>/actions")
@blueprint.input(ActionIn)
@blueprint.output(MatchOut)
@blueprint.doc(summary="Do something", operation_id="actInMatch")
def act(match_id: str, json_data: ActionIn) -> Any:
    """If-Match is the version that was seen; a key makes sure that it is done once."""
    caller = _sitting(match_id)
    assert caller.seat is not None
    given = request.headers.get("If-Match")
    if given is None:
        raise Problem("precondition-required", "send If-Match with the version that you have seen")
    version = _VERSION.fullmatch(given.strip())
    if version is None:
        raise Problem("bad-request", 'If-Match is a version, such as "17"')
    key = request.headers.get(HEADER, "").strip('"')
    if key and not re.fullmatch(KEY, key):
        raise Problem("bad-request", f"{HEADER} must be 16 to 128 visible ASCII characters")
    digest = hashlib.sha256(f"{given}|".encode() + request.get_data()).hexdigest()[:32]
    acted = parts().matches.act(
        match_id, caller.seat, int(version[1]), json_data.action,
        f"{caller.seat}-{key}" if key else "", digest,
    )  # fmt: skip
    headers = {REPLAYED: "true"} if acted.again else {}
    return _answer(_Caller(acted.table, caller.seat), acted.table.version - 1, headers)


@blueprint.post("/<id:match_id>/resign")
@blueprint.output(MatchOut)
@blueprint.doc(summary="Give up", operation_id="resignMatch")
def resign(match_id: str) -> Any:
    """A game for one ends; in others a bot plays on, and what is left is to watch."""
    caller = _sitting(match_id)
    assert caller.seat is not None
    table = parts().matches.leave(match_id, caller.seat)
    seat = caller.seat if table.sitters[caller.seat].kind == PLAYER else None
    return _answer(_Caller(table, seat), table.version - 1, {})


@blueprint.get("/<id:match_id>/history")
@blueprint.output(HistoryOut)
@blueprint.doc(summary="All that has happened", operation_id="getMatchHistory")
def history(match_id: str) -> Any:
    """As one may see it; once the match is over, everything, with a log that can be replayed."""
    caller = _caller(match_id)
    table = caller.table
    over = table.status == "over"
    return {
        "id": table.id,
        "version": table.version,
        "events": table.all_events() if over else table.events(caller.seat, -1, 1_000_000),
        "log": parts().matches.log(table) if over else None,
    }


@blueprint.get("/<id:match_id>/fairness")
@blueprint.output(FairnessOut)
@blueprint.doc(summary="What the cards come from", operation_id="getMatchFairness")
def fairness(match_id: str) -> Any:
    """The commitment, and what opens it once the match is over."""
    table = _caller(match_id).table
    over = table.status == "over"
    return {
        "commitment": commitment_of(table.head),
        "seed_chosen": table.head.seed_is_told,
        "seed": table.head.seed if over else None,
        "salt": table.head.salt if over else None,
    }


def _caller(match_id: str) -> _Caller:
    """Who asks for a match.

    Raises:
        Problem: they may not.
    """
    matches = parts().matches
    table = matches.table(match_id)
    token = given_token()
    if token is None:
        if not table.head.spectators:
            raise Problem("unauthorized", "nobody watches this match: send a seat's token")
        return _Caller(table, None)
    if token.count(".") != 2:
        seat = table.seat_of(player().id)
    else:
        found = matches.seat_with(token)
        if found is None:
            raise Problem("unauthorized", "that token is nobody's")
        if found[0] != match_id:
            raise Problem("not-yours", "that token is for another match")
        seat = found[1]
    if seat is None and not table.head.spectators:
        raise Problem("not-yours", "nobody watches this match, and you don't sit at it")
    return _Caller(table, seat)


def _sitting(match_id: str) -> _Caller:
    """Who wants to do something at a table.

    Raises:
        Problem: they don't sit there.
    """
    if given_token() is None:
        raise Problem("unauthorized", "send Authorization: Bearer and the token of your seat")
    caller = _caller(match_id)
    if caller.seat is None:
        raise Problem("not-yours", "you don't sit at this table")
    return caller


def _answer(caller: _Caller, since: int, headers: dict[str, str]) -> Response:
    response = jsonify(_shown(caller, since))
    response.set_etag(str(caller.table.version))
    response.headers.update(headers)
    return response


def seated_shown(found: Seated) -> dict[str, object]:
    """A seat and its token."""
    return {
        "match": _shown(_Caller(found.table, found.seat), found.table.version - 1),
        "seat": found.seat,
        "token": found.token,
    }


def _shown(caller: _Caller, since: int) -> dict[str, object]:
    table, seat = caller
    head = table.head
    deadline = parts().matches.deadline(table.id) if head.move_seconds else 0
    view = None
    if table.state is not None:
        view = table.game.view_to_json(table.game.view(table.state, seat))
    return {
        "id": table.id,
        "game": head.game,
        "options": head.options,
        "status": table.status,
        "version": table.version,
        "seats": _seats(table),
        "seat": seat,
        "waiting": sorted(table.to_act),
        "deadline": _moment(deadline) if deadline and table.to_act else None,
        "view": view,
        "events": table.events(seat, since, _MOST_EVENTS),
        "code": head.code if seat is not None and table.open_seats else None,
        "public": head.is_public,
        "spectators": head.spectators,
        "move_seconds": head.move_seconds,
        "created": _moment(head.created),
        "commitment": commitment_of(head),
        "seed_chosen": head.seed_is_told,
        "rematch_of": head.before or None,
    }


def _seats(table: Table) -> list[dict[str, object]]:
    ids = [sitter.player for sitter in table.sitters]
    named = dict(zip(ids, parts().players.names(ids), strict=True))
    return [
        {
            "seat": seat,
            "kind": sitter.kind,
            "level": sitter.level or None,
            "name": (named[sitter.player] or None) if sitter.player else None,
        }
        for seat, sitter in enumerate(table.sitters)
    ]


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
                "seats": _seats(table),
                "seat": seat,
                "your_turn": seat is not None and seat in table.to_act,
                "changed": _moment(when),
                "created": _moment(table.head.created),
                "move_seconds": table.head.move_seconds,
            }
        )
    end = found[-1] if len(found) == asked.limit else None
    following = None if end is None else to_cursor("matches", end[1], end[0].id)
    return {"matches": shown, "next": following}


def _moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")

"""``/v1/matches``: sit down, look, act."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from apiflask import APIBlueprint
from flask import Response, request

from games.pyramid import PYRAMID
from service.dailies import Slot
from service.hints import fair_record
from service.http.access import desk, need_json, parts, player
from service.http.addresses import network
from service.http.analysis import FAIR, HINT_SECONDS
from service.http.daily import day_of, slot_of
from service.http.idempotency import REPLAYED, given_key, name_of_request
from service.http.problems import Problem
from service.http.schemas.matches import (
    ActionIn,
    DailyOfMatchIn,
    FairnessOut,
    HistoryOut,
    JoinIn,
    LookIn,
    MatchHintOut,
    MatchIn,
    MatchOut,
    SeatedOut,
)
from service.http.tables import (
    Caller,
    as_event,
    as_json,
    caller_of,
    caller_or_left,
    seated_shown,
    shown,
    sitting,
)
from service.http.tickets import TICKET_HEADER, Ticket
from service.matches import PLAYER, Asked, commitment_of
from service.matches.logbook import Request
from solver.analysis import fair_hint

__all__ = ["blueprint", "judging"]

blueprint = APIBlueprint("matches", __name__, url_prefix="/v1/matches", tag="Matches")

_WITHOUT_BODY = {"matches.give_hint", "matches.resign", "matches.rematch"}


@blueprint.before_request
def _need_json() -> None:
    if request.endpoint not in _WITHOUT_BODY:
        need_json()


# A comment now and then keeps a stream open, and shows whether anybody is there.
_BEAT_SECONDS = 15.0
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
    who = player().id
    with judging(json_data.game):
        made = parts().matches.seating.create(who, asked, name_of_request())
        shown_there = seated_shown(made)
    return shown_there, 201, {"Location": f"/v1/matches/{made.page.table.id}"}


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
    version = caller.table.version
    since = version - 1 if query_data.since is None else query_data.since
    if query_data.since == version and query_data.wait and _may_wait(caller):
        # Nobody sees this answer but whoever lets the request wait.
        return _unkept("", {TICKET_HEADER: _ticket(caller, query_data.wait)})
    return _answer(caller, since)


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
        since = version - 1 if seen is None else seen
        with judging(caller.table.head.game):
            text += as_event(version, shown(caller, since))
    headers = {}
    if _may_wait(caller):
        headers[TICKET_HEADER] = _ticket(caller, _BEAT_SECONDS, is_stream=True)
    return _unkept(text, headers, "text/event-stream")


@blueprint.post("/<id:match_id>/actions")
@blueprint.input(ActionIn)
@blueprint.output(MatchOut)
@blueprint.doc(summary="Do something", operation_id="actInMatch")
def act(match_id: str, json_data: ActionIn) -> Any:
    """If-Match is the version that was seen; a key makes sure that it is done once."""
    page, seat = sitting(match_id)
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
    with judging(page.table.head.game):
        written = parts().matches.playing.act(page, seat, number, json_data.action, wanted)
        headers = {REPLAYED: "true"} if written.again else {}
        after = written.page if written.again else parts().matches.ranking.hand_in(written.page)
        return _told(Caller(after, seat), written.page.table.version - 1, headers)


@blueprint.post("/<id:match_id>/hint")
@blueprint.output(MatchHintOut)
@blueprint.doc(summary="A hint, in a game for one", operation_id="hintInMatch")
def give_hint(match_id: str) -> Any:
    """By what the player has seen; the game counts as helped from then on."""
    page, seat = sitting(match_id)
    table = page.table
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
    after = parts().matches.playing.helped(page, seat).table
    return {"version": after.version, "hint": fair_record(found)}


@blueprint.post("/<id:match_id>/rematch")
@blueprint.output(SeatedOut, 201)
@blueprint.doc(summary="Another match of the same players", operation_id="rematch")
def rematch(match_id: str) -> Any:
    """The first who asks makes it, with open seats for the others, who sit down by asking too."""
    page, seat = sitting(match_id)
    who = page.table.sitters[seat].player
    return seated_shown(parts().matches.seating.rematch(who, match_id)), 201


@blueprint.post("/<id:match_id>/resign")
@blueprint.output(MatchOut)
@blueprint.doc(summary="Give up", operation_id="resignMatch")
def resign(match_id: str) -> Any:
    """A game for one ends; in others a bot plays on, and what is left is to watch.

    To give up once more changes nothing.
    """
    caller = caller_or_left(match_id)
    if caller.left is not None:
        return _answer(caller, caller.table.version)
    _, seat = sitting(match_id)
    page = parts().matches.playing.leave(match_id, seat)
    still = seat if page.table.sitters[seat].kind == PLAYER else None
    return _answer(Caller(page, still), page.table.version - 1)


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


def _may_wait(caller: Caller) -> bool:
    """Whether there can be news, and an answer that has a body."""
    return caller.table.status != "over" and request.method == "GET"


def _ticket(caller: Caller, seconds: float, *, is_stream: bool = False) -> str:
    """What there is to wait for, and who waits."""
    return Ticket(
        match_id=caller.table.id,
        version=caller.table.version,
        seconds=seconds,
        seat=caller.seat,
        player=caller.player,
        address=network(request.remote_addr or ""),
        is_stream=is_stream,
        encoding="gzip" if request.accept_encodings.quality("gzip") > 0 else "",
    ).to_header()


@contextmanager
def judging(game: str) -> Iterator[None]:
    """Views of Pyramid may take computing: whether the game can be won.

    Raises:
        Problem: too many others compute; nothing has been done yet.
    """
    with desk() if game == PYRAMID.name else nullcontext():
        yield


def _answer(caller: Caller, since: int) -> Response:
    with judging(caller.table.head.game):
        return _told(caller, since, {})


def _told(caller: Caller, since: int, headers: dict[str, str]) -> Response:
    return _unkept(as_json(shown(caller, since)), headers)


def _unkept(text: str, headers: dict[str, str], kind: str = "application/json") -> Response:
    """Each who asks is told something else."""
    return Response(text, mimetype=kind, headers={"Cache-Control": "no-store", **headers})

"""``/v1/solves``: ask, look, wait, cancel."""

from __future__ import annotations

from typing import Any

from apiflask import APIBlueprint

from service.http.access import metrics, need_json, parts, position_of, seats
from service.http.problems import Problem
from service.http.schemas.solves import SolveIn, SolveOut, WaitIn
from service.questions import WINNABLE_ONLY, Ask
from service.solving import Standing
from solver.result import Limits

__all__ = ["blueprint"]

blueprint = APIBlueprint("solves", __name__, url_prefix="/v1/solves", tag="Solve")
blueprint.before_request(need_json)

_ACCEPTED: dict[int | str, dict[str, Any]] = {
    202: {
        "description": "Queued; Location says where to look.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SolveOut"}}},
        "headers": {
            "Location": {"schema": {"type": "string"}},
            "Retry-After": {"schema": {"type": "integer"}},
        },
    }
}


@blueprint.post("")
@blueprint.input(SolveIn)
@blueprint.output(SolveOut, 200)
@blueprint.doc(summary="Ask about a deal or position", operation_id="askSolve", responses=_ACCEPTED)
def ask(json_data: SolveIn) -> Any:
    """Answered at once (200) if it is known or easy, else by a worker (202)."""
    position = position_of(json_data.deal, json_data.rules)
    wished = Limits(json_data.limits.nodes, json_data.limits.seconds)
    question = Ask(position, json_data.question == WINNABLE_ONLY)
    found = parts().solving.ask(question, wished)
    metrics().asked(found.how)
    where = {"Location": f"/v1/solves/{found.record.id}"}
    if found.record.has_ended:
        return _shown(found), 200, where
    return _shown(found), 202, {**where, "Retry-After": "1"}


@blueprint.get("/<id:solve_id>")
@blueprint.input(WaitIn, location="query")
@blueprint.output(SolveOut)
@blueprint.doc(summary="How a question stands", operation_id="getSolve")
def look(solve_id: str, query_data: WaitIn) -> Any:
    """With ``wait``, the answer comes when it has ended, or after so many seconds."""
    if not query_data.wait:
        return _shown(_known(parts().solving.look(solve_id)))
    with seats().one() as has_one:
        found = _known(parts().solving.wait(solve_id, query_data.wait if has_one else 0))
    # Who couldn't wait should not ask again at once.
    return _shown(found), 200, {} if found.record.has_ended else {"Retry-After": "1"}


@blueprint.delete("/<id:solve_id>")
@blueprint.output(SolveOut)
@blueprint.doc(summary="Give a question up", operation_id="cancelSolve")
def cancel(solve_id: str) -> Any:
    """What has ended already stays as it is."""
    return _shown(_known(parts().solving.cancel(solve_id)))


def _known(found: Standing | None) -> Standing:
    if found is None:
        raise Problem("not-found", "no such question was asked, or it was long ago")
    return found


def _shown(found: Standing) -> dict[str, object]:
    record = found.record
    return {
        "id": record.id,
        "status": record.status,
        "deal": record.deal,
        "rules": record.rules,
        "question": record.question,
        "place": found.place,
        "nodes": record.nodes,
        "result": record.result,
        "reason": record.reason,
    }

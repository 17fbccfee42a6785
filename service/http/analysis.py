"""``/v1/verdicts``, ``/v1/hints``, ``/v1/reviews``, ``/v1/verifications``: answered inline."""

from __future__ import annotations

import json
from typing import Any

from apiflask import APIBlueprint

from service.hints import fair_record, hint_record
from service.http.access import desk, need_json, parts, position_of
from service.http.schemas.analysis import (
    AnyHintOut,
    AnyVerificationOut,
    HintIn,
    ReviewIn,
    ReviewOut,
    VerdictIn,
    VerdictOut,
    VerificationIn,
)
from solver.analysis import fair_hint, hint, review, verdict
from solver.certificate import Certificate
from solver.certification import check_certificate
from solver.engines import SEARCH
from solver.errors import IllegalMove
from solver.moves import parse_each
from solver.position import positions_along
from solver.result import Limits
from solver.score import scores_of_legal

__all__ = ["FAIR", "HINT_SECONDS", "blueprint"]

blueprint = APIBlueprint("analysis", __name__, url_prefix="/v1", tag="Analysis")
blueprint.before_request(need_json)

# For each question to the search. A game waits for these answers, so they may be `unknown`.
_VERDICT = Limits(seconds=1.0)
_HINT = Limits(seconds=0.5)
FAIR = Limits(seconds=0.1)
HINT_SECONDS = 5.0
_REVIEW_SECONDS = 10.0
_PROOF = Limits(seconds=5.0)


@blueprint.post("/verdicts")
@blueprint.input(VerdictIn)
@blueprint.output(VerdictOut)
@blueprint.doc(summary="Can this still be won?", operation_id="giveVerdict")
def give_verdict(json_data: VerdictIn) -> Any:
    """For any moment of a game; ``lost`` means that no way to play on wins."""
    position = position_of(json_data.deal, json_data.rules)
    if json_data.least:
        parts().seal.check(position)
    with desk():
        return verdict(position, least=json_data.least, limits=_VERDICT)._asdict()


@blueprint.post("/hints")
@blueprint.input(HintIn)
@blueprint.output(AnyHintOut)
@blueprint.doc(summary="The best next move", operation_id="giveHint")
def give_hint(json_data: HintIn) -> Any:
    """Every legal move is graded, or has its chances told."""
    position = position_of(json_data.deal, json_data.rules)
    if json_data.kind == "full":
        parts().seal.check(position)
        with desk():
            return hint_record(hint(position, limits=_HINT, seconds=HINT_SECONDS))
    samples, seed = json_data.samples, json_data.seed
    with desk():
        found = fair_hint(
            position,
            samples=samples,
            seed=seed,
            limits=FAIR,
            seconds=HINT_SECONDS,
            # Nobody is led through today's daily in the fewest moves.
            shortest=not parts().seal.covers(position),
        )
    return fair_record(found)


@blueprint.post("/reviews")
@blueprint.input(ReviewIn)
@blueprint.output(ReviewOut)
@blueprint.doc(summary="Look back on a game", operation_id="giveReview")
def give_review(json_data: ReviewIn) -> Any:
    """Where was it lost, and what has each move cost?"""
    position = position_of(json_data.deal, json_data.rules)
    parts().seal.check(position)
    moves = parse_each(json_data.moves)
    limits = Limits(seconds=_REVIEW_SECONDS / (len(moves) + 1))
    with desk():
        found = review(position, moves, limits=limits)
    steps = [{**step._asdict(), "move": str(step.move)} for step in found.steps]
    return {**found._asdict(), "start": found.start._asdict(), "steps": steps}


@blueprint.post("/verifications")
@blueprint.input(VerificationIn)
@blueprint.output(AnyVerificationOut)
@blueprint.doc(summary="Check a game or a certificate", operation_id="giveVerification")
def give_verification(json_data: VerificationIn) -> Any:
    """Moves are replayed; a certificate is checked part by part, on wish with a new proof."""
    if json_data.certificate is not None:
        certificate = Certificate.from_json(json.dumps(json_data.certificate))
        if json_data.prove:
            parts().seal.check(certificate.position())
        engine = SEARCH if json_data.prove else None
        with desk():
            checked = check_certificate(certificate, engine=engine, limits=_PROOF)
        holds = all(part.holds is not False for part in checked)
        open_ = any(part.holds is None and part.name != "at least" for part in checked)
        return {
            "kind": "certificate",
            "holds": holds,
            "proven": holds and not open_ if json_data.prove else None,
            "parts": [part._asdict() for part in checked],
        }
    assert json_data.deal is not None
    position = position_of(json_data.deal, json_data.rules)
    moves = parse_each(json_data.moves or [])
    start, played, fault = position, 0, None
    try:
        for after in positions_along(position, moves):
            position, played = after, played + 1
    except IllegalMove as error:
        fault = {"number": played + 1, "move": str(moves[played]), "detail": str(error)}
    return {
        "kind": "moves",
        "legal": fault is None,
        "wins": fault is None and position.is_won,
        "moves": len(moves),
        "left": sum(card is not None for card in position.pyramid),
        "score": scores_of_legal(start, moves)._asdict() if fault is None else None,
        "fault": fault,
    }

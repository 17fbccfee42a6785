"""What is written down when the two engines contradict each other."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from solver.batch import deal_text
from solver.engines import Disagreement
from solver.result import Result

__all__ = ["write_report"]


def write_report(disagreement: Disagreement) -> str:
    """Write the deal and both answers to a file here; returns a clause that says where to."""
    position = disagreement.position
    deal = deal_text(position, position.rules)
    rules = position.rules.name
    report = {
        "deal": deal,
        "rules": rules,
        "reason": str(disagreement),
        "answers": [_answer(disagreement.first), _answer(disagreement.second)],
    }
    digest = hashlib.sha256(f"{rules} {deal}".encode()).hexdigest()[:12]
    path = Path(f"pyramid-disagreement-{digest}.json")
    try:
        path.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        return f"{path} can't be written ({error.strerror}): please report {rules}, {deal}"
    return f"the deal and both answers are in {path}"


def _answer(result: Result) -> dict[str, object]:
    return {
        "kernel": result.kernel,
        "status": result.status,
        "min_moves": result.min_moves,
        "at_least": result.at_least,
        "at_most": result.at_most,
        "solution": [str(move) for move in result.solution],
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "limit": result.limit,
    }

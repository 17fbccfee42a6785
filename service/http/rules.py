"""``/v1/rules``: the games that there are; ``/v1/version``: what plays them."""

from __future__ import annotations

from typing import Any

from apiflask import APIBlueprint

from service.http.caching import cached
from service.http.problems import Problem
from service.http.schemas.rules import RulesListOut, RulesOut, VersionOut
from service.settings import DAILY_PRESETS
from service.version import versions
from solver.cards import RANKS
from solver.rules import PRESETS, SOURCES, Rules

__all__ = ["blueprint"]

blueprint = APIBlueprint("rules", __name__, url_prefix="/v1", tag="Rules")

_HOUR_SECONDS = 3600


@blueprint.get("/rules")
@blueprint.output(RulesListOut)
@blueprint.doc(summary="All presets", operation_id="listRules")
def list_rules() -> Any:
    """By name, with their parameters, boards and pairs, and where each is played."""
    return cached({"rules": [_shown(name) for name in PRESETS]}, _HOUR_SECONDS)


@blueprint.get("/rules/<string:name>")
@blueprint.output(RulesOut)
@blueprint.doc(summary="A preset", operation_id="getRules")
def one(name: str) -> Any:
    """Its parameters, board and pairs, and where it is played."""
    if name not in PRESETS:
        raise Problem("not-found", f"no preset is called {name[:40]!r}")
    return cached(_shown(name), _HOUR_SECONDS)


@blueprint.get("/version")
@blueprint.output(VersionOut)
@blueprint.doc(summary="What runs", operation_id="getVersion")
def version() -> Any:
    """The versions, and whether the search is compiled."""
    return {"versions": versions(with_ortools=False)}


def _shown(name: str) -> dict[str, object]:
    about = {"played_at": SOURCES[name], "has_dailies": name in DAILY_PRESETS}
    return {"name": name, **about, **record_of(PRESETS[name])}


def record_of(rules: Rules) -> dict[str, object]:
    """What a client needs to play by some rules: parameters, board and pairs."""
    board, pairs = rules.board, rules.pairs
    ranks = dict(enumerate(RANKS, start=1))
    return {
        "parameters": rules.values(),
        "board": {
            "rows": [list(row) for row in board.by_row()],
            "covers": [list(covers) for covers in board.covers],
            "across": list(board.across),
        },
        "pairs": {
            "partners": {
                rank: [ranks[other] for other in ranks if pairs.pairs(number, other)]
                for number, rank in ranks.items()
            },
            "alone": [rank for number, rank in ranks.items() if pairs.single(number)],
            "sentence": pairs.sentence,
        },
    }

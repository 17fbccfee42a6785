"""``/v1/rules``: the games that there are."""

from __future__ import annotations

from typing import Any

from apiflask import APIBlueprint

from service.http.schemas import RulesListOut
from solver.rules import PRESETS, SOURCES

__all__ = ["blueprint"]

blueprint = APIBlueprint("rules", __name__, url_prefix="/v1/rules", tag="Rules")


@blueprint.get("")
@blueprint.output(RulesListOut)
@blueprint.doc(summary="All presets", operation_id="listRules")
def list_rules() -> Any:
    """By name, with their parameters and where each is played."""
    return {
        "rules": [
            {"name": name, "played_at": SOURCES[name], "parameters": rules.values()}
            for name, rules in PRESETS.items()
        ]
    }

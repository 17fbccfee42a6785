"""``/v1/deals/{code}``: a deal by its number or its cards, and its picture."""

from __future__ import annotations

from typing import Any

from apiflask import APIBlueprint

from service.http.access import position_of
from service.http.caching import cached
from service.http.pictures import PICTURE, picture
from service.http.schemas.rules import DealIn, DealOut, PictureIn
from solver.deal import Deal
from solver.notation import format_position
from solver.rules import rules_named

__all__ = ["blueprint"]

blueprint = APIBlueprint("deals", __name__, url_prefix="/v1", tag="Rules")

_DAY_SECONDS = 86400


@blueprint.get("/deals/<string:code>")
@blueprint.input(DealIn, location="query")
@blueprint.output(DealOut)
@blueprint.doc(summary="A deal by its code", operation_id="getDeal")
def show(code: str, query_data: DealIn) -> Any:
    """The code is seed:N, ms:N, pysol:N, or all cards without spaces between them."""
    rules = rules_named(query_data.rules)
    deal = Deal.parse(code, rules)
    position = deal.position(rules)
    rows = [[str(position.pyramid[cell]) for cell in row] for row in position.board.by_row()]
    document = {
        "code": deal.line().replace(" ", ""),
        "digest": deal.digest,
        "rules": rules.name,
        "deal": deal.line(),
        "position": format_position(position),
        "pyramid": rows,
        "reserve": [[str(card) for card in column] for column in position.reserve],
        "stock": [str(card) for card in position.stock],
    }
    return cached(document, _DAY_SECONDS)


@blueprint.get("/deals/<string:code>.svg")
@blueprint.input(DealIn, location="query")
@blueprint.doc(summary="A picture of a deal", operation_id="drawDeal", responses=PICTURE)
def draw(code: str, query_data: DealIn) -> Any:
    """As it lies at the beginning of a game."""
    rules = rules_named(query_data.rules)
    return cached(picture(Deal.parse(code, rules).position(rules)), _DAY_SECONDS)


@blueprint.get("/boards.svg")
@blueprint.input(PictureIn, location="query")
@blueprint.doc(summary="A picture of a position", operation_id="drawBoard", responses=PICTURE)
def draw_board(query_data: PictureIn) -> Any:
    """Of any moment of a game, for sharing."""
    return cached(picture(position_of(query_data.deal, query_data.rules)), _DAY_SECONDS)

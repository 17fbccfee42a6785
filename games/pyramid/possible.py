"""Whether a state of Pyramid that was read can be."""

from __future__ import annotations

from games.errors import BadRecord
from games.possible import must
from games.pyramid.actions import LATEST
from games.pyramid.course import RESIGNED, reason_of, result_of
from games.pyramid.state import OVER, State, shown_of_stock
from games.setups import checked_seed
from solver.deal import Deal
from solver.errors import BadDeal, BadMove, IllegalMove
from solver.moves import parse_move

__all__ = ["check_state"]


def check_state(state: State) -> None:
    """See that a state can be: its moves lead from the deal to how the cards lie.

    Raises:
        BadRecord, BadSetup: it can't.
    """
    options, is_over = state.options, state.phase == OVER
    checked_seed(state.seed)
    is_resigned = state.result is not None and state.result.reason == RESIGNED
    most = options.max_actions
    must(0 <= state.undone <= most, f"undone: 0 to {most}")
    done = len(state.moves) + 2 * state.undone + is_resigned
    must(options.undo or not state.undone, "undone: 0, since moves can't be taken back")
    must(state.actions == done, f"actions: moves and what was undone make {done}")
    must(state.actions <= most, f"actions: there are no more than {most}")
    must(state.time is None or 0 <= state.time <= LATEST, f"time: 0 to {LATEST} milliseconds")
    _check_moves(state)
    # Who gives up does so while the game goes on.
    before = reason_of(state.position, state.actions - is_resigned, options)
    must(before is None or not is_resigned, "result: the game was over before")
    reason = RESIGNED if is_resigned else before
    must(is_over == (reason is not None), f"phase: {state.phase} doesn't fit the position")
    result = None if reason is None else result_of(state, reason)
    must(state.result == result, "result: it isn't what the position says")


def _check_moves(state: State) -> None:
    """See that the moves lead from the deal to how the cards lie, and what was seen."""
    try:
        deal = Deal(state.dealt)
        position = deal.position(state.options.in_force)
    except BadDeal as error:
        raise BadRecord(f"dealt: {error}") from None
    must(deal.cards == state.dealt, "dealt: of two cards of a kind the second has the mark")
    must(state.options.given in (None, deal), "dealt: the options ask for another deal")
    seen = shown_of_stock(position)
    for number, text in enumerate(state.moves, 1):
        try:
            move = parse_move(text)
            position = position.apply(move)
        except (BadMove, IllegalMove) as error:
            raise BadRecord(f"moves: number {number}: {error}") from None
        must(str(move) == text, f"moves: number {number}: write {move}")
        seen = max(seen, shown_of_stock(position))
    for name, found, led_to in zip(position._fields, state.position, position, strict=True):
        must(found == led_to, f"{name}: the moves have led to something else")
    most = state.options.in_force.stock_size if state.undone else seen
    must(seen <= state.seen <= most, f"seen: {seen} to {most}")

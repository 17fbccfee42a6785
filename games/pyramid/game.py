"""Pyramid solitaire: what may be done, and what follows.

The rules are those of :mod:`solver.position`, under any preset and any parameters. Where they
leave open what a game is, this was chosen:

* The pyramid, the reserve and the cells lie face up, covered cards too, and so do all
  wastes. The stock lies face down, but for its next card where ``stock_top`` lets it be used.
  What has been face up at some time is known from then on, also when it was undone.
* A game that comes from its seed is the pack of :func:`games.shuffle.shuffled` for deal 1, in
  the order of :class:`solver.deal.Deal`; of two packs, the second of a kind has the mark. A
  deal of the options goes before it; so does the one hand of the whole pack, in that same
  order, that a setup may give.
* Moves that stand and moves that were taken back are counted apart; each was one action, and
  so was each undo. What was undone can't be redone but by making the move again.
* The game is won with the solver's goal. It is lost by giving up, when no move is left and
  none may be taken back, or by the action that is number ``max_actions``.
* The one score is the number of cards that have gone from the pyramid, whatever the goal is.
* There is no clock: see :mod:`games.pyramid.actions` for the time of an action.
* What a :class:`~games.pyramid.judge.Judge` says is in views alone. States don't depend on
  it: a game that was played with a judge is the same when it is replayed without.
"""

from __future__ import annotations

from typing import ClassVar

from games.errors import BadSetup, GameIsOver
from games.events import Json, event
from games.jsons import shown
from games.protocol import Setup
from games.pyramid.actions import (
    SOUND,
    Action,
    Make,
    Resign,
    Undo,
    action_from_json,
    action_to_json,
)
from games.pyramid.course import PLAYER, WON, make, resign, settled, undo
from games.pyramid.errors import TimeRunsBackwards
from games.pyramid.judge import Judge, Remembered
from games.pyramid.options import Options
from games.pyramid.possible import check_state
from games.pyramid.state import (
    OVER,
    PLAY,
    Ending,
    State,
    View,
    known_stock,
    next_card,
    rows_of,
    shown_of_stock,
)
from games.recorded import Recorded
from games.shuffle import shuffled
from solver.deal import Deal

__all__ = ["PYRAMID", "Pyramid"]

_ONE_SEAT = frozenset({PLAYER})
_NOBODY: frozenset[int] = frozenset()


class Pyramid(Recorded[Options, State, Action, View]):
    """The rules of Pyramid as a game.

    Args:
        judge: says in views whether the game can still be won, and at the end how few moves
            would have done; without one that is unknown.
    """

    name: ClassVar[str] = "pyramid"
    options_type = Options
    state_type = State
    actions = SOUND
    has_sheet = False

    def __init__(self, judge: Judge | None = None) -> None:
        self._judge = None if judge is None else Remembered(judge)

    def seats(self, options: Options) -> int:  # noqa: ARG002 - of any options
        """One."""
        return 1

    def sides(self, options: Options) -> int:  # noqa: ARG002 - of any options
        """One."""
        return 1

    def _start(self, options: Options, seed: str, setup: Setup) -> State:
        deal = _deal(options, seed, setup)
        position = deal.position(options.in_force)
        told = event(
            "deal",
            rules=options.rules,
            pyramid=rows_of(position),
            reserve=position.reserve,
            stock=len(position.stock),
            next_card=next_card(position),
        )
        dealt = State(
            options, seed, deal.cards, PLAY, *position[1:],
            shown_of_stock(position), (), 0, 0, None, None, (),
        )  # fmt: skip
        return settled(dealt, position, None, (), told)

    def to_act(self, state: State) -> frozenset[int]:
        """The player, until the game is over."""
        return _NOBODY if state.phase == OVER else _ONE_SEAT

    def _legal(self, state: State, seat: int) -> tuple[Action, ...]:  # noqa: ARG002 - of the one
        if state.phase == OVER:
            return ()
        actions: list[Action] = [Make(move) for move in state.position.legal_moves()]
        if state.options.undo and state.moves:
            actions.append(Undo())
        return (*actions, Resign())

    def _apply(self, state: State, seat: int, action: Action) -> State:  # noqa: ARG002 - as above
        if state.phase == OVER:
            raise GameIsOver("the game is over")
        last = state.time or 0
        if action.at is not None and action.at < last:
            raise TimeRunsBackwards(
                f"{shown(action.at)} ms is too early: the last action was done at {last} ms"
            )
        if isinstance(action, Make):
            return make(state, action)
        return undo(state, action) if isinstance(action, Undo) else resign(state, action)

    def _view(self, state: State, seat: int | None) -> View:
        position, options, judge = state.position, state.options, self._judge
        is_over = state.phase == OVER
        return View(
            game=self.name,
            options=options if is_over else options.told,
            seat=seat,
            phase=state.phase,
            waiting=tuple(self.to_act(state)),
            pyramid=rows_of(position),
            stock=len(state.stock),
            known_stock=known_stock(state),
            next_card=next_card(position),
            wastes=state.wastes,
            reserve=state.reserve,
            cells=state.cells,
            pass_number=state.pass_number,
            seen=state.seen_cards,
            moves=state.moves,
            undone=state.undone,
            actions=state.actions,
            time=state.time,
            can_win=judge.can_win(position) if judge and options.notice else None,
            legal=() if seat is None else tuple(map(action_to_json, self._legal(state, seat))),
            ending=self._ending(state) if is_over else None,
            result=state.result,
        )

    def _ending(self, state: State) -> Ending:
        """What is told of a game that is over."""
        judge, start = self._judge, state.start
        won = state.result is not None and state.result.reason == WON
        least = judge.least_moves(start) if judge else None
        winnable: bool | None = won or least is not None
        if not winnable:
            winnable = judge.can_win(start) if judge else None
        return Ending(won, len(state.moves), state.undone, state.time, state.dealt, winnable, least)

    def _check(self, state: State) -> None:
        check_state(state)

    def action_to_json(self, action: Action) -> Json:
        """``{"move": "5C+8D"}``, ``{"undo": true}`` or ``{"resign": true}``; ``at`` if told."""
        return action_to_json(action)

    def action_from_json(self, given: Json) -> Action:
        """The other way round."""
        return action_from_json(given)


PYRAMID = Pyramid()


def _deal(options: Options, seed: str, setup: Setup) -> Deal:
    """The deal of the options, of the setup or of the seed."""
    if not setup.deals:
        return options.given or Deal(tuple(shuffled(options.pack, seed, 1)))
    if options.given is not None:
        raise BadSetup("the options ask for a deal already")
    if len(setup.deals) > 1:
        raise BadSetup(f"{len(setup.deals)} deals: a game of Pyramid has one")
    return Deal(setup.deals[0][PLAYER])

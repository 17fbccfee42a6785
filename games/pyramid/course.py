"""The course of a game: what each action does, and how the game ends."""

from __future__ import annotations

from games.events import Event, event
from games.protocol import Result
from games.pyramid.actions import Action, Make, Resign, Undo
from games.pyramid.errors import NothingToUndo, UndoIsOff
from games.pyramid.options import Options
from games.pyramid.play import moved
from games.pyramid.state import OVER, State, next_card, shown_of_stock
from solver.moves import DRAW, parse_each
from solver.position import Position, play

__all__ = [
    "CAP", "PLAYER", "RESIGNED", "STUCK", "WON", "make", "reason_of", "resign", "result_of",
    "settled", "undo",
]  # fmt: skip

#: Why a game has ended.
WON, RESIGNED, STUCK, CAP = "won", "resigned", "stuck", "cap"

PLAYER = 0


def make(state: State, action: Make) -> State:
    """The state after a move.

    Raises:
        IllegalAction: by the rule that forbids it.
    """
    after, text = moved(state.position, action.move), str(action.move)
    drawn = state.stock[: after.rules.draw] if action.move == DRAW else ()
    told = event("move", move=text, drawn=drawn, next_card=next_card(after))
    return settled(state, after, action, (*state.moves, text), told)


def undo(state: State, action: Undo) -> State:
    """The state after a move was taken back.

    Raises:
        UndoIsOff, NothingToUndo: it can't be.
    """
    if not state.options.undo:
        raise UndoIsOff("moves can't be taken back in this game: make one, or resign")
    if not state.moves:
        raise NothingToUndo("there is no move to take back: this is the deal")
    moves = state.moves[:-1]
    # From the deal on: a move doesn't tell where its cards have lain.
    after = play(state.start, parse_each(moves))
    told = event("undone", move=state.moves[-1], next_card=next_card(after))
    return settled(state, after, action, moves, told)


def resign(state: State, action: Resign) -> State:
    """The state after the player has given up."""
    return settled(state, state.position, action, state.moves, event("resigned"))


def settled(
    state: State, position: Position, action: Action | None, moves: tuple[str, ...], told: Event
) -> State:
    """The state after an action, or after the deal; over, if that has ended the game."""
    actions = state.actions + (action is not None)
    after = state._replace(
        pyramid=position.pyramid,
        stock=position.stock,
        wastes=position.wastes,
        reserve=position.reserve,
        cells=position.cells,
        pass_number=position.pass_number,
        seen=max(state.seen, shown_of_stock(position)),
        moves=moves,
        undone=state.undone + isinstance(action, Undo),
        actions=actions,
        time=state.time if action is None or action.at is None else action.at,
        news=(told,),
    )
    reason = RESIGNED if isinstance(action, Resign) else reason_of(position, actions, state.options)
    return after if reason is None else _over(after, reason)


def reason_of(position: Position, actions: int, options: Options) -> str | None:
    """Why the game ends here by itself, if it does."""
    if position.is_won:
        return WON
    # While there is a stock, there is a move.
    if not options.undo and not position.stock and not position.legal_moves():
        return STUCK
    return CAP if actions >= options.max_actions else None


def result_of(state: State, reason: str) -> Result:
    """How the game has ended for a reason."""
    cleared = sum(card is None for card in state.pyramid)
    return Result((PLAYER,) if reason == WON else (), (cleared,), reason)


def _over(state: State, reason: str) -> State:
    won, result = reason == WON, result_of(state, reason)
    over = event(
        "game_over",
        winners=result.winners,
        scores=result.scores,
        reason=reason,
        won=won,
        moves=len(state.moves),
        undone=state.undone,
        time=state.time,
        deal=state.dealt,
    )
    news = (*state.news, event(WON if won else "lost"), over)
    return state._replace(phase=OVER, result=result, news=news)

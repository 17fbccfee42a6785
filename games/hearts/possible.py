"""Whether a state of hearts that was read can be."""

from __future__ import annotations

from games.cards import Hand, by_suit
from games.hearts.course import PASSED, laid, result_of, with_leader
from games.hearts.options import NONE
from games.hearts.scoring import shooter
from games.hearts.state import MOON, OVER, PASS, PLAY, State
from games.possible import check_numbers, check_played, held, must, per_place
from games.tricks import left_of

__all__ = ["check_state"]


def check_state(state: State) -> None:
    """See that a state can be.

    Raises:
        BadRecord, BadSetup: it can't.
    """
    options, seats = state.options, state.options.players
    check_numbers(state, seats)
    per_place(state, seats, "passes", "totals")
    hands = held(state, lambda leader: [(leader + step) % seats for step in range(seats)])
    _check_passes(state, hands)
    begun = state._replace(
        phase=PASS if state.phase == PASS else PLAY,
        hands=hands,
        leader=left_of(state.dealer, seats),
        trick=(),
        tricks=(),
        broken=False,
    )
    check_played(state, with_leader(begun), laid)
    is_played = not any(state.hands)
    must(is_played == (state.phase in (MOON, OVER)), f"phase: {state.phase} doesn't fit the hands")
    if state.phase == MOON:
        is_shot = shooter(options, state.taken) is not None
        must(options.moon == "choice" and is_shot, "phase: there is no moon to choose for")
    _check_result(state)


def _check_passes(state: State, hands: tuple[Hand, ...]) -> None:
    """See that what was passed fits the phase, and the hands after that."""
    passes, is_passing = state.passes, state.phase == PASS
    if state.options.direction(state.deal) == NONE:
        must(not is_passing, "phase: nothing is passed in this deal")
        must(set(passes) == {None}, "passes: nothing is passed in this deal")
    else:
        must((None in passes) == is_passing, f"phase: {state.phase} doesn't fit the passes")
    if is_passing:
        must(not state.trick and not state.tricks, "tricks: all pass before they play")
    for seat, cards in enumerate(passes):
        if cards is not None:
            is_three = len(cards) == PASSED and cards == by_suit(set(cards))
            must(is_three, f"passes: they are {PASSED} different cards each, in order")
            holder = seat if is_passing else state.options.receiver(seat, state.deal)
            must(set(cards) <= set(hands[holder]), f"passes: seat {holder} hasn't held them")


def _check_result(state: State) -> None:
    """See that the game is over when the score sheet says so."""
    is_over = state.phase == OVER
    result = result_of(state) if is_over else None
    must(state.result == result, "result: it isn't what the score sheet says")
    must(not is_over or result is not None, "phase: the score sheet says that the game goes on")
    if is_over or state.deal > 1:
        is_there = max(state.totals) >= state.options.target
        must(state.reached or not is_there, "reached: the score sheet says that the target was")
    else:
        must(not state.reached, "reached: nothing was counted yet")
    if not is_over and state.deal > 1:
        before = result_of(state._replace(deal=state.deal - 1))
        must(before is None, "totals: the game was over after the last deal")

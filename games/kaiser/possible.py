"""Whether a state of kaiser that was read can be."""

from __future__ import annotations

from games.kaiser import bidding, misdeal
from games.kaiser.contracts import is_no_trump
from games.kaiser.course import laid
from games.kaiser.options import FORCE
from games.kaiser.scoring import TRICKS, by_score, decided
from games.kaiser.state import BID, HAND, OVER, PLAY, TRUMP, State
from games.kaiser.teams import SEATS, TEAMS, team_of
from games.possible import check_numbers, check_played, held, must, per_place
from games.tricks import left_of

__all__ = ["check_state"]


def check_state(state: State) -> None:
    """See that a state can be.

    Raises:
        BadRecord, BadSetup, IllegalAction: it can't.
    """
    check_numbers(state, SEATS)
    per_place(state, SEATS, "decisions")
    per_place(state, TEAMS, "totals")
    _check_auction(state)
    # From here on it can be asked who plays.
    hands = held(state, lambda leader: state._replace(leader=leader).players)
    must(state.options.misdeal or set(state.decisions) == {None}, "decisions: nobody is asked")
    for hand, said in zip(hands, state.decisions, strict=True):
        if said is not None:
            misdeal.check(hand, said)
    phase = _phase(state)
    must(state.phase == phase, f"phase: it is {phase}, not {state.phase}")
    _check_trump(state)
    leader = left_of(state.dealer, SEATS) if state.declarer is None else state.declarer
    begun = state._replace(phase=PLAY, hands=hands, leader=leader, trick=(), tricks=())
    check_played(state, begun, laid)
    _check_result(state)


def _check_auction(state: State) -> None:
    """See that all has been said in turn, and who has won the auction."""
    must(len(state.bids) <= SEATS, f"bids: {SEATS} at most")
    is_kept = not state.options.misdeal or set(state.decisions) == {misdeal.KEEP}
    must(is_kept or not state.bids, "bids: all keep their hands first")
    said = state._replace(phase=BID, leader=left_of(state.dealer, SEATS), bids=())
    for bid in state.bids:
        bidding.check(said, bid)
        said = said._replace(bids=(*said.bids, bid))
    declarer = bidding.winner(said) if len(said.bids) == SEATS else None
    must(state.declarer == declarer, "declarer: it isn't who has won the auction")


def _phase(state: State) -> str:
    """The phase that the rest of a state makes."""
    if state.options.misdeal and None in state.decisions:
        return HAND
    if misdeal.THROW_IN in state.decisions:
        return OVER
    if len(state.bids) < SEATS:
        return BID
    if state.contract is None or len(state.tricks) >= TRICKS:
        return OVER
    return TRUMP if state.trump is None and not is_no_trump(state.contract) else PLAY


def _check_trump(state: State) -> None:
    """See that trumps are named, and cards played, once there is a contract for it."""
    contract = state.contract
    is_played = contract is not None and state.phase in (PLAY, OVER)
    is_named = is_played and contract is not None and not is_no_trump(contract)
    must((state.trump is not None) == is_named, "trump: it doesn't fit contract and phase")
    must(is_played or not (state.trick or state.tricks), "tricks: nothing can be played yet")


def _check_result(state: State) -> None:
    """See that the game is over if it says so."""
    is_last = state.deal >= state.options.max_deals
    result = None
    if state.phase == OVER:
        if state.declarer is not None:
            result = decided(state.options, team_of(state.declarer), state.totals)
        if result is None and is_last:
            result = by_score(state.totals)
        must(result is not None, "phase: the score sheet says that the game goes on")
    must(state.result == result, "result: it isn't what the score sheet says")
    scored = not state.options.misdeal and state.options.all_pass == FORCE
    if state.phase != OVER and state.deal > 1 and scored:
        ended = [decided(state.options, bidders, state.totals) for bidders in range(2)]
        must(None in ended, "totals: the game was over after the last deal")

"""Whether a state of spades that was read can be."""

from __future__ import annotations

from games.possible import check_numbers, check_played, held, must, per_place
from games.spades.bidding import with_leader
from games.spades.course import laid
from games.spades.options import HIGHEST_BID, SEATS, TEAMS
from games.spades.scoring import outcome, partners
from games.spades.state import BID, OVER, State
from games.tricks import left_of

__all__ = ["check_state"]


def check_state(state: State) -> None:
    """See that a state can be.

    Raises:
        BadRecord, BadSetup: it can't.
    """
    options, is_bidding = state.options, state.phase == BID
    check_numbers(state, SEATS)
    per_place(state, SEATS, "bids", "looked")
    per_place(state, TEAMS, "totals", "bags")
    for bags in state.bags:
        must(bags >= 0, "bags: 0 at least")
        must(options.bags is None or bags < options.bags, f"bags: fewer than {options.bags}")
    hands = held(state, lambda leader: [(leader + step) % SEATS for step in range(SEATS)])
    must((None in state.bids) == is_bidding, f"phase: {state.phase} doesn't fit the bids")
    _check_bids(state)
    begun = state._replace(
        phase=BID, hands=hands, leader=left_of(state.dealer, SEATS), trick=(), tricks=(),
        broken=False,
    )  # fmt: skip
    if is_bidding:
        must(not state.trick and not state.tricks, "tricks: all bid before they play")
    else:
        begun = with_leader(begun)
    check_played(state, begun, laid)
    is_over = state.phase == OVER
    must(any(state.hands) != is_over, f"phase: {state.phase} doesn't fit the hands")
    result = outcome(options, state.totals, state.deal) if is_over else None
    must(state.result == result, "result: it isn't what the score sheet says")
    must(not is_over or result is not None, "phase: the score sheet says that the game goes on")
    if not is_over and state.deal > 1:
        before = outcome(options, state.totals, state.deal - 1)
        must(before is None, "totals: the game was over after the last deal")


def _check_bids(state: State) -> None:
    """See that the bids were made in turn, none too high, by those who had looked or are blind."""
    options, first = state.options, left_of(state.dealer, SEATS)
    turns = [(first + step) % SEATS for step in range(SEATS)]
    done = [seat for seat in turns if state.bids[seat] is not None]
    must(done == turns[: len(done)], f"bids: they are made in turn, from seat {first} on")
    for bid in state.bids:
        must(bid is None or 0 <= bid <= HIGHEST_BID, f"bids: they are 0 to {HIGHEST_BID}")
    most = options.team_bid_max
    for team in range(TEAMS):
        both = sum(state.bids[seat] or 0 for seat in partners(team))
        must(most is None or both <= most, f"bids: partners bid {most} together at most")
    for seat, (bid, looked) in enumerate(zip(state.bids, state.looked, strict=True)):
        if not options.blind_nil:
            must(looked, "looked: without blind nil all have")
        elif bid is None:
            is_next = turns[len(done)] == seat
            must(not looked or is_next, "looked: nobody looks before it is their turn")
        else:
            must(looked or bid == 0, "looked: who has bid tricks has")

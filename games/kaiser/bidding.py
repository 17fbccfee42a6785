"""Which bids may be made, why not the others, and who wins the auction."""

from __future__ import annotations

from games.kaiser.contracts import BIDS, PASS
from games.kaiser.errors import BidBelowMinimum, BidTooLow, DealerMustBid, NoSuchBid
from games.kaiser.options import FORCE
from games.kaiser.state import State
from games.kaiser.teams import SEATS
from solver.errors import shorten

__all__ = ["check", "sayable", "winner"]


def sayable(state: State) -> tuple[str, ...]:
    """What the seat whose turn it is may say, from ``pass`` upwards."""
    bids, last = state.options.bids, _last(state)
    is_dealer = state.turn == state.dealer
    if last is None:
        must_bid = is_dealer and state.options.all_pass == FORCE
        return bids if must_bid else (PASS, *bids)
    return (PASS, *bids[bids.index(last) + (0 if is_dealer else 1) :])


def check(state: State, bid: str) -> None:
    """See that the seat whose turn it is may say something.

    Raises:
        DealerMustBid: it is ``pass``, and somebody has to bid.
        BidBelowMinimum: the lowest bid of the table is higher.
        NoSuchBid: there is none like it.
        BidTooLow: it doesn't outbid the last.
    """
    may = sayable(state)
    if bid in may:
        return
    bids, instead = state.options.bids, f"you may say {', '.join(may)}"
    if bid == PASS:
        raise DealerMustBid(f"all others have passed: {instead}")
    if bid in BIDS[: BIDS.index(bids[0])]:
        raise BidBelowMinimum(f"the lowest bid is {bids[0]}: {instead}")
    if bid not in bids:
        raise NoSuchBid(f"nobody can bid {shorten(bid)} here: {instead}")
    raise BidTooLow(f"the last bid is {_last(state)}: {instead}")


def winner(state: State) -> int | None:
    """The seat that has won the auction, once all have spoken; None if all have passed."""
    last = _last(state)
    if last is None:
        return None
    # The dealer speaks last and takes an equal bid: of two places, the later.
    place = max(place for place, bid in enumerate(state.bids) if bid == last)
    return (state.leader + place) % SEATS


def _last(state: State) -> str | None:
    """The last bid, which is the highest."""
    return next((bid for bid in reversed(state.bids) if bid != PASS), None)

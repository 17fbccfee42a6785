"""What may be bid, why not something else, and what follows."""

from __future__ import annotations

from games.events import Event, event
from games.jsons import shown
from games.spades.errors import LookedAlready, LookFirst, NoBlindNil, NoSuchBid, TeamBidTooHigh
from games.spades.options import HIGHEST_BID, SEATS, TWO_OF_CLUBS
from games.spades.play import TWO
from games.spades.state import PLAY, Bid, BlindNil, Look, State

__all__ = ["biddable", "decided", "with_leader"]


def biddable(state: State, seat: int) -> tuple[Bid | BlindNil | Look, ...]:
    """All that a seat may do on its turn to bid; before it has looked, whatever it holds."""
    if state.is_hidden(seat):
        return (Look(), BlindNil())
    return tuple(map(Bid, range(_highest(state, seat) + 1)))


def decided(state: State, seat: int, action: Bid | BlindNil | Look) -> State:
    """The state after a seat has looked or bid on its turn.

    Raises:
        IllegalAction: by the rule that forbids it.
    """
    if isinstance(action, Bid):
        _check_bid(state, seat, action.tricks)
        return _bid(state, seat, action.tricks, blind=False)
    _check_blind(state, seat)
    if isinstance(action, BlindNil):
        return _bid(state, seat, 0, blind=True)
    looked = (*state.looked[:seat], True, *state.looked[seat + 1 :])
    news = (event("look", seat=seat), _hand(state, seat))
    return state._replace(looked=looked, news=news)


def _check_bid(state: State, seat: int, tricks: int) -> None:
    if state.is_hidden(seat):
        raise LookFirst("look at your cards first, or bid blind nil")
    if tricks not in range(HIGHEST_BID + 1):
        raise NoSuchBid(f"bid 0 to {HIGHEST_BID}, not {shown(tricks)}")
    highest = _highest(state, seat)
    if tricks > highest:
        raise TeamBidTooHigh(
            f"partners bid {state.options.team_bid_max} together at most: bid 0 to {highest}"
        )


def _check_blind(state: State, seat: int) -> None:
    """See that a seat hasn't looked at its cards yet."""
    if not state.options.blind_nil:
        raise NoBlindNil(f"without blind nil all see their cards: bid 0 to {HIGHEST_BID}")
    if state.looked[seat]:
        raise LookedAlready(f"you have looked at your cards: bid 0 to {HIGHEST_BID}")


def _highest(state: State, seat: int) -> int:
    """The highest bid that a seat may make; 0 at least, since its partner was bound as well."""
    most = state.options.team_bid_max
    if most is None:
        return HIGHEST_BID
    return min(HIGHEST_BID, most - (state.bids[(seat + 2) % SEATS] or 0))


def _hand(state: State, seat: int) -> Event:
    """A seat that has decided how to bid gets its cards to see."""
    return event("hand", {seat: {"hand": state.hands[seat]}}, seat=seat)


def _bid(state: State, seat: int, tricks: int, *, blind: bool) -> State:
    news: tuple[Event, ...] = (event("bid", seat=seat, bid=tricks, blind=blind),)
    if blind:
        news = (*news, _hand(state, seat))
    bids = (*state.bids[:seat], tricks, *state.bids[seat + 1 :])
    after = state._replace(bids=bids, news=news)
    return after if None in bids else with_leader(after)


def with_leader(state: State) -> State:
    """All have bid: who begins, the dealer's left or who holds the two of clubs."""
    leader = state.leader
    if state.options.first_lead == TWO_OF_CLUBS:
        leader = next(seat for seat, hand in enumerate(state.hands) if TWO in hand)
    return state._replace(phase=PLAY, leader=leader)

"""A deal of kaiser as a seat sees it, for the kernels."""

from __future__ import annotations

from games.bots.unseen import Unseen
from games.bots.words import lay_cards, word_of
from games.cards import SUITS
from games.kaiser.contracts import BIDS, FORTY, PASS, is_no_trump, number
from games.kaiser.options import FORCE
from games.kaiser.state import View
from games.kaiser.teams import SEATS
from games.kernels.kaiser_auction import KaiserAuction

__all__ = ["BID_OF", "NAMES", "auction_of", "unseen_by"]

_NO_CAP = 1 << 30


def _of(bid: str) -> int:
    return 2 * number(bid) + (is_no_trump(bid) and bid != FORTY)


#: The number of each bid: twice its points, and one more without trumps; 0 for passing.
BID_OF = {PASS: 0} | {bid: _of(bid) for bid in BIDS}
#: The bid of each number.
NAMES = {number: bid for bid, number in BID_OF.items()}


def auction_of(view: View) -> KaiserAuction:
    """The deal as a seat sees it; the others' hands are empty."""
    options = view.options
    table = KaiserAuction()
    table.three_trick_rule = options.three_trick_rule
    table.must_bid = options.must_bid_to_win
    table.cap = _NO_CAP if options.cap is None else options.cap
    table.target, table.floor = options.target, options.floor
    table.left = options.max_deals - view.deal
    table.lowest = BID_OF[options.bids[0]]
    table.forty = options.kaiser_40
    table.forced = options.all_pass == FORCE
    table.dealer = view.dealer
    for team, total in enumerate(view.totals):
        table.totals[team] = total
    for place, bid in enumerate(view.bids):
        table.said[place] = BID_OF[bid]
    table.spoken = len(view.bids)
    if view.declarer is not None and view.contract is not None:
        trump = -1 if view.trump is None else SUITS.index(view.trump)
        skipped = -1 if view.sits_out is None else view.sits_out
        table.contract(view.declarer, BID_OF[view.contract], trump, skipped)
    for trick in view.tricks:
        lay_cards(table, trick.leader, trick.cards)
    lay_cards(table, view.leader, view.trick)
    if view.seat is not None:
        table.give(view.seat, word_of(view.hand))
    return table


def unseen_by(view: View, table: KaiserAuction) -> Unseen:
    """What the seat doesn't see."""
    assert view.seat is not None
    known = [0] * SEATS
    known[view.seat] = word_of(view.hand)
    cards = table.pack & ~table.gone & ~known[view.seat]
    return Unseen(cards, known, view.counts, list(table.voids)[:SEATS])

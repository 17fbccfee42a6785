"""Players of spades: one by rule, one that tries out what it might do in many deals."""

from __future__ import annotations

from array import array

from games.bots.imagined import Weigh, best_of, imagined
from games.bots.player import THINKING, Choice, Thinking
from games.bots.unseen import Unseen
from games.bots.words import CARD_OF, NUMBER_OF, lay_cards, word_of
from games.kernels.spades import REASONS
from games.kernels.spades_auction import SpadesAuction
from games.spades.options import BLIND_NIL, PAIR, SEATS
from games.spades.state import Bid, BlindNil, Look, View
from games.tricks import Play

__all__ = ["EasySpades", "StrongSpades"]

_LEADS = {"not_spade": 0, "two_of_clubs": 1, "any": 2}
# Hundredths of a trick by which a bid is off in the usual run of things.
_SPREAD = 110
_NO_FLOOR = -1_000_000
# Points that the others still need, and those that one is behind, at which a blind nil is bid.
_NEAR_THE_END, _HOPELESS = 120, 250
_IMAGINED = "best in the deals that it imagined"


class EasySpades:
    """Plays by rule: counts tricks, takes what the bid needs, covers a nil, ducks bags."""

    def choose(self, view: View, seed: int) -> Choice:  # noqa: ARG002 - chance plays no part
        """By the same rule for everybody."""
        assert view.seat is not None
        table = _table(view)
        if view.phase == "bid":
            return _only_bid(view) or _easy_bid(view, table)
        card = CARD_OF[table.best_card(view.seat)]
        return Choice(Play(card), REASONS[table.reason])


class StrongSpades:
    """Imagines the others' cards, and plays each of its choices out by rule in all of them."""

    def __init__(self, thinking: Thinking = THINKING) -> None:
        self._thinking = thinking

    def choose(self, view: View, seed: int) -> Choice:
        """The choice that comes off best on average."""
        assert view.seat is not None
        table = _table(view)
        if view.phase == "bid":
            only = _only_bid(view)
            if only is not None:
                return only
            if not view.looked[view.seat]:
                return _unseen_bid(view)
            return self._bid(view, table, seed)
        return self._play(view, table, seed)

    def _play(self, view: View, table: SpadesAuction, seed: int) -> Choice:
        seat = view.seat
        assert seat is not None
        cards = [card for card in view.hand if {"play": str(card)} in view.legal]
        if len(cards) == 1:
            return Choice(Play(cards[0]), _IMAGINED)
        numbers = array("i", [NUMBER_OF[card] for card in cards])
        totals = array("d", bytes(8 * len(cards)))
        unseen, weigh = _unseen(view, table), _weigh(view, table)
        for worlds, chosen in imagined(unseen, seed, self._thinking, weigh):
            table.try_out(seat, numbers, worlds, chosen, totals)
        return Choice(Play(cards[best_of(totals)]), _IMAGINED)

    def _bid(self, view: View, table: SpadesAuction, seed: int) -> Choice:
        seat = view.seat
        assert seat is not None
        may = _worth_trying(view, table.bid_for(seat, word_of(view.hand)))
        numbers = array("i", may)
        totals = array("d", bytes(8 * len(may)))
        lead = -1 if view.options.first_lead == "two_of_clubs" else view.leader
        unseen, weigh = _unseen(view, table), _weigh(view, table)
        for worlds, chosen in imagined(unseen, seed, self._thinking, weigh):
            table.try_bids(seat, numbers, worlds, chosen, lead, totals)
        return Choice(Bid(may[best_of(totals)]), _IMAGINED)


def _worth_trying(view: View, usual: int) -> list[int]:
    """The bids near the usual one, and nil."""
    assert view.seat is not None
    legal = [each["bid"] for each in view.legal if type(each.get("bid")) is int]
    near = sorted((bid for bid in legal if bid), key=lambda bid: abs(2 * (bid - usual) - 1))[:4]
    # A nil on top of the partner's leaves nobody to cover either.
    covered = view.options.nil and view.bids[(view.seat + 2) % SEATS] != 0
    return [0, *near] if 0 in legal and (covered or not near) else near


def _weigh(view: View, table: SpadesAuction) -> Weigh:
    """How well worlds agree with what was bid."""
    seat, played = view.seat, array("Q", _played(view))
    assert seat is not None

    def weigh(worlds: array[int], number: int, weights: array[float]) -> None:
        table.weigh(seat, worlds, number, played, _SPREAD, weights)

    return weigh


def _only_bid(view: View) -> Choice | None:
    """The bid, if there is but one: everybody knows that."""
    if len(view.legal) > 1 or "bid" not in view.legal[0]:
        return None
    return Choice(Bid(view.legal[0]["bid"]), "the only bid")


def _unseen_bid(view: View) -> Choice:
    """A blind nil is for those who can't win otherwise any more."""
    me = view.seat
    assert me is not None
    ours, theirs = view.totals[me % 2], view.totals[1 - me % 2]
    near_the_end = theirs >= view.options.target - _NEAR_THE_END
    is_legal = {"bid": "blind_nil"} in view.legal
    if is_legal and near_the_end and ours <= theirs - _HOPELESS and view.bids[me ^ 2] != 0:
        return Choice(BlindNil(), "nothing else can help")
    return Choice(Look(), "not blindly")


def _easy_bid(view: View, table: SpadesAuction) -> Choice:
    assert view.seat is not None
    if not view.looked[view.seat]:
        return _unseen_bid(view)
    bid = table.bid_for(view.seat, word_of(view.hand))
    may = [each["bid"] for each in view.legal if isinstance(each.get("bid"), int)]
    nearest = min(may, key=lambda each: (abs(each - bid), each == 0, each))
    return Choice(Bid(nearest), "nil" if nearest == 0 else "what the hand is good for")


def _table(view: View) -> SpadesAuction:
    """The deal as a seat sees it; the others' hands are empty."""
    options = view.options
    table = SpadesAuction()
    table.first_lead = _LEADS[options.first_lead]
    table.nil_counts = options.nil > 0
    table.nil_helps = options.failed_nil_tricks_help
    for trick in view.tricks:
        lay_cards(table, trick.leader, trick.cards)
    lay_cards(table, view.leader, view.trick)
    table.set_up(
        [-1 if bid is None else bid for bid in view.bids],
        [int(bid == 0 and not looked) for bid, looked in zip(view.bids, view.looked, strict=True)],
        [*view.totals, *view.bags],
        [
            options.nil, BLIND_NIL, options.bags or 0, options.bag_penalty, options.boston,
            options.target, _NO_FLOOR if options.floor is None else options.floor,
            int(options.double_nil == PAIR),
        ],
    )  # fmt: skip
    table.left = options.max_deals - view.deal
    table.broken = view.broken
    table.turn_to((view.leader + len(view.trick)) % SEATS)
    if view.seat is not None:
        table.give(view.seat, word_of(view.hand))
    return table


def _played(view: View) -> list[int]:
    """What each seat has played."""
    words = [0] * SEATS
    for leader, cards in [(trick.leader, trick.cards) for trick in view.tricks] + [
        (view.leader, view.trick)
    ]:
        for place, card in enumerate(cards):
            words[(leader + place) % SEATS] |= 1 << NUMBER_OF[card]
    return words


def _unseen(view: View, table: SpadesAuction) -> Unseen:
    me = view.seat
    assert me is not None
    known = [0] * SEATS
    known[me] = word_of(view.hand)
    cards = table.pack & ~table.gone & ~known[me]
    return Unseen(cards, known, view.counts, list(table.voids)[:SEATS])

"""Players of kaiser: one by rule, one that tries out what it might do in many deals."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from games.bots.imagined import best_of, imagined
from games.bots.kaiser_table import BID_OF, NAMES, auction_of, unseen_by
from games.bots.player import THINKING, Choice, Thinking
from games.bots.words import CARD_OF, NUMBER_OF, word_of
from games.cards import SUITS
from games.kaiser.contracts import FORTY, PASS
from games.kaiser.misdeal import KEEP, THROW_IN
from games.kaiser.state import BID, HAND, TRUMP, Action, Bid, DecideHand, NameTrump, View
from games.kernels.kaiser import REASONS
from games.kernels.kaiser_auction import KaiserAuction
from games.tricks import Play

__all__ = ["EasyKaiser", "StrongKaiser"]

# After so many worlds only the best few choices are tried in more.
_SIFTED, _KEPT = 75, 4
# Bids above the lowest that are worth a thought: higher ones only make the contract dearer.
_BIDS = 8
_FORTY = Bid(FORTY)
_IMAGINED = "best in the deals that it imagined"

_TryOut = Callable[[int, "array[int]", "array[int]", "array[int]", "array[float]"], None]


class EasyKaiser:
    """Bids what its hand promises, and plays by rule."""

    def choose(self, view: View, seed: int) -> Choice:  # noqa: ARG002 - chance plays no part
        """By the same rule for everybody."""
        if view.phase == HAND:
            return _decide_hand(view)
        if view.phase == BID and len(view.legal) == 1:
            return Choice(_actions(view)[0], _only(view))
        assert view.seat is not None
        table = auction_of(view)
        if view.phase == BID:
            said = NAMES[table.bid_by_rule(word_of(view.hand))]
            return Choice(Bid(said), _promise(said))
        if view.phase == TRUMP:
            suit = SUITS[table.suit_by_rule(word_of(view.hand))]
            return Choice(NameTrump(suit), "the suit that promises most")
        card = CARD_OF[table.best_card(view.seat)]
        return Choice(Play(card), REASONS[table.reason])


class StrongKaiser:
    """Imagines the others' cards, and plays each of its choices out by rule in all of them.

    A deal is short: half as many worlds as others take are enough.
    """

    def __init__(self, thinking: Thinking = THINKING) -> None:
        self._thinking = thinking

    def choose(self, view: View, seed: int) -> Choice:
        """The choice that comes off best on average."""
        if view.phase == HAND:
            return _decide_hand(view)
        actions = _actions(view)
        if len(actions) == 1:
            return Choice(actions[0], _only(view))
        assert view.seat is not None
        if view.phase == BID:
            actions = actions[: _BIDS + 1] + [bid for bid in actions[_BIDS + 1 :] if bid == _FORTY]
        table = auction_of(view)
        try_out: _TryOut = table.try_out
        if view.phase in {BID, TRUMP}:
            try_out = table.try_bids if view.phase == BID else table.try_suits
        return Choice(self._best(try_out, table, view, actions, seed), _IMAGINED)

    def _best(
        self, try_out: _TryOut, table: KaiserAuction, view: View, actions: list[Action], seed: int
    ) -> Action:
        """What comes off best, all in the same worlds."""
        seat = view.seat
        assert seat is not None
        numbers = array("i", map(_number_of, actions))
        totals = array("d", bytes(8 * len(numbers)))
        tried = 0

        def weigh(worlds: array[int], number: int, weights: array[float]) -> None:
            table.weigh_worlds(seat, worlds, number, weights)

        thinking = self._thinking._replace(worlds=(self._thinking.worlds + 1) // 2)
        for worlds, chosen in imagined(unseen_by(view, table), seed, thinking, weigh):
            if tried >= _SIFTED and len(actions) > _KEPT:
                order = sorted(range(len(actions)), key=lambda at: -totals[at])[:_KEPT]
                actions = [actions[at] for at in order]
                numbers = array("i", [numbers[at] for at in order])
                totals = array("d", [totals[at] for at in order])
            try_out(seat, numbers, worlds, chosen, totals)
            tried += len(chosen)
        return actions[best_of(totals)]


def _decide_hand(view: View) -> Choice:
    """A hand that may be thrown in is poor enough to be."""
    if {"hand": THROW_IN} in view.legal:
        return Choice(DecideHand(THROW_IN), "a poor hand")
    return Choice(DecideHand(KEEP), "the hand is too good to be thrown in")


def _actions(view: View) -> list[Action]:
    """What the seat may do."""
    if view.phase == BID:
        return [Bid(said) for said in (PASS, *view.options.bids) if {"bid": said} in view.legal]
    if view.phase == TRUMP:
        return [NameTrump(suit) for suit in SUITS]
    return [Play(card) for card in view.hand if {"play": str(card)} in view.legal]


def _number_of(action: Action) -> int:
    """An action as the kernels know it."""
    if isinstance(action, Bid):
        return BID_OF[action.bid]
    if isinstance(action, NameTrump):
        return SUITS.index(action.suit)
    assert isinstance(action, Play)
    return NUMBER_OF[action.card]


def _only(view: View) -> str:
    """Why the one thing is done that may be; of a card, nobody else need know that."""
    return "the only bid" if view.phase == BID else _IMAGINED


def _promise(said: str) -> str:
    return "the hand promises too little" if said == PASS else "the hand promises as much"

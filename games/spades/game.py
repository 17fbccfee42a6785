"""The game of spades: what may be done, and what follows.

Rules, and where they are open, what was chosen:

* Spades are broken by the first spade that is played, on another suit or led: also by one that
  is led by a hand of nothing but spades, or to the first trick with ``first_lead=any``.
* Bidding begins at the dealer's left, whoever leads with ``first_lead=two_of_clubs``.
* A bid of 0 is always possible: ``team_bid_max`` forbids the higher ones that would bring the
  partners above it.
* A team of two nils has a bid of 0, which it makes; tricks of failed nils are bags. With
  ``failed_nil_tricks_help`` they are like the partner's: bags only where the bid is made.
* With ``double_nil=pair``, two nils bring the sum of their values or cost it: 200 where neither is
  blind. A nil that was made is told as made, though its partner's failure lets it cost its value.
* With ``nil=0`` there is no blind nil, and tricks of who has bid 0 help the partner.
* With ``bags=none`` overtricks still count a point each and add up; they cost nothing.
* Penalties for bags go off before it is seen who has won.
* The team that is ahead wins when it has reached the target, else when the other is at the floor
  or below: one of each in a deal is a win by the target. Equal teams play another deal.
* The game ends for good after ``max_deals`` deals: more points win; equal teams are both without
  a win.

With ``blind_nil`` a seat that hasn't looked knows nothing of its cards: it may look, or bid
blind nil, and then gets them shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from games.errors import BadAction, GameIsOver, NotNow, NotYourTurn
from games.events import Json
from games.jsons import card_from_json, number_from_json, the_one_field
from games.protocol import Setup
from games.recorded import Recorded
from games.shuffle import first_dealer
from games.spades.bidding import biddable, decided
from games.spades.course import deal, play_card
from games.spades.errors import BidAlready
from games.spades.options import HIGHEST_BID, SEATS, TEAMS, Options
from games.spades.play import playable
from games.spades.possible import check_state
from games.spades.state import BID, OVER, PLAY, Action, Bid, BlindNil, Look, State, View
from games.tricks import Play, is_play, plays

__all__ = ["SPADES", "Spades"]

_BLIND_NIL = "blind_nil"


class Spades(Recorded[Options, State, Action, View]):
    """The rules of spades."""

    name: ClassVar[str] = "spades"
    options_type = Options
    state_type = State
    actions: ClassVar[Mapping[type, Callable[[Any], bool]]] = {
        Play: is_play,
        Bid: lambda action: type(action.tricks) is int,
        BlindNil: lambda _: True,
        Look: lambda _: True,
    }

    def seats(self, options: Options) -> int:  # noqa: ARG002 - the protocol's
        """Four, whatever the options: the partners are 0 and 2, 1 and 3."""
        return SEATS

    def sides(self, options: Options) -> int:  # noqa: ARG002 - the protocol's
        """Two teams."""
        return TEAMS

    def _start(self, options: Options, seed: str, setup: Setup) -> State:
        dealer = first_dealer(SEATS, seed) if setup.dealer is None else setup.dealer
        before = State(
            options, seed, setup.deals, 0, (dealer - 1) % SEATS, BID, (), (), (), 0, (), (), False,
            setup.scores or (0,) * TEAMS, (0,) * TEAMS, None, (),
        )  # fmt: skip
        return deal(before, ())

    def to_act(self, state: State) -> frozenset[int]:
        """Whose turn it is."""
        return frozenset() if state.phase == OVER else frozenset({state.turn})

    def _legal(self, state: State, seat: int) -> tuple[Action, ...]:
        if state.phase == OVER or seat != state.turn:
            return ()
        if state.phase == BID:
            return biddable(state, seat)
        return plays(playable(state, seat))

    def _apply(self, state: State, seat: int, action: Action) -> State:
        if state.phase == OVER:
            raise GameIsOver("the game is over")
        if state.phase == PLAY and seat == state.turn and isinstance(action, Play):
            return play_card(state, seat, action.card)
        if not isinstance(action, Play) and state.bids[seat] is not None:
            raise BidAlready(f"you have bid {state.bids[seat]} already, and a bid stays")
        if seat != state.turn:
            raise NotYourTurn(f"it is the turn of seat {state.turn}, not of {seat}")
        if isinstance(action, Play):
            raise NotNow("all bid first, then cards are played")
        return decided(state, seat, action)

    def _view(self, state: State, seat: int | None) -> View:
        return View(
            game=self.name,
            options=state.options,
            seat=seat,
            deal=state.deal,
            dealer=state.dealer,
            phase=state.phase,
            waiting=tuple(self.to_act(state)),
            hand=() if seat is None or state.is_hidden(seat) else state.hands[seat],
            counts=tuple(map(len, state.hands)),
            looked=state.looked,
            bids=state.bids,
            leader=state.leader,
            trick=state.trick,
            tricks=state.tricks,
            broken=state.broken,
            taken=state.taken,
            totals=state.totals,
            bags=state.bags,
            legal=() if seat is None else tuple(map(self.action_to_json, self._legal(state, seat))),
            result=state.result,
        )

    def _check(self, state: State) -> None:
        check_state(state)

    def action_to_json(self, action: Action) -> Json:
        """``{"play": "QS"}``, ``{"bid": 4}``, ``{"bid": "blind_nil"}`` or ``{"look": true}``."""
        if isinstance(action, Play):
            return {"play": str(action.card)}
        if isinstance(action, Look):
            return {"look": True}
        return {"bid": action.tricks if isinstance(action, Bid) else _BLIND_NIL}

    def action_from_json(self, given: Json) -> Action:
        """The other way round."""
        name, value = the_one_field(given, ("play", "bid", "look"))
        if name == "play":
            return Play(card_from_json(value))
        if name == "bid":
            if value == _BLIND_NIL:
                return BlindNil()
            return Bid(number_from_json(value, 0, HIGHEST_BID))
        if value is not True:
            raise BadAction('to look at one\'s cards is {"look": true}')
        return Look()


SPADES = Spades()

"""The game of kaiser, as the protocol asks for it.

What was chosen where the rules are open stands in :mod:`games.kaiser`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from games.errors import GameIsOver, IllegalAction, NotNow, NotYourTurn
from games.events import Json
from games.jsons import card_from_json, the_one_field, word_from_json
from games.kaiser import bidding, course, misdeal
from games.kaiser.contracts import BIDS, PASS
from games.kaiser.errors import DecidedAlready
from games.kaiser.options import Options
from games.kaiser.play import playable
from games.kaiser.possible import check_state
from games.kaiser.scoring import points_taken
from games.kaiser.state import (
    BID,
    HAND,
    OVER,
    PLAY,
    TRUMP,
    Action,
    Bid,
    DecideHand,
    NameTrump,
    State,
    View,
)
from games.kaiser.teams import SEATS, TEAMS
from games.protocol import Setup
from games.recorded import Recorded
from games.shuffle import first_dealer
from games.tricks import Play, is_play, plays

__all__ = ["KAISER", "Kaiser"]


class Kaiser(Recorded[Options, State, Action, View]):
    """The rules of kaiser."""

    name: ClassVar[str] = "kaiser"
    options_type = Options
    state_type = State
    actions: ClassVar[Mapping[type, Callable[[Any], bool]]] = {
        Play: is_play,
        Bid: lambda action: type(action.bid) is str,
        NameTrump: lambda action: type(action.suit) is str,
        DecideHand: lambda action: type(action.decision) is str,
    }

    def seats(self, options: Options) -> int:  # noqa: ARG002 - the protocol's
        """Four."""
        return SEATS

    def sides(self, options: Options) -> int:  # noqa: ARG002 - the protocol's
        """Two teams."""
        return TEAMS

    def _start(self, options: Options, seed: str, setup: Setup) -> State:
        dealer = first_dealer(SEATS, seed) if setup.dealer is None else setup.dealer
        empty = ((),) * SEATS
        before = State(
            options, seed, setup.deals, 0, dealer, BID, empty, (None,) * SEATS, (), None, None,
            dealer, (), (), setup.scores or (0,) * TEAMS, None, (),
        )  # fmt: skip
        return course.deal(before, dealer)

    def to_act(self, state: State) -> frozenset[int]:
        """Everybody who hasn't decided about a hand yet, or whose turn it is."""
        if state.phase == OVER:
            return frozenset()
        if state.phase == HAND:
            return frozenset(seat for seat, said in enumerate(state.decisions) if said is None)
        return frozenset({state.turn})

    def _legal(self, state: State, seat: int) -> tuple[Action, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.phase == PLAY:
            return plays(playable(state, seat))
        if state.phase == BID:
            return tuple(map(Bid, bidding.sayable(state)))
        if state.phase == TRUMP:
            return tuple(map(NameTrump, course.TRUMPS))
        return tuple(map(DecideHand, misdeal.decisions(state.hands[seat])))

    def _apply(self, state: State, seat: int, action: Action) -> State:
        if state.phase == OVER:
            raise GameIsOver("the game is over")
        if seat not in self.to_act(state):
            raise self._out_of_turn(state, seat)
        if state.phase == PLAY and isinstance(action, Play):
            return course.play_card(state, seat, action.card)
        if state.phase == BID and isinstance(action, Bid):
            return course.bid(state, seat, action.bid)
        if state.phase == TRUMP and isinstance(action, NameTrump):
            return course.name_trump(state, seat, action.suit)
        if state.phase == HAND and isinstance(action, DecideHand):
            return course.decide_hand(state, seat, action.decision)
        raise NotNow(_NOW[state.phase])

    def _out_of_turn(self, state: State, seat: int) -> IllegalAction:
        if state.phase == HAND:
            return DecidedAlready("you have decided about your hand already; wait for the others")
        return NotYourTurn(f"it is the turn of seat {min(self.to_act(state))}, not of {seat}")

    def _view(self, state: State, seat: int | None) -> View:
        return View(
            game=self.name,
            options=state.options,
            seat=seat,
            deal=state.deal,
            dealer=state.dealer,
            phase=state.phase,
            waiting=tuple(sorted(self.to_act(state))),
            hand=() if seat is None else state.hands[seat],
            counts=tuple(map(len, state.hands)),
            decided=tuple(decision is not None for decision in state.decisions),
            decision=None if seat is None else state.decisions[seat],
            bids=state.bids,
            declarer=state.declarer,
            contract=state.contract,
            trump=state.trump,
            sits_out=state.sits_out,
            leader=state.leader,
            trick=state.trick,
            tricks=state.tricks,
            points=points_taken(state.options, state.tricks),
            totals=state.totals,
            legal=() if seat is None else tuple(map(self.action_to_json, self._legal(state, seat))),
            result=state.result,
        )

    def _check(self, state: State) -> None:
        check_state(state)

    def action_to_json(self, action: Action) -> Json:
        """``{"bid": "8 no"}``, ``{"trump": "H"}``, ``{"play": "QS"}`` or ``{"hand": "keep"}``."""
        if isinstance(action, Play):
            return {"play": str(action.card)}
        if isinstance(action, Bid):
            return {"bid": action.bid}
        if isinstance(action, NameTrump):
            return {"trump": action.suit}
        return {"hand": action.decision}

    def action_from_json(self, given: Json) -> Action:
        """The other way round."""
        name, value = the_one_field(given, ("play", "bid", "trump", "hand"))
        if name == "play":
            return Play(card_from_json(value))
        if name == "bid":
            return Bid(word_from_json(value, (PASS, *BIDS)))
        if name == "trump":
            return NameTrump(word_from_json(value, course.TRUMPS))
        return DecideHand(word_from_json(value, misdeal.DECISIONS))


KAISER = Kaiser()

_NOW = {
    HAND: "keep your hand or throw it in first",
    BID: "bid or pass first",
    TRUMP: "name trumps first",
    PLAY: "play a card",
}

"""The game of hearts: what may be done, and what follows.

Rules, and where they are open, what was chosen:

* Hearts are broken by a heart thrown on another suit; leading one does not break them.
* All points of the pack make a moon: 26, or 25 with six players, whose pack has no two of
  hearts. The others are charged as many.
* With ``queen_lead_needs_broken``, who holds but hearts and the queen may lead any of them; with
  ``lead_hearts_if_only_queen_else`` as well, the hearts only.
* A deal is played to its last card, even when all points are taken.
* Once the target was reached and several have the fewest points, the first deal after which one
  has them alone ends the game, even if all have fallen below the target again.
* The style of 1913 has neither moons nor a diamond that counts, and its first leader is always
  the dealer's left. Packs are cut as in the modern game.
* The game ends for good after ``max_deals`` deals: the fewest points win, ties are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, ClassVar

from games.cards import by_suit, in_words, is_card
from games.errors import BadAction, GameIsOver, NotNow, NotYourTurn
from games.events import Json
from games.hearts.course import (
    PASSED,
    choose_moon,
    deal,
    giver,
    pass_cards,
    play_card,
    shot_by,
)
from games.hearts.options import NONE, Options
from games.hearts.play import playable
from games.hearts.possible import check_state
from games.hearts.scoring import MOONS, points_taken
from games.hearts.state import MOON, OVER, PASS, PLAY, Action, ChooseMoon, Pass, State, View
from games.jsons import card_from_json, cards_from_json, the_one_field, word_from_json
from games.protocol import Setup
from games.recorded import Recorded
from games.shuffle import first_dealer
from games.tricks import Play, is_play, plays

__all__ = ["HEARTS", "Hearts"]


class Hearts(Recorded[Options, State, Action, View]):
    """The rules of hearts."""

    name: ClassVar[str] = "hearts"
    options_type = Options
    state_type = State
    actions: ClassVar[Mapping[type, Callable[[Any], bool]]] = {
        Play: is_play,
        Pass: lambda action: type(action.cards) is frozenset and all(map(is_card, action.cards)),
        ChooseMoon: lambda action: type(action.way) is str,
    }

    def seats(self, options: Options) -> int:
        """Two to six."""
        return options.players

    def sides(self, options: Options) -> int:
        """Everybody plays alone."""
        return options.players

    def _start(self, options: Options, seed: str, setup: Setup) -> State:
        seats = options.players
        dealer = first_dealer(seats, seed) if setup.dealer is None else setup.dealer
        empty = ((),) * seats
        before = State(
            options, seed, setup.deals, 0, (dealer - 1) % seats, PLAY, empty, (None,) * seats,
            0, (), (), False, setup.scores or (0,) * seats, False, None, (),
        )  # fmt: skip
        return deal(before)

    def to_act(self, state: State) -> frozenset[int]:
        """Everybody who hasn't passed yet, or whose turn it is."""
        if state.phase == PASS:
            return frozenset(seat for seat, cards in enumerate(state.passes) if cards is None)
        if state.phase == PLAY:
            return frozenset({state.turn})
        if state.phase == MOON:
            return frozenset({shot_by(state)})
        return frozenset()

    def _legal(self, state: State, seat: int) -> tuple[Action, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.phase == PASS:
            chosen = combinations(state.hands[seat], PASSED)
            return tuple(Pass(frozenset(cards)) for cards in chosen)
        if state.phase == MOON:
            return tuple(map(ChooseMoon, MOONS))
        return plays(playable(state, seat))

    def _apply(self, state: State, seat: int, action: Action) -> State:
        if state.phase == OVER:
            raise GameIsOver("the game is over")
        wanted = {PASS: Pass, PLAY: Play, MOON: ChooseMoon}[state.phase]
        if state.phase == PLAY and seat == state.turn and isinstance(action, Play):
            return play_card(state, seat, action.card)
        if state.phase == PASS and isinstance(action, Pass):
            return pass_cards(state, seat, action)
        if seat not in self.to_act(state):
            raise NotYourTurn(f"it is the turn of seat {min(self.to_act(state))}, not of {seat}")
        if not isinstance(action, wanted):
            raise NotNow(_NOW[state.phase])
        assert isinstance(action, ChooseMoon)
        return choose_moon(state, seat, action.way)

    def _view(self, state: State, seat: int | None) -> View:
        options, hands = state.options, state.hands
        given = received = received_from = None
        if seat is not None and options.direction(state.deal) != NONE:
            given = state.passes[seat]
            if state.phase != PASS:
                received_from = giver(state, seat)
                received = state.passes[received_from]
        return View(
            game=self.name,
            options=options,
            seat=seat,
            deal=state.deal,
            dealer=state.dealer,
            phase=state.phase,
            direction=options.direction(state.deal),
            waiting=tuple(sorted(self.to_act(state))),
            hand=() if seat is None else hands[seat],
            counts=tuple(map(len, hands)),
            passed=tuple(cards is not None for cards in state.passes),
            given=given,
            received=received,
            received_from=received_from,
            leader=state.leader,
            trick=state.trick,
            tricks=state.tricks,
            broken=state.broken,
            points=points_taken(options, state.taken),
            totals=state.totals,
            reached=state.reached,
            legal=() if seat is None else self._told(state, seat),
            result=state.result,
        )

    def _told(self, state: State, seat: int) -> tuple[Json, ...]:
        """What a seat may do, as JSON; of passes there are too many to list."""
        if state.phase == PASS and seat in self.to_act(state):
            return ({"pass": {"choose": PASSED, "of": [str(card) for card in state.hands[seat]]}},)
        return tuple(map(self.action_to_json, self._legal(state, seat)))

    def _check(self, state: State) -> None:
        check_state(state)

    def action_to_json(self, action: Action) -> Json:
        """``{"play": "QS"}``, ``{"pass": ["QS", "AH", "KH"]}`` or ``{"moon": "others_plus"}``."""
        if isinstance(action, Play):
            return {"play": str(action.card)}
        if isinstance(action, Pass):
            return {"pass": [str(card) for card in by_suit(action.cards)]}
        return {"moon": action.way}

    def action_from_json(self, given: Json) -> Action:
        """The other way round."""
        name, value = the_one_field(given, ("play", "pass", "moon"))
        if name == "play":
            return Play(card_from_json(value))
        if name == "moon":
            return ChooseMoon(word_from_json(value, MOONS))
        cards = cards_from_json(value)
        if len(set(cards)) < len(cards):
            raise BadAction(f"the same card can't be passed twice: {in_words(cards)}")
        return Pass(frozenset(cards))


HEARTS = Hearts()

_NOW = {
    PASS: "choose cards to pass first",
    PLAY: "play a card",
    MOON: "say how the moon counts first",
}

"""The game of hearts: what may be done, and what follows.

Rules, and where they are open, what was chosen:

* Hearts are broken by a heart thrown on another suit; leading one does not break them.
* All points of the pack make a moon: 26, or 25 with six players, whose pack has no two of
  hearts. The others are charged as many.
* With ``queen_lead_needs_broken``, who holds but hearts and the queen may lead any of them.
* A deal is played to its last card, even when all points are taken.
* The game ends for good after ``max_deals`` deals: the fewest points win, ties are shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import ClassVar

from games.cards import Card, by_suit, in_words
from games.codec import from_json, to_json
from games.errors import BadAction, GameIsOver, NotNow, NotYourTurn
from games.events import Event, Json, event
from games.hearts.errors import NoSuchMoon, PassedAlready, WrongPass
from games.hearts.options import NONE, QUEEN, Options
from games.hearts.play import check, playable
from games.hearts.scoring import MOONS, bonuses, counted, points_taken, shooter
from games.hearts.state import MOON, OVER, PASS, PLAY, Action, ChooseMoon, Pass, State, View
from games.jsons import card_from_json, cards_from_json, the_one_field, word_from_json
from games.options import options_from
from games.protocol import SEEDED, Result, Setup
from games.setups import checked_setup, next_hands
from games.shuffle import first_dealer
from games.tricks import Play, Trick, left_of, takes

__all__ = ["HEARTS", "PASSED", "Hearts"]

#: How many cards are passed.
PASSED = 3


class Hearts:
    """The rules of hearts."""

    name: ClassVar[str] = "hearts"

    def options(self, given: Mapping[str, object]) -> Options:
        """See :class:`games.hearts.options.Options`."""
        return options_from(Options, given)

    def seats(self, options: Options) -> int:
        """Two to six."""
        return options.players

    def sides(self, options: Options) -> int:
        """Everybody plays alone."""
        return options.players

    def start(self, options: Options, seed: str, setup: Setup = SEEDED) -> State:
        """The first deal."""
        seats = options.players
        checked_setup(setup, options.pack, seats, scores=seats)
        dealer = first_dealer(seats, seed) if setup.dealer is None else setup.dealer
        empty = ((),) * seats
        before = State(
            options, seed, setup.deals, 0, (dealer - 1) % seats, PLAY, empty, (None,) * seats,
            0, (), (), False, setup.scores or (0,) * seats, None, (),
        )  # fmt: skip
        return _deal(before, ())

    def to_act(self, state: State) -> frozenset[int]:
        """Everybody who hasn't passed yet, or whose turn it is."""
        if state.phase == PASS:
            return frozenset(seat for seat, cards in enumerate(state.passes) if cards is None)
        if state.phase == PLAY:
            return frozenset({state.turn})
        if state.phase == MOON:
            return frozenset({_shot_by(state)})
        return frozenset()

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """All that a seat may do now."""
        if seat not in self.to_act(state):
            return ()
        if state.phase == PASS:
            chosen = combinations(state.hands[seat], PASSED)
            return tuple(Pass(frozenset(cards)) for cards in chosen)
        if state.phase == MOON:
            return tuple(map(ChooseMoon, MOONS))
        return tuple(map(Play, playable(state, seat)))

    def apply(self, state: State, seat: int, action: Action) -> State:
        """The state after an action."""
        if state.phase == OVER:
            raise GameIsOver("the game is over")
        wanted = {PASS: Pass, PLAY: Play, MOON: ChooseMoon}[state.phase]
        if state.phase == PLAY and seat == state.turn and isinstance(action, Play):
            return _play(state, seat, action.card)
        if state.phase == PASS and 0 <= seat < len(state.hands) and isinstance(action, Pass):
            return _pass(state, seat, action)
        if seat not in self.to_act(state):
            raise NotYourTurn(f"it is the turn of seat {min(self.to_act(state))}, not of {seat}")
        if not isinstance(action, wanted):
            raise NotNow(_NOW[state.phase])
        assert isinstance(action, ChooseMoon)
        return _choose_moon(state, seat, action.way)

    def events(self, state: State) -> tuple[Event, ...]:
        """What has happened since the state before."""
        return state.news

    def view(self, state: State, seat: int | None) -> View:
        """What a seat may see."""
        options, hands = state.options, state.hands
        given = received = received_from = None
        if seat is not None and options.direction(state.deal) != NONE:
            given = state.passes[seat]
            if state.phase != PASS:
                giver = _giver(state, seat)
                received, received_from = state.passes[giver], giver
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
            legal=() if seat is None else self._told(state, seat),
            result=state.result,
        )

    def _told(self, state: State, seat: int) -> tuple[Json, ...]:
        """What a seat may do, as JSON; of passes there are too many to list."""
        if state.phase == PASS and seat in self.to_act(state):
            return ({"pass": {"choose": PASSED, "of": [str(card) for card in state.hands[seat]]}},)
        return tuple(map(self.action_to_json, self.legal(state, seat)))

    def result(self, state: State) -> Result | None:
        """How it has ended."""
        return state.result

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

    def state_to_json(self, state: State) -> Json:
        """A state with all that is hidden."""
        return to_json(state)

    def state_from_json(self, given: Json) -> State:
        """The other way round."""
        return from_json(State, given)

    def view_to_json(self, view: object) -> Json:
        """A view as JSON."""
        return to_json(view)


HEARTS = Hearts()

_NOW = {
    PASS: "choose cards to pass first",
    PLAY: "play a card",
    MOON: "say how the moon counts first",
}


def _deal(state: State, news: tuple[Event, ...]) -> State:
    """The next deal."""
    options, seats, deal = state.options, len(state.hands), state.deal + 1
    dealer = left_of(state.dealer, seats)
    hands, given = next_hands(state.given, options.pack, seats, dealer, state.seed, deal)
    direction = options.direction(deal)
    dealt = state._replace(
        given=given,
        deal=deal,
        dealer=dealer,
        phase=PLAY if direction == NONE else PASS,
        hands=hands,
        passes=(None,) * seats,
        leader=left_of(dealer, seats),
        trick=(),
        tricks=(),
        broken=False,
    )
    told = event(
        "deal",
        {seat: {"hand": hand} for seat, hand in enumerate(hands)},
        deal=deal,
        dealer=dealer,
        direction=direction,
    )
    return _with_leader(dealt)._replace(news=(*news, told))


def _with_leader(state: State) -> State:
    """Who begins, once all hold the cards that they will play with."""
    if state.phase != PLAY or not state.options.is_modern:
        return state
    first = state.options.first_card
    leader = next(seat for seat, hand in enumerate(state.hands) if first in hand)
    return state._replace(leader=leader)


def _pass(state: State, seat: int, action: Pass) -> State:
    if state.passes[seat] is not None:
        raise PassedAlready("you have passed already; wait for the others")
    hand = state.hands[seat]
    missing = by_suit(action.cards - set(hand))
    if missing:
        raise WrongPass(f"you don't hold {in_words(missing)}: you hold {in_words(hand)}")
    if len(action.cards) != PASSED:
        raise WrongPass(f"pass {PASSED} cards, not {len(action.cards)}")
    chosen = by_suit(action.cards)
    passes = tuple(chosen if at == seat else cards for at, cards in enumerate(state.passes))
    told = event("pass", {seat: {"cards": chosen}}, seat=seat)
    after = state._replace(passes=passes, news=(told,))
    return after if None in passes else _exchange(after)


def _exchange(state: State) -> State:
    """All have chosen: the cards change hands at one moment."""
    hands, private = [], {}
    for seat, hand in enumerate(state.hands):
        giver = _giver(state, seat)
        given, received = state.passes[seat], state.passes[giver]
        assert given is not None
        assert received is not None
        hands.append(by_suit(set(hand) - set(given) | set(received)))
        private[seat] = {"given": given, "received": received, "from": giver}
    told = event("exchange", private, direction=state.options.direction(state.deal))
    after = state._replace(phase=PLAY, hands=tuple(hands), news=(*state.news, told))
    return _with_leader(after)


def _giver(state: State, seat: int) -> int:
    """Who passes to a seat in this deal."""
    seats = range(len(state.hands))
    return next(other for other in seats if state.options.receiver(other, state.deal) == seat)


def _play(state: State, seat: int, card: Card) -> State:
    check(state, seat, card)
    options = state.options
    hand = state.hands[seat]
    at = hand.index(card)
    hands = (*state.hands[:seat], hand[:at] + hand[at + 1 :], *state.hands[seat + 1 :])
    trick = (*state.trick, card)
    thrown = card.suit == "H" and trick[0].suit != "H"
    breaks = not state.broken and (thrown or (options.queen_breaks_hearts and card == QUEEN))
    news: tuple[Event, ...] = (event("play", seat=seat, card=card),)
    if breaks:
        news = (*news, event("hearts_broken", seat=seat))
    after = state._replace(hands=hands, trick=trick, broken=state.broken or breaks, news=news
    )  # fmt: skip
    return _take(after) if len(trick) == len(hands) else after


def _take(state: State) -> State:
    taker = (state.leader + takes(state.trick)) % len(state.hands)
    points = sum(map(state.options.points, state.trick))
    told = event("trick", seat=taker, cards=state.trick, points=points)
    after = state._replace(
        tricks=(*state.tricks, Trick(state.leader, state.trick, taker)),
        trick=(),
        leader=taker,
        news=(*state.news, told),
    )
    return after if any(after.hands) else _finish(after)


def _shot_by(state: State) -> int:
    shot_by = shooter(state.options, state.taken)
    assert shot_by is not None
    return shot_by


def _finish(state: State) -> State:
    """The last trick is taken: score the deal, or ask who has shot the moon."""
    options = state.options
    if shooter(options, state.taken) is not None and options.moon == "choice":
        return state._replace(phase=MOON)
    return _score(state, options.moon)


def _choose_moon(state: State, seat: int, way: str) -> State:
    if way not in MOONS:
        raise NoSuchMoon(f"a moon counts by {' or '.join(MOONS)}")
    return _score(state._replace(news=(event("moon_choice", seat=seat, way=way),)), way)


def _score(state: State, moon: str) -> State:
    options, taken = state.options, state.taken
    points = counted(options, taken, moon)
    totals = tuple(map(sum, zip(state.totals, points, strict=True)))
    news = state.news
    shot_by = shooter(options, taken)
    if shot_by is not None:
        news = (*news, event("moon", seat=shot_by, way=moon))
    told = event(
        "score",
        deal=state.deal,
        taken=points_taken(options, taken),
        bonuses=bonuses(options, taken),
        points=points,
        totals=totals,
    )
    news = (*news, told)
    after = state._replace(totals=totals)
    result = _result(after)
    if result is None:
        return _deal(after, news)
    over = event(
        "game_over", winners=result.winners, scores=result.scores, reason=result.reason
    )  # fmt: skip
    return after._replace(phase=OVER, result=result, news=(*news, over))


def _result(state: State) -> Result | None:
    options, totals = state.options, state.totals
    fewest = min(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == fewest)
    if max(totals) >= options.target and (len(winners) == 1 or options.tie == "share"):
        return Result(winners, totals, "target")
    if state.deal >= options.max_deals:
        return Result(winners, totals, "cap")
    return None

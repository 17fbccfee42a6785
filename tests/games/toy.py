"""A toy game: it shows that whatever runs games needs the protocol alone.

Each of two or three seats holds two cards. All show one at the same time, unseen until the last
has; the highest (ties: the lowest seat) wins a point. After the second card a deal is over, after
``deals`` deals the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from games.cards import PACK, Card, Hand, strength
from games.codec import from_json, to_json
from games.errors import GameIsOver, IllegalAction, NoSuchCard, NotYourTurn
from games.events import Event, Json, event
from games.jsons import card_from_json, the_one_field
from games.options import Number, flag, option, options_from
from games.protocol import SEEDED, Result, Setup
from games.setups import checked_setup, next_hands
from games.shuffle import first_dealer

CARDS = 2


@dataclass(frozen=True)
class Options:
    players: int = option(2, Number(2, 3), "how many play")
    deals: int = option(2, Number(1, 10), "how many deals")
    low: bool = flag("the lowest card wins")

    @property
    def pack(self) -> Hand:
        return PACK[: CARDS * self.players]


@dataclass(frozen=True, slots=True)
class Show:
    card: Card


class State(NamedTuple):
    options: Options
    seed: str
    given: tuple[tuple[Hand, ...], ...]
    deal: int
    dealer: int
    hands: tuple[Hand, ...]
    chosen: tuple[Card | None, ...]
    tricks: tuple[tuple[Card, ...], ...]
    totals: tuple[int, ...]
    result: Result | None
    news: tuple[Event, ...]


class View(NamedTuple):
    game: str
    seat: int | None
    hand: Hand
    chosen: Card | None
    has_chosen: tuple[bool, ...]
    tricks: tuple[tuple[Card, ...], ...]
    totals: tuple[int, ...]
    legal: tuple[Json, ...]
    result: Result | None


class Toy:
    name: ClassVar[str] = "toy"

    def options(self, given: Mapping[str, object]) -> Options:
        return options_from(Options, given)

    def seats(self, options: Options) -> int:
        return options.players

    def sides(self, options: Options) -> int:
        return options.players

    def start(self, options: Options, seed: str, setup: Setup = SEEDED) -> State:
        seats = options.players
        checked_setup(setup, options.pack, seats, seats)
        dealer = first_dealer(seats, seed) if setup.dealer is None else setup.dealer
        totals = setup.scores or (0,) * seats
        state = State(
            options, seed, setup.deals, 0, dealer, (), (None,) * seats, (), totals, None, ()
        )
        return _deal(state)

    def to_act(self, state: State) -> frozenset[int]:
        if state.result is not None:
            return frozenset()
        return frozenset(seat for seat, card in enumerate(state.chosen) if card is None)

    def legal(self, state: State, seat: int) -> tuple[Show, ...]:
        return tuple(map(Show, state.hands[seat])) if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: int, action: Show) -> State:
        if state.result is not None:
            raise GameIsOver("the game is over")
        if not isinstance(action, Show):
            raise IllegalAction("show a card")
        if seat not in self.to_act(state):
            raise NotYourTurn("you have chosen, or aren't at the table")
        if action.card not in state.hands[seat]:
            raise NoSuchCard(f"you don't hold {action.card}")
        chosen = tuple(action.card if at == seat else card for at, card in enumerate(state.chosen))
        news = (event("choice", {seat: {"card": action.card}}, seat=seat),)
        after = state._replace(chosen=chosen, news=news)
        return after if None in chosen else _shown(after)

    def events(self, state: State) -> tuple[Event, ...]:
        return state.news

    def view(self, state: State, seat: int | None) -> View:
        return View(
            self.name,
            seat,
            () if seat is None else state.hands[seat],
            None if seat is None else state.chosen[seat],
            tuple(card is not None for card in state.chosen),
            state.tricks,
            state.totals,
            () if seat is None else tuple(map(self.action_to_json, self.legal(state, seat))),
            state.result,
        )

    def result(self, state: State) -> Result | None:
        return state.result

    def action_to_json(self, action: Show) -> Json:
        return {"show": str(action.card)}

    def action_from_json(self, given: Json) -> Show:
        return Show(card_from_json(the_one_field(given, ("show",))[1]))

    def state_to_json(self, state: State) -> Json:
        return to_json(state)

    def state_from_json(self, given: Json) -> State:
        return from_json(State, given)

    def view_to_json(self, view: object) -> Json:
        return to_json(view)


TOY = Toy()


def _deal(state: State, news: tuple[Event, ...] = ()) -> State:
    options, deal = state.options, state.deal + 1
    hands, given = next_hands(
        state.given, options.pack, options.players, state.dealer, state.seed, deal
    )
    private = {seat: {"hand": hand} for seat, hand in enumerate(hands)}
    told = event("deal", private, deal=deal, dealer=state.dealer)
    return state._replace(hands=hands, given=given, deal=deal, tricks=(), news=(*news, told))


def _shown(state: State) -> State:
    cards = tuple(card for card in state.chosen if card is not None)
    best = min if state.options.low else max
    taker = best(range(len(cards)), key=lambda seat: strength(cards[seat]))
    totals = tuple(total + (seat == taker) for seat, total in enumerate(state.totals))
    hands = tuple(
        tuple(held for held in hand if held != card)
        for hand, card in zip(state.hands, cards, strict=True)
    )
    after = state._replace(
        hands=hands,
        chosen=(None,) * len(cards),
        tricks=(*state.tricks, cards),
        totals=totals,
        news=(*state.news, event("shown", cards=cards, seat=taker)),
    )
    if hands[0]:
        return after
    if after.deal < state.options.deals:
        return _deal(after, after.news)
    most = max(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == most)
    over = event("game_over", winners=winners, scores=totals)
    return after._replace(result=Result(winners, totals, "deals"), news=(*after.news, over))

"""The course of a game: what each action does, and what follows of itself."""

from __future__ import annotations

from typing import get_args

from games.cards import Card
from games.events import Event, card_played, event
from games.kaiser import bidding, misdeal, play
from games.kaiser.contracts import is_no_trump
from games.kaiser.errors import NoSuchTrump
from games.kaiser.scoring import TRICKS, by_score, counted, decided, points_in, points_taken
from games.kaiser.state import BID, HAND, OVER, PLAY, TRUMP, State, Suit
from games.kaiser.teams import SEATS, team_of
from games.protocol import Result
from games.setups import next_hands
from games.tricks import Trick, left_of, takes, without

__all__ = ["TRUMPS", "bid", "deal", "decide_hand", "laid", "name_trump", "play_card"]

TRUMPS: tuple[Suit, ...] = get_args(Suit)


def deal(state: State, dealer: int) -> State:
    """The next deal, which is told after what is new already."""
    number = state.deal + 1
    hands, given = next_hands(state.given, state.options.pack, SEATS, dealer, state.seed, number)
    told = event(
        "deal",
        {seat: {"hand": hand} for seat, hand in enumerate(hands)},
        deal=number,
        dealer=dealer,
    )
    return state._replace(
        given=given,
        deal=number,
        dealer=dealer,
        phase=HAND if state.options.misdeal else BID,
        hands=hands,
        decisions=(None,) * SEATS,
        bids=(),
        declarer=None,
        trump=None,
        leader=left_of(dealer, SEATS),
        trick=(),
        tricks=(),
        news=(*state.news, told),
    )


def decide_hand(state: State, seat: int, decision: str) -> State:
    """A seat keeps its hand or throws it in, unseen until all have decided."""
    misdeal.check(state.hands[seat], decision)
    decisions = (*state.decisions[:seat], decision, *state.decisions[seat + 1 :])
    told = event("hand_decided", {seat: {"decision": decision}}, seat=seat)
    after = state._replace(decisions=decisions, news=(told,))
    return after if None in decisions else _show_decisions(after)


def _show_decisions(state: State) -> State:
    """All have decided: the auction begins, or the same dealer deals again."""
    news: list[Event] = [*state.news]
    for seat, decision in enumerate(state.decisions):
        if decision == misdeal.THROW_IN:
            news.append(event("thrown_in", seat=seat, hand=state.hands[seat]))
        else:
            news.append(event("hand_kept", seat=seat))
    after = state._replace(phase=BID, news=tuple(news))
    if misdeal.THROW_IN in state.decisions:
        return _go_on(after, state.dealer)
    return after


def bid(state: State, seat: int, said: str) -> State:
    """A seat bids or passes."""
    bidding.check(state, said)
    after = state._replace(bids=(*state.bids, said), news=(event("bid", seat=seat, bid=said),))
    if len(after.bids) < SEATS:
        return after
    declarer = bidding.winner(after)
    if declarer is None:
        return _go_on(after, left_of(state.dealer, SEATS))
    after = after._replace(declarer=declarer, leader=declarer)
    assert after.contract is not None
    return after._replace(phase=PLAY if is_no_trump(after.contract) else TRUMP)


def name_trump(state: State, seat: int, named: str) -> State:
    """The declarer names trumps."""
    suit = next((suit for suit in TRUMPS if suit == named), None)
    if suit is None:
        raise NoSuchTrump(f"trumps are one of {', '.join(TRUMPS)}")
    return state._replace(phase=PLAY, trump=suit, news=(event("trump", seat=seat, suit=suit),))


def play_card(state: State, seat: int, card: Card) -> State:
    """A seat plays a card."""
    after = laid(state, seat, card)
    return after if len(after.tricks) < TRICKS else _score(after)


def laid(state: State, seat: int, card: Card) -> State:
    """The same before anything is counted: the card lies on the table, or the trick is taken."""
    play.check(state, seat, card)
    hands = without(state.hands, seat, card)
    trick = (*state.trick, card)
    news = (card_played(seat, card),)
    players = state.players
    if len(trick) < len(players):
        return state._replace(hands=hands, trick=trick, news=news)
    taker = players[takes(trick, state.trump)]
    told = event("trick", seat=taker, cards=trick, points=points_in(trick))
    return state._replace(
        hands=hands,
        leader=taker,
        trick=(),
        tricks=(*state.tricks, Trick(state.leader, trick, taker)),
        news=(*news, told),
    )


def _score(state: State) -> State:
    """The last trick is taken."""
    options, declarer, contract, tricks = (
        state.options, state.declarer, state.contract, state.tricks,
    )  # fmt: skip
    assert declarer is not None
    assert contract is not None
    bidders = team_of(declarer)
    points = counted(options, contract, declarer, tricks, state.totals)
    totals = tuple(map(sum, zip(state.totals, points, strict=True)))
    told = event(
        "score",
        deal=state.deal,
        bidder=declarer,
        contract=contract,
        made=points[bidders] > 0,
        taken=points_taken(options, tricks),
        points=points,
        totals=totals,
    )
    after = state._replace(totals=totals, news=(*state.news, told))
    result = decided(options, bidders, totals)
    if result is not None:
        return _end(after, result)
    return _go_on(after, left_of(state.dealer, SEATS))


def _go_on(state: State, dealer: int) -> State:
    """Another deal, unless this was the last."""
    if state.deal < state.options.max_deals:
        return deal(state, dealer)
    return _end(state, by_score(state.totals))


def _end(state: State, result: Result) -> State:
    told = event("game_over", winners=result.winners, scores=result.scores, reason=result.reason)
    return state._replace(phase=OVER, result=result, news=(*state.news, told))

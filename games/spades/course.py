"""The course of a deal: what is dealt, played and counted, and what follows of itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import sub

from games.cards import Card
from games.events import Event, card_played, event
from games.setups import next_hands
from games.spades.options import HIGHEST_BID, SEATS, TEAMS
from games.spades.play import TRUMP, check
from games.spades.scoring import Count, Entry, Player, counted, entered, outcome, partners
from games.spades.state import BID, OVER, State
from games.tricks import Trick, left_of, takes, without

__all__ = ["deal", "laid", "play_card"]


def deal(state: State, news: tuple[Event, ...]) -> State:
    """The next deal."""
    options, number = state.options, state.deal + 1
    dealer = left_of(state.dealer, SEATS)
    hands, given = next_hands(state.given, options.pack, SEATS, dealer, state.seed, number)
    told = {seat: {"hand": hand} for seat, hand in enumerate(hands)}
    private, sealed = ({}, told) if options.blind_nil else (told, {})
    return state._replace(
        given=given,
        deal=number,
        dealer=dealer,
        phase=BID,
        hands=hands,
        looked=(not options.blind_nil,) * SEATS,
        bids=(None,) * SEATS,
        leader=left_of(dealer, SEATS),
        trick=(),
        tricks=(),
        broken=False,
        news=(*news, event("deal", private, sealed, deal=number, dealer=dealer)),
    )


def play_card(state: State, seat: int, card: Card) -> State:
    """The state after a seat has played a card in its turn.

    Raises:
        IllegalAction: by the rule that forbids it.
    """
    after = laid(state, seat, card)
    return after if any(after.hands) else _score(after)


def laid(state: State, seat: int, card: Card) -> State:
    """The same before anything is counted: the card lies on the table, or the trick is taken."""
    check(state, seat, card)
    hands = without(state.hands, seat, card)
    trick = (*state.trick, card)
    news: tuple[Event, ...] = (card_played(seat, card),)
    breaks = card.suit == TRUMP and not state.broken
    if breaks:
        news = (*news, event("spades_broken", seat=seat))
    after = state._replace(hands=hands, trick=trick, broken=state.broken or breaks, news=news)
    return _take(after) if len(trick) == SEATS else after


def _take(state: State) -> State:
    taker = (state.leader + takes(state.trick, TRUMP)) % SEATS
    return state._replace(
        tricks=(*state.tricks, Trick(state.leader, state.trick, taker)),
        trick=(),
        leader=taker,
        news=(*state.news, event("trick", seat=taker, cards=state.trick)),
    )


def _score(state: State) -> State:
    """The last trick is taken: what the deal counts, and whether it was the last."""
    options, players = state.options, _players(state)
    counts = [counted(options, [players[seat] for seat in partners(team)]) for team in range(TEAMS)]
    entries = [
        entered(options, total, bags, count)
        for total, bags, count in zip(state.totals, state.bags, counts, strict=True)
    ]
    totals = tuple(entry.total for entry in entries)
    bags = tuple(entry.bags for entry in entries)
    told = event(
        "score",
        deal=state.deal,
        bids=tuple(count.bid for count in counts),
        tricks=tuple(count.tricks for count in counts),
        overtricks=tuple(count.bags for count in counts),
        bags=bags,
        points=tuple(map(sub, totals, state.totals)),
        totals=totals,
    )
    news = (*state.news, *_extras(players, counts, entries), told)
    after = state._replace(totals=totals, bags=bags)
    result = outcome(options, totals, state.deal)
    if result is None:
        return deal(after, news)
    over = event("game_over", winners=result.winners, scores=result.scores, reason=result.reason)
    return after._replace(phase=OVER, result=result, news=(*news, over))


def _players(state: State) -> list[Player]:
    """What each has bid and taken."""
    return [
        Player(bid or 0, not looked, tricks)
        for bid, looked, tricks in zip(state.bids, state.looked, state.taken, strict=True)
    ]


def _extras(
    players: Sequence[Player], counts: Sequence[Count], entries: Sequence[Entry]
) -> Iterator[Event]:
    """What there is to tell of a deal besides bids and tricks."""
    for seat, player in enumerate(players):
        points = counts[seat % TEAMS].nils[seat // TEAMS]
        if points is not None:
            yield event("nil", seat=seat, made=not player.tricks, blind=player.blind, points=points)
    for team, (count, entry) in enumerate(zip(counts, entries, strict=True)):
        if count.tricks == HIGHEST_BID:
            yield event("boston", team=team, points=count.boston)
        if entry.penalty:
            yield event("bags", team=team, points=entry.penalty, left=entry.bags)

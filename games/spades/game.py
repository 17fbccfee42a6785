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

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import sub
from typing import Any, ClassVar

from games.cards import Card
from games.errors import BadAction, GameIsOver, NotNow, NotYourTurn
from games.events import Event, Json, card_played, event
from games.jsons import card_from_json, number_from_json, the_one_field
from games.protocol import Setup
from games.recorded import Recorded
from games.setups import next_hands
from games.shuffle import first_dealer
from games.spades.bidding import biddable, decided
from games.spades.errors import BidAlready
from games.spades.options import HIGHEST_BID, SEATS, TEAMS, Options
from games.spades.play import TRUMP, check, playable
from games.spades.scoring import Count, Entry, Player, counted, entered, outcome, partners
from games.spades.state import BID, OVER, PLAY, Action, Bid, BlindNil, Look, State, View
from games.tricks import Play, Trick, is_play, left_of, plays, takes, without

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
        return _deal(before, ())

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
            return _play(state, seat, action.card)
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


def _deal(state: State, news: tuple[Event, ...]) -> State:
    """The next deal."""
    options, deal = state.options, state.deal + 1
    dealer = left_of(state.dealer, SEATS)
    hands, given = next_hands(state.given, options.pack, SEATS, dealer, state.seed, deal)
    told = {seat: {"hand": hand} for seat, hand in enumerate(hands)}
    private, sealed = ({}, told) if options.blind_nil else (told, {})
    return state._replace(
        given=given,
        deal=deal,
        dealer=dealer,
        phase=BID,
        hands=hands,
        looked=(not options.blind_nil,) * SEATS,
        bids=(None,) * SEATS,
        leader=left_of(dealer, SEATS),
        trick=(),
        tricks=(),
        broken=False,
        news=(*news, event("deal", private, sealed, deal=deal, dealer=dealer)),
    )


def _play(state: State, seat: int, card: Card) -> State:
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
    after = state._replace(
        tricks=(*state.tricks, Trick(state.leader, state.trick, taker)),
        trick=(),
        leader=taker,
        news=(*state.news, event("trick", seat=taker, cards=state.trick)),
    )
    return after if any(after.hands) else _score(after)


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
        return _deal(after, news)
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

"""The course of a game: what each action does, and what follows of itself."""

from __future__ import annotations

from games.cards import Card, by_suit, in_words
from games.events import Event, card_played, event
from games.hearts.errors import NoSuchMoon, PassedAlready, WrongPass
from games.hearts.options import NONE, QUEEN
from games.hearts.play import check
from games.hearts.scoring import MOONS, bonuses, counted, points_taken, shooter
from games.hearts.state import MOON, OVER, PASS, PLAY, Pass, State
from games.protocol import Result
from games.setups import next_hands
from games.tricks import Trick, left_of, takes, without

__all__ = [
    "PASSED", "choose_moon", "deal", "giver", "laid", "pass_cards", "play_card", "result_of",
    "shot_by", "with_leader",
]  # fmt: skip

#: How many cards are passed.
PASSED = 3


def deal(state: State, news: tuple[Event, ...] = ()) -> State:
    """The next deal, told after the end of the one before."""
    options, seats, number = state.options, len(state.hands), state.deal + 1
    dealer = left_of(state.dealer, seats)
    hands, given = next_hands(state.given, options.pack, seats, dealer, state.seed, number)
    direction = options.direction(number)
    dealt = state._replace(
        given=given,
        deal=number,
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
        deal=number,
        dealer=dealer,
        direction=direction,
    )
    return with_leader(dealt)._replace(news=(*news, told))


def with_leader(state: State) -> State:
    """Who begins, once all hold the cards that they will play with."""
    if state.phase != PLAY or not state.options.is_modern:
        return state
    first = state.options.first_card
    leader = next(seat for seat, hand in enumerate(state.hands) if first in hand)
    return state._replace(leader=leader)


def pass_cards(state: State, seat: int, action: Pass) -> State:
    """The state after a seat has chosen what to pass.

    Raises:
        PassedAlready, WrongPass: it can't choose so.
    """
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
        other = giver(state, seat)
        given, received = state.passes[seat], state.passes[other]
        assert given is not None
        assert received is not None
        hands.append(by_suit(set(hand) - set(given) | set(received)))
        private[seat] = {"given": given, "received": received, "from": other}
    told = event("exchange", private, direction=state.options.direction(state.deal))
    after = state._replace(phase=PLAY, hands=tuple(hands), news=(*state.news, told))
    return with_leader(after)


def giver(state: State, seat: int) -> int:
    """Who passes to a seat in this deal."""
    seats = range(len(state.hands))
    return next(other for other in seats if state.options.receiver(other, state.deal) == seat)


def play_card(state: State, seat: int, card: Card) -> State:
    """The state after a seat has played a card in its turn.

    Raises:
        IllegalAction: by the rule that forbids it.
    """
    after = laid(state, seat, card)
    return after if any(after.hands) else _finish(after)


def laid(state: State, seat: int, card: Card) -> State:
    """The same before anything is counted: the card lies on the table, or the trick is taken."""
    check(state, seat, card)
    hands = without(state.hands, seat, card)
    trick = (*state.trick, card)
    thrown = card.suit == "H" and trick[0].suit != "H"
    queen = card == QUEEN and state.options.queen_breaks_hearts
    breaks = not state.broken and (thrown or queen)
    news: tuple[Event, ...] = (card_played(seat, card),)
    if breaks:
        news = (*news, event("hearts_broken", seat=seat))
    after = state._replace(hands=hands, trick=trick, broken=state.broken or breaks, news=news)
    return _take(after) if len(trick) == len(hands) else after


def _take(state: State) -> State:
    taker = (state.leader + takes(state.trick)) % len(state.hands)
    points = sum(map(state.options.points, state.trick))
    told = event("trick", seat=taker, cards=state.trick, points=points)
    return state._replace(
        tricks=(*state.tricks, Trick(state.leader, state.trick, taker)),
        trick=(),
        leader=taker,
        news=(*state.news, told),
    )


def shot_by(state: State) -> int:
    """Who has shot the moon, in the phase in which that is known."""
    seat = shooter(state.options, state.taken)
    assert seat is not None
    return seat


def _finish(state: State) -> State:
    """The last trick is taken: score the deal, or ask who has shot the moon."""
    options = state.options
    if shooter(options, state.taken) is not None and options.moon == "choice":
        return state._replace(phase=MOON)
    return _score(state, options.moon)


def choose_moon(state: State, seat: int, way: str) -> State:
    """The state after who has shot the moon has said how it counts.

    Raises:
        NoSuchMoon: it doesn't count so.
    """
    if way not in MOONS:
        raise NoSuchMoon(f"a moon counts by {' or '.join(MOONS)}")
    return _score(state._replace(news=(event("moon_choice", seat=seat, way=way),)), way)


def _score(state: State, moon: str) -> State:
    options, taken = state.options, state.taken
    points = counted(options, taken, moon)
    totals = tuple(map(sum, zip(state.totals, points, strict=True)))
    news = state.news
    seat = shooter(options, taken)
    if seat is not None:
        news = (*news, event("moon", seat=seat, way=moon))
    told = event(
        "score",
        deal=state.deal,
        taken=points_taken(options, taken),
        bonuses=bonuses(options, taken),
        points=points,
        totals=totals,
    )
    news = (*news, told)
    reached = state.reached or max(totals) >= options.target
    after = state._replace(totals=totals, reached=reached)
    result = result_of(after)
    if result is None:
        return deal(after, news)
    over = event("game_over", winners=result.winners, scores=result.scores, reason=result.reason)
    return after._replace(phase=OVER, result=result, news=(*news, over))


def result_of(state: State) -> Result | None:
    """How the game has ended with the deal that was counted last; None: it goes on."""
    options, totals = state.options, state.totals
    fewest = min(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == fewest)
    if state.reached and (len(winners) == 1 or options.tie == "share"):
        return Result(winners, totals, "target")
    if state.deal >= options.max_deals:
        return Result(winners, totals, "cap")
    return None

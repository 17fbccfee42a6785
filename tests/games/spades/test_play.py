"""Spades, rules 1 and 3 to 5: what may be led and played, and who takes the trick."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from games.cards import SUITS, Hand, by_suit, cards
from games.codec import from_json, to_json
from games.errors import MustFollowSuit, NoSuchCard, NotNow, NotYourTurn
from games.match import Match
from games.protocol import Setup
from games.shuffle import Stream
from games.spades import SPADES
from games.spades.errors import MustLeadTwoOfClubs, NoSpadeFirst, SpadesNotBroken
from games.spades.state import State
from games.tricks import Play
from tests.games.playing import play_on
from tests.games.spades.deals import Deal, bid, planned, played, position, told

FIRST_LEADS = ("not_spade", "two_of_clubs", "any")


def playable(state: State, seat: int) -> Hand:
    """The cards that a seat may play now."""
    actions = SPADES.legal(state, seat)
    return tuple(action.card for action in actions if isinstance(action, Play))


def after(state: State, *plays: str) -> State:
    """The state after some cards, each played by whose turn it is."""
    for card in cards(" ".join(plays)):
        state = SPADES.apply(state, state.turn, Play(card))
    return state


def kinds(state: State) -> list[str]:
    return [each.kind for each in SPADES.events(state)]


def suited(first: str, second: str, third: str, fourth: str) -> tuple[Hand, ...]:
    """Each seat has one suit."""
    suits = (first, second, third, fourth)
    return tuple(by_suit(cards(" ".join(r + s for r in "23456789TJQKA"))) for s in suits)


def begun(hands: tuple[Hand, ...], dealer: int = 3, **options: object) -> Match:
    """A match in which all have bid and none has played."""
    match = Match(SPADES, options, "play", Setup((hands,), dealer))
    bid(match, (3, 3, 3, 3))
    return match


def test_the_dealers_left_leads_first() -> None:
    """Rule 3: whoever has dealt, the next seat begins."""
    for dealer in range(4):
        match = begun(planned((4, 3, 3, 3)), dealer)
        assert SPADES.to_act(match.state) == {(dealer + 1) % 4}


def test_the_first_lead_is_no_spade() -> None:
    """Rule 3: the deal begins with another suit."""
    match = begun(planned((4, 3, 3, 3)))
    hand = match.state.hands[0]
    assert {card.suit for card in hand} == set("CDHS")
    assert playable(match.state, 0) == tuple(card for card in hand if card.suit != "S")
    spade = next(card for card in hand if card.suit == "S")
    with pytest.raises(NoSpadeFirst, match="doesn't begin with a spade: you may lead "):
        match.act(0, Play(spade))


@pytest.mark.parametrize("first_lead", ["not_spade", "any"])
def test_a_hand_of_spades_may_begin(first_lead: str) -> None:
    """Case D1, rule 3: all thirteen are legal though the deal begins with another suit."""
    match = begun(suited("S", "C", "D", "H"), first_lead=first_lead)
    assert playable(match.state, 0) == match.state.hands[0]
    match.act(0, Play(cards("9S")[0]))
    assert match.state.broken
    assert kinds(match.state) == ["play", "spades_broken"]


def test_only_spades_left_before_they_are_broken() -> None:
    """Case D1, rule 5: who holds but spades may lead them; that breaks them."""
    state = position("KC QC", "2S 9S", "KD QD", "KH QH", leader=1)
    assert playable(state, 1) == cards("2S 9S")
    state = after(state, "9S")
    assert state.broken
    assert kinds(state) == ["play", "spades_broken"]


def test_spades_are_not_led_before_they_are_broken() -> None:
    """Rule 5: who has anything else leads that."""
    state = position("KC QC", "2S 9S 3H", "KD QD", "KH QH", leader=1)
    assert playable(state, 1) == cards("3H")
    with pytest.raises(SpadesNotBroken, match="spades aren't broken yet: you may lead 3H"):
        after(state, "2S")


def test_broken_spades_may_be_led() -> None:
    """Case D2, rule 5: who has trumped a club and won may lead either card, also after a save."""
    state = position("4C 6D", "5C 7D", "6C 8D", "3S KS 4D", leader=0)
    state = after(state, "4C", "5C", "6C")
    assert playable(state, 3) == cards("4D 3S KS")
    state = after(state, "3S")
    assert kinds(state) == ["play", "spades_broken", "trick"]
    # With so few cards it is no state of a game: the codec alone takes it.
    again = from_json(State, json.loads(json.dumps(to_json(state))))
    for each in (state, again):
        assert each.broken
        assert each.leader == 3
        assert playable(each, 3) == cards("4D KS")
        assert after(each, "KS").trick == cards("KS")


def test_spades_break_once() -> None:
    """Rule 5: it is told of the first spade only."""
    state = position("4C 6D", "5S 7S", "6C 8D", "3S KS", leader=0)
    state = after(state, "4C", "5S")
    assert kinds(state) == ["play", "spades_broken"]
    assert kinds(after(state, "6C", "3S")) == ["play", "trick"]


def test_a_discard_breaks_nothing() -> None:
    """Rule 5: it takes a spade to break spades."""
    state = position("4C 6D", "5H 7S", "6C 8D", "7C KS", leader=0)
    state = after(state, "4C", "5H", "6C", "7C")
    assert not state.broken
    assert kinds(state) == ["play", "trick"]


def test_spades_are_broken_anew_in_each_deal() -> None:
    """Rule 5: each deal begins with spades unbroken."""
    match = played({}, Deal((3, 3, 3, 3), (4, 3, 3, 3)))
    assert len(told(match, "spades_broken")) == 1
    assert match.state.deal == 2
    assert not match.state.broken


def test_suit_is_followed() -> None:
    """Case D4, rule 4: who holds the suit that was led may play no trump."""
    state = after(position("KH 2D", "3H 3D", "5H AS", "6H 4D", leader=0), "KH", "3H")
    assert playable(state, 2) == cards("5H")
    with pytest.raises(MustFollowSuit, match="must follow hearts: you hold 5H"):
        after(state, "AS")


def test_a_trump_that_was_led_is_followed() -> None:
    """Case D4, rule 4: the suit is that of this trick's first card, also when it is a trump."""
    state = position("KS 2D", "3H 3D", "5S AH", "6H 4D", leader=0, broken=True)
    state = after(state, "KS", "3H")
    assert playable(state, 2) == cards("5S")
    with pytest.raises(MustFollowSuit, match="must follow spades: you hold 5S"):
        after(state, "AH")


def test_the_suit_is_that_of_this_trick() -> None:
    """Case D4, rule 4: the trick before doesn't matter, nor what others have thrown."""
    state = position("KH 2D", "3C 3D", "5H 5C 5D", "6H 4D", leader=0)
    assert playable(after(state, "KH", "3C"), 2) == cards("5H")
    assert playable(after(state, "2D", "3D"), 2) == cards("5D")


def test_who_cannot_follow_plays_anything() -> None:
    """Rule 4: other suits and trumps alike."""
    state = after(position("KH 2D", "3C 3D 7S", "5H 5C", "6H 4D", leader=0), "KH")
    assert playable(state, 1) == cards("3C 3D 7S")


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("4H 9H KH 2H", 2),  # The highest of the suit.
        ("4H AC AD 2H", 0),  # Aces of other suits take nothing.
        ("AH KH 2S QH", 2),  # The least spade beats the ace.
        ("AH 3S KS QS", 2),  # The highest spade takes it.
        ("5S AH 7S 6S", 2),  # Also when spades were led.
        ("TH 9H JH 2H", 2),
    ],
)
def test_who_takes_the_trick(trick: str, taker: int) -> None:
    """Rule 4: the highest spade, else the highest of the suit led; the taker leads next."""
    first, second, third, fourth = trick.split()
    hands = (f"{fourth} 3D", f"{first} 4D", f"{second} 5D", f"{third} 6D")
    state = after(position(*hands, leader=1, broken=True), *trick.split())
    seat = (1 + taker) % 4
    assert state.tricks[-1] == (1, cards(trick), seat)
    assert SPADES.to_act(state) == {seat}
    assert state.taken[seat] == 1 + (seat == 3)
    assert SPADES.events(state)[-1].seen_by(None) == {
        "event": "trick", "seat": seat, "cards": trick.split(),
    }  # fmt: skip


def test_cards_that_cannot_be_played() -> None:
    """Rule 4: cards of others, and cards before one's turn."""
    state = position("KH 2D", "3C 3D", "5H 5C", "6H 4D", leader=0)
    with pytest.raises(NoSuchCard, match="you don't hold AS: you hold 2D, KH"):
        after(state, "AS")
    with pytest.raises(NotYourTurn, match="it is the turn of seat 0, not of 1"):
        SPADES.apply(state, 1, Play(cards("3C")[0]))


def test_no_card_is_played_before_all_have_bid() -> None:
    """Rule 2: bids come first."""
    match = Match(SPADES, {}, "early", Setup(dealer=3))
    with pytest.raises(NotNow, match="all bid first"):
        match.act(0, Play(match.state.hands[0][0]))


def test_first_lead_two_of_clubs() -> None:
    """Option first_lead=two_of_clubs: its holder leads it; the dealer's left still bids first."""
    for dealer in range(4):
        hands = suited("D", "H", "C", "S")
        match = Match(SPADES, {"first_lead": "two_of_clubs"}, "two", Setup((hands,), dealer))
        assert SPADES.to_act(match.state) == {(dealer + 1) % 4}
        bid(match, (3, 3, 3, 3))
        assert SPADES.to_act(match.state) == {2}
        assert playable(match.state, 2) == cards("2C")
        with pytest.raises(MustLeadTwoOfClubs, match="begins with 2C: you may lead 2C"):
            match.act(2, Play(cards("AC")[0]))
        match.act(2, Play(cards("2C")[0]))
        # Who can't follow may trump at once.
        assert playable(match.state, 3) == match.state.hands[3]


def test_two_of_clubs_begins_no_later_trick() -> None:
    """Option first_lead=two_of_clubs: later it is a card like others."""
    state = position("KH 2C", "3C 3D", "5H 5C", "6H 4D", leader=0, first_lead="two_of_clubs")
    assert playable(state, 0) == cards("2C KH")


def test_first_lead_any() -> None:
    """Option first_lead=any: the deal may begin with a spade, which breaks them."""
    match = begun(planned((4, 3, 3, 3)), first_lead="any")
    hand = match.state.hands[0]
    assert playable(match.state, 0) == hand
    match.act(0, Play(next(card for card in hand if card.suit == "S")))
    assert match.state.broken


def test_first_lead_any_is_for_the_first_trick() -> None:
    """Option first_lead=any: later spades wait until they are broken."""
    state = position("KS 2D", "3H 3D", "5S AH", "6H 4D", leader=0, first_lead="any")
    assert playable(state, 0) == cards("2D")
    with pytest.raises(SpadesNotBroken):
        after(state, "KS")


@pytest.mark.parametrize("first_lead", FIRST_LEADS)
@pytest.mark.parametrize("suits", list(permutations(SUITS)), ids="".join)
def test_stacked_deals_end(suits: tuple[str, str, str, str], first_lead: str) -> None:
    """Case I2, rules 3 to 5, option first_lead: whoever has one suit alone can always move."""
    match = Match(
        SPADES,
        {"first_lead": first_lead, "max_deals": 1},
        "stacked",
        Setup((suited(*suits),), dealer=0),
    )
    play_on(match, Stream("".join(suits), "dice"))
    assert match.is_over
    tricks = told(match, "score")[0]["tricks"]
    assert tricks[suits.index("S") % 2] == 13


def test_the_deal_moves_to_the_left() -> None:
    """Rule 1: each deal has the next dealer."""
    options = {"max_deals": 5, "floor": None}
    match = play_on(Match(SPADES, options, "left"), Stream("left", "dice"))
    dealers = [each["dealer"] for each in told(match, "deal")]
    assert dealers == [(dealers[0] + deal) % 4 for deal in range(5)]


def test_anybody_may_deal_first() -> None:
    """Rule 1: the seed says who."""
    assert {Match(SPADES, {}, str(seed)).state.dealer for seed in range(30)} == {0, 1, 2, 3}


def test_each_gets_thirteen_cards() -> None:
    """Rule 1: all 52 cards are dealt out."""
    state = Match(SPADES, {}, "thirteen").state
    assert [len(hand) for hand in state.hands] == [13, 13, 13, 13]
    assert len({card for hand in state.hands for card in hand}) == 52

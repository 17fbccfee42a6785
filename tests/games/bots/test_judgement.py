"""What players make of the score, of bids and of what everybody has seen."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from games.bots.hearts import EasyHearts, StrongHearts, _table, _unseen
from games.bots.kaiser import StrongKaiser
from games.bots.kaiser_table import BID_OF, auction_of
from games.bots.player import Thinking
from games.bots.spades import EasySpades, StrongSpades
from games.bots.spades import _table as spades_table
from games.bots.spades import _unseen as spades_unseen
from games.bots.words import CARD_OF, NUMBER_OF, cards_in, word_of
from games.cards import PACK, cards
from games.hearts import HEARTS
from games.hearts.state import MOON, Pass
from games.kaiser import KAISER
from games.kaiser.state import Bid
from games.kernels.hearts import COMPILED, HeartsTable
from games.kernels.kaiser import KaiserTable
from games.kernels.spades import SpadesTable
from games.match import Match
from games.protocol import Setup
from games.shuffle import dealt
from games.spades import SPADES
from games.spades.state import Bid as SpadesBid
from games.spades.state import BlindNil, Look
from tests.games.bots.positions import hearts_view, spades_view
from tests.games.bots.test_cases import played

FEW = Thinking(worlds=400 if COMPILED else 4, seconds=60)
compiled = pytest.mark.skipif(not COMPILED, reason="takes long when interpreted")
each_spades = pytest.mark.parametrize("bot", [EasySpades(), StrongSpades(FEW)], ids=type)
PRICES = [100, 200, 10, 100, 0, 500, -500, 0]

STRONG = "AS KS QS JS TS 9S AH KH AD KD 2C 3C 4C"
ALL_SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
POOR = "2S 3S 2H 3H 5H 7H 2D 4D 6D 2C 3C 5C 9C"


# Bids of spades.


@each_spades
@pytest.mark.parametrize("most", range(1, 14))
def test_whatever_partners_may_bid_together_there_is_a_bid(bot: Any, most: int) -> None:
    """Strong hands and poor ones, when the partner has taken some or all of it."""
    for hand in (STRONG, POOR):
        for partner in (0, 1, most):
            bids = (None, 3, min(partner, most), 3)
            view = spades_view(hand, bids=bids, team_bid_max=most)
            bid = bot.choose(view, 1).action
            assert {"bid": bid.tricks} in view.legal


@each_spades
def test_no_nil_with_a_hand_that_must_take_tricks(bot: Any) -> None:
    """Though one trick is all that may be bid besides."""
    view = spades_view(STRONG, bids=(None, 4, 3, 3), team_bid_max=4)
    assert bot.choose(view, 1).action == SpadesBid(1)


@each_spades
@pytest.mark.parametrize(("hand", "least"), [(ALL_SPADES, 10), (STRONG, 7)])
def test_the_last_to_bid_trusts_a_strong_hand(bot: Any, hand: str, least: int) -> None:
    """More than is left over by the others' bids: some of them are wrong."""
    for bids in ((None, 4, 3, 3), (None, 13, 3, 0), (None, 4, 3, 4)):
        assert bot.choose(spades_view(hand, bids=bids), 1).action.tricks >= least


@each_spades
def test_no_nil_with_a_bare_ace(bot: Any) -> None:
    """With an ace and one small card, nil fails nearly always."""
    hand = "2C AC 2D 3D 5D 7D 2H 3H 4H 6H 8H 2S 3S"
    assert bot.choose(spades_view(hand, bids=(None, 4, 4, 4)), 1).action.tricks > 0


@each_spades
def test_a_blind_nil_when_nothing_else_helps(bot: Any) -> None:
    """Far behind, while the others are about to win; not otherwise, nor on the partner's nil."""

    def choice(scores: tuple[int, int], first: int | None = None) -> Any:
        match = Match(SPADES, {"blind_nil": True}, "blind", Setup(scores=scores, dealer=3))
        for _ in range(0 if first is None else 2):
            match.act(match.state.turn, BlindNil() if first == match.state.turn else Look())
            if first != match.state.turn and isinstance(match.steps[-1].action, Look):
                match.act(match.state.turn, SpadesBid(3))
        seat = match.state.turn
        return bot.choose(SPADES.view(match.state, seat), 1).action

    assert choice((100, 450)) == BlindNil()
    assert choice((300, 450)) == Look()
    assert choice((0, 250)) == Look()


# What the score is worth.


def test_the_last_deal_decides_by_points() -> None:
    """One point ahead has won then, and is little before."""
    table = SpadesTable()
    table.set_up([3, 4, 3, 3], [0] * 4, [1, 0, 0, 0], PRICES)
    for seat, tricks in enumerate((3, 4, 3, 3)):
        table.tricks[seat] = tricks
    ahead = table.total(0) - table.total(1)
    table.left = 1
    assert table.value(0) == ahead
    table.left = 0
    assert table.value(0) == ahead + (250 if ahead > 0 else -250)


def test_bags_on_the_sheet_are_dues() -> None:
    """Each is a part of the next penalty; a penalty of odd size is halved for neither side."""
    table = SpadesTable()
    table.set_up([3, 4, 3, 3], [0] * 4, [0, 0, 5, 0], PRICES)
    for seat, tricks in enumerate((3, 4, 3, 3)):
        table.tricks[seat] = tricks
    with_bags = table.value(0)
    table.set_up([3, 4, 3, 3], [0] * 4, [0, 0, 0, 0], PRICES)
    assert table.value(0) - with_bags == 50
    uneven = [100, 200, 3, 1, 0, 500, -500, 0]
    table.set_up([3, 4, 3, 3], [0] * 4, [0, 0, 0, 2], uneven)
    assert table.value(0) == -table.value(1)


def test_players_know_the_options_and_the_sheet() -> None:
    """The target among others: whoever comes to it wins."""
    view = spades_view(STRONG, bids=(3, 3, 3, 3), target=250, floor=-100, bags=5, bag_penalty=50)
    assert list(spades_table(view).prices) == [100, 200, 5, 50, 0, 250, -100, 0]


# Playing to bids.


def spades_choice(bids: list[int], tricks: list[int], hand: str, trick: str) -> str:
    table = SpadesTable()
    table.set_up(bids, [0] * 4, [0] * 4, PRICES)
    for seat, number in enumerate(tricks):
        table.tricks[seat] = number
    laid = cards(trick)
    table.turn_to(-len(laid) % 4)
    for card in laid:
        table.lay_card(NUMBER_OF[card])
    table.give(0, word_of(cards(hand)))
    return str(CARD_OF[table.best_card(0)])


def test_a_nil_still_to_play_is_covered_before() -> None:
    """The partner's nil plays last but one: the trick is taken high in time."""
    assert spades_choice([4, 3, 0, 3], [0, 0, 0, 0], "KC QC 4C 2D", "5C") == "KC"


def test_their_bid_is_broken_if_it_can_be() -> None:
    """One's own is made; they need one of two tricks, or none, or more than there are."""
    made = [3, 0, 1, 2]
    assert spades_choice([3, 1, 1, 2], made, "AC 4C", "KC 5C 3C") == "AC"
    assert spades_choice([3, 1, 1, 1], made, "AC 4C", "KC 5C 3C") == "4C"
    assert spades_choice([3, 4, 1, 4], made, "AC 4C", "KC 5C 3C") == "4C"


def test_side_aces_are_kept_while_tricks_are_wanted() -> None:
    """Void, under a card of a nil of theirs: something low goes, not the ace."""
    assert spades_choice([5, 0, 3, 4], [0] * 4, "7C 9C JC 8D 9D JD AD 3S", "2H TH 4H") in {
        "7C", "8D", "9D", "9C",
    }  # fmt: skip


# Hearts.


@pytest.mark.parametrize("players", [3, 4])
def test_passed_cards_are_where_they_went(players: int) -> None:
    """In every deal that is imagined, until they are played."""
    match = Match(HEARTS, {"players": players}, "passed")
    for seat in range(players):
        match.act(seat, Pass(frozenset(match.state.hands[seat][-3:])))
    receiver = match.state.options.receiver(0, 1)
    view = HEARTS.view(match.state, 0)
    worlds = _unseen(view, _table(view)).worlds(3).deal(20)
    given = word_of(view.given or ())
    assert given.bit_count() == 3
    assert isinstance(worlds, array)
    assert all(worlds[at * players + receiver] & given == given for at in range(20))


def test_who_leads_an_unbroken_suit_has_nothing_else() -> None:
    """Spades and hearts; where the queen may be left, she may be."""
    view = spades_view("2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D 8D", "9S")
    assert view.broken is False
    hands = _hands_of(spades_unseen(view, spades_table(view)), 3)
    assert all(hand & ((1 << 39) - 1) == 0 for hand in hands)
    hand = "2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D"
    gone = [(0, "8C 9C TC JC")]
    view = hearts_view(hand, "9H", gone)
    assert all(each & ~(0x1FFF << 26) == 0 for each in _hands_of(_unseen(view, _table(view)), 3))
    view = hearts_view(hand, "9H", gone, queen_lead_needs_broken=True)
    hands = _hands_of(_unseen(view, _table(view)), 3)
    assert all(each & ((1 << 26) - 1) == 0 for each in hands)
    assert any(each >> 49 & 1 for each in hands)


def test_who_throws_points_first_has_no_diamonds() -> None:
    """Points go to the first trick only from a hand that has nothing else."""
    view = hearts_view("5C 6C 7C 2S 3S 4S 5S 6S 7S 8S 9S TS JS", "2C 4H")
    hands = _hands_of(_unseen(view, _table(view)), 3)
    assert all(each >> 13 & 0x1FFF == 0 for each in hands)


def _hands_of(unseen: Any, seat: int) -> list[int]:
    worlds = unseen.worlds(1).deal(200)
    return [worlds[4 * at + seat] for at in range(200)]


OMNIBUS = {"jack_of_diamonds": "jack"}


def test_the_diamond_is_not_given_away() -> None:
    """Ducking, it stays in hand; the last takes the trick with it, or takes it home."""
    rest = "3S 4S 5S 6S 7S 8S 9S 2C 3C 4C"
    first = [(1, "5C 6C 7C 8C")]
    bot = EasyHearts()
    assert played(bot, hearts_view(f"JD 3D {rest}", "KD", first, **OMNIBUS)) == "3D"
    assert played(bot, hearts_view(f"JD 3D {rest}", "TD 9D 4D", first, **OMNIBUS)) == "JD"
    assert played(bot, hearts_view(f"QD 6D {rest}", "7D JD 9D", first, **OMNIBUS)) == "QD"
    assert played(bot, hearts_view(f"QD 6D {rest}", "7D TD 9D", first)) == "QD"


def test_a_moon_ends_with_a_heart_in_anothers_trick() -> None:
    """It goes to whoever takes the trick and isn't the shooter; or the highest heart is led."""
    table = HeartsTable(4)
    for card in cards("2C 3C 5C 6C"):
        table.lay_card(NUMBER_OF[card])
    table.points[1] = 20
    table.turn_to(2)
    for card in cards("AC 4C"):
        table.lay_card(NUMBER_OF[card])
    table.give(0, word_of(cards("3H QD JD TD")))
    assert str(CARD_OF[table.best_card(0)]) == "3H"
    table = HeartsTable(4)
    for card in cards("2C 3C 5C 6C"):
        table.lay_card(NUMBER_OF[card])
    table.points[1] = 20
    table.broken = True
    table.turn_to(0)
    table.give(0, word_of(cards("AH 8C JD")))
    assert str(CARD_OF[table.best_card(0)]) == "AH"


@pytest.mark.parametrize("bot", [EasyHearts(), StrongHearts(FEW)], ids=type)
@pytest.mark.parametrize(
    ("totals", "way"),
    [
        ((10, 20, 30, 40), "others_plus"),
        ((50, 20, 80, 40), "shooter_minus"),  # Added, it would end the game that seat 1 wins.
        ((30, 60, 80, 70), "others_plus"),  # Added, it ends the game, which is won.
    ],
)
def test_how_a_moon_is_counted(bot: Any, totals: tuple[int, ...], way: str) -> None:
    state = HEARTS.start(HEARTS.options({"moon": "choice"}), "moon")
    view = HEARTS.view(state, 0)._replace(phase=MOON, totals=totals)
    assert bot.choose(view, 1).action.way == way


@compiled
def test_the_best_pass_is_chosen() -> None:
    """A queen with nothing around her goes, in whatever direction; guarded she stays."""
    strong = StrongHearts(FEW)
    lone = "QS 2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H"
    state = HEARTS.start(HEARTS.options({}), "pass")
    for deal in (1, 2, 3):
        hands = (cards(lone), *_others(lone))
        view = HEARTS.view(state._replace(deal=deal, hands=hands), 0)
        chosen = strong.choose(view, 1).action
        assert isinstance(chosen, Pass)
        assert "QS" in {str(card) for card in chosen.cards}


def _others(hand: str) -> list[tuple[Any, ...]]:
    held = cards(hand)
    rest = [card for card in HEARTS.options({}).pack if card not in held]
    return [tuple(rest[at::3]) for at in range(3)]


@pytest.mark.parametrize("to", [[1, 2, 3, 0], [3, 0, 1, 2], [2, 3, 0, 1]], ids=str)
def test_passed_cards_go_where_they_are_passed_to(to: list[int]) -> None:
    """A pass that is tried out is the deal after the exchange, played by rule."""
    hands = [word_of(hand) for hand in dealt(PACK, 4, 0, "passes", 1)]
    table = HeartsTable(4)
    given = [table.cards_to_pass(hand) for hand in hands]
    given[0] = word_of(sorted(cards_in(hands[0]))[:3])
    totals = array("d", [0.0])
    one = array("Q", hands)
    HeartsTable(4).try_passes(
        0, array("Q", given[:1]), one, array("i", [0]), array("i", to), totals
    )
    after = [hand & ~going for hand, going in zip(hands, given, strict=True)]
    for seat, going in enumerate(given):
        after[to[seat]] |= going
    for seat, hand in enumerate(after):
        table.give(seat, hand)
    table.turn_to(next(seat for seat, hand in enumerate(after) if hand & 1))
    table.play_on()
    assert totals[0] == table.score(0)


# Kaiser.


def test_the_defenders_need_one_trick_against_forty() -> None:
    """The ace is played, though the three of spades costs three."""
    table = KaiserTable()
    table.contract(1, 80, -1, 3)
    table.turn_to(1)
    for card in cards("QS 3S"):
        table.lay_card(NUMBER_OF[card])
    table.give(0, word_of(cards("AS 8S 9D TD")))
    assert str(CARD_OF[table.best_card(0)]) == "AS"


def test_of_many_choices_the_best_are_looked_at_again() -> None:
    """Nine bids are tried at first, and only the best of them to the end."""
    match = Match(KAISER, {"min_bid": 5}, "sifted", Setup(dealer=3))
    view = KAISER.view(match.state, 0)
    tried: list[list[int]] = []

    def try_out(
        _: int, numbers: array[int], __: array[int], chosen: array[int], totals: array[float]
    ) -> None:
        tried.append(list(numbers))
        for at, number in enumerate(numbers):
            totals[at] += len(chosen) * (20 - abs(number - BID_OF["7 no"]))

    actions = [Bid(bid) for bid in ("pass", "5", "5 no", "6", "6 no", "7", "7 no", "8", "8 no")]
    bot = StrongKaiser(Thinking(worlds=1000, seconds=60))
    best = bot._best(try_out, auction_of(view), view, list(actions), 1)
    assert best == Bid("7 no")
    assert len(tried[0]) == 9
    assert set(tried[-1]) == {BID_OF[bid] for bid in ("6 no", "7", "7 no", "8")}

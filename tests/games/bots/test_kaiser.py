"""The core of kaiser keeps to the engine's rules and scoring; how its players bid and play."""

from __future__ import annotations

import json
from array import array
from typing import Any

import pytest

from games.bots.kaiser import EasyKaiser, StrongKaiser
from games.bots.kaiser_table import BID_OF, NAMES, auction_of
from games.bots.player import Thinking
from games.bots.words import CARD_OF, NUMBER_OF, cards_in, word_of
from games.cards import SUITS, by_suit, cards
from games.kaiser import KAISER
from games.kaiser.contracts import BIDS
from games.kaiser.options import KAISER_PACK
from games.kaiser.state import Bid, DecideHand, NameTrump
from games.kernels import kaiser as kernel
from games.kernels import kaiser_auction as auction_kernel
from games.kernels import worlds as worlds_kernel
from games.match import Match
from games.protocol import Setup
from games.shuffle import Stream, shuffled
from games.tricks import Play
from tests.games.tables import TABLES
from tests.solver.interpreted import interpreted_modules

KAISER_TABLES = [options for game, options in TABLES if game is KAISER]
NAMES_OF_MODULES = [
    "games.kernels.kaiser", "games.kernels.kaiser_auction", "games.kernels.worlds",
]  # fmt: skip
FEW = Thinking(worlds=100 if kernel.COMPILED else 2, seconds=60)


def test_numbers_of_bids() -> None:
    """Each bid is higher than the one before, as numbers as well; the pack is the kernel's."""
    numbers = [BID_OF[bid] for bid in BIDS]
    assert numbers == sorted(set(numbers))
    assert (BID_OF["pass"], BID_OF["7"], BID_OF["7 no"], BID_OF["40"]) == (0, 14, 15, 80)
    assert all(NAMES[BID_OF[bid]] == bid for bid in BIDS)
    assert word_of(KAISER_PACK) == kernel.PACK


@pytest.mark.parametrize("options", KAISER_TABLES, ids=json.dumps)
def test_by_the_rules(options: dict[str, object]) -> None:
    """Legal cards at each step, and the score sheet in the end, for random games."""
    scored = forties = 0
    for number in range(30):
        match = Match(KAISER, options, f"rules {number}")
        dice = Stream(f"rules {number}", "dice")
        table = None
        while not match.is_over:
            seat = min(KAISER.to_act(match.state))
            legal = KAISER.legal(match.state, seat)
            action = dice.choose(legal)
            if isinstance(action, Play):
                view = KAISER.view(match.state, seat)
                if table is None:
                    table = auction_of(view)
                    table.turn_to(seat)
                    for other, hand in enumerate(match.state.hands):
                        table.give(other, word_of(hand))
                played = {each.card for each in legal if isinstance(each, Play)}
                assert set(cards_in(table.may_play(seat))) == played
                assert set(cards_in(auction_of(view).may_play(seat))) == played
                assert tuple(map(table.points_of, range(2))) == view.points
                table.lay_card(NUMBER_OF[action.card])
            for told in match.act(seat, action):
                if told.kind == "score" and table is not None:
                    public = dict(told.public)
                    assert table.totals_after() == public["totals"]
                    assert tuple(map(table.points_of, range(2))) == public["taken"]
                    forties += public["contract"] == "40"
                    if match.state.result is not None:
                        won = match.state.result.winners
                        expected = 0 if len(won) == 4 else 100 if won == (0, 2) else -100
                        assert table.stands(0) == expected == -table.stands(1)
                    else:
                        assert -100 < table.stands(0) < 100
                    scored += 1
                    table = None
    assert scored >= 30
    assert (forties > 0) is ("kaiser_40" in options)


def test_a_lead_counts_for_more_near_the_end() -> None:
    """Ten points ahead: the nearer the target, the floor or the last deal, the better."""

    def stands(ours: int, theirs: int, left: int = 50) -> float:
        table = auction_kernel.KaiserAuction()
        table.contract(0, 14, -1, -1)
        table.left = left
        for team, total in enumerate((ours + 7, theirs)):
            table.totals[team] = total
        return float(table.stands(0))  # Nothing was taken: a seven that failed.

    assert 0 < stands(10, 0) < stands(40, 30) < 100
    assert stands(10, 0) < stands(-30, -40)
    assert stands(10, 0) < stands(10, 0, left=1) < stands(10, 0, left=0) == 100
    assert stands(0, 0) == stands(0, 0, left=0) == 0


@pytest.mark.parametrize("cython", [False, True], ids=["stand-in", "cython"])
def test_interpreted_is_the_same(cython: bool) -> None:
    """Worlds, bids, trumps, cards and sums, to the last bit."""
    if cython:
        pytest.importorskip("cython")
    compiled = [kernel, auction_kernel, worlds_kernel]
    found = []
    for table, auction, worlds in (compiled, interpreted_modules(NAMES_OF_MODULES, cython)):
        source = worlds.Worlds(4, 5)
        source.know(kernel.PACK, array("Q", [0] * 4), array("i", [8] * 4), array("i", [15] * 4))
        dealt = source.deal(10)
        results: list[Any] = [table.REASONS, list(dealt)]
        for at in range(10):
            one = array("Q", dealt[4 * at : 4 * at + 4])
            made = auction.KaiserAuction()
            made.dealer, made.forty, made.three_trick_rule = 3, at % 2 == 0, at % 3 == 0
            totals = array("d", [0.0] * 4)
            made.try_bids(
                0, array("i", [0, 14, 15, 80 if made.forty else 20]), one, array("i", [0]), totals
            )
            results.append(list(totals))
            results.append([made.bid_by_rule(hand) for hand in one])
            results.append([made.suit_by_rule(hand) for hand in one])
            results.append([made.promised(hand, trump) for hand in one for trump in range(-1, 4)])
            for place, bid in enumerate((0, 14, 15, 0)):
                made.said[place] = bid
            made.spoken, made.declarer, made.bid = 4, 2, 15
            weights = array("d", [0.0])
            made.weigh_worlds(0, one, 1, weights)
            made.bid = 14
            made.turn_to(2)
            totals = array("d", [0.0] * 4)
            made.try_suits(2, array("i", range(4)), one, array("i", [0]), totals)
            results += [list(weights), list(totals)]
            made.trump = made.suit_by_rule(one[2])
            made.turn_to(2)
            for seat in range(4):
                made.give(seat, one[seat])
            while made.hands[made.turn]:
                card = made.best_card(made.turn)
                results.append((card, made.reason))
                made.lay_card(card)
            results += [made.totals_after(), made.stands(0)]
        found.append(results)
    assert found[0] == found[1]


# How cards are played.


def choice(
    hand: str,
    trick: str = "",
    *,
    trump: str | None = None,
    declarer: int = 0,
    gone: str = "",
) -> tuple[str, str]:
    """What seat 0 plays to a trick, and why; some tricks are gone already."""
    table = kernel.KaiserTable()
    table.contract(declarer, 14, -1 if trump is None else SUITS.index(trump), -1)
    for card in cards(gone):
        table.lay_card(NUMBER_OF[card])
    laid = cards(trick)
    table.turn_to((4 - len(laid)) % 4)
    for card in laid:
        table.lay_card(NUMBER_OF[card])
    table.give(0, word_of(cards(hand)))
    chosen = table.best_card(0)
    return str(CARD_OF[chosen]), kernel.REASONS[table.reason]


def test_the_only_card() -> None:
    """It has a reason as any other, which doesn't tell that there was no choice."""
    assert choice("KC 9D TD", "8C") == ("KC", "taking it as cheaply as can be")


def test_the_declarer_draws_trumps() -> None:
    """Also the declarer's partner; the others don't."""
    hand = "AC KC QC JC 8D 9D 8S 9H"
    assert choice(hand, trump="C") == ("JC", "drawing trumps")
    assert choice("AC KC QC 8D 9D 8S 9H", trump="C", declarer=2)[1] == "drawing trumps"
    assert choice("AC 9C 8C AD 9D 8S 9H", trump="C", declarer=1) == ("AD", "cashing a winner")


def test_sure_winners_are_cashed() -> None:
    """The ace; and the queen once ace and king are gone, but not before."""
    assert choice("AD 9D 8S 9S TS 9H TH JC") == ("AD", "cashing a winner")
    left = choice("QD 9C 8S 9H TH", gone="7D 9D KD AD")
    assert left == ("QD", "cashing a winner")
    assert choice("QD 9C 8S 9H TH")[1] == "leading towards the partner"


def test_who_has_no_winner_leads_towards_the_partner() -> None:
    assert choice("8D QD 9S 8S TS 8C 9C TH")[1] == "leading towards the partner"


def test_the_five_of_hearts_is_not_led() -> None:
    """Not even where everything else is poor as well."""
    for rest in ("9H 8D 9D 8S 9S 8C 9C", "KH QH 8D 8S 9S 8C", "TH 8S"):
        assert choice(f"5H {rest}")[0] != "5H"


def test_second_hand_low() -> None:
    assert choice("KD 8D 9C", "TD") == ("8D", "second hand low")
    assert choice("KD JD 8D 9C", "9D") == ("8D", "second hand low")


def test_third_hand_high_enough() -> None:
    """The king over the partner's low card; of neighbours the lowest does."""
    assert choice("KD 8D 9C", "9D TD") == ("KD", "third hand high enough")
    assert choice("AD KD QD 9C", "9D TD") == ("QD", "third hand high enough")


def test_the_last_takes_it_as_cheaply_as_can_be() -> None:
    assert choice("AD QD 8D 9C", "JD 9D 7D") == ("QD", "taking it as cheaply as can be")
    assert choice("AD QD 8D 9C", "KD 9D 7D") == ("AD", "taking it as cheaply as can be")
    assert choice("QD 8D 9C", "KD 9D 7D") == ("8D", "it can't be won")


def test_the_partners_winner_is_left_alone() -> None:
    assert choice("AD QD 8D 9C", "7D KD 9D") == ("8D", "the partner has it")
    assert choice("KD 8D 9C", "9D AD JD") == ("8D", "the partner has it")


def test_the_five_of_hearts_goes_to_the_partners_trick() -> None:
    assert choice("5H KH 8C", "7D AD 9D") == ("5H", "smearing the five of hearts")
    assert choice("5H KH 8C", "8H AH 9H") == ("5H", "smearing the five of hearts")


def test_the_five_of_hearts_is_kept_from_the_others() -> None:
    assert choice("5H KH 8C", "AD 9D 7D") != ("5H", "smearing the five of hearts")
    assert choice("5H 8H 8C", "AH 9H TH") == ("8H", "it can't be won")


def test_the_three_of_spades_goes_to_the_others() -> None:
    assert choice("3S KS 8C", "AD 9D 7D") == ("3S", "throwing the three of spades")
    assert choice("3S KS 8C", "AS 9S TS") == ("3S", "throwing the three of spades")


def test_the_three_of_spades_does_not_go_to_the_partner() -> None:
    assert choice("3S 9S 8C", "8S AS TS") == ("9S", "the partner has it")


def test_the_three_of_spades_is_not_taken() -> None:
    """Two points less for the trick: the last ducks if it can."""
    assert choice("AS 9S 8C", "3S TS JS")[0] == "9S"


def test_tricks_with_points_are_ruffed() -> None:
    hand = "8C 9C 8D 9D"
    assert choice(hand, "AH 5H 9H", trump="C") == ("8C", "ruffing")
    assert choice(hand, "AS 3S 9S", trump="C")[0] in {"8D", "9D"}


def test_the_partners_trick_is_not_ruffed() -> None:
    assert choice("8C 9C 8D 9D", "9H AH 8H", trump="C") == ("8D", "the partner has it")


# How it is bid.


LONG_HAND = "AC KC JC TC 9C 8D KS 8H"
STRONG_HAND = "AC KC QC JC 9C AD KH 5H"
EVEN_HAND = "AC KC AD KD AS KS AH KH"
WEAK_HAND = "8C 9C 8D 9D TD 8S 9S 9H"
ALONE = "AC KC QC JC TC 9C 8C 7C"


def first_bid(hand: str, bot: Any, *said: str, **options: object) -> str:
    """What a seat bids after others, who hold the rest of the pack."""
    held = cards(hand)
    seat = len(said)
    rest = [card for card in shuffled(KAISER_PACK, "rest", 1) if card not in held]
    dealt = [rest[8 * at : 8 * at + 8] for at in range(3)]
    dealt.insert(seat, list(held))
    deals = (tuple(map(by_suit, dealt)),)
    match = Match(KAISER, options, "", Setup(deals=deals, dealer=3))
    for bid in said:
        match.act(match.state.turn, Bid(bid))
    chosen = bot.choose(KAISER.view(match.state, seat), 1).action
    assert isinstance(chosen, Bid)
    match.act(seat, chosen)
    return chosen.bid


def test_easy_bids_what_the_hand_promises() -> None:
    bot = EasyKaiser()
    assert first_bid(LONG_HAND, bot) == "7"
    assert first_bid(EVEN_HAND, bot) == "7 no"
    assert first_bid(WEAK_HAND, bot) == "pass"
    assert first_bid(STRONG_HAND, bot, "7") == "7 no"
    assert first_bid(STRONG_HAND, bot, "8") == "pass"


def test_the_dealer_equals_a_bid() -> None:
    """Who speaks last needn't outbid."""
    assert first_bid(LONG_HAND, EasyKaiser(), "pass", "pass", "7") == "7"


def test_a_bid_of_the_partner_helps() -> None:
    """The same hand outbids the partner's seven, but not an opponent's."""
    bot, hand = EasyKaiser(), "AC KC QC JC 8D 9D KS 8H"
    assert first_bid(hand, bot, "7", "pass") == "8"
    assert first_bid(hand, bot, "pass", "7") == "pass"


def test_the_dealer_bids_if_it_must() -> None:
    passed = ("pass", "pass", "pass")
    for bot in (EasyKaiser(), StrongKaiser(FEW)):
        assert first_bid(WEAK_HAND, bot, *passed) in {"7", "7 no"}
    assert first_bid(WEAK_HAND, EasyKaiser(), *passed, all_pass="redeal") == "pass"


@pytest.mark.parametrize("bot", [EasyKaiser(), StrongKaiser(FEW)], ids=["easy", "strong"])
def test_forty(bot: Any) -> None:
    """A hand that can't lose a trick bids it where there is such a bid."""
    assert first_bid(ALONE, bot, kaiser_40=True) == "40"
    assert first_bid(ALONE, bot) != "40"
    assert first_bid(WEAK_HAND, bot, kaiser_40=True) == "pass"


@pytest.mark.parametrize("bot", [EasyKaiser(), StrongKaiser(FEW)], ids=["easy", "strong"])
def test_the_long_suit_becomes_trumps(bot: Any) -> None:
    held = by_suit(cards(STRONG_HAND))
    rest = [card for card in KAISER_PACK if card not in held]
    deals = ((held, tuple(rest[:8]), tuple(rest[8:16]), tuple(rest[16:])),)
    match = Match(KAISER, {}, "", Setup(deals=deals, dealer=3))
    for bid in ("7", "pass", "pass", "pass"):
        match.act(match.state.turn, Bid(bid))
    assert bot.choose(KAISER.view(match.state, 0), 1).action == NameTrump("C")


@pytest.mark.parametrize("bot", [EasyKaiser(), StrongKaiser(FEW)], ids=["easy", "strong"])
def test_poor_hands_are_thrown_in(bot: Any) -> None:
    """Whenever that may be."""
    poor = cards("8C 9C TC 8D 9D TD 8S 9S")
    rest = [card for card in KAISER_PACK if card not in poor]
    deals = (tuple(map(by_suit, (rest[:8], rest[8:16], poor, rest[16:]))),)
    match = Match(KAISER, {"misdeal": True}, "", Setup(deals=deals, dealer=3))
    for seat in range(4):
        chosen = bot.choose(KAISER.view(match.state, seat), 1).action
        assert chosen == DecideHand("throw_in" if seat == 2 else "keep")


def test_worlds_that_bids_speak_against_weigh_less() -> None:
    """A passed hand that would have bid, a bid on nothing, trumps that aren't the best suit."""
    strong, weak = word_of(cards(STRONG_HAND)), word_of(cards(WEAK_HAND))
    rest = kernel.PACK & ~strong & ~weak
    halves = 0
    for card in list(cards_in(rest))[:8]:
        halves |= 1 << NUMBER_OF[card]
    mine = rest & ~halves
    worlds = array("Q", [mine, strong, halves, weak, mine, weak, halves, strong])

    def weights(bids: tuple[int, ...], declarer: int = -1, trump: int = -1) -> list[float]:
        table = auction_kernel.KaiserAuction()
        table.dealer, table.spoken = 3, len(bids)
        table.contract(declarer, 14, trump, -1)
        for place, bid in enumerate(bids):
            table.said[place] = bid
        found = array("d", [0.0, 0.0])
        table.weigh_worlds(0, worlds, 2, found)
        return list(found)

    likely, unlikely = weights((0, 14))
    assert likely > 3 * unlikely
    unlikely, likely = weights((0, 0))
    assert likely > 3 * unlikely
    clubs, _ = weights((0, 14), declarer=1, trump=SUITS.index("C"))
    spades, _ = weights((0, 14), declarer=1, trump=SUITS.index("S"))
    assert clubs > 3 * spades


@pytest.mark.skipif(not kernel.COMPILED, reason="takes long when interpreted")
@pytest.mark.slow
def test_strong_beats_easy_beats_chance() -> None:
    """Games of the same deals, from both sides of the table; all but a few are won."""

    class Anything:
        def choose(self, view: Any, seed: int) -> Any:
            dice = Stream(f"{seed}", "anything")
            return type("Chosen", (), {"action": KAISER.action_from_json(dice.choose(view.legal))})

    def won(good: Any, bad: Any, games: int) -> int:
        wins = 0
        for number in range(games):
            for team in range(2):
                match = Match(KAISER, {}, f"arena {number}")
                while not match.is_over:
                    seat = min(KAISER.to_act(match.state))
                    bot = good if seat % 2 == team else bad
                    view = KAISER.view(match.state, seat)
                    match.act(seat, bot.choose(view, match.version).action)
                assert match.state.result is not None
                wins += team in match.state.result.winners
        return wins

    assert won(EasyKaiser(), Anything(), 20) >= 38
    assert won(StrongKaiser(FEW), EasyKaiser(), 5) >= 7

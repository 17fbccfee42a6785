"""The bots' core keeps to the engines' rules, counts as they do, and runs both ways alike."""

from __future__ import annotations

import json
from array import array
from typing import Any

import pytest

from games.bots.words import CARD_OF, NUMBER_OF, cards_in, word_of
from games.cards import PACK
from games.hearts import HEARTS
from games.hearts.state import Pass
from games.kernels import hearts as hearts_kernel
from games.kernels import spades as spades_kernel
from games.kernels import spades_auction as auction_kernel
from games.kernels import worlds as worlds_kernel
from games.match import Match
from games.shuffle import Stream
from games.spades import SPADES
from games.tricks import Play
from tests.games.tables import TABLES
from tests.solver.interpreted import interpreted_modules

HEARTS_TABLES = [options for game, options in TABLES if game is HEARTS]
SPADES_TABLES = [options for game, options in TABLES if game is SPADES]
NAMES = ["games.kernels.hearts", "games.kernels.spades_auction", "games.kernels.worlds"]


def test_numbers_of_cards() -> None:
    assert [NUMBER_OF[card] for card in sorted(PACK, key=NUMBER_OF.__getitem__)] == list(range(52))
    assert (NUMBER_OF[PACK[1]], NUMBER_OF[PACK[0]]) == (0, 12)
    assert str(CARD_OF[49]) == "QS"
    assert word_of(cards_in(0b1011 << 20)) == 0b1011 << 20


@pytest.mark.parametrize("options", HEARTS_TABLES, ids=json.dumps)
def test_hearts_by_the_rules(options: dict[str, object]) -> None:
    """Legal cards at each step, and what the deal counts in the end, for random play."""
    from games.bots.hearts import _table

    scored = 0
    for number in range(12):
        match = Match(HEARTS, options, f"rules {number}")
        dice = Stream(f"rules {number}", "dice")
        table = None
        while not match.is_over:
            seat = dice.choose(sorted(HEARTS.to_act(match.state)))
            legal = HEARTS.legal(match.state, seat)
            action = dice.choose(legal)
            if isinstance(action, Play):
                view = HEARTS.view(match.state, seat)
                if table is None:
                    table = _table(view)
                    for other, hand in enumerate(match.state.hands):
                        table.give(other, word_of(hand))
                played = [each.card for each in legal if isinstance(each, Play)]
                assert set(cards_in(table.may_play(seat))) == set(played)
                assert set(cards_in(_table(view).may_play(seat))) == set(played)
                table.lay_card(NUMBER_OF[action.card])
            events = match.act(seat, action)
            counted = [dict(each.public) for each in events if each.kind == "score"]
            if counted and table is not None:
                moons = [dict(each.public) for each in events if each.kind == "moon"]
                if not moons or moons[0]["way"] == "others_plus":
                    points, seats = counted[0]["points"], len(counted[0]["points"])
                    for each in range(seats):
                        others = (sum(points) - points[each]) / (seats - 1)
                        won = 0.0  # Winning the game is worth 20 points more.
                        if match.state.result is not None:
                            winners = match.state.result.winners
                            won = 20 / len(winners) if each in winners else -20 / (seats - 1)
                        assert table.score(each) == pytest.approx(others - points[each] + won)
                    scored += 1
            if counted:
                table = None
    assert scored > 8


@pytest.mark.parametrize("options", SPADES_TABLES, ids=json.dumps)
def test_spades_by_the_rules(options: dict[str, object]) -> None:
    """Legal cards at each step, and what the deal adds to the sheet, for random play."""
    from games.bots.spades import _table

    scored = 0
    for number in range(12):
        match = Match(SPADES, options, f"rules {number}")
        dice = Stream(f"rules {number}", "dice")
        table = None
        while not match.is_over:
            (seat,) = SPADES.to_act(match.state)
            legal = SPADES.legal(match.state, seat)
            action = dice.choose(legal)
            if isinstance(action, Play):
                view = SPADES.view(match.state, seat)
                if table is None:
                    table = _table(view)
                    for other, hand in enumerate(match.state.hands):
                        table.give(other, word_of(hand))
                played = [each.card for each in legal if isinstance(each, Play)]
                assert set(cards_in(table.may_play(seat))) == set(played)
                assert set(cards_in(_table(view).may_play(seat))) == set(played)
                table.lay_card(NUMBER_OF[action.card])
            for told in match.act(seat, action):
                if told.kind == "score" and table is not None:
                    assert tuple(map(table.total, range(2))) == dict(told.public)["totals"]
                    scored += 1
                    table = None
    assert scored >= 12


@pytest.mark.parametrize("cython", [False, True], ids=["stand-in", "cython"])
def test_interpreted_is_the_same(cython: bool) -> None:
    """Worlds, cards, bids, passes and sums, to the last bit."""
    if cython:
        pytest.importorskip("cython")
    compiled = [hearts_kernel, auction_kernel, worlds_kernel]
    found = []
    for hearts, spades, worlds in (compiled, interpreted_modules(NAMES, cython)):
        source = worlds.Worlds(4, 11)
        source.know((1 << 52) - 1, array("Q", [0] * 4), array("i", [13] * 4), array("i", [15] * 4))
        dealt = source.deal(12)
        results: list[Any] = [list(dealt)]
        for at in range(12):
            hands = dealt[4 * at : 4 * at + 4]
            first = next(seat for seat in range(4) if hands[seat] & 1)
            results.append([hearts.HeartsTable(4).cards_to_pass(hand) for hand in hands])
            one = array("Q", hands)
            table = hearts.HeartsTable(4)
            table.turn_to(first)
            totals = array("d", [0.0])
            table.try_out(first, array("i", [0]), one, array("i", [0]), totals)
            results.append(list(totals))
            passes = array("Q", [hearts.HeartsTable(4).cards_to_pass(hands[1])])
            totals = array("d", [0.0])
            hearts.HeartsTable(4).try_passes(
                1, passes, one, array("i", [0]), array("i", [1, 2, 3, 0]), totals
            )
            results.append(list(totals))
            table = spades.SpadesAuction()
            results.append([table.bid_for(seat, hands[seat]) for seat in range(4)])
            totals = array("d", [0.0] * 3)
            table.try_bids(0, array("i", [0, 2, 4]), one, array("i", [0]), 0, totals)
            results.append(list(totals))
            weights = array("d", [0.0])
            table.set_up([2, 3, 0, 4], [0] * 4, [0] * 4, [100, 200, 10, 100, 0, 500, -500, 0])
            table.weigh(0, one, 1, array("Q", [0] * 4), 110, weights)
            results.append(list(weights))
        found.append(results)
    assert found[0] == found[1]


def test_what_hearts_players_do() -> None:
    """Each rule of the sensible player, on a trick that calls for it."""
    told = {
        # hand, trick (led by the seat before), expected, reason
        "the queen goes when a void lets it": ("QS 4D 9D", "4C 7C", "QS", "throwing the queen"),
        "duck as high as one can": ("2H 8H KH", "9H TH", "8H", "ducking"),
        "the last takes what is free": ("3D 9D KD 4C 5C", "4D 7D 2D", "KD", "taking"),
        "a danger to catch the queen": ("AS 3D 9D", "4C 7C", "AS", "throwing a danger"),
    }
    for name, (hand, trick, expected, reason) in told.items():
        table = hearts_kernel.HeartsTable(4)
        cards = [NUMBER_OF[card] for card in _cards(trick)]
        # The second trick: points may go to it.
        for card in ("2C", "3C", "5C", "6C"):
            table.lay_card(NUMBER_OF[_cards(card)[0]])
        table.turn_to((4 - len(cards)) % 4)
        for number in cards:
            table.lay_card(number)
        table.give(0, word_of(_cards(hand)))
        assert str(CARD_OF[table.best_card(0)]) == expected, name
        assert reason in hearts_kernel.REASONS[table.reason], name


def _cards(text: str) -> tuple[Any, ...]:
    from games.cards import cards

    return cards(text)


def test_passing_hearts() -> None:
    """High spades go, unless they are guarded; a short suit goes, too."""
    table = hearts_kernel.HeartsTable(4)

    def passed(hand: str) -> set[str]:
        return {str(card) for card in cards_in(table.cards_to_pass(word_of(_cards(hand))))}

    assert "QS" in passed("2S QS 4D 5D 6D 7D 8D 2C 3C 4C 5C 6H 7H")
    guarded = "2S 3S 4S 5S 6S 7S QS 4D 5D AH KH QH JH"
    assert passed(guarded) == {"AH", "KH", "QH"}
    assert Pass(frozenset(_cards("AH KH QH"))).cards


def test_bids_of_spades() -> None:
    """A strong hand, a weak one, and one that is good for a nil."""
    table = auction_kernel.SpadesAuction()

    def bid(hand: str) -> int:
        return table.bid_for(0, word_of(_cards(hand)))

    assert bid("AS KS QS JS 2S AH KH 2H AD KD 2D AC 2C") >= 8
    assert bid("2S 3S 2H 3H 5H 7H 2D 4D 6D 2C 3C 5C 9C") == 0
    assert bid("KS 3S 4S 2H JH QH 7H 2D JD QD 2C JC QC") in (1, 2)
    # Never two nils in a team.
    table.set_up([-1, -1, 0, -1], [0] * 4, [0] * 4, [100, 200, 10, 100, 0, 500, -500, 0])
    assert bid("2S 3S 2H 3H 5H 7H 2D 4D 6D 2C 3C 5C 9C") == 1


@pytest.mark.parametrize(
    ("bids", "hand", "trick", "expected", "reason"),
    [
        ([3, 0, 0, 3], "KC 4C", "2C 5C 3C", "KC", "covering the nil"),
        ([3, 3, 3, 3], "KC 4C", "AC 5C 3C", "4C", "it can't be won"),
        ([3, 3, 3, 3], "KC JC 4C", "TC 5C 3C", "JC", "as cheap as it can be won"),
        ([3, 3, 3, 3], "9S 4S 2D 3D", "KC TC 3C", "4S", "ruffing"),
        ([0, 3, 3, 3], "KC 9C 4C", "TC 5C 3C", "9C", "keeping the nil"),
        ([3, 0, 3, 3], "KC 9C 4C", "QC 5C 3C", "9C", "against the nil"),
    ],
    ids=["cover", "hopeless", "cheap", "ruff", "nil", "against"],
)
def test_what_spades_players_do(
    bids: list[int], hand: str, trick: str, expected: str, reason: str
) -> None:
    """The last to a trick that the dealer's left has led; by what was bid."""
    table = auction_kernel.SpadesAuction()
    table.set_up(bids, [0] * 4, [0] * 4, [100, 200, 10, 100, 0, 500, -500, 0])
    table.turn_to(1)
    for card in _cards(trick):
        table.lay_card(NUMBER_OF[card])
    table.give(0, word_of(_cards(hand)))
    assert str(CARD_OF[table.best_card(0)]) == expected
    assert reason in spades_kernel.REASONS[table.reason]

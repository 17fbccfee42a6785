"""Kaiser, rules 1 and 4: the pack, following suit, who takes tricks, and tricks of three cards."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from games.cards import by_suit, cards, in_words
from games.errors import BadSetup, IllegalAction, MustFollowSuit, NoSuchCard, NotYourTurn
from games.kaiser import KAISER
from games.match import Match
from games.protocol import Setup
from games.shuffle import Stream
from games.tricks import Play, Trick
from tests.games.kaiser.playing import (
    ALL_EIGHT,
    FOUR_LOST,
    ONE_LOST,
    begin,
    hands,
    last,
    name,
    play,
    say,
    without_seed,
)
from tests.games.playing import cards_of, play_on, steps
from tests.games.tables import universe


def playable(match: Match, seat: int) -> str:
    """The cards that a seat may play."""
    return in_words(
        action.card for action in KAISER.legal(match.state, seat) if isinstance(action, Play)
    )


def test_the_pack() -> None:
    """Case F1, rule 1: 32 cards: 7C 7D 5H 3S, and eight to ace in each suit; no 3C, 7H, 7S."""
    pack = KAISER.options({}).pack
    expected = {f"{rank}{suit}" for rank in "89TJQKA" for suit in "CDHS"}
    assert set(map(str, pack)) == expected | {"7C", "7D", "5H", "3S"}
    assert len(pack) == 32


def test_eight_cards_each() -> None:
    """Case F1, rule 1: every deal of a seed deals out the whole pack."""
    match = Match(KAISER, {}, "some seed")
    assert [len(hand) for hand in match.state.hands] == [8] * 4
    assert Counter(cards_of(match.state)) == Counter(match.options.pack)


def test_anybody_may_deal_first() -> None:
    """Rule 1: the seed says who, and says the same each time."""
    dealers = [Match(KAISER, {}, str(seed)).state.dealer for seed in range(30)]
    assert set(dealers) == {0, 1, 2, 3}
    assert dealers == [Match(KAISER, {}, str(seed)).state.dealer for seed in range(30)]


def test_the_deal_moves_to_the_left() -> None:
    """Rule 1: each deal has the next dealer, who speaks last."""
    options = {"max_deals": 6, "floor": -1000, "target": 1000}
    match = play_on(Match(KAISER, options, "left"), Stream("left", "dice"))
    dealers = [each.seen_by(None)["dealer"] for each in match.events() if each.kind == "deal"]
    assert dealers == [(dealers[0] + deal) % 4 for deal in range(6)]
    bidders = [each.seen_by(None)["seat"] for each in match.events() if each.kind == "bid"]
    assert bidders[3::4] == dealers


def test_a_setup_has_the_cards_of_the_pack() -> None:
    """Rule 1: hands that are given have the same 32 cards."""
    wrong = tuple(by_suit(set(hand) - set(cards("3S"))) for hand in hands(ALL_EIGHT))
    wrong = (*wrong[:3], by_suit((*wrong[3], *cards("7S"))))
    with pytest.raises(BadSetup, match="missing: 3S"):
        Match(KAISER, {}, "", Setup((wrong,)))
    with pytest.raises(BadSetup, match="3 scores: there are 2"):
        Match(KAISER, {}, "", Setup(scores=(1, 2, 3)))


FOLLOW = """
    9D AC TD 8D
    8C TC QC KC
    AD 7C KD QD
    JD 8H JC 7D
    9C 9H 5H 3S
    8S AH TH TS
    9S QS JH AS
    KS KH QH JS
"""


def test_follow_suit() -> None:
    """Rule 4: who has the suit led plays it; who hasn't plays anything, also with trumps."""
    match = begin(FOLLOW)
    say(match, "8", "pass", "pass", "pass")
    name(match, "H")
    assert len(KAISER.legal(match.state, 0)) == 8
    match.act(0, Play(*cards("9D")))
    assert playable(match, 1) == in_words(hands(FOLLOW)[1])
    match.act(1, Play(*cards("AC")))
    assert playable(match, 2) == "TD, KD"
    with pytest.raises(MustFollowSuit, match="must follow diamonds: you hold TD, KD"):
        match.act(2, Play(*cards("QH")))
    with pytest.raises(NoSuchCard, match="you don't hold AH"):
        match.act(2, Play(*cards("AH")))
    with pytest.raises(NotYourTurn, match="it is the turn of seat 2, not of 3"):
        match.act(3, Play(*cards("8D")))
    assert playable(match, 3) == "none"
    assert match.version == 7


def test_a_high_card_of_another_suit_takes_nothing() -> None:
    """Case F2, rule 4: hearts are trumps; 9D led, AC thrown, TD, 8D: TD takes it, and leads."""
    match = begin(FOLLOW)
    say(match, "8", "pass", "pass", "pass")
    name(match, "H")
    play(match, "9D AC TD 8D")
    assert match.state.tricks == (Trick(0, cards("9D AC TD 8D"), 2),)
    assert last(match, "trick") == {
        "event": "trick", "seat": 2, "cards": ["9D", "AC", "TD", "8D"], "points": 1,
    }  # fmt: skip
    assert KAISER.to_act(match.state) == {2}
    assert match.state.leader == 2


def test_trumps_take_tricks() -> None:
    """Rule 4: the highest trump wins, wherever it is played; a trump is no duty."""
    match = begin(FOLLOW)
    say(match, "8", "pass", "pass", "pass")
    name(match, "H")
    play(match, FOLLOW.split("\n", 4)[1] + "\n" + "8C TC QC KC\n")
    assert match.state.leader == 3
    match.act(3, Play(*cards("3S")))
    match.act(0, Play(*cards("9S")))
    assert playable(match, 1) == "QS"
    match.act(1, Play(*cards("QS")))
    match.act(2, Play(*cards("5H")))
    assert match.state.leader == 2
    assert last(match, "trick")["points"] == 3


def test_without_trumps_the_suit_led_wins() -> None:
    """Case F2, rule 4: 7C led, AS, AH, 8C: 8C wins."""
    text = """
        7C AS AH 8C
        9C KS KH AC
        TC QS QH KC
        JC JS JH QC
        7D TS TH 8D
        9D 9S 9H TD
        JD 8S 8H QD
        KD 3S 5H AD
    """
    match = begin(text)
    say(match, "7 no", "pass", "pass", "pass")
    play(match, "7C AS AH 8C")
    assert match.state.tricks[0].taker == match.state.turn == 3


def test_tricks_of_three_cards() -> None:
    """Option kaiser_40: the declarer's partner plays nothing: the turn goes past it."""
    match = begin(FOUR_LOST, kaiser_40=True)
    say(match, "40", "pass", "pass", "pass")
    view = KAISER.view(match.state, None)
    assert (view.sits_out, view.contract, view.declarer) == (2, "40", 0)
    match.act(0, Play(*cards("AC")))
    match.act(1, Play(*cards("7C")))
    assert KAISER.to_act(match.state) == {3}
    with pytest.raises(NotYourTurn, match="it is the turn of seat 3, not of 2"):
        match.act(2, Play(*cards("5H")))
    assert KAISER.legal(match.state, 2) == ()
    match.act(3, Play(*cards("3S")))
    assert match.state.tricks == (Trick(0, cards("AC 7C 3S"), 0),)
    play(match, "KC 8C 8H 9S\nQC 9C 9H JS\nJC TC TH KS\n7D AD JH 8S")
    assert match.state.tricks[-1] == Trick(0, cards("7D AD 8S"), 1)
    assert KAISER.to_act(match.state) == {1}
    match.act(1, Play(*cards("KD")))
    assert KAISER.to_act(match.state) == {3}
    match.act(3, Play(*cards("TS")))
    match.act(0, Play(*cards("8D")))
    assert match.state.tricks[-1] == Trick(1, cards("KD TS 8D"), 1)


def test_who_sits_out_keeps_eight_cards_hidden() -> None:
    """Option kaiser_40: all 32 cards stay; a lost 40 is played to the end, then comes a deal."""
    match = begin(FOUR_LOST, kaiser_40=True)
    say(match, "40", "pass", "pass", "pass")
    for number, line in enumerate(FOUR_LOST.strip().split("\n"), 1):
        assert sorted(cards_of(match.state)) == sorted(match.options.pack)
        assert match.state.hands[2] == hands(FOUR_LOST)[2]
        assert KAISER.view(match.state, 2).hand == hands(FOUR_LOST)[2]
        for seat in (None, 0, 1, 3):
            view = KAISER.view(match.state, seat)
            assert view.counts[2] == 8
            assert "KH" not in str(KAISER.view_to_json(view))
        assert (match.state.deal, len(match.state.tricks)) == (1, number - 1)
        play(match, line)
    assert match.state.deal == 2
    assert [len(hand) for hand in match.state.hands] == [8] * 4
    assert match.state.sits_out is None


def test_who_sits_out_is_not_shown_when_the_game_ends() -> None:
    """Option kaiser_40: the game is over while somebody still holds cards."""
    match = begin(ALL_EIGHT, kaiser_40=True, max_deals=1)
    say(match, "40", "pass", "pass", "pass")
    play(match, ALL_EIGHT)
    assert match.is_over
    assert [len(hand) for hand in match.state.hands] == [0, 0, 8, 0]
    assert KAISER.to_act(match.state) == frozenset()
    assert KAISER.view(match.state, 0).counts == (0, 0, 8, 0)
    assert "AH" not in str(KAISER.view_to_json(KAISER.view(match.state, None)))
    assert sorted(cards_of(match.state)) == sorted(match.options.pack)


def test_all_four_play_other_contracts() -> None:
    """Option kaiser_40: other contracts have tricks of four cards."""
    match = begin(ONE_LOST, kaiser_40=True)
    say(match, "12 no", "pass", "pass", "pass")
    assert KAISER.view(match.state, 0).sits_out is None
    play(match, ONE_LOST.split("\n", 2)[1])
    assert match.state.tricks == (Trick(0, cards("AC 7C 5H 3S"), 0),)


STACKED = {
    "suits": ALL_EIGHT,
    "high and low": """
        AC 7C KC QC
        AD 7D KD QD
        AH 5H KH QH
        AS 3S KS QS
        JC 8C TC 9C
        JD 8D TD 9D
        JH 8H TH 9H
        JS 8S TS 9S
    """,
    "all penalty": """
        5H 8H 8S AC
        3S 9H 9S AD
        7C TH TS 7D
        8C JH JS 8D
        9C QH QS 9D
        TC KH KS TD
        JC AH AS JD
        QC KC QD KD
    """,
}


@pytest.mark.parametrize("text", STACKED.values(), ids=STACKED)
@pytest.mark.parametrize("contract", ["7", "7 no", "40"])
@pytest.mark.parametrize("declarer", range(4))
def test_stacked_deals(text: str, contract: str, declarer: int) -> None:
    """Rule 4, option kaiser_40: there is always a card to play; what isn't listed is refused."""
    match = begin(text, dealer=(declarer - 1) % 4, kaiser_40=True, max_deals=1)
    say(match, contract, "pass", "pass", "pass")
    dice = Stream(f"{text} {contract} {declarer}", "dice")
    for seat, _ in steps(match, dice):
        state = match.state
        legal = set(KAISER.legal(state, seat))
        assert legal
        assert sorted(cards_of(state)) == sorted(match.options.pack)
        accepted = set()
        for action in universe(KAISER, state.hands[seat]):
            try:
                KAISER.apply(state, seat, action)
            except IllegalAction:
                continue
            accepted.add(action)
        assert accepted == legal
    assert len(match.state.tricks) == 8
    assert Match.from_lines(without_seed(match)).state == match.state


def test_a_40_in_a_record() -> None:
    """Option kaiser_40: in the midst of a trick of three cards a game can be saved."""
    match = begin(FOUR_LOST, kaiser_40=True)
    say(match, "pass", "40", "pass", "pass")
    match.act(1, Play(*cards("AD")))
    told = json.loads(json.dumps(KAISER.state_to_json(match.state)))
    assert KAISER.state_from_json(told) == match.state
    assert KAISER.to_act(KAISER.state_from_json(told)) == {2}

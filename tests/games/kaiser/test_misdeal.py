"""Kaiser, option misdeal: hands thrown in before the auction, which all decide about unseen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.errors import BadAction, NoSuchSeat, NotNow, NotYourTurn
from games.kaiser import KAISER
from games.kaiser.errors import DecidedAlready, HandTooGood, NoSuchDecision
from games.kaiser.state import Bid, DecideHand
from games.match import Match
from games.protocol import Result
from games.shuffle import Stream, dealt
from tests.games.kaiser.playing import ALL_EIGHT, begin, decide, hands, last, say, without_seed
from tests.games.playing import permuted

#: Seat 2 has no ace, no picture card, and neither 5H nor 3S.
POOR = """
    8C 8D 7C JH
    9C TD 7D QH
    JC JD 8H KH
    QC QD 9H AH
    KC KD TS 9S
    AC AD 8S JS
    5H 3S 9D QS
    TH AS TC KS
"""
KEEP, THROW_IN = DecideHand("keep"), DecideHand("throw_in")


def poor(*deals: str, **options: Any) -> Match:
    return begin(POOR, *deals, misdeal=True, **options)


def test_without_the_option_nobody_is_asked() -> None:
    """Case F9, option misdeal=no: no such thing is offered."""
    match = begin(POOR)
    assert match.state.phase == "bid"
    for action in (KEEP, THROW_IN):
        with pytest.raises(NotNow, match="bid or pass first"):
            match.act(0, action)
        with pytest.raises(NotYourTurn):
            match.act(2, action)
    assert KAISER.legal(match.state, 2) == ()


def test_all_four_decide_before_the_auction() -> None:
    """Case F9, option misdeal: all are waited for, so that it doesn't tell who has a poor hand."""
    match = poor()
    assert match.state.phase == "hand"
    assert KAISER.to_act(match.state) == {0, 1, 2, 3}
    assert KAISER.legal(match.state, 2) == (KEEP, THROW_IN)
    for seat in (0, 1, 3):
        assert KAISER.legal(match.state, seat) == (KEEP,)
        assert KAISER.view(match.state, seat).legal == ({"hand": "keep"},)
    with pytest.raises(NotNow, match="keep your hand or throw it in first"):
        match.act(0, Bid("7"))
    with pytest.raises(NoSuchSeat):
        match.act(4, KEEP)


@pytest.mark.parametrize("good", ["5H", "3S", "AS", "KS", "QS", "JS"])
def test_hands_that_are_too_good(good: str) -> None:
    """Case F9, option misdeal: an ace, a picture card or one of the two cards that count."""
    swapped = POOR.replace("TC", "xx").replace(good, "TC").replace("xx", good)
    match = begin(swapped, misdeal=True)
    assert KAISER.legal(match.state, 2) == (KEEP,)
    with pytest.raises(HandTooGood, match=f"only keep such a hand: you hold {good}"):
        match.act(2, THROW_IN)
    match.act(2, KEEP)


def test_all_keep_their_hands() -> None:
    """Option misdeal: then that is told, and the auction begins."""
    match = poor()
    decide(match, "keep", "keep", "keep", "keep")
    assert match.state.phase == "bid"
    assert (match.state.deal, match.state.hands) == (1, hands(POOR))
    told = [each.seen_by(None) for each in KAISER.events(match.state)]
    assert told == [
        {"event": "hand_decided", "seat": 3},
        *({"event": "hand_kept", "seat": seat} for seat in range(4)),
    ]
    with pytest.raises(NotNow):
        match.act(0, KEEP)
    say(match, "7")


def test_a_hand_thrown_in() -> None:
    """Case F9, option misdeal: it is shown, and the same dealer deals again."""
    match = poor(ALL_EIGHT, dealer=1)
    decide(match, "keep", "keep", "throw_in", "keep")
    told = [each.seen_by(0) for each in KAISER.events(match.state)]
    assert told == [
        {"event": "hand_decided", "seat": 3},
        {"event": "hand_kept", "seat": 0},
        {"event": "hand_kept", "seat": 1},
        {"event": "thrown_in", "seat": 2, "hand": [str(card) for card in hands(POOR)[2]]},
        {"event": "hand_kept", "seat": 3},
        {"event": "deal", "deal": 2, "dealer": 1, "hand": [str(c) for c in hands(ALL_EIGHT)[0]]},
    ]
    state = match.state
    assert (state.deal, state.dealer, state.phase) == (2, 1, "hand")
    assert state.hands == hands(ALL_EIGHT)
    assert state.decisions == (None,) * 4
    assert state.totals == (0, 0)
    decide(match, "keep", "keep", "keep", "keep")
    assert match.state.turn == 2
    assert Match.from_lines(without_seed(match)).state == match.state


def test_the_next_hands_are_the_seeds_next() -> None:
    """Option misdeal: the same dealer deals other cards."""
    match = poor(dealer=1, seed="some seed")
    decide(match, "keep", "keep", "throw_in", "keep")
    assert match.state.hands == dealt(match.options.pack, 4, 1, "some seed", 2)


def test_the_order_of_decisions_does_not_matter() -> None:
    """Option misdeal: all may decide at once."""
    first, second = poor(ALL_EIGHT), poor(ALL_EIGHT)
    decide(first, "keep", "keep", "throw_in", "keep")
    for seat in (2, 3, 1, 0):
        second.act(seat, THROW_IN if seat == 2 else KEEP)
    assert first.state._replace(news=()) == second.state._replace(news=())


def test_nobody_takes_a_decision_back() -> None:
    """Option misdeal: one decides once."""
    match = poor()
    match.act(2, KEEP)
    assert KAISER.to_act(match.state) == {0, 1, 3}
    assert KAISER.legal(match.state, 2) == ()
    for action in (KEEP, THROW_IN):
        with pytest.raises(DecidedAlready, match="wait for the others"):
            match.act(2, action)


def test_decisions_are_unseen_until_the_last() -> None:
    """Option misdeal: nobody else can tell what a seat has decided, but that it has."""
    kept, thrown = poor(), poor()
    for match, action in ((kept, KEEP), (thrown, THROW_IN)):
        match.act(2, action)
        for seat in (0, 1):
            match.act(seat, KEEP)
    for other in (None, 0, 1, 3):
        view = KAISER.view(thrown.state, other)
        assert view == KAISER.view(kept.state, other)
        assert view.decided == (True, True, True, False)
        seen = [[each.seen_by(other) for each in match.events()] for match in (kept, thrown)]
        assert seen[0] == seen[1]
    assert KAISER.view(thrown.state, 2).decision == "throw_in"
    assert KAISER.view(kept.state, 2).decision == "keep"
    assert KAISER.view(kept.state, 3).decision is None
    assert KAISER.view(kept.state, None).decision is None
    own = next(each for each in thrown.events() if each.kind == "hand_decided")
    assert own.seen_by(2) == {"event": "hand_decided", "seat": 2, "decision": "throw_in"}
    assert own.seen_by(3) == {"event": "hand_decided", "seat": 2}


def test_nobody_sees_that_another_has_a_poor_hand() -> None:
    """Option misdeal: states with other hands exchanged look the same."""
    state = poor().state
    dice = Stream("poor", "dice")
    for _ in range(20):
        other = permuted(state, 0, dice)
        assert KAISER.view(other, 0) == KAISER.view(state, 0)
        assert KAISER.to_act(other) == KAISER.to_act(state)


def test_misdeals_are_deals() -> None:
    """Options misdeal and max_deals: a game of misdeals ends by score."""
    match = poor(POOR, max_deals=2, scores=(1, 0))
    decide(match, "keep", "keep", "throw_in", "keep")
    assert not match.is_over
    decide(match, "keep", "keep", "throw_in", "keep")
    assert match.state.result == Result((0, 2), (1, 0), "cap")
    assert last(match, "thrown_in")["seat"] == 2
    assert KAISER.to_act(match.state) == frozenset()


def test_decisions_as_json() -> None:
    """Option misdeal: a hand is kept or thrown in, and nothing else."""
    for action in (KEEP, THROW_IN):
        told = KAISER.action_to_json(action)
        assert told == {"hand": action.decision}
        assert KAISER.action_from_json(told) == action
    for given in ("show", "", None, True, ["keep"]):
        with pytest.raises(BadAction):
            KAISER.action_from_json({"hand": given})
    with pytest.raises(NoSuchDecision, match="say one of keep, throw_in"):
        poor().act(2, DecideHand("show"))


def test_a_state_in_the_midst_of_decisions_can_be_written_down() -> None:
    """Option misdeal: what was decided unseen is kept."""
    match = poor()
    match.act(2, THROW_IN)
    told = json.loads(json.dumps(KAISER.state_to_json(match.state)))
    assert KAISER.state_from_json(told) == match.state

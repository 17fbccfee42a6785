"""Spades, option blind_nil: nil bid before looking, and cards hidden from their own player."""

from __future__ import annotations

import json

import pytest

from games.cards import PACK
from games.errors import BadOptions, IllegalAction, NotYourTurn
from games.match import Match
from games.protocol import Setup
from games.shuffle import Stream
from games.spades import SPADES
from games.spades.errors import LookedAlready, LookFirst
from games.spades.state import BID, Action, Bid, BlindNil, Look, State
from games.tricks import Play
from tests.games.playing import permuted, play_on, steps
from tests.games.spades.deals import BLIND, Deal, played, told


def table(**options: object) -> Match:
    """A match in which seat 3 has dealt, and seat 0 bids first."""
    return Match(SPADES, {"blind_nil": True, **options}, "blind", Setup(dealer=3))


def refusals(state: State, seat: int) -> list[str]:
    """All that a seat is told when it tries what it may not do."""
    found = []
    tried: list[Action] = [*map(Play, PACK), *map(Bid, range(-1, 15)), Look(), BlindNil()]
    for action in tried:
        try:
            SPADES.apply(state, seat, action)
        except IllegalAction as error:
            found.append(f"{type(error).__name__}: {error}")
    return found


def test_look_or_bid_blind() -> None:
    """Option blind_nil: before looking there is no other bid than that."""
    match = table()
    assert SPADES.legal(match.state, 0) == (Look(), BlindNil())
    assert SPADES.view(match.state, 0).legal == ({"look": True}, {"bid": "blind_nil"})
    with pytest.raises(LookFirst, match="look at your cards first, or bid blind nil"):
        match.act(0, Bid(0))


def test_one_looks_on_ones_turn() -> None:
    """Rule 2, option blind_nil: it is done in the order of the bids."""
    match = table()
    for action in (Look(), BlindNil()):
        with pytest.raises(NotYourTurn):
            match.act(1, action)


def test_who_has_looked_bids_as_usual() -> None:
    """Option blind_nil: after a look it is too late, and a bid of 0 is an ordinary nil."""
    match = table()
    match.act(0, Look())
    assert SPADES.to_act(match.state) == {0}
    assert SPADES.legal(match.state, 0) == tuple(map(Bid, range(14)))
    for action in (Look(), BlindNil()):
        with pytest.raises(LookedAlready, match="you have looked at your cards: bid 0 to 13"):
            match.act(0, action)
    match.act(0, Bid(0))
    assert told(match, "bid") == [{"event": "bid", "seat": 0, "bid": 0, "blind": False}]
    assert match.state.looked == (True, False, False, False)


def test_a_blind_nil_is_a_bid_of_0_that_all_know_of() -> None:
    """Option blind_nil: all are told that it was made unseen."""
    match = table()
    match.act(0, BlindNil())
    assert told(match, "bid") == [{"event": "bid", "seat": 0, "bid": 0, "blind": True}]
    view = SPADES.view(match.state, None)
    assert view.bids == (0, None, None, None)
    assert view.looked == (False, False, False, False)
    assert view.waiting == (1,)


@pytest.mark.parametrize("action", [Look(), BlindNil()], ids=["look", "blind nil"])
def test_cards_are_shown_once_it_is_decided(action: Look | BlindNil) -> None:
    """Option blind_nil: the deal tells of no hand; a later event does, to the seat alone."""
    match = table()
    hand = [str(card) for card in match.state.hands[0]]
    (deal,) = SPADES.events(match.state)
    for seat in (None, 0, 1, 2, 3):
        assert deal.seen_by(seat) == {"event": "deal", "deal": 1, "dealer": 3}
        assert SPADES.view(match.state, seat).hand == ()
    assert SPADES.view(match.state, 0).counts == (13, 13, 13, 13)
    first, shown = match.act(0, action)
    assert "hand" not in first.seen_by(0)
    assert shown.seen_by(0) == {"event": "hand", "seat": 0, "hand": hand}
    for seat in (None, 1, 2, 3):
        assert shown.seen_by(seat) == {"event": "hand", "seat": 0}
    assert SPADES.view(match.state, 0).hand == match.state.hands[0]
    assert SPADES.view(match.state, 1).hand == ()


def test_hidden_cards_are_kept() -> None:
    """Option blind_nil: a game saved before anybody has looked is the same afterwards."""
    state = table().state
    again = SPADES.state_from_json(json.loads(json.dumps(SPADES.state_to_json(state))))
    assert again == state
    (deal,) = SPADES.events(again)
    hands = {str(seat): {"hand": list(map(str, hand))} for seat, hand in enumerate(state.hands)}
    assert deal.seen_by_all()["seats"] == hands


def test_nothing_depends_on_cards_that_were_not_looked_at() -> None:
    """Option blind_nil: neither views nor what is legal nor why something isn't."""
    for number in range(5):
        match = Match(SPADES, {"blind_nil": True, "max_deals": 2}, f"unseen {number}")
        dice = Stream(f"unseen {number}", "dice")
        unseen = 0
        for _ in steps(match, dice):
            state = match.state
            other = permuted(state, None, dice)
            for seat in range(4):
                if state.phase == BID and not state.looked[seat] and state.bids[seat] is None:
                    unseen += 1
                    assert other.hands[seat] != state.hands[seat]
                    assert SPADES.view(other, seat) == SPADES.view(state, seat)
                    assert SPADES.legal(other, seat) == SPADES.legal(state, seat)
                    assert refusals(other, seat) == refusals(state, seat)
        assert unseen >= 2 * (4 + 3 + 2 + 1)


def test_no_card_is_told_before_it_is_looked_at() -> None:
    """Option blind_nil: no seat hears of a card before it looks at it or somebody plays it."""
    match = Match(SPADES, {"blind_nil": True, "max_deals": 3}, "untold")
    game = SPADES
    happened = game.events(match.begun)
    heard: dict[int | None, set[str]] = {seat: set() for seat in (None, 0, 1, 2, 3)}
    for _ in steps(match, Stream("untold", "dice")):
        state = match.state
        if match.version:
            happened = match.steps[-1].events
        if any(each.kind == "deal" for each in happened):
            happened = happened[-1:]
            heard = {seat: set() for seat in heard}
        shown = {str(card) for trick in state.tricks for card in trick.cards}
        shown |= {str(card) for card in state.trick}
        for seat, names in heard.items():
            text = json.dumps([game.view_to_json(game.view(state, seat)),
                               [each.seen_by(seat) for each in happened]])  # fmt: skip
            names |= {str(card) for card in PACK if f'"{card}"' in text}
            own = set()
            if seat is not None and not state.is_hidden(seat):
                own = {str(card) for card in state.hands[seat]}
            assert names - shown == own


def test_each_deal_is_hidden_anew() -> None:
    """Option blind_nil: who has seen one hand hasn't seen the next."""
    match = played({"blind_nil": True}, Deal((BLIND, 3, 3, 3), (0, 4, 5, 4)))
    assert match.state.deal == 2
    assert match.state.looked == (False, False, False, False)
    assert SPADES.view(match.state, 0).hand == ()


def test_a_blind_nil_is_worth_200() -> None:
    """Option blind_nil: 200 made or lost, whatever other nils are worth."""
    for options in ({}, {"nil": 50}):
        made = played({"blind_nil": True, **options}, Deal((BLIND, 3, 5, 3), (0, 4, 5, 4)))
        assert told(made, "nil") == [
            {"event": "nil", "seat": 0, "made": True, "blind": True, "points": 200}
        ]
        assert made.state.totals == (250, 62)
        failed = played({"blind_nil": True, **options}, Deal((BLIND, 3, 5, 3), (1, 4, 5, 3)))
        assert told(failed, "nil") == [
            {"event": "nil", "seat": 0, "made": False, "blind": True, "points": -200}
        ]
        assert failed.state.totals == (50 - 200 + 1, 61)


def test_a_nil_after_a_look_is_worth_what_any_is() -> None:
    """Rule 8, option blind_nil: 100, where one might have bid unseen."""
    made = played({"blind_nil": True}, Deal((0, 3, 5, 3), (0, 4, 5, 4)))
    assert told(made, "nil")[0]["points"] == 100
    assert made.state.totals == (150, 62)


def test_blind_nil_goes_with_team_bid_max() -> None:
    """Options blind_nil and team_bid_max: both may bid it, however little they may bid together."""
    match = table(team_bid_max=1)
    match.act(0, BlindNil())
    match.act(1, Look())
    match.act(1, Bid(1))
    match.act(2, BlindNil())
    assert SPADES.legal(match.state, 3) == (Look(), BlindNil())
    match.act(3, Look())
    assert SPADES.legal(match.state, 3) == (Bid(0),)


def test_blind_nil_needs_nil() -> None:
    """Options blind_nil and nil: where a bid of 0 is like any other there is no blind one."""
    with pytest.raises(BadOptions, match="blind_nil=yes needs a nil above 0"):
        SPADES.options({"blind_nil": True, "nil": 0})


def test_a_record_tells_the_hands_of_a_deal() -> None:
    """Option blind_nil: a record tells hands that nobody saw; without a seed it can be replayed."""
    options = {"blind_nil": True, "max_deals": 2}
    match = play_on(Match(SPADES, options, "recorded"), Stream("recorded", "dice"))
    header, *lines = match.lines()
    again = Match.from_lines([json.dumps({**json.loads(header), "seed": None}), *lines])
    assert again.state.result == match.state.result
    assert list(again.events()) == list(match.events())
    deal = json.loads(lines[0])
    assert [len(deal["seats"][str(seat)]["hand"]) for seat in range(4)] == [13, 13, 13, 13]

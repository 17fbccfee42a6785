"""Hearts, rule 2: who sees what of a pass, and when."""

from __future__ import annotations

import json

import pytest

from games.cards import PACK, cards
from games.errors import GameError, IllegalAction
from games.hearts import HEARTS
from games.hearts.errors import WrongPass
from tests.games.hearts.deals import words
from tests.games.hearts.passes import CHOSEN, SUITS, choose, pass_all, suits


def test_case_b4() -> None:
    """Case B4: what is on its way to a seat can't be passed on, nor be seen by it before."""
    match = suits()
    for seat in (0, 1, 2):
        match.act(seat, choose(CHOSEN[seat]))
    shown = json.dumps(HEARTS.view_to_json(HEARTS.view(match.state, 3)))
    for card in CHOSEN[2].split():
        assert f'"{card}"' not in shown
        with pytest.raises(WrongPass, match=rf"^you don't hold {card}: you hold 2S, ") as caught:
            match.act(3, choose(f"QS KS {card}"))
        assert not [other for other in CHOSEN[2].split() if other in str(caught.value)[20:]]
    assert match.state.phase == "pass"
    match.act(3, choose(CHOSEN[3]))
    # One moment later it is too late.
    assert cards("2H")[0] in match.state.hands[3]
    with pytest.raises(IllegalAction):
        match.act(3, choose("2H 3H AH"))


def test_case_b5_before() -> None:
    """Case B5: before the exchange others see that a seat has passed, and no card of it."""
    match = suits()
    for seat in (0, 1, 2):
        match.act(seat, choose(CHOSEN[seat]))
    for watcher in (3, None):
        view = HEARTS.view(match.state, watcher)
        assert view.passed == (True, True, True, False)
        assert view.waiting == (3,)
        assert (view.given, view.received, view.received_from) == (None, None, None)
        seen = [each.seen_by(watcher) for each in match.events() if each.kind == "pass"]
        assert seen == [{"event": "pass", "seat": seat} for seat in (0, 1, 2)]
        text = json.dumps([HEARTS.view_to_json(view), seen])
        own = set() if watcher is None else set(SUITS[watcher])
        assert not [card for card in PACK if card not in own and f'"{card}"' in text]
    own_view = HEARTS.view(match.state, 1)
    assert own_view.given == cards("QD KD AD")
    assert own_view.hand == SUITS[1]
    assert own_view.received is None
    assert own_view.legal == ()
    assert HEARTS.view(match.state, 3).legal == (
        {"pass": {"choose": 3, "of": words(SUITS[3]).split()}},
    )
    # Nor do errors tell: seat 3 tries what it can't.
    for action in (choose("2H 3H AH"), choose("2S")):
        with pytest.raises(GameError) as caught:
            match.act(3, action)
        assert not [card for card in SUITS[0] + SUITS[1] if str(card) in str(caught.value)]


def test_case_b5_after() -> None:
    """Case B5: after the exchange a seat sees what it got and from whom; the others don't."""
    match = suits()
    pass_all(match)
    exchange = next(each for each in match.events() if each.kind == "exchange")
    for seat in range(4):
        giver = (seat - 1) % 4
        view = HEARTS.view(match.state, seat)
        assert view.passed == (True,) * 4
        assert view.given == cards(CHOSEN[seat])
        assert view.received == cards(CHOSEN[giver])
        assert view.received_from == giver
        assert exchange.seen_by(seat) == {
            "event": "exchange",
            "direction": "left",
            "given": CHOSEN[seat].split(),
            "received": CHOSEN[giver].split(),
            "from": giver,
        }
    assert exchange.seen_by(None) == {"event": "exchange", "direction": "left"}
    text = json.dumps(
        [
            HEARTS.view_to_json(HEARTS.view(match.state, 2)),
            [each.seen_by(2) for each in match.events()],
        ]
    )
    assert not [card for card in CHOSEN[0].split() + CHOSEN[3].split() if f'"{card}"' in text]
    watched = json.dumps(HEARTS.view_to_json(HEARTS.view(match.state, None)))
    assert not [card for card in PACK if f'"{card}"' in watched]

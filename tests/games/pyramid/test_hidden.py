"""What isn't told before the end: the order of cards that nobody has seen, the deal, the seed."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

import pytest

from games.match import Match
from games.pyramid import PYRAMID
from games.shuffle import Stream
from tests.games.playing import steps
from tests.games.pyramid.boards import act, begun, ending_of, packed, view_of

RULES = (
    "cardgames",
    "classic rows=4 passes=3",
    "tuts-tomb rows=3",
    "triangle cells=2 draw=5",
    "pyramid-dozen rows=4 passes=0",
    "giza",
    "apophis rows=5",
    "double-pyramid rows=4",
    "two-pyramids rows=3 passes=1",
    "pharaohs rows=4 passes=3",
    "cardgames rows=4 draw=3 keep_waste=no",
)


@pytest.mark.parametrize("rules", RULES)
def test_seen_is_what_has_lain_open(rules: str) -> None:
    """Counted another way: every card that any view so far has shown, in the order of the deal."""
    for number in range(4):
        match = Match(PYRAMID, {"rules": rules, "max_actions": 90}, f"seen {number}")
        stock = match.state.stock
        open_cards: set[Any] = set()
        for _ in steps(match, Stream(f"seen {number}", "dice")):
            view = view_of(match, None)
            open_cards |= {*chain(*view.wastes), *view.cells, view.next_card}
            assert view.seen == tuple(card for card in stock if card in open_cards)
            assert set(view.known_stock) <= open_cards
            assert view.known_stock == match.state.stock[: len(view.known_stock)]
            assert match.state.seen == len(view.seen)


def test_a_recycled_stock_is_known_but_not_shown_in_its_order() -> None:
    """After a pass all has been seen; what stays of it lies face down all the same."""
    match = begun("cardgames rows=2 draw=25")
    seen = []
    for move in ("draw", "draw", "recycle", "draw"):
        act(match, move)
        seen.append(match.state.seen)
    assert seen == [25, 49, 49, 49]
    view = view_of(match)
    assert (view.stock, view.next_card, view.pass_number) == (24, None, 2)


def test_a_stock_of_several_piles_is_known_in_its_new_order() -> None:
    """A redeal begins with the last pile; what was seen is known in that order, and all of it."""
    match = begun("apophis rows=1", packed("2C"))
    act(match, *["draw"] * 17)
    piles = view_of(match).wastes
    assert [len(pile) for pile in piles] == [17, 17, 17]
    view = view_of(act(match, "recycle"))
    assert view.known_stock == (*piles[2], *piles[1], *piles[0])
    assert view.seen == match.state.dealt[1:]
    # After an undo there is no more to know than before.
    again = view_of(act(match, {"undo": True}))
    assert (again.known_stock, again.wastes) == ((), piles)


def test_what_a_draw_sweeps_away_stays_seen() -> None:
    match = act(begun("cardgames rows=2 keep_waste=no"), "draw", "draw")
    view = view_of(match)
    assert (list(map(str, view.seen)), len(view.wastes[0])) == (["8D", "AC"], 1)
    undone = view_of(act(match, {"undo": True}, {"undo": True}))
    assert list(map(str, undone.known_stock)) == ["8D", "AC"]


def test_what_was_undone_stays_seen() -> None:
    match = act(begun(), "draw", "draw", {"undo": True}, {"undo": True})
    view = view_of(match)
    assert (list(map(str, view.seen)), view.wastes, view.stock) == (["8D", "AC"], ((),), 49)


def test_the_next_card_lies_open_with_stock_top() -> None:
    """With ``stock_top`` it is shown, and seen; without it isn't."""
    open_view = view_of(begun("classic rows=2"), None)
    assert (str(open_view.next_card), list(map(str, open_view.seen))) == ("8D", ["8D"])
    closed = view_of(begun("cardgames rows=2"), None)
    assert (closed.next_card, closed.seen) == (None, ())


def test_the_deal_and_the_seed_are_kept_back_until_the_end() -> None:
    """A deal that the options ask for isn't in views or events before; then it is. Seeds never."""
    match = Match(PYRAMID, {"deal": "seed:4711"}, "ultramarine")
    last = str(match.state.dealt[-1])

    def told() -> str:
        views = [PYRAMID.view_to_json(view_of(match, seat)) for seat in (None, 0)]
        return json.dumps([views, [each.seen_by_all() for each in match.events()]])

    act(match, "draw")
    assert "4711" not in told()
    assert f'"{last}"' not in told()
    act(match, {"resign": True})
    assert "4711" in told()
    assert ending_of(match).deal == match.state.dealt
    assert view_of(match).options == match.options
    assert list(match.events())[-1].seen_by(None)["deal"] == list(map(str, match.state.dealt))
    assert "ultramarine" not in told()


def test_players_and_watchers_see_the_same() -> None:
    match = act(begun(dealt=packed("QH 5C KD 8D AC")), "draw")
    own, other = (view_of(match, seat) for seat in (0, None))
    assert own._replace(seat=None, legal=()) == other

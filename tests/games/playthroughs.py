"""The list of golden playthroughs, each with options that make it another game than without."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.cards import by_suit
from games.protocol import SEEDED, Setup
from tests.games.habits import Habit
from tests.games.kaiser.playing import ALL_EIGHT, hands
from tests.games.spades.deals import planned

__all__ = ["GOLDEN", "Golden"]


class Golden(NamedTuple):
    """A game to be kept.

    Attributes:
        name, game, options, seed, setup: what it is begun with.
        tells: what it must tell of: for each, an event that has these fields.
        opening: the first actions, as JSON, by whoever the game waits for; the lowest seat first.
        habits: of the seats, from then on; none: anything legal.
        forbids: an option that does nothing in this game but forbid what others allow; any other
            one of the options makes another game of the same actions.
    """

    name: str
    game: str
    options: dict[str, Any]
    seed: str
    tells: tuple[dict[str, Any], ...] = ()
    setup: Setup = SEEDED
    opening: tuple[dict[str, Any], ...] = ()
    habits: tuple[Habit, ...] = ()
    forbids: str | None = None


def _told(event: str, **fields: Any) -> dict[str, Any]:
    """An event with some of its fields."""
    return {"event": event, **fields}


def _bids(*bids: int | str) -> tuple[dict[str, Any], ...]:
    """An auction, from the dealer's left."""
    return tuple({"bid": bid} for bid in bids)


def _on_sheet(*scores: int) -> Setup:
    """A score sheet that has begun already."""
    return Setup(scores=scores)


#: One player of spades has all of them; one of kaiser all clubs.
_ALL_SPADES = Setup((tuple(map(by_suit, planned((13, 0, 0, 0)))),), dealer=3)
_ALL_CLUBS = Setup((hands(ALL_EIGHT),), dealer=3)
#: Seat 0 takes what it can, and the others let it.
_MOON: tuple[Habit, ...] = ("high", "low", "low", "low")

_HEARTS = (
    Golden("hearts", "hearts", {"max_deals": 4}, "h1"),
    Golden("hearts-to-the-end", "hearts", {}, "h2", setup=_on_sheet(90, 75, 88, 60)),
    Golden("hearts-2", "hearts", {"max_deals": 1, "players": 2}, "h6"),
    Golden("hearts-3", "hearts", {"max_deals": 2, "players": 3}, "h7"),
    Golden("hearts-5", "hearts", {"max_deals": 2, "players": 5}, "1"),
    Golden("hearts-6", "hearts", {"max_deals": 2, "players": 6}, "h8"),
    Golden("hearts-1913", "hearts", {"max_deals": 1, "style": "hoyle1913"}, "h9"),
    Golden(
        "hearts-moon", "hearts", {"max_deals": 1}, "22",
        (_told("moon", way="others_plus"),), habits=_MOON,
    ),
    Golden(
        "hearts-moon-minus", "hearts", {"max_deals": 1, "moon": "shooter_minus"}, "22",
        (_told("moon", way="shooter_minus"),), habits=_MOON,
    ),
    Golden(
        "hearts-moon-choice-plus", "hearts", {"max_deals": 1, "moon": "choice"}, "22",
        (_told("moon_choice"), _told("moon", way="others_plus")), habits=_MOON,
    ),
    Golden(
        "hearts-moon-choice-minus", "hearts", {"max_deals": 1, "moon": "choice"}, "870",
        (_told("moon_choice"), _told("moon", way="shooter_minus")), habits=_MOON,
    ),
    Golden("hearts-jack", "hearts", {"max_deals": 1, "jack_of_diamonds": "jack"}, "h3"),
    Golden("hearts-ten", "hearts", {"max_deals": 1, "jack_of_diamonds": "ten"}, "1"),
    Golden(
        "hearts-moon-needs-jack", "hearts",
        {"max_deals": 1, "jack_of_diamonds": "jack", "moon_needs_jack": True}, "432", habits=_MOON,
    ),
    Golden("hearts-first-trick-if-void", "hearts",
           {"max_deals": 1, "first_trick_points": "if_void"}, "5"),
    Golden("hearts-first-trick-free", "hearts",
           {"max_deals": 1, "first_trick_points": "free"}, "5"),
    Golden("hearts-queen-breaks", "hearts", {"max_deals": 1, "queen_breaks_hearts": True}, "1"),
    Golden("hearts-queen-lead", "hearts", {"max_deals": 1, "queen_lead_needs_broken": True}, "281"),
    Golden("hearts-queen-waits", "hearts", {"max_deals": 1, "queen_lead_needs_broken": True}, "2",
           forbids="queen_lead_needs_broken"),
    Golden("hearts-lead-hearts", "hearts",
           {"max_deals": 1, "lead_hearts_if_only_queen_else": True}, "281"),
    Golden("hearts-target", "hearts", {"target": 5}, "2", (_told("game_over", reason="target"),)),
    Golden("hearts-tie", "hearts", {"target": 5}, "1", (_told("score", deal=2),)),
    Golden("hearts-tie-share", "hearts", {"target": 5, "tie": "share"}, "1"),
)  # fmt: skip

_SPADES = (
    Golden("spades", "spades", {"max_deals": 2}, "1"),
    Golden("spades-to-the-end", "spades", {}, "s2", setup=_on_sheet(-450, -430)),
    Golden("spades-target", "spades", {"target": 30}, "1", (_told("game_over", reason="target"),),
           opening=_bids(3, 3, 3, 3)),
    Golden("spades-floor", "spades", {"floor": -30}, "1", (_told("game_over", reason="floor"),)),
    Golden("spades-no-floor", "spades", {"max_deals": 1, "floor": "none"}, "1",
           setup=_on_sheet(-450, -430)),
    Golden("spades-nil", "spades", {"max_deals": 1}, "20",
           (_told("nil", made=True, points=100), _told("nil", made=False, points=-100)),
           opening=_bids(0, 0, 4, 4)),
    Golden("spades-nil-50", "spades", {"max_deals": 1, "nil": 50}, "1", (_told("nil", points=-50),),
           opening=_bids(0, 3, 4, 4)),
    Golden("spades-nil-0", "spades", {"max_deals": 1, "nil": 0}, "1", opening=_bids(0, 3, 4, 4)),
    Golden("spades-blind-nil", "spades", {"max_deals": 1, "blind_nil": True}, "1",
           (_told("nil", made=False, blind=True, points=-200), _told("look"))),
    Golden("spades-blind-nil-made", "spades", {"max_deals": 1, "blind_nil": True}, "10",
           (_told("nil", made=True, blind=True, points=200),),
           opening=({"bid": "blind_nil"}, {"look": True}, {"bid": 3}),
           habits=("low", "high", "high", "high")),
    Golden("spades-nil-tricks-help", "spades",
           {"max_deals": 1, "failed_nil_tricks_help": True}, "1", (_told("nil", made=False),),
           opening=_bids(0, 3, 4, 4)),
    Golden("spades-two-nils", "spades", {"max_deals": 1}, "111",
           (_told("nil", made=True, points=100), _told("nil", made=False, points=-100)),
           opening=_bids(0, 6, 0, 5)),
    Golden("spades-two-nils-pair", "spades", {"max_deals": 1, "double_nil": "pair"}, "111",
           (_told("nil", made=True, points=-100), _told("nil", made=False, points=-100)),
           opening=_bids(0, 6, 0, 5)),
    Golden("spades-bags", "spades", {"max_deals": 1, "bags": 2, "bag_penalty": 30}, "1",
           (_told("bags"),), opening=_bids(1, 3, 2, 3)),
    Golden("spades-no-bags", "spades", {"max_deals": 1, "bags": "none"}, "1",
           setup=_ALL_SPADES, opening=_bids(2, 3, 1, 3)),
    Golden("spades-ten-bags", "spades", {"max_deals": 1}, "1",
           (_told("bags", points=-100, left=0),),
           setup=_ALL_SPADES, opening=_bids(2, 3, 1, 3)),
    Golden("spades-boston", "spades", {"max_deals": 1, "boston": 200}, "1",
           (_told("boston", team=0, points=200),), setup=_ALL_SPADES, opening=_bids(7, 1, 5, 1)),
    Golden("spades-two-of-clubs", "spades", {"max_deals": 1, "first_lead": "two_of_clubs"}, "s4"),
    Golden("spades-any-lead", "spades", {"max_deals": 1, "first_lead": "any"}, "3"),
    Golden("spades-team-bid-max", "spades", {"max_deals": 1, "team_bid_max": 6}, "s5",
           forbids="team_bid_max"),
)  # fmt: skip

_KAISER = (
    Golden("kaiser", "kaiser", {"max_deals": 3}, "1"),
    Golden("kaiser-to-the-end", "kaiser", {}, "k2", setup=_on_sheet(40, 45)),
    Golden("kaiser-5", "kaiser", {"max_deals": 1, "min_bid": 5}, "2", (_told("score", made=True),),
           opening=_bids("5", "pass", "pass", "pass")),
    Golden("kaiser-6", "kaiser", {"max_deals": 1, "min_bid": 6}, "1",
           opening=_bids("pass", "6", "6 no", "pass")),
    Golden("kaiser-target", "kaiser", {"target": 10}, "1", (_told("game_over", reason="target"),)),
    Golden("kaiser-floor", "kaiser", {"floor": -10}, "1", (_told("game_over", reason="floor"),)),
    Golden("kaiser-cap", "kaiser", {"max_deals": 1, "cap": 20}, "2", setup=_on_sheet(20, 20)),
    Golden("kaiser-no-cap", "kaiser", {"max_deals": 1, "cap": "none"}, "4",
           setup=_on_sheet(47, 47)),
    Golden("kaiser-must-bid-to-win", "kaiser",
           {"max_deals": 1, "must_bid_to_win": True, "cap": "none"}, "2", setup=_on_sheet(49, 49)),
    Golden("kaiser-misdeal", "kaiser", {"max_deals": 2, "misdeal": True}, "194",
           (_told("thrown_in"), _told("hand_kept"), _told("trick"))),
    Golden("kaiser-redeal", "kaiser", {"max_deals": 2, "all_pass": "redeal"}, "1",
           (_told("score"),), opening=_bids("pass", "pass", "pass", "pass")),
    Golden("kaiser-three-tricks", "kaiser", {"max_deals": 1, "three_trick_rule": True}, "1"),
    Golden("kaiser-40-made", "kaiser", {"max_deals": 1, "kaiser_40": True}, "1",
           (_told("score", contract="40", made=True),), setup=_ALL_CLUBS,
           opening=_bids("40", "pass", "pass", "pass")),
    Golden("kaiser-40-lost", "kaiser", {"max_deals": 1, "kaiser_40": True}, "1",
           (_told("score", contract="40", made=False),),
           opening=_bids("pass", "12 no", "40", "40")),
)  # fmt: skip

#: The fewest moves that win that deal.
_WON = """
    5C+8S 6D+7C draw draw draw 3H+TS 2S+JH 3D+TH 4H+9D 6C+7S 3C+TD AD+QH 5D+8C draw draw
    draw draw 2D+JS draw draw draw draw draw draw 3S+TC KD 4C+9H KS 2H+JC 6S+7H
"""

_PYRAMID = (
    Golden("pyramid", "pyramid", {"max_actions": 60}, "p1", (_told("undone"), _told("lost"))),
    Golden("pyramid-one-pass", "pyramid", {"max_actions": 80, "rules": "one-pass"}, "p2"),
    Golden("pyramid-stuck", "pyramid", {"rules": "giza", "undo": "no"}, "1",
           (_told("game_over", reason="stuck"),)),
    Golden("pyramid-won", "pyramid", {}, "45", (_told("won"), _told("game_over", reason="won")),
           opening=tuple({"move": move} for move in _WON.split())),
    Golden("pyramid-deal", "pyramid", {"rules": "cardgames rows=2", "deal": "ms:42"}, "87",
           (_told("won"), _told("game_over", reason="won"))),
    Golden("pyramid-resigned", "pyramid", {"rules": "microsoft"}, "18", (_told("resigned"),)),
)  # fmt: skip

GOLDEN = (*_HEARTS, *_SPADES, *_KAISER, *_PYRAMID)

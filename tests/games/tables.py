"""The tables at which the conformance suite plays, and what might be tried at them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from games.cards import PACK
from games.hearts import HEARTS
from games.hearts.state import ChooseMoon, Pass
from games.kaiser import KAISER
from games.kaiser.state import Bid as KaiserBid
from games.kaiser.state import DecideHand, NameTrump
from games.protocol import Game
from games.pyramid import PYRAMID
from games.pyramid.actions import Make, Resign, Undo
from games.registry import GAMES
from games.spades import SPADES
from games.spades.state import Bid, BlindNil, Look
from games.tricks import Play
from solver.moves import DRAW, RECYCLE, Move
from tests.games.toy import TOY, Show

__all__ = ["KNOWN", "NAMES", "TABLES", "universe"]

#: Each game with options that make its games short and its rules many.
TABLES: list[tuple[Game[Any, Any, Any], dict[str, object]]] = [
    (TOY, {}),
    (TOY, {"players": 3, "low": True}),
    (HEARTS, {"max_deals": 3}),
    (HEARTS, {"max_deals": 2, "players": 2}),
    (HEARTS, {"max_deals": 2, "players": 3}),
    (HEARTS, {"max_deals": 2, "players": 5}),
    (HEARTS, {"max_deals": 2, "players": 6}),
    (HEARTS, {"max_deals": 2, "style": "hoyle1913", "players": 3}),
    (HEARTS, {"max_deals": 3, "moon": "choice", "jack_of_diamonds": "jack", "tie": "share"}),
    (HEARTS, {
        "max_deals": 2, "queen_lead_needs_broken": True, "queen_breaks_hearts": True,
        "first_trick_points": "if_void",
    }),
    (HEARTS, {"max_deals": 2, "lead_hearts_if_only_queen_else": True}),
    (KAISER, {"max_deals": 3}),
    (KAISER, {"target": 12, "floor": -12, "cap": 7, "must_bid_to_win": True}),
    (KAISER, {
        "max_deals": 4, "min_bid": 5, "three_trick_rule": True, "cap": None, "floor": -200,
    }),
    (KAISER, {"max_deals": 4, "misdeal": True, "min_bid": 6}),
    (KAISER, {"max_deals": 4, "all_pass": "redeal", "kaiser_40": True, "floor": -200}),
    (KAISER, {
        "target": 40, "floor": -40, "kaiser_40": True, "misdeal": True, "three_trick_rule": True,
        "all_pass": "redeal", "must_bid_to_win": True, "min_bid": 5, "cap": 20, "max_deals": 8,
    }),
    (SPADES, {"max_deals": 3}),
    (SPADES, {"target": 20, "floor": -60, "max_deals": 4, "bags": 2, "bag_penalty": 30}),
    (SPADES, {"max_deals": 2, "floor": None, "blind_nil": True, "double_nil": "pair"}),
    (SPADES, {"max_deals": 2, "team_bid_max": 2, "failed_nil_tricks_help": True, "bags": None}),
    (SPADES, {"max_deals": 2, "first_lead": "two_of_clubs", "blind_nil": True, "boston": 200}),
    (SPADES, {"max_deals": 2, "first_lead": "any", "nil": 0, "team_bid_max": 13}),
    (PYRAMID, {"max_actions": 40}),
    (PYRAMID, {"max_actions": 60, "rules": "microsoft", "undo": "no", "notice": "no"}),
    (PYRAMID, {"max_actions": 50, "rules": "classic rows=3", "deal": "ms:42"}),
    (PYRAMID, {"max_actions": 50, "rules": "tuts-tomb rows=2", "deal": "seed:7"}),
    (PYRAMID, {"max_actions": 60, "rules": "triangle cells=2 draw=2", "undo": "no"}),
    (PYRAMID, {"max_actions": 40, "rules": "pyramid-dozen rows=5 passes=2"}),
    (PYRAMID, {"max_actions": 60, "rules": "cheops cover_pairs=yes goal=board", "undo": "no"}),
    (PYRAMID, {"max_actions": 60, "rules": "apophis rows=3 draw=4", "undo": "no"}),
    (PYRAMID, {"max_actions": 24, "rules": "two-pyramids rows=2 cells=1"}),
    (PYRAMID, {
        "max_actions": 60, "rules": "pharaohs rows=3 draw=3 wastes=2 keep_waste=no passes=0",
    }),
]  # fmt: skip
KNOWN = {**GAMES, TOY.name: TOY}
NAMES = [f"{game.name} {json.dumps(options)}" for game, options in TABLES]


def _of_toy(_: tuple[Any, ...]) -> Iterator[Any]:
    yield from map(Show, PACK)


def _of_hearts(hand: tuple[Any, ...]) -> Iterator[Any]:
    yield from map(Play, PACK)
    yield from map(ChooseMoon, ("others_plus", "shooter_minus", "both"))
    yield from (Pass(frozenset(cards)) for cards in combinations(hand, 3))
    yield from (Pass(frozenset(hand[:2])), Pass(frozenset(PACK[:3])), Pass(frozenset()))


def _of_kaiser(_: tuple[Any, ...]) -> Iterator[Any]:
    yield from map(Play, PACK)
    yield from map(NameTrump, ("C", "D", "H", "S", "N"))
    yield from map(DecideHand, ("keep", "throw_in", "show"))
    yield KaiserBid("pass")
    yield from (KaiserBid(f"{points}{kind}") for points in range(4, 14) for kind in ("", " no"))
    yield from map(KaiserBid, ("40", "40 no", "no", ""))


def _of_spades(_: tuple[Any, ...]) -> Iterator[Any]:
    yield from map(Play, PACK)
    yield from map(Bid, range(-1, 15))
    yield from (Look(), BlindNil())


def _of_pyramid(pack: tuple[Any, ...]) -> Iterator[Any]:
    yield from map(Make, (DRAW, RECYCLE))
    yield from (Make(Move.cell(card)) for card in pack)
    yield from (Make(Move.remove(card)) for card in pack)
    pairs: Iterator[tuple[Any, ...]] = combinations(pack, 2)
    if len(pack) > len(PACK):
        # Of two packs there are very many: those alone that nearly match.
        pairs = (pair for pair in pairs if sum(card.rank for card in pair) in (13, 14))
    yield from (Make(Move.remove(*pair)) for pair in pairs)
    yield from (Undo(), Resign())


_UNIVERSES: dict[str, Callable[[tuple[Any, ...]], Iterator[Any]]] = {
    "toy": _of_toy,
    "hearts": _of_hearts,
    "kaiser": _of_kaiser,
    "spades": _of_spades,
    "pyramid": _of_pyramid,
}


def universe(
    game: Game[Any, Any, Any], hand: tuple[Any, ...], pack: tuple[Any, ...] = PACK
) -> Iterator[Any]:
    """Whatever a seat with some cards might try, legal or not; all that is ever legal is in it.

    ``pack`` holds the cards of a game without hands.
    """
    return _UNIVERSES[game.name](pack if game is PYRAMID else hand)

"""What comes from outside and is none of a game's: seats, actions, seeds, setups."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from games.cards import PACK, Card, cards
from games.errors import BadAction, BadSetup, NoSuchSeat
from games.hearts.state import ChooseMoon, Pass
from games.kaiser.state import Bid as KaiserBid
from games.kaiser.state import DecideHand, NameTrump
from games.match import Match
from games.protocol import Game, Setup
from games.pyramid.actions import LATEST, Make, Resign, Undo
from games.registry import GAMES
from games.shuffle import Stream, dealt
from games.spades.state import Bid, BlindNil, Look
from games.tricks import Play
from solver.moves import DRAW, Move
from tests.games.playing import steps
from tests.games.tables import NAMES, TABLES

ROWS = [(row, name) for row, name in zip(TABLES, NAMES, strict=True) if row[0].name in GAMES]
each_table = pytest.mark.parametrize(
    ("game", "options"), [row for row, _ in ROWS], ids=[name for _, name in ROWS]
)

QUEEN = cards("QS")[0]
ODD_SEATS: tuple[Any, ...] = (
    -1, -4, 99, 10**5000, True, False, 0.0, 1.0, "0", "", (), [], {}, frozenset({0}), object(),
)  # fmt: skip
_CARD: Any = Card
ODD_CARDS: tuple[Any, ...] = (
    None, "QS", 12, (12, "S"), [12, "S"], _CARD(12.0, "S"), _CARD(True, "S"), _CARD(99, "S"),
    _CARD(12, "X"), _CARD(12, []), _CARD([], "S"), _CARD(12, None),
)  # fmt: skip
ODD_MOVES: tuple[tuple[Any, ...], ...] = (
    ("fly",), ([],), ("draw", (QUEEN,)), ("draw", []), ("remove",), ("cell", PACK[:2]),
    ("remove", PACK[:3]), ("remove", (QUEEN, QUEEN)), ("remove", (QUEEN, PACK[0])),
    *(("cell", (each,)) for each in ODD_CARDS),
)  # fmt: skip
#: What no action of a kind holds.
ODD_VALUES: tuple[tuple[Any, tuple[Any, ...]], ...] = (
    (Play, ODD_CARDS),
    (Pass, (None, list(PACK[:3]), PACK[:3], set(PACK[:3]), frozenset({12}), frozenset({"QS"}))),
    (ChooseMoon, (None, [], 1)),
    (Bid, (True, 2.0, "2", None, [])),
    (KaiserBid, (None, 8, ["8"])),
    (NameTrump, (None, ["C"])),
    (DecideHand, (None, {})),
    (Make, (None, "draw", ("draw", ()), *(Move(*each) for each in ODD_MOVES))),
    (partial(Make, DRAW), (True, 1.0, "0", LATEST + 1)),
    (Undo, ("1", True, 10**5000)),
    (Resign, ([], 0.5)),
)
#: Of no game.
NO_ACTIONS: tuple[Any, ...] = (
    None, True, 0, "x", "pass", [], {}, {"play": "QS"}, object(), Play, QUEEN,
    *(kind(value) for kind, values in ODD_VALUES for value in values),
)  # fmt: skip
#: Sound, in the games that they are of.
ACTIONS = (
    Play(QUEEN), Pass(frozenset(PACK[:3])), ChooseMoon("others_plus"), Bid(2), BlindNil(), Look(),
    KaiserBid("8"), NameTrump("C"), DecideHand("keep"), Make(DRAW), Undo(), Resign(),
)  # fmt: skip


def states(game: Game[Any, Any, Any], options: dict[str, object]) -> Iterator[Any]:
    """Some states of a game, the first and the last among them."""
    match = Match(game, options, "outside")
    for _ in steps(match, Stream("outside", "dice")):
        if match.version % 9 == 0:
            yield match.state
    yield match.state


@each_table
def test_seats(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """Who isn't at the table sees nothing, not even through a number that equals a seat's."""
    seats = game.seats(game.options(options))
    for state in states(game, options):
        for seat in (*ODD_SEATS, seats):
            for ask in (game.view, game.legal):
                with pytest.raises(NoSuchSeat, match=rf"the seats are 0 to {seats - 1}$") as caught:
                    ask(state, seat)
                assert len(str(caught.value)) < 120
        with pytest.raises(NoSuchSeat, match="there is no seat 'None'"):
            game.legal(state, None)  # type: ignore[arg-type]


@each_table
def test_seats_that_act(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """Nobody else does anything either; what is told has seats that are numbers."""
    match = Match(game, options, "outside")
    for seat, action in steps(match, Stream("outside", "dice")):
        if match.version % 9 == 0:
            for odd in (*ODD_SEATS, None, game.seats(match.options), float(seat)):
                with pytest.raises(NoSuchSeat):
                    match.act(odd, action)
    for happened in match.events():
        assert type(dict(happened.public).get("seat", 0)) is int


@each_table
def test_actions(game: Game[Any, Any, Any], options: dict[str, object]) -> None:
    """What isn't an action of the game is refused as that, whoever's turn it is."""
    foreign = [each for each in ACTIONS if type(each) not in game.actions]  # type: ignore[attr-defined]
    for state in states(game, options):
        for seat in range(game.seats(state.options)):
            for odd in (*NO_ACTIONS, *foreign):
                with pytest.raises(BadAction, match=rf"is no action of {game.name}: ") as caught:
                    game.apply(state, seat, odd)
                assert len(str(caught.value)) < 160


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_seeds(game: Game[Any, Any, Any]) -> None:
    """A game isn't begun with a seed that numbers can't be made from."""
    wrong: tuple[Any, ...] = ("\ud800", "a\udfff", None, 7, b"x")
    for seed in wrong:
        with pytest.raises(BadSetup, match=r"a seed is text|surrogate"):
            game.start(game.options({}), seed)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_setups_of_lists(game: Game[Any, Any, Any]) -> None:
    """Lists do as well as tuples: the state is the same."""
    options = game.options({})
    seats, sides = game.seats(options), game.sides(options)
    hands = dealt(options.pack, seats, 0, "outside", 1)
    scores = () if game.name == "pyramid" else tuple(range(sides))
    setup = Setup((hands,), 0, scores)
    listed: Any = [list(hand) for hand in hands]
    lists = Setup([listed], 0, list(scores))  # type: ignore[arg-type]
    assert lists == setup
    hash(lists)
    state = game.start(options, "outside", lists)
    assert state == game.start(options, "outside", setup)
    hash(state)
    if game.name != "pyramid":
        state = game.start(options, "outside", Setup((listed, listed, listed)))
        assert game.state_from_json(game.state_to_json(state)) == state


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_odd_setups(game: Game[Any, Any, Any]) -> None:
    """What can't be gone through, and what only equals a card, is refused."""
    options = game.options({})
    hands = dealt(options.pack, game.seats(options), 0, "outside", 1)
    first, *others = hands
    odd: list[dict[str, Any]] = [
        {"deals": 5}, {"deals": "x"}, {"deals": (5,)}, {"deals": ("x",)}, {"deals": ({},)},
        {"deals": ((5, *others),)}, {"deals": (("x", *others),)}, {"scores": 5}, {"scores": "00"},
        {"scores": {0: 1}},
        *({"deals": (((each, *first[1:]), *others),)} for each in ODD_CARDS),
        {"deals": ((tuple(map(tuple, first)), *others),)},
    ]  # fmt: skip
    for given in odd:
        with pytest.raises(BadSetup) as caught:
            game.start(options, "outside", Setup(**given))
        assert len(str(caught.value)) < 120

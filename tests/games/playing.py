"""Random games, and states that differ only in what a seat can't see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from games.cards import Card, by_suit
from games.match import Match
from games.pyramid.actions import Resign
from games.shuffle import Stream
from solver.cards import told_apart
from solver.moves import DRAW, parse_each

__all__ = ["cards_of", "face_down", "hand_of", "permuted", "play_on", "steps"]

# Of so many choices, one may be to resign.
_SELDOM = 50


def steps(match: Match, dice: Stream) -> Iterator[tuple[int, Any]]:
    """Random actions, each done before the next is chosen, to the end."""
    game = match.game
    while not match.is_over:
        seat = dice.choose(sorted(game.to_act(match.state)))
        action = dice.choose(_worth_trying(game.legal(match.state, seat), dice))
        yield seat, action
        match.act(seat, action)


def _worth_trying(legal: tuple[Any, ...], dice: Stream) -> tuple[Any, ...]:
    """What is legal, mostly without giving up: that would end most games in their beginning."""
    going_on = tuple(each for each in legal if not isinstance(each, Resign))
    return going_on if 0 < len(going_on) < len(legal) and dice.below(_SELDOM) else legal


def play_on(match: Match, dice: Stream) -> Match:
    """The same match, at its end."""
    for _ in steps(match, dice):
        pass
    return match


def hand_of(state: Any, seat: int) -> tuple[Card, ...]:
    """What a seat holds; nothing in games without hands."""
    return state.hands[seat] if hasattr(state, "hands") else ()


def cards_of(state: Any) -> list[Card]:
    """Every card that is in a deal: held, on the table, taken."""
    if not hasattr(state, "hands"):
        return _laid_out(state)
    found = [card for hand in state.hands for card in hand]
    found += [card for card in getattr(state, "trick", ()) if card is not None]
    for trick in state.tricks:
        found += getattr(trick, "cards", trick)
    return found


def _laid_out(state: Any) -> list[Card]:
    """Every card of a solitaire: laid out, removed by a move that stands, or swept off a waste."""
    found = [*_swept(state)]
    found += [*filter(None, state.pyramid), *state.stock, *chain(*state.wastes), *state.cells]
    found += [card for column in state.reserve for card in column]
    removals = (move for move in parse_each(state.moves) if move.kind == "remove")
    return found + [card for move in removals for card in move.cards]


def _swept(state: Any) -> Iterator[Card]:
    """The cards that draws have taken off the waste, where it isn't kept."""
    position = state.start
    if position.rules.keep_waste:
        return
    for move in parse_each(state.moves):
        if move == DRAW:
            yield from chain(*position.wastes)
        position = position.apply(move)


def face_down(state: Any) -> tuple[Card, ...]:
    """The cards that not everybody has seen: in hands, or at the end of a solitaire's stock."""
    if hasattr(state, "hands"):
        return tuple(card for hand in state.hands for card in hand)
    stock = len(state.dealt) - state.options.in_force.stock_size
    unseen: tuple[Card, ...] = state.dealt[stock + state.seen :]
    assert state.stock[len(state.stock) - len(unseen) :] == unseen
    return unseen


def permuted(state: Any, seat: int | None, dice: Stream) -> Any:
    """A state that looks the same to a seat: the others hold each other's cards.

    What the others have passed on is exchanged as well, and the seed is another. In a solitaire
    the cards of the stock that nobody has seen lie in another order.
    """
    if not hasattr(state, "hands"):
        return _stock_permuted(state, dice)
    seats = range(len(state.hands))
    others = [other for other in seats if other != seat]
    hidden = [card for other in others for card in state.hands[other]]
    order = sorted(hidden, key=lambda _: dice.below(1 << 30))
    became = dict(zip(hidden, order, strict=True))
    hands = tuple(
        hand if at == seat else by_suit(map(became.__getitem__, hand))
        for at, hand in enumerate(state.hands)
    )
    changes: dict[str, Any] = {"hands": hands, "seed": f"{state.seed} other"}
    for name in ("chosen", "passes"):
        if hasattr(state, name):
            changes[name] = _renamed(state, name, seat, became)
    return state._replace(**changes)


def _stock_permuted(state: Any, dice: Stream) -> Any:
    unseen = face_down(state)
    order = tuple(sorted(unseen, key=lambda _: dice.below(1 << 30)))
    known = len(state.dealt) - len(order)
    # Of two cards of a kind the one that is dealt second has the mark.
    dealt = tuple(told_apart(state.dealt[:known] + order))
    return state._replace(
        dealt=dealt,
        stock=state.stock[: len(state.stock) - len(order)] + dealt[known:],
        seed=f"{state.seed} other",
    )


def _renamed(state: Any, name: str, seat: int | None, became: dict[Card, Card]) -> Any:
    """What others have chosen, in their new cards; what the seat knows of it stays."""
    known = {seat}
    if name == "passes" and state.phase != "pass" and seat is not None:
        known |= {
            other for other in range(len(state.hands))
            if state.options.receiver(other, state.deal) == seat
        }  # fmt: skip
    chosen = []
    for other, cards in enumerate(getattr(state, name)):
        if cards is None or other in known:
            chosen.append(cards)
        elif isinstance(cards, Card):
            chosen.append(became.get(cards, cards))
        else:
            chosen.append(by_suit(became.get(card, card) for card in cards))
    return tuple(chosen)

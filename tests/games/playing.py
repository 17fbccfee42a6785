"""Random games, and states that differ only in what a seat can't see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.cards import Card, by_suit
from games.match import Match
from games.shuffle import Stream

__all__ = ["cards_of", "permuted", "play_on", "steps"]


def steps(match: Match, dice: Stream) -> Iterator[tuple[int, Any]]:
    """Random actions, each done before the next is chosen, to the end."""
    game = match.game
    while not match.is_over:
        seat = dice.choose(sorted(game.to_act(match.state)))
        action = dice.choose(game.legal(match.state, seat))
        yield seat, action
        match.act(seat, action)


def play_on(match: Match, dice: Stream) -> Match:
    """The same match, at its end."""
    for _ in steps(match, dice):
        pass
    return match


def cards_of(state: Any) -> list[Card]:
    """Every card that is in a deal: held, on the table, taken."""
    found = [card for hand in state.hands for card in hand]
    found += [card for card in getattr(state, "trick", ()) if card is not None]
    for trick in state.tricks:
        found += getattr(trick, "cards", trick)
    return found


def permuted(state: Any, seat: int | None, dice: Stream) -> Any:
    """A state that looks the same to a seat: the others hold each other's cards.

    What the others have passed on is exchanged as well, and the seed is another.
    """
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

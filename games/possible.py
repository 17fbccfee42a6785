"""Whether a state that was read can be: what games of tricks have in common.

The deal is played again from what each has held, by the game's own rules; so every card is
there once, tricks are those that the cards make, and hands what they leave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.cards import Card, Hand, by_suit
from games.errors import BadRecord, IllegalAction
from games.protocol import Setup
from games.setups import checked_hands, checked_seed, checked_setup
from games.tricks import Trick

__all__ = ["check_numbers", "check_played", "held", "must", "per_place"]

# Of states that were played again, as far as games have them.
_PLAYED = ("hands", "leader", "trick", "tricks", "broken")

# More than any game comes to from what may stand on the sheet before it.
_MOST = 10_000_000


def must(holds: bool, wrong: str) -> None:
    """See that something holds.

    Raises:
        BadRecord: it doesn't; what is wrong, and what would be right.
    """
    if not holds:
        raise BadRecord(wrong)


def per_place(state: Any, places: int, *names: str) -> None:
    """See that lists have a value for each place."""
    for name in names:
        found = len(getattr(state, name))
        must(found == places, f"{name}: there must be {places}, not {found}")


def check_numbers(state: Any, seats: int) -> None:
    """See that seed, numbers, and the hands of deals to come can be had."""
    checked_seed(state.seed)
    most = state.options.max_deals
    must(1 <= state.deal <= most, f"deal: they are numbered 1 to {most}")
    must(0 <= state.leader < seats, f"leader: the seats are 0 to {seats - 1}")
    checked_setup(Setup(state.given, state.dealer), state.options.pack, seats, 0)
    counts = (*state.totals, *getattr(state, "bags", ()))
    must(all(abs(each) <= _MOST for each in counts), f"totals and bags: {_MOST:,} at most")
    per_place(state, seats, "hands")


def held(state: Any, order: Callable[[int], Sequence[int]]) -> tuple[Hand, ...]:
    """What each seat held when the first card was led; together, that is the pack.

    Args:
        state: its numbers have been looked at.
        order: the seats of a trick, by who leads.
    """
    seats = len(state.hands)
    for hand in state.hands:
        must(hand == by_suit(hand), "hands: their cards stand by suit, each upwards")
    piles = [list(hand) for hand in state.hands]
    for trick in (*state.tricks, Trick(state.leader, state.trick, state.leader)):
        must(0 <= trick.leader < seats, f"tricks: their leaders are seats, 0 to {seats - 1}")
        players = order(trick.leader)
        must(len(trick.cards) <= len(players), f"tricks: they have {len(players)} cards at most")
        for seat, card in zip(players, trick.cards, strict=False):
            piles[seat].append(card)
    hands = tuple(map(by_suit, piles))
    checked_hands("hands and tricks", hands, state.options.pack, seats)
    return hands


def check_played(state: Any, begun: Any, laid: Callable[[Any, int, Card], Any]) -> None:
    """See that the cards of a deal are played by the rules, and have led to this state.

    Args:
        state: what was read.
        begun: the same before the first card was led.
        laid: what a seat's card does.
    """
    tricks = (*state.tricks, Trick(state.leader, state.trick, state.leader))
    for card in (card for trick in tricks for card in trick.cards):
        try:
            begun = laid(begun, begun.turn, card)
        except IllegalAction as error:
            raise BadRecord(f"tricks: {card} can't have been played: {error}") from None
    for name in _PLAYED:
        if hasattr(state, name):
            is_so = getattr(state, name) == getattr(begun, name)
            must(is_so, f"{name}: the cards that were played have led to something else")

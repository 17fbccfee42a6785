"""Hints that don't peek: they know what the player has seen, and no more.

A player sees the pyramid, the reserve, the cells and the waste; in the first pass the stock lies
face down (but its next card lies open where ``stock_top`` lets it be used), and from the second
pass on every card of it has been seen. (A draw of several cards is taken to show all of them.)
Which cards are unseen is known, for all others have been; their order is not.

So the unseen cards are put into many random orders, and for each order every move is followed
by the question whether the game can still be won. The share of orders is the move's chance: that
of a player who from then on knows the order, so it flatters all moves, most those that put a
decision off. It compares moves, and that is what it is for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.analysis.budget import Budget
from solver.analysis.hints import hint
from solver.analysis.players import taken_off
from solver.analysis.statistics import wilson
from solver.cards import Card
from solver.clock import default_clock
from solver.engines import solve
from solver.errors import BadPosition
from solver.moves import Move
from solver.position import Position
from solver.result import UNKNOWN, WINNABLE, Limits
from solver.shuffle import Dice

__all__ = ["Chance", "FairHint", "fair_hint", "unseen"]


class Chance(NamedTuple):
    """How often a move leads to a position that can be won.

    Attributes:
        move: a legal move.
        wins: orders of the unseen cards in which the game can be won after it.
        unknown: orders for which a limit was hit.
        low, high: the 95 % interval of the share of wins; what is unknown counts as lost
            in ``low`` and as won in ``high``.
    """

    move: Move
    wins: int
    unknown: int
    low: float
    high: float


class FairHint(NamedTuple):
    """What to do next, for all that the player can know.

    Attributes:
        kind: ``fair``.
        best: the move to make; None if the game is over.
        chances: every legal move, in the order of ``legal_moves``.
        samples: orders that were tried: 1 if all is known.
        seed: of the orders.
        unseen: how many cards the player hasn't seen.
    """

    kind: str
    best: Move | None
    chances: tuple[Chance, ...]
    samples: int
    seed: int
    unseen: int

    @property
    def is_exact(self) -> bool:
        """Whether all is known: nothing is unseen but, perhaps, the last card of the stock."""
        return self.unseen < 2


def unseen(position: Position) -> tuple[Card, ...]:
    """The cards of the stock that the player can't have seen, in their true order."""
    if position.pass_number > 1:
        return ()
    return position.stock[1:] if position.rules.stock_top else position.stock


def fair_hint(
    position: Position,
    *,
    samples: int = 100,
    seed: int = 0,
    limits: Limits | None = None,
    seconds: float | None = None,
    shortest: bool = True,
    clock: Callable[[], float] = default_clock,
) -> FairHint:
    """The move that wins most often, over the orders that the unseen cards may lie in.

    The same seed gives the same answer for all positions that look the same to the player,
    as long as no limit of time cuts in.

    Args:
        position: any moment of a game.
        samples: orders to try.
        seed: from 0 to 2**64 - 1.
        limits: for each question; by default none.
        seconds: for all of them; when they are over, fewer orders were tried, but one.
        shortest: where all cards are known, name a move that wins in the fewest moves; without
            it any move that wins will do.
        clock: gives seconds; only differences matter.

    Raises:
        BadPosition: this is no moment of a game.
        ValueError: ``samples`` is not positive.
    """
    if samples < 1:
        raise ValueError(f"samples={samples}: must be 1 or more")
    faults = position.faults()
    if faults:
        raise BadPosition(faults)
    hidden = unseen(position)
    moves = position.legal_moves()
    exact = len(hidden) < 2
    if exact:
        samples = 1
    # The true order must leave no trace.
    sorted_hidden = sorted(hidden)
    dice = Dice(seed)
    wins, open_ = dict.fromkeys(moves, 0), dict.fromkeys(moves, 0)
    budget = Budget(limits, seconds, clock)
    for number in range(samples if moves else 0):
        if number and budget.is_spent:
            samples = number
            break
        order = tuple(dice.shuffled(sorted_hidden))
        shown = position.stock[: len(position.stock) - len(hidden)]
        imagined = position._replace(stock=shown + order)
        whole = solve(imagined, winnable_only=True, limits=budget.limits(), clock=clock)
        if whole.status not in (WINNABLE, UNKNOWN):
            continue
        for move in moves:
            then = imagined.apply(move)
            after = solve(then, winnable_only=True, limits=budget.limits(), clock=clock)
            wins[move] += after.status == WINNABLE
            open_[move] += after.status == UNKNOWN
    chances = tuple(
        Chance(move, wins[move], open_[move], *_interval(wins[move], open_[move], samples, exact))
        for move in moves
    )
    best = _best(position, chances)
    if exact and shortest and best is not None:
        # All is known, so the shortest way can be.
        first = hint(position, limits=limits, seconds=seconds, clock=clock).best
        surest = max(chance.wins for chance in chances)
        if any(chance.move == first and chance.wins == surest for chance in chances):
            best = first
    return FairHint("fair", best, chances, samples, seed, len(hidden))


def _interval(wins: int, unknown: int, samples: int, exact: bool) -> tuple[float, float]:
    """The interval of a chance; with all known it is no chance but a fact."""
    if exact:
        return float(wins), float(wins + unknown)
    return wilson(wins, samples)[0], wilson(wins + unknown, samples)[1]


def _best(position: Position, chances: tuple[Chance, ...]) -> Move | None:
    """The move that wins most often.

    Of several it is one that isn't proven to lose, and of those the one that takes most off
    the pyramid.
    """

    def worth(chance: Chance) -> tuple[int, int, int, int]:
        removed = taken_off(position, chance.move), len(chance.move.cards)
        return chance.wins, chance.unknown, *removed

    return max(chances, key=worth).move if chances else None

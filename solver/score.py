"""What a played line scores. The searches look for few moves, not for a high score.

**Microsoft's count** is that of Microsoft Solitaire Collection: each removal (a pair or a king)
is worth 5, and each row of the pyramid, when its last card goes, from the bottom row up 25, 50, 75,
100, 150, 250 and 500. At most that is 28 * 5 + 1150 = 1290. The numbers are those by which
mchung94's solitaire-player (on GitHub; ScoreChallengeSolver.java) plays that program.

**Par** is the competitive scoring of Albert H. Morehead and Geoffrey Mott-Smith, *The Complete
Book of Solitaire and Patience Games*: who clears the pyramid in the first pass through the stock
has 50, in the second 35, in the third 20, less one for each card that is left in the hand (stock
and waste) at the end; what passes are left may be used to make that fewer. Who doesn't clear it in
three passes loses one for each card of pyramid and hand. A match is six games, and par is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from solver.moves import Move
from solver.position import Position, play

__all__ = ["Scores", "scores", "scores_of_legal"]

_REMOVAL = 5
# From the top row down.
_ROWS = (500, 250, 150, 100, 75, 50, 25)
# For the pyramid, by the pass in which it is cleared.
_PASSES = (50, 35, 20)


class Scores(NamedTuple):
    """The scores of a line; None where the rules are too different from those scored.

    Attributes:
        microsoft: defined for a pyramid of seven rows from one pack.
        par: defined where, besides, there are neither a reserve nor cells, the waste is kept,
            and play begins no later than in the third pass.
    """

    microsoft: int | None
    par: int | None


def scores(position: Position, line: Iterable[Move]) -> Scores:
    """What a line earns, whether it wins or not.

    In the middle of a game, Microsoft's count is what the line adds: rows that were gone
    before earn nothing. For par, the pass of the position counts; a pyramid that was
    cleared before is taken to have been cleared in that pass.

    Raises:
        IllegalMove: a move is illegal; the error names its number.
    """
    moves = tuple(line)
    play(position, moves)
    return scores_of_legal(position, moves)


def scores_of_legal(position: Position, line: Sequence[Move]) -> Scores:
    """The same of a line that was played already: nothing is replayed, which takes far longer."""
    rules = position.rules
    if (rules.shape, rules.rows, rules.decks) != ("pyramid", 7, 1):
        return Scores(None, None)
    return Scores(_microsoft(position, line), _par(position, line))


def _microsoft(position: Position, line: Sequence[Move]) -> int:
    points = _REMOVAL * sum(move.kind == "remove" for move in line)
    # A card that is put into a cell has left the pyramid, too; none comes back to it.
    gone = {card for move in line for card in move.cards}
    for row, worth in zip(position.board.by_row(), _ROWS, strict=True):
        cards = [card for place in row if (card := position.pyramid[place]) is not None]
        if cards and gone.issuperset(cards):
            points += worth
    return points


def _par(position: Position, line: Sequence[Move]) -> int | None:
    rules, number = position.rules, position.pass_number
    if rules.reserve or rules.cells or not rules.keep_waste or number > len(_PASSES):
        return None
    pyramid = {card for card in position.pyramid if card is not None}
    left = sum(1 for _ in position.cards())
    cleared = None if pyramid else number
    for move in line:
        number += move.kind == "recycle"
        # What happens after the third pass doesn't count: how things stood at its end does.
        if number > len(_PASSES):
            break
        left -= len(move.cards)
        pyramid.difference_update(move.cards)
        if cleared is None and not pyramid:
            cleared = number
    # Without a pyramid the cards that are left are those of the hand.
    return -left if cleared is None else _PASSES[cleared - 1] - left

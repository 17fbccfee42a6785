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
from itertools import takewhile
from typing import NamedTuple

from solver.moves import Move
from solver.position import Position, positions_along
from solver.rules import Rules

__all__ = ["Scores", "scores"]

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
    passed = [position, *positions_along(position, moves)]
    if not _is_seven_rows(position.rules):
        return Scores(None, None)
    return Scores(_microsoft(passed, moves), _par(passed))


def _is_seven_rows(rules: Rules) -> bool:
    return (rules.shape, rules.rows, rules.decks) == ("pyramid", 7, 1)


def _microsoft(passed: Sequence[Position], moves: Iterable[Move]) -> int:
    start, end = passed[0], passed[-1]
    points = _REMOVAL * sum(move.kind == "remove" for move in moves)
    for row, worth in zip(start.board.by_row(), _ROWS, strict=True):
        # No card comes back to the pyramid, so that the ends of the line tell enough.
        if any(start.pyramid[card] for card in row) and not any(end.pyramid[card] for card in row):
            points += worth
    return points


def _par(passed: Sequence[Position]) -> int | None:
    rules = passed[0].rules
    # What happens after the third pass doesn't count: how things stood at its end does.
    counted = list(takewhile(lambda each: each.pass_number <= len(_PASSES), passed))
    if rules.reserve or rules.cells or not rules.keep_waste or not counted:
        return None
    left = sum(1 for _ in counted[-1].cards())
    cleared = next((each for each in counted if not any(each.pyramid)), None)
    if cleared is None:
        return -left
    # Without a pyramid the cards that are left are those of the hand.
    return _PASSES[cleared.pass_number - 1] - left

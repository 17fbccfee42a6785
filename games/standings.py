"""What came of an arena: standings, means and shares, with their intervals.

Means and their intervals are taken over boards, which are independent. Shares of games have
Wilson's interval, which stays between 0 and 1 and is right for few boards too, for as many games
as those of the boards are worth together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean, variance
from typing import NamedTuple

from games.arena import Played, Stint
from solver.analysis.statistics import Mean, mean_of, wilson

__all__ = ["Standing", "Summary", "share_of", "summarize"]


class Standing(NamedTuple):
    """How players have done; those of one name count together.

    Attributes:
        name: of the players.
        games: that they played, each player's counted.
        wins: their share, and its interval as :func:`share_of` has it.
        points: per deal, over boards.
        margin: points above the mean of the other sides per deal; None if there are none.
        moves: that they made.
        seconds, slowest: a move took on average, and the longest.
    """

    name: str
    games: int
    wins: Mean
    points: Mean
    margin: Mean | None
    moves: int
    seconds: float
    slowest: float


class Summary(NamedTuple):
    """What came of all boards.

    Attributes:
        boards, games, deals: how many.
        names: standings by name.
        players: the same by place in the list of players.
        first_team: the share of games won by the first player's team, with such an interval;
            None where everybody plays alone.
    """

    boards: int
    games: int
    deals: int
    names: tuple[Standing, ...]
    players: tuple[Standing, ...]
    first_team: Mean | None


def summarize(names: Sequence[str], played: Sequence[Played], *, teams: bool) -> Summary:
    """What came of games, at least one of each board.

    Args:
        names: of the players.
        played: the games, in any order.
        teams: whether players are in teams.
    """
    boards: dict[int, list[Played]] = {}
    for each in sorted(played, key=lambda each: each[:2]):
        boards.setdefault(each.board, []).append(each)
    games = list(boards.values())
    places = {name: [at for at, own in enumerate(names) if own == name] for name in names}
    return Summary(
        len(boards),
        len(played),
        sum(each.deals for each in played),
        tuple(_standing(name, at, games) for name, at in places.items()),
        tuple(_standing(name, [at], games) for at, name in enumerate(names)),
        share_of([[each.stints[0].won for each in board] for board in games]) if teams else None,
    )


def share_of(boards: Sequence[Sequence[float]]) -> Mean:
    """A share of games with its 95 % interval, by Wilson's score for the effective number of games.

    Games of a board depend on each other. Together all games are worth as many independent ones
    as would give the same variance of the share p, that is p (1 - p) / variance; but no fewer
    than there are boards, and no more than there are games. Where all boards have come out the
    same, that says nothing of the variance: then they count as one game each.

    Args:
        boards: of each its games, and of each game the share that was won.
    """
    values = [fmean(games) for games in boards]
    share = fmean(values)
    fewest, most = len(boards), sum(map(len, boards))
    spread = variance(values) / fewest if fewest > 1 else 0.0
    worth = share * (1 - share) / spread if spread else fewest
    worth = min(max(worth, fewest), most)
    return Mean(share, *wilson(share * worth, worth))


def _standing(name: str, places: Sequence[int], boards: Sequence[Sequence[Played]]) -> Standing:
    stints = [each.stints[at] for board in boards for each in board for at in places]
    moves = sum(stint.moves for stint in stints)
    return Standing(
        name,
        len(stints),
        share_of(
            [[fmean(each.stints[at].won for at in places) for each in board] for board in boards]
        ),
        mean_of([_per_deal(board, places, lambda stint: stint.score) for board in boards]),
        None
        if stints[0].margin is None
        else mean_of(
            [_per_deal(board, places, lambda stint: stint.margin or 0) for board in boards]
        ),
        moves,
        sum(stint.seconds for stint in stints) / moves if moves else 0.0,
        max(stint.slowest for stint in stints),
    )


def _per_deal(
    board: Sequence[Played], places: Sequence[int], counted: Callable[[Stint], float]
) -> float:
    """What players have made of a board, for each deal of its games."""
    total = sum(counted(each.stints[at]) for each in board for at in places)
    return total / (len(places) * sum(each.deals for each in board))

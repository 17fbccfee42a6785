"""What a deal of kaiser counts, and when the game has ended: by team, 0 and 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import Card
from games.kaiser.contracts import FORTY, is_no_trump, number
from games.kaiser.options import FIVE, THREE, Options
from games.kaiser.teams import TEAMS, seats_of, team_of
from games.protocol import Result
from games.tricks import Trick

__all__ = ["TRICKS", "by_score", "counted", "decided", "points_in", "points_taken"]

#: Of a deal.
TRICKS = 8

_BONUS, _PENALTY = 5, -3
# By option, tricks without which the penalty stands alone.
_ERASING = 3


def points_in(trick: Sequence[Card]) -> int:
    """What a trick is worth: 1, or 6, -2 or 3."""
    return 1 + _BONUS * (FIVE in trick) + _PENALTY * (THREE in trick)


def points_taken(options: Options, tricks: Iterable[Trick]) -> tuple[int, ...]:
    """The points in each team's tricks."""
    piles: tuple[list[Trick], ...] = tuple([] for _ in range(TEAMS))
    for trick in tricks:
        piles[team_of(trick.taker)].append(trick)
    return tuple(_points(options, pile) for pile in piles)


def _points(options: Options, pile: Sequence[Trick]) -> int:
    """The points of one team."""
    is_short = options.three_trick_rule and len(pile) < _ERASING
    if is_short and any(THREE in trick.cards for trick in pile):
        return _PENALTY
    return sum(points_in(trick.cards) for trick in pile)


def counted(
    options: Options, contract: str, declarer: int, tricks: Sequence[Trick], totals: Sequence[int]
) -> tuple[int, ...]:
    """What goes on the score sheet for each team.

    Args:
        options: of the game.
        contract: the bid that has won the auction.
        declarer: the seat that made it.
        tricks: of the deal.
        totals: the score sheet before.
    """
    bidders = team_of(declarer)
    taken = points_taken(options, tricks)
    if contract == FORTY:
        won_all = all(trick.taker == declarer for trick in tricks)
        own = number(contract) if won_all else -number(contract)
    else:
        bid = number(contract)
        own = taken[bidders] if taken[bidders] >= bid else -bid
        own *= 2 if is_no_trump(contract) else 1
    return tuple(
        own if team == bidders else _defended(options, taken[team], totals[team])
        for team in range(TEAMS)
    )


def _defended(options: Options, points: int, before: int) -> int:
    """What the team adds that hasn't won the auction."""
    if points <= 0:
        return points
    if options.cap is not None and before >= options.cap:
        return 0
    if options.must_bid_to_win:
        return min(points, max(0, options.target - 1 - before))
    return points


def decided(options: Options, bidders: int, totals: Sequence[int]) -> Result | None:
    """How the game has ended if a team has reached the target or the floor.

    The bidders are looked at first.
    """
    others = 1 - bidders
    for team, other in ((bidders, others), (others, bidders)):
        if totals[team] >= options.target:
            return Result(seats_of(team), tuple(totals), "target")
        if totals[team] <= options.floor:
            return Result(seats_of(other), tuple(totals), "floor")
    return None


def by_score(totals: Sequence[int]) -> Result:
    """How the game ends after its last deal: all four win when it is even."""
    most = max(totals)
    winners = sorted(
        seat for team, total in enumerate(totals) if total == most for seat in seats_of(team)
    )
    return Result(tuple(winners), tuple(totals), "cap")

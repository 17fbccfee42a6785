"""What a deal of spades counts, and when a game is over: functions of bids and tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.protocol import Result
from games.spades.options import BLIND_NIL, HIGHEST_BID, PAIR, SEATS, TEAMS, Options

__all__ = ["Count", "Entry", "Player", "counted", "entered", "outcome", "partners"]


class Player(NamedTuple):
    """What a player has bid, whether before looking at the cards, and how many tricks it took."""

    bid: int
    blind: bool
    tricks: int


class Count(NamedTuple):
    """What a deal counts for a team.

    Attributes:
        bid: of both partners.
        tricks: that they took.
        bags: tricks that are no part of a bid.
        contract: points for the bid that is made, or against the one that isn't; without bags.
        nils: what each partner's nil brings or costs; None: it has bid tricks.
        boston: points for all thirteen tricks.
    """

    bid: int
    tricks: int
    bags: int
    contract: int
    nils: tuple[int | None, ...]
    boston: int

    @property
    def points(self) -> int:
        """All of it."""
        return self.contract + self.bags + sum(nil or 0 for nil in self.nils) + self.boston


class Entry(NamedTuple):
    """A team's line on the score sheet.

    Attributes:
        total: its points.
        bags: how many it has.
        penalty: points that bags have cost in this deal, which are in the total.
    """

    total: int
    bags: int
    penalty: int


def partners(team: int) -> tuple[int, ...]:
    """The seats of a team."""
    return tuple(range(team, SEATS, TEAMS))


def counted(options: Options, players: Sequence[Player]) -> Count:
    """What a deal counts for the two players of a team."""
    bid = sum(player.bid for player in players)
    tricks = sum(player.tricks for player in players)
    helping = sum(
        player.tricks for player in players
        if not _is_nil(options, player) or options.failed_nil_tricks_help
    )  # fmt: skip
    made = helping >= bid
    return Count(
        bid,
        tricks,
        # A failed nil's tricks that help nobody are bags, however the partner's bid ends.
        bags=tricks - helping + (helping - bid if made else 0),
        contract=10 * bid if made else -10 * bid,
        nils=_nils(options, players),
        boston=options.boston if tricks == HIGHEST_BID else 0,
    )


def _is_nil(options: Options, player: Player) -> bool:
    return options.nil > 0 and player.bid == 0


def _nils(options: Options, players: Sequence[Player]) -> tuple[int | None, ...]:
    nils = [player for player in players if _is_nil(options, player)]
    # What fails one of a pair fails the other; alone, a nil fails by its own tricks.
    fail_all = options.double_nil == PAIR and any(player.tricks for player in nils)

    def points(player: Player) -> int | None:
        if player not in nils:
            return None
        value = BLIND_NIL if player.blind else options.nil
        return -value if player.tricks or fail_all else value

    return tuple(map(points, players))


def entered(options: Options, total: int, bags: int, count: Count) -> Entry:
    """A team's line on the score sheet after a deal.

    Args:
        options: of the game.
        total: its points before.
        bags: how many it had before.
        count: what the deal counts for it.
    """
    bags += count.bags
    full = bags // options.bags if options.bags else 0
    penalty = -full * options.bag_penalty
    left = bags % options.bags if options.bags else bags
    return Entry(total + count.points + penalty, left, penalty)


def outcome(options: Options, totals: tuple[int, ...], deal: int) -> Result | None:
    """How the game has ended after a deal of a number, from 1; None: it goes on."""
    first, second = totals
    winners = () if first == second else partners(totals.index(max(totals)))
    if winners and max(totals) >= options.target:
        return Result(winners, totals, "target")
    if winners and options.floor is not None and min(totals) <= options.floor:
        return Result(winners, totals, "floor")
    if deal >= options.max_deals:
        return Result(winners, totals, "cap")
    return None

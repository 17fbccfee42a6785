"""What a deal of hearts counts: functions of the cards that were taken."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import Card
from games.hearts.options import Options

__all__ = ["MOONS", "OTHERS_PLUS", "SHOOTER_MINUS", "bonuses", "counted", "points_taken", "shooter"]

OTHERS_PLUS, SHOOTER_MINUS = "others_plus", "shooter_minus"
#: The two ways to score a moon.
MOONS = (OTHERS_PLUS, SHOOTER_MINUS)

_BONUS = -10


def points_taken(options: Options, taken: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """The points in each player's cards, without the diamond's."""
    return tuple(sum(map(options.points, pile)) for pile in taken)


def bonuses(options: Options, taken: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """What the diamond counts for each player: -10 for who has it, if it counts at all."""
    return tuple(_BONUS if options.bonus in pile else 0 for pile in taken)


def shooter(options: Options, taken: Sequence[Sequence[Card]]) -> int | None:
    """Who has shot the moon: taken all points, and the diamond too if that is needed.

    When the six twos are left out, or the queen counts nothing, all points are fewer than 26.
    The style of 1913 knows no moon.
    """
    if not options.is_modern:
        return None
    for seat, points in enumerate(points_taken(options, taken)):
        if points == options.all_points:
            needs = options.moon_needs_jack and options.bonus not in taken[seat]
            return None if needs else seat
    return None


def counted(options: Options, taken: Sequence[Sequence[Card]], moon: str | None) -> tuple[int, ...]:
    """What each player is charged for a deal.

    Args:
        options: of the game.
        taken: the cards of each player's tricks.
        moon: one of :data:`MOONS`, if the moon was shot; it doesn't matter otherwise.
    """
    points = points_taken(options, taken)
    shot_by = shooter(options, taken)
    if shot_by is not None:
        most = options.all_points
        own, others = (0, most) if moon == OTHERS_PLUS else (-most, 0)
        points = tuple(own if seat == shot_by else others for seat in range(len(taken)))
    return tuple(map(sum, zip(points, bonuses(options, taken), strict=True)))

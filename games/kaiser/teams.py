"""Who plays with whom: partners sit opposite each other."""

from __future__ import annotations

__all__ = ["SEATS", "TEAMS", "partner_of", "seats_of", "team_of"]

SEATS, TEAMS = 4, 2


def team_of(seat: int) -> int:
    """The team of a seat: 0 has seats 0 and 2, 1 has seats 1 and 3."""
    return seat % TEAMS


def partner_of(seat: int) -> int:
    """The seat opposite."""
    return (seat + TEAMS) % SEATS


def seats_of(team: int) -> tuple[int, ...]:
    """Both seats of a team."""
    return (team, partner_of(team))

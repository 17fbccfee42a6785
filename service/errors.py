"""What can go wrong outside the solver: files, pipes and processes."""

from __future__ import annotations

__all__ = [
    "BadAttempt",
    "BadInput",
    "BadName",
    "BadOutput",
    "BadPlayer",
    "BadSettings",
    "Conflict",
    "NoMatch",
    "NoStore",
    "NoWorkers",
    "NoDaily",
    "NotMade",
    "NotYet",
    "NotYours",
    "PartFailed",
    "Sealed",
    "ServiceError",
    "Stale",
    "WorkerDied",
]


class ServiceError(Exception):
    """Base of everything that goes wrong with the world around the solver."""


class BadInput(ServiceError):
    """An input can't be read at all; the text names it."""


class BadOutput(ServiceError):
    """An output can't be written, or must not be overwritten; the text names it."""


class BadPlayer(ServiceError):
    """A program that holds a seat has died, was too slow, or wrote what can't be used."""


class NoWorkers(ServiceError):
    """The system doesn't let us start as many processes as were asked for."""


class WorkerDied(ServiceError):
    """A worker process ended without an answer."""


class NoStore(ServiceError):
    """The store (a Redis or Valkey server) can't be started, found or reached."""


class BadSettings(ServiceError):
    """An environment variable has no sensible value; the text names it."""


class PartFailed(ServiceError):
    """A process of the service keeps ending."""


class NotYet(ServiceError):
    """What was asked for may not be seen yet."""


class Sealed(ServiceError):
    """The question is about a daily whose day isn't over."""


class NoDaily(ServiceError):
    """There was no daily on that day."""


class NotMade(ServiceError):
    """What was asked for isn't there, and can't be made just now."""


class BadName(ServiceError):
    """A display name won't do; the text says why."""


class BadAttempt(ServiceError):
    """A game of a daily doesn't count.

    Attributes:
        reason: ``day-over``, ``not-won``, ``impossible-time`` or ``no-player``.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class NoMatch(ServiceError):
    """There is no such match, or it has gone."""


class NotYours(ServiceError):
    """Somebody else may do that."""


class Stale(ServiceError):
    """Something else has happened meanwhile.

    Attributes:
        version: that holds.
    """

    def __init__(self, version: int) -> None:
        super().__init__(f"the match is at version {version} by now: look again")
        self.version = version


class Conflict(ServiceError):
    """It doesn't fit how things stand.

    Attributes:
        reason: ``not-playing``, ``not-over``, ``no-seat``, ``too-many-matches`` or ``key-reused``.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason

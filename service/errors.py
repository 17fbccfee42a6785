"""What can go wrong outside the solver: files, pipes and processes."""

from __future__ import annotations

__all__ = ["BadInput", "BadOutput", "NoWorkers", "ServiceError", "WorkerDied"]


class ServiceError(Exception):
    """Base of everything that goes wrong with the world around the solver."""


class BadInput(ServiceError):
    """An input can't be read at all; the text names it."""


class BadOutput(ServiceError):
    """An output can't be written, or must not be overwritten; the text names it."""


class NoWorkers(ServiceError):
    """The system doesn't let us start as many processes as were asked for."""


class WorkerDied(ServiceError):
    """A worker process ended without an answer."""

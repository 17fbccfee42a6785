"""What the commands of the service share."""

from __future__ import annotations

import os

from service.errors import BadSettings
from service.lifeline import die_with
from service.settings import Settings
from service.supervisor import PARENT

__all__ = ["log_to_stderr", "settings_with_store", "stay_with_parent"]


def settings_with_store() -> tuple[Settings, str]:
    """The settings and the address of the store.

    Raises:
        BadSettings: REDIS_URL isn't set, or another variable is bad.
    """
    settings = Settings.from_environment()
    if settings.redis_url is None:
        raise BadSettings("REDIS_URL isn't set: give the store's address, or use `pyramid serve`")
    return settings, settings.redis_url


def stay_with_parent() -> None:
    """Under `pyramid serve`, end when it does."""
    parent = os.environ.get(PARENT)
    if parent:
        die_with(int(parent))


def log_to_stderr(settings: Settings) -> None:
    """Let what happens be seen, in the form that is set."""
    from service.logs import log_to_stderr as set_up  # noqa: PLC0415 - slow, and of an extra

    set_up(settings)

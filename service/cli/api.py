"""``pyramid api``: the HTTP side, on a store that is there already."""

from __future__ import annotations

import click

from service.cli import exits
from service.cli.serving import log_to_stderr, settings_with_store, stay_with_parent

__all__ = ["command"]


@click.command("api")
def command() -> int:
    """Answer HTTP requests, with the store at REDIS_URL.

    PYRAMID_HOST, PYRAMID_PORT, PYRAMID_THREADS and other variables set how; port 0 is a
    free one.
    """
    stay_with_parent()
    settings, _ = settings_with_store()
    log_to_stderr(settings)
    # Slow to import, and of an extra.
    from service.http.listening import listen  # noqa: PLC0415

    listen(settings)
    return exits.OK

"""``pyramid worker``: takes jobs from the queues."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import click

from service.cli import exits
from service.cli.serving import log_to_stderr, settings_with_store, stay_with_parent

__all__ = ["command"]


@click.command("worker")
@click.option(
    "--urgent",
    is_flag=True,
    help="Take only what somebody waits for, so that it never waits for a batch.",
)
@click.option("--bots", is_flag=True, help="Take only what bots of matches have to do.")
def command(urgent: bool, bots: bool) -> int:
    """Work on jobs, with the store at REDIS_URL.

    The first SIGTERM lets it end after the present job, a second one at once; a job that
    is left is taken up by another worker.
    """
    if urgent and bots:
        raise click.UsageError("--urgent or --bots, not both")
    stay_with_parent()
    settings, url = settings_with_store()
    log_to_stderr(settings)
    # Slow to import, and of an extra; the children of the worker have it all.
    from service.solving import warm_up  # noqa: PLC0415
    from service.storage.queue import BOTS_QUEUE, QUEUES, URGENT_QUEUES  # noqa: PLC0415
    from service.storage.worker import make_worker  # noqa: PLC0415
    from service.wiring import lost, parts  # noqa: PLC0415

    made = parts(settings, url)
    queues: Sequence[str] = URGENT_QUEUES if urgent else QUEUES
    if bots:
        queues = [BOTS_QUEUE]
    else:
        warm_up(with_model=not urgent)
    make_worker(made.connection, queues, partial(lost, made)).work(logging_level="WARNING")
    return exits.OK

"""``pyramid serve``: the whole service on this machine."""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import partial

import click

from service.cli import exits
from service.cli.serving import log_to_stderr

__all__ = ["command"]


@click.command("serve")
def command() -> int:
    """Run everything: store, workers, scheduler, API.

    The store is an embedded server with its data in PYRAMID_DATA, or the one at REDIS_URL.
    Ctrl-C stops it all; what was queued goes on at the next start.
    """
    # Of an extra, and none of the other commands' business.
    from service.embedded import EmbeddedServer  # noqa: PLC0415
    from service.logs import say  # noqa: PLC0415
    from service.pool import all_cores  # noqa: PLC0415
    from service.ports import free_port  # noqa: PLC0415
    from service.settings import Settings  # noqa: PLC0415
    from service.supervisor import Supervisor  # noqa: PLC0415

    settings = Settings.from_environment()
    log_to_stderr(settings)
    if not settings.port:
        # An API that is started again listens where the first one did.
        os.environ["PYRAMID_PORT"] = str(free_port(settings.host, 0))
    tell = partial(say, settings)
    workers = settings.workers or all_cores()
    behind = [["worker"]] * workers + [["worker", "--urgent"]] * workers
    behind += [["worker", "--bots"], ["scheduler"]]
    with ExitStack() as stack:
        server = None
        url = settings.redis_url
        if url is None:
            server = stack.enter_context(EmbeddedServer(settings.data))
            url = server.url
            tell(f"data in {settings.data.resolve()}")
        Supervisor(server, url, ["api"], behind, tell).run()
    tell("stopped")
    return exits.OK

"""``pyramid api``: the HTTP side, on a store that is there already."""

from __future__ import annotations

import signal
import socket
from types import FrameType
from typing import Any

import click

from service.cli import exits
from service.cli.serving import log_to_stderr, say, settings_with_store, stay_with_parent
from service.errors import BadSettings

__all__ = ["command"]


@click.command("api")
def command() -> int:
    """Answer HTTP requests, with the store at REDIS_URL.

    PYRAMID_HOST, PYRAMID_PORT, PYRAMID_THREADS and other variables set how; port 0 is a
    free one.
    """
    stay_with_parent()
    settings, url = settings_with_store()
    log_to_stderr(settings)
    # Slow to import, and of an extra.
    from waitress.server import create_server  # noqa: PLC0415

    from service.http.app import create_app  # noqa: PLC0415
    from service.wiring import parts  # noqa: PLC0415

    listening = _listen(settings.host, settings.port)
    server = create_server(
        create_app(parts(settings, url)),
        sockets=[listening],
        threads=settings.threads,
        ident=None,
        clear_untrusted_proxy_headers=True,
        max_request_body_size=settings.max_body,
        **_behind(settings.proxies),
    )
    signal.signal(signal.SIGTERM, _leave)
    host, port = listening.getsockname()[:2]
    say(settings, f"http://{f'[{host}]' if ':' in host else host}:{port}")
    server.run()
    return exits.OK


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError) as error:
        raise BadSettings(f"PYRAMID_HOST={host}, PYRAMID_PORT={port}: {error}") from None


def _behind(proxies: int) -> dict[str, Any]:
    """What waitress is to believe of headers."""
    if not proxies:
        return {}
    return {
        "trusted_proxy": "*",
        "trusted_proxy_count": proxies,
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
    }


def _leave(_number: int, _frame: FrameType | None) -> None:
    # waitress lets the requests that are being answered come to their end.
    raise SystemExit

"""The HTTP server: granian, which keeps clients that are slow with their headers off the threads.

Those that are slow with their bodies wait in :mod:`service.http.bodies`. The application runs
in a process of its own, which :func:`load` makes from the environment.
"""

from __future__ import annotations

import gc
import os
from functools import partial
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from werkzeug.middleware.proxy_fix import ProxyFix

from service.http.app import create_app
from service.http.board import Board, Room
from service.http.bodies import Bodies, Bounds
from service.http.holding import Holding
from service.http.metrics import Metrics
from service.http.telling import Teller
from service.http.threads import OnThreads
from service.lifeline import die_with
from service.logs import log_to_stderr, say
from service.ports import free_port
from service.settings import Settings
from service.storage.connection import connect
from service.storage.news import news
from service.wiring import parts

__all__ = ["listen", "load"]

_URL = "PYRAMID_LISTENS_AT"
_HEADER_MILLISECONDS = 10_000
_MOST_HEADERS = 64 * 1024
_STOP_SECONDS = 10
_BACKLOG = 1024
_BODIES_OF_ADDRESS = 64
_LARGE_OF_ADDRESS = 4
# Requests on their way at once: those whose bodies come slowly are among them.
_AT_ONCE = 4096


def listen(settings: Settings) -> None:
    """Answer requests until SIGINT or SIGTERM comes; those that are at work are ended first.

    Raises:
        BadSettings: nobody can listen there.
        NoStore: the store has no such address.
    """
    assert settings.redis_url is not None
    connect(settings.redis_url).close()
    host, port = settings.host, free_port(settings.host, settings.port)
    os.environ[_URL] = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    Granian(
        "service.http.listening:load",
        host,
        port,
        factory=True,
        interface=Interfaces.ASGINL,
        backlog=_BACKLOG,
        backpressure=_AT_ONCE,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=_HEADER_MILLISECONDS, max_buffer_size=_MOST_HEADERS
        ),
        websockets=False,
        workers_kill_timeout=_STOP_SECONDS,
        log_level=LogLevels.error,
        # Its lines are to come out as all others do.
        log_dictconfig={"handlers": {}, "loggers": {"_granian": {}, "granian.access": {}}},
    ).serve()


def load() -> Any:
    """The application, in the process that answers."""
    die_with(os.getppid())
    settings = Settings.from_environment()
    assert settings.redis_url is not None
    log_to_stderr(settings)
    made = parts(settings, settings.redis_url)
    app: Any = create_app(made)
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)
    # Behind proxies all come from the same few addresses, and with their bodies complete.
    of_address = None if settings.proxies else _BODIES_OF_ADDRESS
    bounds = Bounds(
        settings.max_body,
        at="/v1/batches",
        of_address=of_address,
        large_of_address=None if settings.proxies else _LARGE_OF_ADDRESS,
    )
    room = Room(settings.match_waiters, of_address=settings.match_waiters_of_address)
    teller = Teller(made.matches, made.players)
    board = Board(partial(news, settings.redis_url), teller, room)
    metrics: Metrics = app.config["PYRAMID_METRICS"]
    metrics.watch(board)
    _collect_seldom()
    say(settings, os.environ[_URL])
    return Bodies(Holding(OnThreads(app, settings.threads), board), bounds)


def _collect_seldom() -> None:
    """Look through all objects less often: those of waiting requests and tables at hand are many.

    What is there by now stays for good, and needn't be looked at.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)

"""How many requests come from one address, or with one token.

Every request counts for its address, and for its token if it has one: tokens cost nothing,
so they can't stand in for addresses. What needs computing, and what is kept for long, is
counted apart from reading.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from flask import Response, g, request
from limits import RateLimitItem, parse
from limits.storage import RedisStorage

from service.http.access import given_token
from service.http.addresses import network
from service.http.holding import AGAIN
from service.http.problems import Problem, render
from service.settings import Settings
from service.storage.connection import STORE_ERRORS, Connection
from service.storage.keys import RATE_PREFIX

__all__ = ["Rates"]

_log = logging.getLogger(__name__)

_WORK = {
    "solves.ask",
    "analysis.give_verdict",
    "analysis.give_hint",
    "analysis.give_review",
    "analysis.give_verification",
    "boards.attempt",
    "matches.create",
    "matches.give_hint",
    "matches.rematch",
}
_BATCHES = {"batches.create", "batches.create_of_lines"}
_PLAYERS = {"players.create"}
# What watches over the service, and the files of pages.
_FREE = {
    "health.livez",
    "health.readyz",
    "health.show_metrics",
    "docs.file",
    "page.page",
    "page.service_worker",
    "page.file",
}


class _Limit(NamedTuple):
    """A limit: its name, what it allows, and whose requests it counts."""

    name: str
    rate: RateLimitItem
    of: str


class _Count(NamedTuple):
    """What was counted: how many are allowed, how many are left, and seconds until the next."""

    most: int
    left: int
    reset: int


def _was_counted() -> bool:
    """Whether it is a request that has waited, and was counted before."""
    return AGAIN in request.environ.get("asgi.scope", {})


class Rates:
    """The limits of an application, counted in the store for all of its processes.

    Windows are fixed to the clock, so that one call counts and tells what is left.
    """

    def __init__(self, connection: Connection, settings: Settings) -> None:
        self._store = RedisStorage(
            "redis://",
            connection_pool=connection.connection_pool,
            key_prefix=RATE_PREFIX,
        )
        texts = {
            "address": settings.rate_address,
            "token": settings.rate_token,
            "work": settings.rate_work,
            "batches": settings.rate_batches,
            "players": settings.rate_players,
        }
        self._rates = {name: parse(text) for name, text in texts.items() if text}

    def check(self) -> Response | None:
        """A problem if the request is one too many.

        Without a store nothing is counted: what needs none goes on.
        """
        if request.endpoint in _FREE or request.method == "OPTIONS" or _was_counted():
            return None
        for limit in self._limits():
            most, seconds = limit.rate.amount, limit.rate.get_expiry()
            now = time.time()
            key = f"{limit.name}:{limit.of}:{int(now // seconds)}"
            try:
                used = self._store.incr(key, seconds)
            except STORE_ERRORS as error:
                _log.warning("the store can't be reached: %s", error)
                return None
            count = _Count(most, max(0, most - used), ceil(seconds - now % seconds))
            if "rate" not in g or count.left < g.rate.left:
                g.rate = count  # The one that will be met first.
            if used > most:
                detail = f"{limit.name}: no more than {most} in {seconds} seconds"
                response = render(Problem("too-many-requests", detail))
                response.headers["Retry-After"] = str(count.reset)
                return response
        return None

    def tell(self, response: Response) -> Response:
        """Say on a response what is left of the narrowest limit."""
        count: _Count | None = getattr(g, "rate", None)
        if count is not None:
            for name, value in zip(("Limit", "Remaining", "Reset"), count, strict=True):
                response.headers[f"RateLimit-{name}"] = str(value)
        return response

    def _limits(self) -> Iterator[_Limit]:
        address = network(request.remote_addr or "")
        token = given_token()
        wanted = [("address", address)]
        if token:
            digest = hashlib.sha256(token.encode()).hexdigest()[:32]
            wanted.append(("token", digest))
        if request.endpoint in _WORK:
            wanted.append(("work", address))
        elif request.endpoint in _BATCHES:
            wanted.append(("batches", address))
        elif request.endpoint in _PLAYERS:
            wanted.append(("players", address))
        for name, of in wanted:
            if name in self._rates:
                yield _Limit(name, self._rates[name], of)

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
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import NamedTuple

from flask import Response, g, request
from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

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
}
_BATCHES = {"batches.create", "batches.create_of_lines"}
_PLAYERS = {"players.create"}
# What watches over the service, and the files of the documents' page.
_FREE = {"health.livez", "health.readyz", "health.show_metrics", "docs.file", None}


class _Count(NamedTuple):
    rate: RateLimitItem
    name: str
    of: str


class Rates:
    """The limits of an application, counted in the store for all of its processes."""

    def __init__(self, connection: Connection, settings: Settings) -> None:
        store = storage_from_string(
            "redis://",
            connection_pool=connection.connection_pool,  # type: ignore[arg-type]  # as documented
            key_prefix=RATE_PREFIX,
        )
        self._limiter = SlidingWindowCounterRateLimiter(store)
        self._settings = settings

    def check(self) -> Response | None:
        """A problem if the request is one too many.

        Without a store nothing is counted: what needs none goes on.
        """
        if request.endpoint in _FREE or request.method == "OPTIONS":
            return None
        for count in self._counts():
            try:
                fits = self._limiter.hit(count.rate, count.name, count.of)
            except STORE_ERRORS as error:
                _log.warning("the store can't be reached: %s", error)
                return None
            # The last is the narrowest.
            g.rate = count
            if not fits:
                per = f"{count.rate.amount} in {count.rate.get_expiry()} seconds"
                response = render(Problem("too-many-requests", f"{count.name}: no more than {per}"))
                # The window slides: a share of it is free again before all of it is.
                share = ceil(count.rate.get_expiry() / count.rate.amount)
                response.headers["Retry-After"] = str(max(1, share))
                return response
        return None

    def tell(self, response: Response) -> Response:
        """Say on a response what is left of the narrowest limit."""
        count: _Count | None = getattr(g, "rate", None)
        if count is not None:
            try:
                stats = self._limiter.get_window_stats(count.rate, count.name, count.of)
            except STORE_ERRORS as error:
                _log.warning("the store can't be reached: %s", error)
                return response
            response.headers["RateLimit-Limit"] = str(count.rate.amount)
            response.headers["RateLimit-Remaining"] = str(max(0, stats.remaining))
            response.headers["RateLimit-Reset"] = str(max(0, ceil(stats.reset_time - time.time())))
        return response

    def _counts(self) -> Iterator[_Count]:
        address = _network(request.remote_addr or "")
        settings = self._settings
        token = request.authorization.token if request.authorization is not None else None
        wanted = [("requests of an address", settings.rate_address, address)]
        if token:
            digest = hashlib.sha256(token.encode()).hexdigest()[:32]
            wanted.append(("requests with a token", settings.rate_token, digest))
        if request.endpoint in _WORK:
            wanted.append(("requests that need computing", settings.rate_work, address))
        elif request.endpoint in _BATCHES:
            wanted.append(("new batches of an address", settings.rate_batches, address))
        elif request.endpoint in _PLAYERS:
            wanted.append(("new players of an address", settings.rate_players, address))
        for name, rate, of in wanted:
            if rate:
                yield _Count(parse(rate), name, of)


def _network(text: str) -> str:
    """An address; of IPv6 the network that one household has."""
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False))
    return str(address)

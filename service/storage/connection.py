"""Reaching the store."""

from __future__ import annotations

import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from service.errors import NoStore

__all__ = ["STORE_ERRORS", "Connection", "WatchError", "connect", "is_up"]

#: A client of the store, safe to use from several threads.
Connection = redis.Redis

#: What a transaction raises when somebody else has changed what it watches.
WatchError = redis.exceptions.WatchError

#: What calls raise when the store can't be reached, or takes too long.
STORE_ERRORS = (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError)

_TRIES = 4
_ANSWER_SECONDS = 15.0


def connect(url: str) -> Connection:
    """A client for an address such as ``redis://host:6379/0`` or ``unix:///path``.

    Nothing is sent yet. Calls that fail for want of a connection are tried again a few times.

    Raises:
        NoStore: the address is none.
    """
    try:
        return redis.Redis.from_url(
            url,
            retry=Retry(
                ExponentialBackoff(cap=1.0, base=0.05),
                _TRIES,
                supported_errors=(redis.exceptions.ConnectionError,),
            ),
            health_check_interval=30,
            socket_connect_timeout=5,
            # A server that is there but doesn't answer is as good as none.
            socket_timeout=_ANSWER_SECONDS,
        )
    except ValueError as error:
        raise NoStore(f"REDIS_URL is no address of a server: {error}") from None


def is_up(url: str) -> bool:
    """Whether a server at an address answers within two seconds and has its data loaded."""
    with redis.Redis.from_url(
        url, socket_timeout=2, socket_connect_timeout=2, retry=Retry(ExponentialBackoff(), 0)
    ) as client:
        try:
            return bool(client.ping())
        except redis.exceptions.RedisError:
            return False

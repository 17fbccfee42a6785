"""Dailies in the store: written once, both halves together."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import cast

from service.storage.connection import Connection
from service.storage.keys import SECRET_KEY, after_key, daily_key, making_key

__all__ = ["DailyStore"]

# Whoever makes one says so again at each candidate; after one that was killed somebody else
# may begin. If two do, the first to end is kept.
_MAKING_SECONDS = 30
_MOST_KNOWN = 5000


class DailyStore:
    """Dailies by their slots."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[str, dict[str, object]] = {}

    def secret(self, given: str | None) -> bytes:
        """What the seeds come from: the given one, or one that all processes share."""
        if given is not None:
            return given.encode()
        self._connection.set(SECRET_KEY, secrets.token_hex(32), nx=True)
        return cast("bytes", self._connection.get(SECRET_KEY))

    def read(self, slots: Sequence[str]) -> list[dict[str, object] | None]:
        """The public parts, None where there is none yet."""
        missing = [slot for slot in slots if slot not in self._known]
        found = dict(zip(missing, self._read([daily_key(slot) for slot in missing]), strict=True))
        for slot, daily in found.items():
            # It never changes; today's is read by everybody.
            if daily is not None and len(self._known) < _MOST_KNOWN:
                self._known[slot] = daily
        return [self._known.get(slot) or found.get(slot) for slot in slots]

    def read_after(self, slot: str) -> dict[str, object] | None:
        """The part that is for after the day."""
        return self._read([after_key(slot)])[0]

    def _read(self, keys: list[str]) -> list[dict[str, object] | None]:
        if not keys:
            return []
        found = cast("list[bytes | None]", self._connection.mget(keys))
        return [None if text is None else json.loads(text) for text in found]

    def write(self, slot: str, public: dict[str, object], after: dict[str, object]) -> bool:
        """Keep a daily; False, and no change, if the slot has one already."""
        both = {daily_key(slot): json.dumps(public), after_key(slot): json.dumps(after)}
        return bool(self._connection.msetnx(both))

    def claim(self, slot: str) -> bool:
        """Say that we are about to make one; False if somebody else has said so of late."""
        done = self._connection.set(making_key(slot), "1", nx=True, ex=_MAKING_SECONDS)
        return bool(done)

    def claim_on(self, slot: str) -> None:
        """Say that we are still at it."""
        self._connection.expire(making_key(slot), _MAKING_SECONDS)

    def release(self, slot: str) -> None:
        """Take that back."""
        self._connection.delete(making_key(slot))

"""What the workers have done, counted for everybody: solves by how they ended, and their times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from service.storage.connection import Connection
from service.storage.keys import COUNTS_KEY

__all__ = ["BUCKETS", "Counts", "Times"]

#: Upper ends of the classes of solving times, in seconds.
BUCKETS = (0.001, 0.005, 0.02, 0.1, 0.5, 2.0, 10.0, 60.0, float("inf"))


class Times(NamedTuple):
    """Solves by status, and how many took how long: one number for each of :data:`BUCKETS`."""

    by_status: dict[str, int]
    by_bucket: list[int]
    seconds: float


class Counts:
    """The counts in the store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, kind: str, ended: Iterable[tuple[str, float]]) -> None:
        """Count solves of a kind that have ended: the status and the seconds of each."""
        steps: Counter[str] = Counter()
        total = 0.0
        for status, seconds in ended:
            bucket = next(at for at, most in enumerate(BUCKETS) if seconds <= most)
            steps[f"{kind}:status:{status}"] += 1
            steps[f"{kind}:bucket:{bucket}"] += 1
            total += seconds
        with self._connection.pipeline(transaction=False) as pipe:
            for name, step in steps.items():
                pipe.hincrby(COUNTS_KEY, name, step)
            pipe.hincrbyfloat(COUNTS_KEY, f"{kind}:seconds", total)
            pipe.execute()

    def read(self, kinds: Sequence[str]) -> dict[str, Times]:
        """All counts, by kind."""
        found = cast("dict[bytes, bytes]", self._connection.hgetall(COUNTS_KEY))
        values = {name.decode(): float(value) for name, value in found.items()}
        return {kind: _times(kind, values) for kind in kinds}


def _times(kind: str, values: dict[str, float]) -> Times:
    status = f"{kind}:status:"
    return Times(
        {
            name.removeprefix(status): int(value)
            for name, value in values.items()
            if name.startswith(status)
        },
        [int(values.get(f"{kind}:bucket:{at}", 0)) for at in range(len(BUCKETS))],
        values.get(f"{kind}:seconds", 0.0),
    )

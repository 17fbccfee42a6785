"""``/metrics``: what an operator watches, in the form that Prometheus reads.

Requests are counted by each API process for itself; what the workers do, and how the queues
are, is read from the store whenever somebody asks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from flask import Response, g, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import generate_latest
from prometheus_client.registry import Collector

from service.http.board import Board
from service.storage.connection import STORE_ERRORS
from service.storage.counts import BUCKETS
from service.storage.queue import QUEUES
from service.version import versions
from service.wiring import Parts

__all__ = ["Metrics"]

_METHODS = {"GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"}
_KINDS = ("solve", "batch")
_REQUEST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0)


class Metrics:
    """The metrics of one application."""

    def __init__(self, made: Parts) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "pyramid_requests",
            "Requests by operation, method and status.",
            ("operation", "method", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "pyramid_request_seconds",
            "Time from a request to the beginning of its answer.",
            ("operation",),
            buckets=_REQUEST_BUCKETS,
            registry=self.registry,
        )
        self._asked = Counter(
            "pyramid_solves_asked",
            "Questions by how they were met: known, joined, inline or queued.",
            ("how",),
            registry=self.registry,
        )
        self.registry.register(_OfStore(made))

    def watch(self, board: Board) -> None:
        """Tell of those who wait for news of matches."""
        waiting = Gauge(
            "pyramid_waiting", "Requests that wait for news of matches.", registry=self.registry
        )
        waiting.set_function(lambda: board.waiting)

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self.registry)

    def asked(self, how: str) -> None:
        """Count a question."""
        self._asked.labels(how).inc()

    def count(self, response: Response) -> Response:
        """Count a request; those to nowhere are one operation, whatever their path."""
        operation = request.endpoint or "none"
        known = request.method if request.method in _METHODS else "other"
        self._requests.labels(operation, known, str(response.status_code)).inc()
        self._seconds.labels(operation).observe(time.perf_counter() - g.begun)
        return response


class _OfStore(Collector):
    """What the store tells, when it is asked for; without the store, that it is away."""

    def __init__(self, made: Parts) -> None:
        self._parts = made

    def describe(self) -> list[Metric]:
        return []

    def collect(self) -> Iterator[Metric]:
        kernel = GaugeMetricFamily("pyramid_kernel", "How the search runs.", labels=["kind"])
        kernel.add_metric([versions(False)["kernel"]], 1)
        yield kernel
        try:
            found = list(self._read())
        except STORE_ERRORS:
            found = []
        yield GaugeMetricFamily("pyramid_store_up", "Whether the store answers.", bool(found))
        yield from found

    def _read(self) -> Iterator[Metric]:
        queue = self._parts.queue
        lengths = GaugeMetricFamily("pyramid_queue_jobs", "Jobs that wait.", labels=["queue"])
        ages = GaugeMetricFamily(
            "pyramid_queue_oldest_seconds", "Since the first of them waits.", labels=["queue"]
        )
        for name in QUEUES:
            lengths.add_metric([name], queue.length(name))
            ages.add_metric([name], queue.oldest_seconds(name))
        yield lengths
        yield ages
        yield GaugeMetricFamily("pyramid_workers", "Workers that are alive.", queue.workers())
        ended = CounterMetricFamily(
            "pyramid_solves", "Solves that workers have ended.", labels=["kind", "status"]
        )
        seconds = HistogramMetricFamily(
            "pyramid_solve_seconds", "Time that these took.", labels=["kind"]
        )
        for kind, times in self._parts.counts.read(_KINDS).items():
            for status, number in sorted(times.by_status.items()):
                ended.add_metric([kind, status], number)
            total, buckets = 0, []
            for most, number in zip(BUCKETS, times.by_bucket, strict=True):
                total += number
                buckets.append(("+Inf" if most == float("inf") else str(most), float(total)))
            seconds.add_metric([kind], buckets, times.seconds)
        yield ended
        yield seconds

"""`/metrics`: counts and times of requests as Prometheus text, if its library is installed."""

import os
import time
from functools import cache
from typing import Any

from flask import Blueprint, Flask, Response

from ..request.admission import ARRIVED
from ..request.current import current_request
from ..response.headers import METHODS

try:
    import prometheus_client
    from prometheus_client import multiprocess

    from .count_files import use_count_files
except ImportError:
    prometheus_client = None  # type: ignore[assignment]

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
BEGUN = "searchapp.begun"
UNKNOWN = "unknown"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The metrics of one process. The configuration of the server names the folder where workers combine them."""

    def __init__(self) -> None:
        use_count_files()
        self.registry = prometheus_client.CollectorRegistry()
        self.requests = prometheus_client.Counter(
            "searchapp_requests", "Requests answered", ("endpoint", "method", "status"), registry=self.registry
        )
        self.seconds = prometheus_client.Histogram(
            "searchapp_request_seconds", "Time to answer", ("endpoint",), registry=self.registry, buckets=SECONDS
        )
        self.waited = prometheus_client.Histogram(
            "searchapp_waited_seconds", "Time in the queue of a worker", registry=self.registry, buckets=SECONDS
        )
        # the library would look up each of them at every request, a third of the cost
        self.counter = cache(self.requests.labels)
        self.timer = cache(self.seconds.labels)
        self.unlimited = prometheus_client.Counter(
            "searchapp_unlimited_requests", "Requests let through uncounted", registry=self.registry
        )
        self.under_way = prometheus_client.Gauge(
            "searchapp_requests_under_way", "Requests under way", registry=self.registry, multiprocess_mode="livesum"
        )

    @cache  # noqa: B019 - there is one for each process
    def usage(self) -> tuple[Any, Any]:
        """The counters of options and of fields, which are made at the first use."""
        options, fields = ("item_type", "option"), ("item_type", "option", "field")
        return (
            prometheus_client.Counter(
                "searchapp_options", "Requests that gave an option", options, registry=self.registry
            ),
            prometheus_client.Counter(
                "searchapp_fields", "Requests that named a field", fields, registry=self.registry
            ),
        )

    def begin(self) -> None:
        environ = current_request().environ
        environ[BEGUN] = now = time.monotonic()
        self.waited.observe(max(0.0, now - environ.get(ARRIVED, now)))
        self.under_way.inc()

    def count(self, response: Response) -> Response:
        """Count a request; returns the response unchanged."""
        asked = current_request()
        endpoint = asked.endpoint or UNKNOWN
        method = asked.method if asked.method in METHODS else UNKNOWN
        self.counter(endpoint, method, response.status_code).inc()
        begun = asked.environ.get(BEGUN)
        if begun is not None:
            self.timer(endpoint).observe(time.monotonic() - begun)
        return response

    def end(self, error: BaseException | None = None) -> None:
        if current_request().environ.pop(BEGUN, None) is not None:
            self.under_way.dec()

    def text(self) -> Response:
        """The counts of every worker, or of this process if there is only one."""
        registry = self.registry
        if FOLDER in os.environ:
            registry = prometheus_client.CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        text = prometheus_client.generate_latest(registry)
        return Response(text, content_type=prometheus_client.CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"})


@cache
def metrics() -> Metrics:
    return Metrics()


def is_counting() -> bool:
    """Whether the library is installed."""
    return prometheus_client is not None


def count_unlimited() -> None:
    """Count a request that was allowed because limits could not be checked."""
    if prometheus_client is not None:
        metrics().unlimited.inc()


def add_metrics(blueprint: Blueprint) -> None:
    """Add `/metrics`, unless the library is missing."""
    if prometheus_client is not None:
        blueprint.add_url_rule("/metrics", "metrics", metrics().text)


def register_metrics(app: Flask) -> None:
    """Let the app count its requests, unless the library is missing."""
    if prometheus_client is None:
        return
    found = metrics()
    app.before_request(found.begin)
    app.after_request(found.count)
    app.teardown_request(found.end)

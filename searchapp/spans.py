"""Spans by OpenTelemetry for the requests to a database. Imported only if traces are on."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from opentelemetry import propagate, trace
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import SpanKind, Status, StatusCode

from .config.settings import SettingsError
from .errors import PipelineError
from .protocols import Backend, Context, Query, Response, trace_headers
from .version import __version__

OPERATIONS = (
    "search",
    "multi_search",
    "linked_page",
    "page_after",
    "scroll",
    "next_batch",
    "near_words",
    "mapping",
    "health",
)
"""The methods of a backend that send a request to the database and return the complete answer."""

SYSTEMS = {"mongo": "mongodb", "sql": "other_sql"}
"""The names of databases in OpenTelemetry that differ from ours."""

UNKNOWN = "unknown_service"
GROUP = "opentelemetry_traces_exporter"
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")


@cache
def tracer() -> trace.Tracer:
    """The tracer of this process; a tracer that `opentelemetry-instrument` has set up is used unchanged."""
    if isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        trace.set_tracer_provider(provider(os.environ))
    return trace.get_tracer("searchapp", __version__)


def provider(environ: Mapping[str, str]) -> TracerProvider:
    """The provider that exports spans. The library reads its sampler, limits and resource from the environment."""
    found = Resource.create()
    if str(found.attributes[SERVICE_NAME]).startswith(UNKNOWN):
        found = found.merge(Resource({SERVICE_NAME: "searchapp"}))
    made = TracerProvider(resource=Resource({SERVICE_VERSION: __version__}).merge(found))
    for name in (environ.get("OTEL_TRACES_EXPORTER") or "otlp").split(","):
        made.add_span_processor(BatchSpanProcessor(exporter(name.strip(), environ)))
    return made


def exporter(name: str, environ: Mapping[str, str]) -> SpanExporter:
    """The exporter of this name. Raises SettingsError if it is not installed."""
    if name == "otlp":
        protocol = next(filter(None, map(environ.get, PROTOCOLS)), "http/protobuf")
        name = "otlp_proto_" + protocol.partition("/")[0]
    for point in entry_points(group=GROUP, name=name):
        made: SpanExporter = point.load()()
        return made
    known = ", ".join(sorted(point.name for point in entry_points(group=GROUP)))
    raise SettingsError(f"OTEL_TRACES_EXPORTER: {name} is not installed; installed: {known}")


def current_headers() -> dict[str, str]:
    """The headers by which another service continues the current trace."""
    headers: dict[str, str] = {}
    propagate.inject(headers)
    return headers


class TracedBackend:
    """A wrapper of a backend that makes a span for each request to the database."""

    def __init__(self, backend: Backend, name: str):
        self._backend = backend
        self._system = SYSTEMS.get(name, name)
        for operation in OPERATIONS:
            setattr(self, operation, self._traced(operation))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend, name)

    def _traced(self, operation: str) -> Callable[..., Any]:
        """The method of the backend, inside a span."""
        method = getattr(self._backend, operation)

        def asked(*arguments: Any, **keywords: Any) -> Any:
            with self._span(operation, arguments):
                return method(*arguments, **keywords)

        return asked

    def stream(self, query: Query, context: Context) -> Iterator[Response]:
        """The responses of the backend, with a span for each."""
        responses = self._backend.stream(query, context)
        end = object()
        while True:
            with self._span("stream", (query, context)):
                response = next(responses, end)
            if response is end:
                return
            yield response

    @contextmanager
    def _span(self, operation: str, arguments: tuple[Any, ...]) -> Iterator[None]:
        """A span that is current during the request, also for the database, and records a failure."""
        context = next((one for one in arguments if isinstance(one, Context)), None)
        attributes: dict[str, Any] = {"db.system.name": self._system, "db.operation.name": operation}
        if context and context.item_type:
            attributes["db.collection.name"] = context.item_type
        if operation == "multi_search":
            attributes["db.operation.batch.size"] = len(arguments[0])
        name = " ".join(filter(None, [operation, context and context.item_type]))
        with tracer().start_as_current_span(
            name, kind=SpanKind.CLIENT, attributes=attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            token = trace_headers.set(current_headers())
            try:
                yield
            except PipelineError as error:
                if error.code >= 400:
                    span.set_attribute("error.type", error.kind.name.lower())
                if error.code >= 500:
                    span.set_status(Status(StatusCode.ERROR, error.summary))
                raise
            finally:
                trace_headers.reset(token)

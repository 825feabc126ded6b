"""Traces across services: with traces on, each request is a span. The database always gets the trace of the caller."""

import re

from flask import Flask

from ...config.traces_wanted import traces_wanted
from ...protocols import Backend, trace_headers
from ..request.current import current_request

TRACEPARENT = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")
MAX_TRACESTATE = 512


def register_tracing(app: Flask, backend: Backend) -> None:
    """Make a span of each request, if traces are on; else pass the trace of the caller on to the database."""
    if traces_wanted():
        from .request_spans import register_request_spans  # so that OpenTelemetry is only loaded with traces on

        register_request_spans(app)
    elif backend.takes_trace_headers:
        app.before_request(pass_trace_on)


def pass_trace_on() -> None:
    """Keep the caller's `traceparent` and `tracestate` for the requests to the database."""
    environ = current_request().environ
    parent = environ.get("HTTP_TRACEPARENT")
    if parent is None or not TRACEPARENT.fullmatch(parent):
        trace_headers.set({})
        return
    headers = {"traceparent": parent}
    state = environ.get("HTTP_TRACESTATE")
    if state and len(state) <= MAX_TRACESTATE and state.isascii():
        headers["tracestate"] = state
    trace_headers.set(headers)

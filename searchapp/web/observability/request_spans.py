"""Spans by OpenTelemetry for requests over HTTP. Imported only where traces are wanted."""

from typing import Any

from flask import Flask, Response
from opentelemetry import context as contexts
from opentelemetry import propagate, trace
from opentelemetry.trace import SpanKind, Status, StatusCode

from ...protocols import trace_headers
from ...spans import current_headers, tracer
from ..request.current import current_request
from ..response.headers import METHODS

SPAN = "searchapp.span"
NOT_TRACED = ("/status/live", "/status/ready", "/metrics")
"""Paths that monitoring requests every few seconds."""


def register_request_spans(app: Flask) -> None:
    """Let each request be a span, which ends when its answer is sent."""
    tracer()
    app.before_request(begin)
    app.after_request(finish)


def begin() -> None:
    """Start the span as a child of the caller's, if the headers name one."""
    request = current_request()
    trace_headers.set({})
    if request.path in NOT_TRACED:
        return
    method = request.method if request.method in METHODS else "HTTP"
    route = request.url_rule.rule if request.url_rule else None
    attributes: dict[str, Any] = {
        "http.request.method": request.method if method != "HTTP" else "_OTHER",
        "url.scheme": request.scheme,
        "url.path": request.path,
        "url.query": request.environ.get("QUERY_STRING", ""),
        "http.route": route,
        "client.address": request.remote_addr,
        "user_agent.original": request.headers.get("User-Agent"),
    }
    given = {name.lower(): value for name, value in request.headers.items()}
    parent = propagate.extract(given, contexts.Context())
    span = tracer().start_span(
        " ".join(filter(None, [method, route])),
        parent,
        SpanKind.SERVER,
        {name: value for name, value in attributes.items() if value},
    )
    request.environ[SPAN] = span, contexts.attach(trace.set_span_in_context(span, parent))
    trace_headers.set(current_headers())


def finish(response: Response) -> Response:
    """The response itself; its span ends when the response is closed, after the last byte of a stream."""
    started = current_request().environ.pop(SPAN, None)
    if started is None:
        return response
    span, token = started
    span.set_attribute("http.response.status_code", response.status_code)
    if response.status_code >= 500:
        span.set_attribute("error.type", str(response.status_code))
        span.set_status(Status(StatusCode.ERROR))

    def end() -> None:
        span.end()
        contexts.detach(token)

    response.call_on_close(end)
    return response

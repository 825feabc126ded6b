"""Writes the log as JSON, with one line per request, if LOG_FORMAT says so."""

import logging
import sys
import time
from typing import Any

import orjson
from flask import Flask, Response, has_request_context, request

from ..request.admission import arrival
from ..request.options import request_id

START = "searchapp.start"
ROOT = logging.getLogger("searchapp")
requests = logging.getLogger("searchapp.request")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON; `fields` of a record become keys of it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
        }
        fields = getattr(record, "fields", None)
        line |= fields if fields else {"message": record.getMessage()}
        if has_request_context():
            line.setdefault("request_id", request_id(request.environ))
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


def register_log(app: Flask, log_format: str) -> None:
    """Let the app write its log as JSON. In a log of text, the web server writes the line per request."""
    ROOT.handlers[:] = [handler for handler in ROOT.handlers if not isinstance(handler.formatter, JsonFormatter)]
    ROOT.propagate = log_format != "json"
    if log_format != "json":
        return
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonFormatter())
    ROOT.addHandler(handler)
    ROOT.setLevel(logging.INFO)
    app.before_request(start_clock)
    app.after_request(log_request)


def start_clock() -> None:
    request.environ[START] = time.monotonic()


def log_request(response: Response) -> Response:
    """Write the line of a request; returns the response unchanged."""
    environ = request.environ
    started = environ.get(START, time.monotonic())
    fields = {
        "request_id": request_id(environ),
        "method": request.method,
        "path": request.path,
        "query": environ.get("QUERY_STRING", ""),
        "status": response.status_code,
        "bytes": response.content_length,
        "ms": round(1000 * (time.monotonic() - started), 2),
        "waited_ms": round(1000 * max(0, started - arrival(environ)), 2),
        "client": environ.get("REMOTE_ADDR"),
        "user_agent": environ.get("HTTP_USER_AGENT", ""),
    }
    requests.info("", extra={"fields": fields})
    return response

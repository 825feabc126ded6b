"""What the server knows of a request: when it arrived, and whether there is a place for it."""

import time

from flask import Flask, current_app
from flask.globals import request_ctx

from ...errors import ErrorKind, PipelineError

ARRIVED = "searchapp.arrived"
BUSY = "searchapp.busy"


def register_admission(app: Flask) -> None:
    """Let the app refuse the requests for which the server has no place, or a thread only when their time is over."""
    app.before_request(refuse_when_busy)


def refuse_when_busy() -> None:
    environ = request_ctx.request.environ
    if environ.get(BUSY):
        raise PipelineError.of(ErrorKind.BUSY)
    seconds = current_app.config["DEADLINE"]
    if ARRIVED in environ and time.monotonic() > environ[ARRIVED] + seconds:
        raise PipelineError.of(ErrorKind.TOO_LATE, seconds=f"{seconds:g}")


def deadline(seconds: float) -> float:
    """The `time.monotonic()` at which the current request ends: some seconds after it arrived."""
    return arrival() + seconds


def arrival() -> float:
    """The `time.monotonic()` at which the current request arrived, now where the server does not say."""
    found: float | None = request_ctx.request.environ.get(ARRIVED)
    return time.monotonic() if found is None else found

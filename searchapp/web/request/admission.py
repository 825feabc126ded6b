"""Admission of requests: the time at which a request arrived, and whether the server accepts it."""

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Flask

from ...errors import ErrorKind, PipelineError
from .current import current_request

ARRIVED = "searchapp.arrived"
BUSY = "searchapp.busy"


def register_admission(app: Flask) -> None:
    """Let the app refuse requests if the queue is full, or if no thread was free before their deadline."""
    app.before_request(partial(refuse_when_busy, app.config))


def refuse_when_busy(config: Mapping[str, Any]) -> None:
    environ = current_request().environ
    if environ.get(BUSY):
        raise PipelineError.of(ErrorKind.BUSY)
    seconds = config["DEADLINE"]
    if ARRIVED in environ and time.monotonic() > environ[ARRIVED] + seconds:
        raise PipelineError.of(ErrorKind.TOO_LATE, seconds=f"{seconds:g}")


def deadline(seconds: float) -> float:
    """The `time.monotonic()` at which the current request ends: some seconds after it arrived."""
    return arrival(current_request().environ) + seconds


def arrival(environ: Mapping[str, Any]) -> float:
    """The `time.monotonic()` at which a request arrived; the current time if the server does not report it."""
    found: float | None = environ.get(ARRIVED)
    return time.monotonic() if found is None else found

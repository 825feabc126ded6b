"""How much time a request has left."""

import time

from ...errors import ErrorKind, PipelineError


def seconds_left(deadline: float | None, timeout: float) -> float:
    """The seconds until `deadline` (a `time.monotonic()`); `timeout` without a deadline.

    Raises a 504 if none are left.
    """
    if deadline is None:
        return timeout
    left = deadline - time.monotonic()
    if left <= 0:
        raise too_late(timeout)
    return left


def end_of(deadline: float | None, timeout: float) -> float:
    """`deadline`, or without one the `time.monotonic()` in `timeout` seconds; 504 for a deadline that has passed."""
    now = time.monotonic()
    if deadline is None:
        return now + timeout
    if deadline <= now:
        raise too_late(timeout)
    return deadline


def too_late(timeout: float) -> PipelineError:
    """The error of a request that got no answer in its time."""
    return PipelineError.of(ErrorKind.TOO_LATE, seconds=f"{timeout:g}")

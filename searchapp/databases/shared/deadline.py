"""The remaining time of a request."""

import time
from itertools import count

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


def too_late(timeout: float) -> PipelineError:
    """The error of a request that got no answer in its time."""
    return PipelineError.of(ErrorKind.TOO_LATE, seconds=f"{timeout:g}")


SAMPLE, SAMPLED = 1.0, 3
"""The time for a batch is estimated after this many seconds and queries, counted after the first query."""
MAX_TIME_RATIO = 1.5
"""A batch is stopped if its estimated time is this many times the remaining time."""


class Pace:
    """The speed of a batch of queries. A batch that would take much longer than the remaining time is stopped early.

    `end` is a `time.monotonic()`, `timeout` the seconds that the error names; `at_once` queries are asked together.
    """

    def __init__(self, queries: int, end: float, timeout: float, at_once: int = 1):
        self.queries, self.at_once = queries, at_once
        self.seconds, self.timeout = end - time.monotonic(), timeout
        self.first: float | None = None
        self.numbers = count(0)

    def answered(self) -> None:
        """Call it after each query. Raises a 504 that says how many were answered, and what to do."""
        done, now = next(self.numbers), time.monotonic()
        if self.first is None:
            self.first = now
        spent = now - self.first
        if spent < SAMPLE or done < SAMPLED:
            return
        if spent * self.queries <= MAX_TIME_RATIO * self.seconds * (done + self.at_once - 1):
            return
        raise too_slow(done, self.queries, spent, self.timeout)


def too_slow(done: int, queries: int, spent: float, timeout: float) -> PipelineError:
    """The error of a batch for which the time is too short, after some of its queries."""
    reason = f"{done} of {queries} terms were answered in {spent:.1f} s: send fewer, or name fewer fields"
    return PipelineError.of(ErrorKind.TOO_LATE, {"reason": reason}, seconds=f"{timeout:g}")

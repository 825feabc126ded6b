"""Values that each process makes for itself at the first use, so that a forked child shares none with its parent."""

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotDone
from contextvars import copy_context
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")
PREFIX = "searchapp-multisearch"


class PerProcess(Generic[Value]):
    """A value that each process makes at the first call."""

    def __init__(self, make: Callable[[], Value]):
        self.make = make
        self.current: tuple[int, Value] | None = None
        self.locks: dict[int, threading.Lock] = {}

    def __call__(self) -> Value:
        current, pid = self.current, os.getpid()
        if current and current[0] == pid:
            return current[1]
        with self.locks.setdefault(pid, threading.Lock()):
            if self.current is None or self.current[0] != pid:
                self.current = (pid, self.make())
            return self.current[1]


class Pool:
    """One pool of threads per process, on which the parts of a batch run side by side."""

    def __init__(self, workers: int):
        self.workers = workers
        self.executor = PerProcess(lambda: ThreadPoolExecutor(workers, thread_name_prefix=PREFIX))

    def map(self, function: Callable[[Any], Value], items: Sequence[Any], end: float) -> list[Value]:
        """`function` of every item, in order; the first failure, or `end`, cancels the items that have not begun.

        Raises TimeoutError at `end`. A thread of the pool does the work itself: it could wait forever for others.
        """
        if len(items) < 2 or self.workers < 2 or threading.current_thread().name.startswith(PREFIX):
            return [function(item) for item in items]
        executor = self.executor()
        futures = [executor.submit(copy_context().run, function, item) for item in items]
        try:
            return [future.result(max(0.0, end - time.monotonic())) for future in futures]
        except NotDone:
            raise TimeoutError from None
        finally:
            cancel(futures)


def cancel(futures: Iterable[Future[Any]]) -> None:
    for future in futures:
        future.cancel()

"""Decides which request gets a thread, which waits, and which is refused. It counts only, without sockets."""

from collections import deque
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class Request:
    """A request that can be read: its connection, its time of arrival, and whether it is a batch."""

    conn: Any
    arrived: float
    batch: bool = False
    live: bool = False
    busy: bool = False


@dataclass
class Queue:
    """A bounded queue for a number of threads. Batches get at most half of the queue, and not the last two threads.

    The last two threads serve single requests: with only one, these requests waited for it nearly all of their time.

    The queue has no lock: callers in several threads must hold one.
    """

    threads: int
    length: int
    running: int = 0
    running_batches: int = 0
    singles: deque[Request] = field(default_factory=deque)
    batches: deque[Request] = field(default_factory=deque)

    def start(self, request: Request) -> bool:
        """Whether the request has a thread now."""
        if not self.has_thread(request.batch):
            return False
        self.running += 1
        self.running_batches += request.batch
        return True

    def end(self, request: Request) -> None:
        """Give the thread of the request back."""
        self.running -= 1
        self.running_batches -= request.batch

    def put(self, request: Request) -> bool:
        """Put a request into the queue; returns whether it was accepted."""
        waiting = len(self.singles) + len(self.batches)
        if waiting >= self.length or (request.batch and len(self.batches) >= max(1, self.length // 2)):
            return False
        (self.batches if request.batch else self.singles).append(request)
        return True

    def next(self) -> Request | None:
        """The next waiting request, which gets a thread; requests of the same kind in the order of arrival."""
        queues = [queue for queue in (self.singles, self.batches) if queue and self.has_thread(queue[0].batch)]
        if not queues:
            return None
        request = min(queues, key=lambda queue: queue[0].arrived).popleft()
        self.start(request)
        return request

    def has_thread(self, batch: bool) -> bool:
        """Whether a thread is free for a request of this kind."""
        if batch and self.running_batches >= max(1, self.threads - 2):
            return False
        return self.running < self.threads

    @property
    def is_busy(self) -> bool:
        """Whether no thread is free."""
        return self.running >= self.threads

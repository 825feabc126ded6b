"""The part that the backends of all databases have in common: the settings of the service, and the item types."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ...errors import ErrorKind, PipelineError
from ...protocols import Backend, Context
from .answer_bytes import MAX_ANSWER, bytes_of_objects
from .deadline import too_late
from .per_process import Pool

Value = TypeVar("Value")


class DatabaseBackend(Backend):
    """Takes the settings that each backend gets from the service; a database uses some of them.

    `indices` names the index or collection of each item type, and under None the one for all others. `timeout` is the
    deadline of calls that bring none. A batch of terms or one search may find documents of `max_answer` bytes together.
    """

    def __init__(
        self,
        *,
        indices: Mapping[str | None, str | None] | None = None,
        default_item_type: str | None = None,
        prefix: str = "searchapp",
        secret_key: str = "",
        scroll_time: str = "1m",
        scroll_size: int = 1000,
        multisearch_concurrency: int = 5,
        multisearch_batch: int = 200,
        total_hits_as_int: bool = True,
        allow_partial: bool = False,
        timeout: float = 10,
        max_answer: int = MAX_ANSWER,
    ):
        self.indices = dict(indices or {})
        self.default_item_type = default_item_type
        self.prefix = prefix
        self.secret_key = secret_key
        self.scroll_time = scroll_time
        self.scroll_size = scroll_size
        self.multisearch_batch = multisearch_batch
        self.total_hits_as_int = total_hits_as_int
        self.allow_partial = allow_partial
        self.timeout = timeout
        self.max_answer = max_answer
        self.max_search_bytes, self.max_part_bytes = bytes_of_objects(max_answer)
        self.pool = Pool(multisearch_concurrency)

    def item_type(self, context: Context) -> str | None:
        """The item type of a request, by default the default one."""
        return context.item_type or self.default_item_type

    def end(self, deadline: float | None) -> float:
        """The deadline, or without one the time in `timeout` seconds. Raises a 504 for a deadline that has passed."""
        now = time.monotonic()
        if deadline is None:
            return now + self.timeout
        if deadline <= now:
            raise too_late(self.timeout)
        return deadline

    def in_parallel(self, call: Callable[[Any], Value], items: Sequence[Any], end: float) -> list[Value]:
        """The result of a call for each item, by the threads of the pool. Raises a 504 at `end`."""
        try:
            return self.pool.map(call, items, end)
        except TimeoutError as error:
            raise too_late(self.timeout) from error

    def item_types(self, deadline: float | None = None) -> list[str]:
        """The item types that have a collection in the database."""
        raise NotImplementedError

    def served_types(self, deadline: float | None) -> list[str]:
        """The configured item types, else the item types of the database. Raises PipelineError without any."""
        found = [name for name in self.indices if name] or self.item_types(deadline)
        if not found:
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        return found

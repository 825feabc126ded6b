"""The methods of a search engine's backend that batches and scrolls call."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from ...protocols import Bodies, Context
from ..shared.per_process import Pool
from .responses import Body, Response

Value = TypeVar("Value")


class Calls(Protocol):
    """The part of SearchBackend that batches and scrolls use."""

    pool: Pool
    secret_key: str
    scroll_size: int
    timeout: float

    def item_type(self, context: Context) -> str | None: ...

    def index_for(self, query: Any, context: Context) -> str: ...

    def end(self, deadline: float | None) -> float: ...

    def in_parallel(self, call: Callable[[Any], Value], items: Sequence[Any], end: float) -> list[Value]: ...

    def allowed_bytes(self, context: Context, of_several: bool = False) -> int: ...

    def within(self, end: float, max_bytes: int) -> AbstractContextManager[None]: ...

    def read(self, response: Response, context: Context) -> Response: ...

    def run(self, index: str, body: Body, end: float) -> Response:
        """The response to a search body."""

    def part_size(self) -> int: ...

    def run_many(self, index: str, bodies: Sequence[Body], end: float, state: str | None = None) -> list[Response]:
        """The responses of one msearch, in a state that `current_state` named."""

    def run_texts(self, index: str, bodies: Bodies, end: float) -> list[Response] | None:
        """The responses to bodies that are read once; None if each of them has to be read."""

    def current_state(self, index: str, end: float) -> str | None: ...

    def batch_size(self, index: str, body: Body, end: float) -> int: ...

    def batch_within(self, end: float, context: Context, size: int) -> AbstractContextManager[None]: ...

    def is_last_batch(self, response: Response, size: int) -> bool: ...

    def open_scroll(self, index: str, body: Body, end: float) -> Response: ...

    def continue_scroll(self, scroll_id: str, end: float) -> Response: ...

    def close_scroll(self, scroll_id: str, end: float) -> None: ...

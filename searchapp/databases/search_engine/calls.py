"""The requests, limits and indices of a search engine's backend, which batches and scrolls use too."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from ...protocols import Bodies, Context
from ..shared.backend import DatabaseBackend
from .responses import Body, Response

UNLIMITED = nullcontext()


class Calls(DatabaseBackend):
    """The part of SearchBackend that batches and scrolls use; the subclass of each search engine adds the requests."""

    def index_for(self, query: Any, context: Context) -> str:
        """The index for a query."""
        raise NotImplementedError

    def within(self, end: float, max_bytes: int) -> AbstractContextManager[None]:
        """Searches inside the `with` block raise an error if their documents together have more bytes.

        Subclasses count the bytes; this class has no limit.
        """
        return UNLIMITED

    def allowed_bytes(self, context: Context, of_several: bool = False) -> int:
        """Maximum bytes of the documents that one search or a batch of terms finds: fewer if they become objects."""
        if context.json_parts:
            return self.max_answer
        return self.max_part_bytes if of_several else self.max_search_bytes

    def batch_size(self, index: str, body: Body, end: float) -> int:
        """The number of documents in each batch of a scroll; fewer than usual if they are large."""
        return self.scroll_size

    def batch_within(self, end: float, context: Context, size: int) -> AbstractContextManager[None]:
        """The limit of bytes of a batch of a scroll; none for a database that ends batches at a limit itself."""
        return UNLIMITED

    def is_last_batch(self, response: Response, size: int) -> bool:
        """Whether no batch of `size` documents follows this one."""
        return len(response["hits"]["hits"]) < size

    def part_size(self) -> int:
        """The maximum number of bodies of one msearch."""
        return self.multisearch_batch

    def run_texts(self, index: str, bodies: Bodies, end: float) -> list[Response] | None:
        """The responses to bodies that are read once; None if each of them has to be read."""
        return None

    def current_state(self, index: str, end: float) -> str | None:
        """The state in which all msearches of a batch search; None for a database that cannot name it."""
        return None

    def read(self, response: Response, context: Context) -> Response:
        """The checked response, as the context allows it. Raises PipelineError for a failed or partial one."""
        raise NotImplementedError

    def run(self, index: str, body: Body, end: float) -> Response:
        """The response to a search body."""
        raise NotImplementedError

    def run_many(self, index: str, bodies: Sequence[Body], end: float, state: str | None = None) -> list[Response]:
        """The responses of one msearch, in a state that `current_state` named."""
        raise NotImplementedError

    def open_scroll(self, index: str, body: Body, end: float) -> Response:
        """The first page of a scroll."""
        raise NotImplementedError

    def continue_scroll(self, scroll_id: str, end: float) -> Response:
        """The next page of a scroll. Raises PipelineError if it is unknown or has ended."""
        raise NotImplementedError

    def close_scroll(self, scroll_id: str, end: float) -> None:
        """Release a scroll."""
        raise NotImplementedError

"""The backend for the engine of this package."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

from ...engine import AnswerTooLarge, Engine, EngineError, until
from ...errors import ErrorKind, PipelineError
from ...protocols import Bodies
from ..search_engine.backend import URL_KEYS, SearchBackend
from ..search_engine.errors import pipeline_error
from ..search_engine.responses import Body, Response
from ..shared.deadline import too_late

Answer = TypeVar("Answer")

TIMEOUT_STATUS = 504
MAX_QUERIES_AT_ONCE = 50
"""The maximum number of queries that exist at the same time: with eight patterns each, 200 of them take 90 MB."""


class EmbeddedBackend(SearchBackend):
    """Runs search bodies on the engine in `folder`; the other settings are for SearchBackend.

    The index of an item type has its name, unless `indices` has another one. `words_folder` has the files of synonyms
    and other words that a mapping names.
    """

    def __init__(self, folder: str | Path, words_folder: str | Path | None = None, **settings: Any):
        super().__init__(**{**settings, "multisearch_concurrency": 1})  # threads of one process wait for each other
        self.words_folder = words_folder
        self.engine = Engine(folder)
        self.parameters: dict[str, Any] = {"rest_total_hits_as_int": self.total_hits_as_int, "raw_source": True}
        self.of_scrolls = {**self.parameters, "max_bytes": self.max_search_bytes}
        self.of_streams = {**self.parameters, "max_bytes": self.max_part_bytes}

    def index_of(self, item_type: str | None) -> str:
        item_type = item_type or self.default_item_type
        name = self.indices.get(item_type) or item_type or self.indices.get(None)
        if not name:
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        return name

    def run(self, index: str, body: Body, end: float) -> Response:
        return self.ask(self.engine.search, end, index, for_engine(body), **self.parameters)

    def within(self, end: float, max_bytes: int) -> AbstractContextManager[None]:
        return until(end, max_bytes)

    def part_size(self) -> int:
        return min(self.multisearch_batch, MAX_QUERIES_AT_ONCE)

    def run_many(self, index: str, bodies: Sequence[Body], end: float, state: str | None = None) -> list[Response]:
        of_engine = [for_engine(body) for body in bodies]
        return self.ask(self.engine.msearch, end, index, of_engine, generation=state, **self.parameters)

    def run_texts(self, index: str, bodies: Bodies, end: float) -> list[Response] | None:
        return self.ask(self.engine.search_texts, end, index, for_engine(bodies[0]), bodies.texts, **self.parameters)

    def current_state(self, index: str, end: float) -> str:
        """The name of the current generation."""
        return self.ask(self.engine.generation, end, index)

    def open_scroll(self, index: str, body: Body, end: float) -> Response:
        return self.ask(self.engine.search, end, index, for_engine(body), scroll=self.scroll_time, **self.of_scrolls)

    def continue_scroll(self, scroll_id: str, end: float) -> Response:
        try:
            return self.ask(self.engine.scroll, end, scroll_id, scroll=self.scroll_time, **self.of_scrolls)
        except PipelineError as error:
            if error.code not in (400, 404):
                raise
            raise PipelineError.of(ErrorKind.STALE_SCROLL) from error

    def is_last_batch(self, response: Response, size: int) -> bool:
        """Whether no batch follows. A batch that the engine ended at its limit of bytes is not the last."""
        return "_scroll_id" not in response

    def close_scroll(self, scroll_id: str, end: float) -> None:
        """Nothing is held for a scroll."""

    def page(
        self, index: str, body: Body, snapshot: str | None, sort_values: Any, end: float
    ) -> tuple[Response, str, Any]:
        """A page of a generation. Equal hits are in the order of loading."""
        return self.ask(self.engine.page, end, index, for_engine(body), snapshot, sort_values, **self.parameters)

    def close_snapshot(self, snapshot: str, end: float) -> None:
        """Nothing is held for a page."""

    def in_state(self, index: str, body: Body, state: str | None, end: float) -> tuple[Response, str | None]:
        """The response from a generation."""
        return self.ask(self.engine.search_generation, end, index, for_engine(body), state, **self.parameters)

    def page_in_state(self, index: str, body: Body, state: str, end: float) -> tuple[Response, str, Any]:
        return self.page(index, body, state, None, end)

    def all_pages(self, index: str, body: Body, end: float, state: str | None = None) -> Iterator[Response]:
        """The pages of a generation, by default the current one. It stays open until the end."""
        pages = self.ask(self.engine.pages, end, index, for_engine(body), state, **self.of_streams)
        while True:
            try:
                with until(end):
                    page = next(pages, None)
            except EngineError as error:
                raise self.failure(error) from error
            if time.monotonic() >= end:
                raise too_late(self.timeout)
            if page is None:
                return
            yield page
            end = time.monotonic() + self.timeout

    def ask(self, call: Callable[..., Answer], end: float | None, *arguments: Any, **keywords: Any) -> Answer:
        """The result of a method of the engine, which checks the time while it runs. Raises a 504 after `end`."""
        try:
            with until(end):
                answer = call(*arguments, **keywords)
        except EngineError as error:
            raise self.failure(error) from error
        if end is not None and time.monotonic() >= end:
            raise too_late(self.timeout)
        return answer

    def failure(self, error: EngineError) -> PipelineError:
        """The error of the engine as a PipelineError."""
        if error.status == TIMEOUT_STATUS:
            return too_late(self.timeout)
        if isinstance(error, AnswerTooLarge):
            return PipelineError.of(ErrorKind.ANSWER_TOO_LARGE, max=error.max_bytes)
        return pipeline_error(error.status, as_elasticsearch(error))

    # about the collections

    def mapping(self, item_type: str | None = None, deadline: float | None = None) -> dict[str, Any]:
        """`properties` and `_meta` of an item type."""
        found = self.ask(self.engine.mapping, deadline, self.index_of(item_type))
        return {**found, "properties": found.get("properties", {}), "_meta": found.get("_meta", {})}

    def generation(self, item_type: str | None = None, deadline: float | None = None) -> str:
        """A text that changes with every load and update."""
        return self.ask(self.engine.generation, deadline, self.index_of(item_type))

    def generations(self, item_type: str | None, deadline: float | None = None) -> list[dict[str, Any]]:
        return self.ask(self.engine.generations, deadline, self.index_of(item_type))

    def item_types(self, deadline: float | None = None) -> list[str]:
        """The item types in the folder, in alphabetical order, including unreadable ones."""
        return self.ask(self.engine.names, deadline)

    def health(self, deadline: float | None = None) -> dict[str, Any]:
        """Documents per item type, and whether its files are verified. Raises PipelineError for damaged files."""
        item_types = self.served_types(deadline)
        counts = {name: self.count(name, deadline) for name in item_types}
        verified = {name: self.ask(self.engine.is_verified, deadline, self.index_of(name)) for name in item_types}
        files = {name: "verified" if is_verified else "verifying" for name, is_verified in verified.items()}
        return {"backend": "embedded", "status": "green", "documents": counts, "files": files}

    def count(self, item_type: str, deadline: float | None = None) -> int:
        """The number of documents of an item type."""
        return self.ask(self.engine.count, deadline, self.index_of(item_type))

    def near_words(
        self, field: str, words: list[str], size: int, item_type: str | None = None, deadline: float | None = None
    ) -> list[Any]:
        """For each word the number of documents that have it, and the terms that look like it."""
        return self.ask(self.engine.near_words, deadline, self.index_of(item_type), field, words, size)


def for_engine(body: Body) -> Body:
    """The body without the keywords that only mean something in a cluster."""
    if URL_KEYS.isdisjoint(body):
        return body
    return {key: value for key, value in body.items() if key not in URL_KEYS}


def as_elasticsearch(error: EngineError) -> dict[str, Any]:
    """The error as a node would write it."""
    inner = {"caused_by": {"type": "parse_exception", "reason": error.cause}} if error.cause else {}
    return {"type": error.type, "reason": error.reason, **inner}

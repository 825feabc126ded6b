"""The engine: a folder of indices, with the calls of Elasticsearch's API as methods.

Threads may share an `Engine`, and so may processes that fork: each process opens its own readers. The engine notices a
new generation and changed files within a second. A reader answers from one generation for as long as it is held.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import orjson

from .errors import EngineError, engine_error, is_failure
from .index import generations
from .index.manifest import checked_manifest, verify
from .index.reader import Reader
from .index.readers import Readers
from .indexing.publishing import building, updating
from .indexing.writer import Builder, Updater
from .search.paging.scroll_positions import ScrollPositions

Answer = TypeVar("Answer")

IMPORTING = threading.Lock()


class Searches:
    """The functions of searches. `searches` imports their modules later: this takes a quarter of the start time."""

    def __init__(self) -> None:
        from .compat import register
        from .search.analyze import analyze
        from .search.batch.msearch import msearch
        from .search.batch.texts import search_texts
        from .search.near_words import near_words
        from .search.paging.scroll import decoded, first_page, next_page, page, pages
        from .search.search import search

        register()
        self.analyze, self.search, self.near_words = analyze, search, near_words
        self.msearch, self.search_texts = msearch, search_texts
        self.page, self.pages = page, pages
        self.decoded, self.first_page, self.next_page = decoded, first_page, next_page


@cache
def searches() -> Searches:
    """The functions of searches, imported at the first call, by one thread at a time.

    Without the lock there can be a deadlock of two threads, in which Python raises an error: one imports a package, the
    other a module of this package.
    """
    with IMPORTING:
        return Searches()


class Engine:
    """All indices in one folder, which need not exist yet.

    Every method raises EngineError with the status, type and reason that Elasticsearch gives: 404 for a missing index,
    503 for a damaged one.
    """

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        self._readers = Readers(self.folder)
        self._scrolls = ScrollPositions(self.folder / ".scrolls")

    def names(self) -> list[str]:
        """The names of all indices, damaged ones included."""
        return generations.index_names(self.folder)

    def indices(self) -> list[dict[str, Any]]:
        """Each index with its name, generation, number of documents, size in bytes and time of creation.

        Damaged indices are left out; `reader` raises the error with the reason.
        """
        summaries = []
        for name in self.names():
            with suppress(EngineError):
                summaries.append(self._summary(name))
        return summaries

    def mapping(self, index: str) -> dict[str, Any]:
        """The mapping as it was given, with the dynamic fields added since. Callers must not change it."""
        return self.reader(index).mapping.definition

    def generation(self, index: str) -> str:
        """The name of the served generation. It changes with every load and update."""
        return self.reader(index).generation

    def generations(self, index: str) -> list[dict[str, Any]]:
        """The generations that are kept, the newest first: name, number of documents, time of creation, `current`."""
        folder = self._folder(index)
        served = generations.current(folder)
        return [{**_kept(folder, name), "current": name == served} for name in generations.generation_names(folder)]

    def count(self, index: str) -> int:
        """The number of documents."""
        return self.reader(index).stats.docs

    def search(
        self, index: str, body: dict[str, Any], scroll: str | None = None, generation: str | None = None, **params: Any
    ) -> dict[str, Any]:
        """The response to a search body, as `POST index/_search` gives it; `params` are the parameters of its URL.

        With `scroll`, a time such as `1m`, the response is the first page and holds the `_scroll_id` of the next one.
        `generation` names the generation to search; the default is the one that is served now.
        """
        reader = self.reader(index) if generation is None else self.reader_for(index, generation)
        if scroll is not None:
            return self._read(reader, searches().first_page, reader, body, scroll, params)
        return self._read(reader, searches().search, reader, body, **params)

    def search_generation(
        self, index: str, body: dict[str, Any], generation: str | None = None, **params: Any
    ) -> tuple[dict[str, Any], str]:
        """The response to a search body, and the name of the generation; the default is the current generation."""
        name = generation or self.generation(index)
        return self.search(index, body, generation=name, **params), name

    def msearch(
        self, index: str, bodies: Iterable[dict[str, Any]], generation: str | None = None, **params: Any
    ) -> list[dict[str, Any]]:
        """A list with a response for each body. A body that fails in execution gets `{"error": ..., "status": ...}`."""
        reader = self.reader(index) if generation is None else self.reader_for(index, generation)
        return self._read(reader, searches().msearch, reader, list(bodies), **params)

    def search_texts(
        self, index: str, body: dict[str, Any], texts: Sequence[str], generation: str | None = None, **params: Any
    ) -> list[dict[str, Any]] | None:
        """Like `msearch`, for bodies that have one of the texts each in place of the text of `body`, and much faster.

        None if the bodies share too little: `msearch` then takes as long.
        """
        reader = self.reader(index) if generation is None else self.reader_for(index, generation)
        return self._read(reader, searches().search_texts, reader, body, texts, **params)

    def scroll(self, scroll_id: str, scroll: str | None = None, **params: Any) -> dict[str, Any]:
        """The next page of a scroll, by any of its ids. `scroll` is the time to keep the scroll, such as `1m`."""
        state = searches().decoded(scroll_id)
        reader = self._scroll_reader(state["index"], state["generation"])
        return self._read(reader, searches().next_page, reader, self._scrolls, state, scroll, **params)

    def page(
        self, index: str, body: dict[str, Any], generation: str | None = None, position: Any = None, **params: Any
    ) -> tuple[dict[str, Any], str, Any]:
        """One page of a generation's hits: the response, the generation's name, and the position after the page.

        The page starts after `position`, a value that an earlier call returned; it can be written as JSON. Without
        `generation` and `position` the page is the first one of the generation that is served now.
        """
        reader = self.reader(index) if generation is None else self._scroll_reader(index, generation)
        return self._read(reader, searches().page, reader, body, position, params)

    def pages(
        self, index: str, body: dict[str, Any], generation: str | None = None, **params: Any
    ) -> Iterator[dict[str, Any]]:
        """Responses that together have every hit of a generation; the default is the current generation."""
        reader = self.reader(index) if generation is None else self.reader_for(index, generation)
        responses = searches().pages(reader, body, params)
        while (response := self._read(reader, next, responses, None)) is not None:
            reader.watch.check()
            yield response

    def get(self, index: str, id: str) -> dict[str, Any]:
        """One document as `GET index/_doc/id` gives it; a missing one has `found: False`."""
        return self.mget(index, [id])[0]

    def mget(self, index: str, ids: Iterable[str]) -> list[dict[str, Any]]:
        """For each id, in order, what `get` returns; all documents are of one generation."""
        reader = self.reader(index)
        return self._read(reader, lambda: [_document(reader, str(id)) for id in ids])

    def analyze(self, index: str, field: str, text: str) -> list[dict[str, Any]]:
        """The tokens that a field has for a text, in the form of `GET index/_analyze`."""
        return searches().analyze(self.reader(index), field, text)

    def near_words(self, index: str, field: str, words: Iterable[str], size: int) -> list[tuple[int, list[Any]]]:
        """For each word the number of documents that have it in a text field, and at most `size` similar terms.

        A similar term is a triple: the term, its edit distance from the word, the number of documents that have it.
        """
        return [(count, list(terms)) for count, terms in searches().near_words(self.reader(index), field, words, size)]

    def check_idle(self, index: str) -> None:
        """Raise EngineError 409 while the index is being built or updated."""
        folder = self._folder(index)
        if folder.is_dir():
            with generations.locked(folder):
                pass

    def builder(
        self, index: str, mapping: dict[str, Any] | None = None, settings: dict[str, Any] | None = None
    ) -> AbstractContextManager[Builder]:
        """Build a new generation of an index; it is served when the `with` block ends without an error.

        The builder's `add` takes a document, a dict with its `_id`, and raises EngineError for an invalid one.
        `add_many` takes many, and returns the invalid ones as pairs of position and EngineError.
        """
        return building(self._folder(index), mapping, settings)

    def updater(self, index: str) -> AbstractContextManager[Updater]:
        """Change documents of an index; all changes are served at once, at the end of the `with` block.

        The updater's `upsert` and `upsert_many` work as the builder's `add` and `add_many`. `delete` takes an id and
        returns whether there was such a document.
        """
        return updating(self._folder(index))

    def rollback(self, index: str) -> str:
        """Serve the other generation that is kept, and return its name. EngineError 404 if only one is kept.

        After a load this is the previous generation, after a rollback the newer one. If the pointer to the served
        generation is damaged, it is the newest one.
        """
        folder = self._folder(index)
        with generations.locked(folder):
            try:
                served = generations.current(folder)
            except EngineError as error:
                if error.status == 404:
                    raise
                served = ""
            others = [name for name in generations.generation_names(folder) if name != served]
            if not others:
                raise EngineError(404, "index_not_found_exception", f"[{index}] has no earlier generation")
            verify(folder, others[0])
            generations.point_to(folder, others[0])
        return others[0]

    def verify(self, index: str) -> dict[str, Any]:
        """Compare sizes and SHA-256 sums of all files with the manifest. EngineError 503 names the first difference."""
        folder = self._folder(index)
        verify(folder, generations.current(folder))
        return self._summary(index)

    def is_verified(self, index: str) -> bool:
        """Whether this process has compared the sums of all files since it opened them."""
        return self.reader(index).watch.is_verified

    def reader(self, index: str) -> Reader:
        """The reader of the current generation."""
        return self._readers.current(index)

    def reader_for(self, index: str, generation: str) -> Reader:
        """The reader of one generation; EngineError 404 when it is deleted."""
        return self._readers.of_generation(index, generation)

    def close(self) -> None:
        """Forget all readers. The files of a reader are closed when its last caller has released it."""
        self._readers.forget()

    def _scroll_reader(self, index: str, generation: str) -> Reader:
        """Like `reader_for`, with Elasticsearch's error for a missing scroll."""
        try:
            return self.reader_for(index, generation)
        except EngineError as error:
            if error.status != 404:
                raise
            reason = f"No search context found for id [{generation}]"
            raise EngineError(404, "search_context_missing_exception", reason) from error

    def _read(self, reader: Reader, call: Callable[..., Answer], *arguments: Any, **keywords: Any) -> Answer:
        """The result of a call. After a failure, EngineError 503 if a file of the generation is damaged."""
        try:
            return call(*arguments, **keywords)
        except BaseException as error:
            known = engine_error(error)
            if is_failure(known or error):
                reader.watch.verify_after(error)
            if known is None:
                raise
            raise known from error

    def _folder(self, index: str) -> Path:
        return generations.index_folder(self.folder, index)

    def _summary(self, index: str) -> dict[str, Any]:
        folder = self._folder(index)
        manifest = checked_manifest(folder, generations.current(folder))
        size = sum(size for size, _, _ in manifest["files"].values())
        summary = {key: manifest[key] for key in ("generation", "previous", "created")}
        return {"index": index, "docs": manifest["statistics"]["docs"], "size": size, **summary}


def _kept(folder: Path, generation: str) -> dict[str, Any]:
    manifest = checked_manifest(folder, generation)
    return {"name": generation, "documents": manifest["statistics"]["docs"], "created": str(manifest["created"])}


def _document(reader: Reader, id: str) -> dict[str, Any]:
    stored = reader.get(id)
    if stored is None or stored.raw is None:
        return {"_index": reader.name, "_id": id, "found": False}
    source = orjson.loads(stored.raw)
    return {"_index": reader.name, "_id": id, "_version": stored.version, "found": True, "_source": source}

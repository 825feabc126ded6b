"""The engine: a folder of indices, asked in Elasticsearch's words.

An `Engine` may be shared by threads, and by processes that fork: each process opens its own readers. A new generation
is noticed within a second, and so are changed files. A reader answers from one generation for as long as it is held.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import orjson

from .errors import EngineError, is_failure
from .index import generations
from .index.manifest import checked_manifest, read_manifest, verify
from .index.reader import Reader
from .index.readers import Readers
from .indexing.publishing import building, updating
from .indexing.writer import Builder, Updater
from .search.scroll_positions import ScrollPositions


class Engine:
    """All indices below one folder, which need not exist yet.

    Whatever is refused is an EngineError with the status, type and reason of Elasticsearch; an index that is not there
    is one of 404, a damaged one of 503.
    """

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        self._readers = Readers(self.folder)
        self._scrolls = ScrollPositions(self.folder / ".scrolls")

    def names(self) -> list[str]:
        """The name of each index, whether it can be read or not."""
        return generations.index_names(self.folder)

    def indices(self) -> list[dict[str, Any]]:
        """Each index with its name, generation, number of documents, size in bytes and time of creation.

        One that cannot be read is left out: `reader` says what is wrong with it.
        """
        found = []
        for name in self.names():
            with suppress(EngineError):
                found.append(self._summary(name))
        return found

    def mapping(self, index: str) -> dict[str, Any]:
        """The mapping as it was given, with the dynamic fields found since; not to be changed."""
        return self.reader(index).mapping.definition

    def generation(self, index: str) -> str:
        """Changes whenever the documents of the index do."""
        return self.reader(index).generation

    def count(self, index: str) -> int:
        """The number of documents."""
        return self.reader(index).stats.docs

    def search(
        self, index: str, body: dict[str, Any], scroll: str | None = None, generation: str | None = None, **params: Any
    ) -> dict[str, Any]:
        """The response to a search body, as `POST index/_search` gives it; `params` are the parameters of its URL.

        With `scroll`, a time such as `1m`, it is the first page and holds the `_scroll_id` of the next. It comes from
        the generation of this name, without one from that which is served now.
        """
        reader = self.reader(index) if generation is None else self.reader_for(index, generation)
        if scroll is not None:
            from .search.scroll import first_page

            return self._read(reader, first_page, reader, body, scroll, params)
        from .search.search import search

        return self._read(reader, search, reader, body, **params)

    def msearch(self, index: str, bodies: Iterable[dict[str, Any]], **params: Any) -> list[dict[str, Any]]:
        """A response for each body; one that fails in execution is `{"error": ..., "status": ...}` at its place."""
        from .search.msearch import msearch

        reader = self.reader(index)
        return self._read(reader, msearch, reader, list(bodies), **params)

    def scroll(self, scroll_id: str, scroll: str | None = None, **params: Any) -> dict[str, Any]:
        """The next page of a scroll, each time an id of it is asked; `scroll` is the time to keep it, as in `1m`."""
        from .search.scroll import decoded, next_page

        state = decoded(scroll_id)
        reader = self._held(state["index"], state["generation"])
        return self._read(reader, next_page, reader, self._scrolls, state, scroll, **params)

    def page(
        self, index: str, body: dict[str, Any], generation: str | None = None, place: Any = None, **params: Any
    ) -> tuple[dict[str, Any], str, Any]:
        """The response for the hits behind a place of a generation, the generation, and the place behind these hits.

        None for both is the first page of what is served now.
        """
        from .search.scroll import page

        reader = self.reader(index) if generation is None else self._held(index, generation)
        return self._read(reader, page, reader, body, place, params)

    def pages(self, index: str, body: dict[str, Any], **params: Any) -> Iterator[dict[str, Any]]:
        """The responses that together hold every hit, of the generation that is served when the first is asked for."""
        from .search.scroll import pages

        reader = self.reader(index)
        found = pages(reader, body, params)
        while (answer := self._read(reader, next, found, None)) is not None:
            reader.watch.check()
            yield answer

    def get(self, index: str, id: str) -> dict[str, Any]:
        """One document as `GET index/_doc/id` gives it, `found: False` where there is none."""
        return self.mget(index, [id])[0]

    def mget(self, index: str, ids: Iterable[str]) -> list[dict[str, Any]]:
        """As `get`, a document for each id in the order of the ids, all of one generation."""
        reader = self.reader(index)
        return self._read(reader, lambda: [_document(reader, str(id)) for id in ids])

    def analyze(self, index: str, field: str, text: str) -> list[dict[str, Any]]:
        """The tokens of a text as they are indexed in a field, as `GET index/_analyze` gives them."""
        from .search.search import analyze

        return analyze(self.reader(index), field, text)

    def near_words(self, index: str, field: str, words: Iterable[str], size: int) -> list[tuple[int, list[Any]]]:
        """For each word the number of documents that have it in a text field, and the terms that look like it.

        A term is a triple of itself, its edits from the word, and the number of documents that have it.
        """
        from .search.near_words import near_words

        return [(count, list(found)) for count, found in near_words(self.reader(index), field, words, size)]

    def check_idle(self, index: str) -> None:
        """EngineError 409 while the index is being built or updated."""
        folder = self._folder(index)
        if folder.is_dir():
            with generations.locked(folder):
                pass

    def builder(
        self, index: str, mapping: dict[str, Any] | None = None, settings: dict[str, Any] | None = None
    ) -> AbstractContextManager[Builder]:
        """Build an index anew; the new generation is served when the `with` block ends without an error.

        The builder's `add` takes a document, a dict with its `_id`, and raises EngineError where it is refused;
        `add_many` takes many and gives the refused ones back, each as its position and the EngineError.
        """
        return building(self._folder(index), mapping, settings)

    def updater(self, index: str) -> AbstractContextManager[Updater]:
        """Change documents of an index; all changes are served at once, at the end of the `with` block.

        The updater's `upsert` and `upsert_many` work as the builder's `add` and `add_many`; `delete` takes an id and
        says whether there was such a document.
        """
        return updating(self._folder(index))

    def rollback(self, index: str) -> str:
        """Serve the generation before this one again; its name."""
        folder = self._folder(index)
        with generations.locked(folder):
            previous = read_manifest(folder, generations.current(folder)).get("previous")
            if previous is None or not (folder / previous).is_dir():
                raise EngineError(404, "index_not_found_exception", f"[{index}] has no earlier generation")
            verify(folder, previous)
            generations.point_to(folder, previous)
        return previous

    def verify(self, index: str) -> dict[str, Any]:
        """Compare sizes and sums of all files with the manifest; EngineError 503 names the first that differs."""
        folder = self._folder(index)
        verify(folder, generations.current(folder))
        return self._summary(index)

    def reader(self, index: str) -> Reader:
        """The reader of the generation that is served now."""
        return self._readers.current(index)

    def reader_for(self, index: str, generation: str) -> Reader:
        """The reader of one generation; EngineError 404 when it is gone."""
        return self._readers.of_generation(index, generation)

    def close(self) -> None:
        """Let go of all readers; their files are closed when nobody holds them any more."""
        self._readers.forget()

    def _held(self, index: str, generation: str) -> Reader:
        """As `reader_for`, in the words of a scroll."""
        try:
            return self.reader_for(index, generation)
        except EngineError as error:
            if error.status != 404:
                raise
            reason = f"No search context found for id [{generation}]"
            raise EngineError(404, "search_context_missing_exception", reason) from error

    def _read(self, reader: Reader, call: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        """What a call gives; after a failure, EngineError 503 if a file of the generation turns out to be damaged."""
        try:
            return call(*arguments, **keywords)
        except BaseException as error:
            if is_failure(error):
                reader.watch.verify_after(error)
            raise

    def _folder(self, index: str) -> Path:
        return generations.index_folder(self.folder, index)

    def _summary(self, index: str) -> dict[str, Any]:
        folder = self._folder(index)
        manifest = checked_manifest(folder, generations.current(folder))
        size = sum(size for size, _, _ in manifest["files"].values())
        summary = {key: manifest[key] for key in ("generation", "previous", "created")}
        return {"index": index, "docs": manifest["statistics"]["docs"], "size": size, **summary}


def _document(reader: Reader, id: str) -> dict[str, Any]:
    stored = reader.get(id)
    if stored is None or stored.raw is None:
        return {"_index": reader.name, "_id": id, "found": False}
    source = orjson.loads(stored.raw)
    return {"_index": reader.name, "_id": id, "_version": stored.version, "found": True, "_source": source}

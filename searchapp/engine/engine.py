"""The engine: a folder of indices, asked in Elasticsearch's words.

An `Engine` may be shared by threads, and by processes that fork: each process opens its own readers. A new generation
is noticed within a second; a reader that was handed out stays whole for as long as it is held.
"""

import os
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import orjson

from .errors import EngineError
from .index import generations as generations
from .index.reader import Reader, open_reader
from .indexing.publishing import building, updating
from .indexing.writer import Builder, Updater

LOOK_AFTER = 0.2
KEPT_READERS = 3
"""Readers of one index that stay open: the current one and those that open scrolls may still ask for."""


class Engine:
    """All indices below one folder, which need not exist yet.

    Whatever is refused is an EngineError with the status, type and reason of Elasticsearch; an index that is not there
    is one of 404, a damaged one of 503.
    """

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        self._lock = threading.Lock()
        self._forget(os.getpid())

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

            return first_page(reader, body, scroll, params)
        from .search.search import search

        return search(reader, body, **params)

    def msearch(self, index: str, bodies: Iterable[dict[str, Any]], **params: Any) -> list[dict[str, Any]]:
        """A response for each body; one that fails in execution is `{"error": ..., "status": ...}` at its place."""
        from .search.msearch import msearch

        return msearch(self.reader(index), list(bodies), **params)

    def scroll(self, scroll_id: str, scroll: str | None = None, **params: Any) -> dict[str, Any]:
        """The next page; `scroll` is the time to keep it, as in `1m`."""
        from .search.scroll import scroll as next_page

        return next_page(self, scroll_id, scroll, **params)

    def page(
        self, index: str, body: dict[str, Any], generation: str | None = None, place: Any = None, **params: Any
    ) -> tuple[dict[str, Any], str, Any]:
        """The response for the hits behind a place of a generation, the generation, and the place behind these hits.

        None for both is the first page of what is served now.
        """
        from .search.scroll import page

        return page(self, index, body, generation, place, params)

    def pages(self, index: str, body: dict[str, Any], **params: Any) -> Iterator[dict[str, Any]]:
        """The responses that together hold every hit, of the generation that is served when the first is asked for."""
        from .search.scroll import pages

        return pages(self.reader(index), body, params)

    def get(self, index: str, id: str) -> dict[str, Any]:
        """One document as `GET index/_doc/id` gives it, `found: False` where there is none."""
        return self.mget(index, [id])[0]

    def mget(self, index: str, ids: Iterable[str]) -> list[dict[str, Any]]:
        """As `get`, a document for each id in the order of the ids, all of one generation."""
        reader = self.reader(index)
        return [_document(reader, str(id)) for id in ids]

    def analyze(self, index: str, field: str, text: str) -> list[dict[str, Any]]:
        """The tokens of a text as they are indexed in a field, as `GET index/_analyze` gives them."""
        from .search.search import analyze

        return analyze(self.reader(index), field, text)

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
            now = generations.current(folder)
            previous = generations.read_manifest(folder, now).get("previous")
            if previous is None or not (folder / previous).is_dir():
                raise EngineError(404, "index_not_found_exception", f"[{index}] has no earlier generation")
            generations.read_manifest(folder, previous)
            generations.point_to(folder, previous)
        return previous

    def verify(self, index: str) -> dict[str, Any]:
        """Compare sizes and hashes of all files with the manifest; EngineError 503 names the first that differs."""
        folder = self._folder(index)
        generations.verify(folder, generations.current(folder))
        return self._summary(index)

    def reader(self, index: str) -> Reader:
        """The reader of the generation that is served now."""
        if self._process != os.getpid():
            self._forget(os.getpid())
        known = self._current.get(index)
        if known is not None and time.monotonic() < known[0]:
            return known[2]
        return self._look(index)

    def reader_for(self, index: str, generation: str) -> Reader:
        """The reader of one generation, for a scroll; EngineError 404 when it is gone."""
        if self._process != os.getpid():
            self._forget(os.getpid())
        return self._open(self._folder(index), generation)

    def close(self) -> None:
        """Let go of all readers; their files are closed when nobody holds them any more."""
        self._forget(os.getpid())

    def _forget(self, process: int) -> None:
        self._lock = threading.Lock()  # after a fork another thread's hold would never end
        self._current: dict[str, tuple[float, tuple[int, int], Reader]] = {}
        self._readers: dict[tuple[str, str], Reader] = {}
        self._process = process

    def _look(self, index: str) -> Reader:
        folder = self._folder(index)
        mark = generations.pointer_mark(folder)
        known = self._current.get(index)
        reader = known[2] if known is not None and known[1] == mark else self._open_current(folder)
        self._current[index] = (time.monotonic() + LOOK_AFTER, mark, reader)
        return reader

    def _open_current(self, folder: Path) -> Reader:
        """Another process may publish twice, and so remove what is pointed to, before it is open: try again then."""
        generation = generations.current(folder)
        while True:
            try:
                return self._open(folder, generation)
            except (EngineError, OSError):
                pointed, generation = generation, generations.current(folder)
                if pointed == generation:
                    raise

    def _open(self, folder: Path, generation: str) -> Reader:
        with self._lock:
            key = (folder.name, generation)
            reader = self._readers.pop(key, None) or open_reader(folder, generation)
            self._readers[key] = reader
            same_index = [key for key in self._readers if key[0] == folder.name]
            for old in same_index[:-KEPT_READERS]:
                del self._readers[old]
            return reader

    def _folder(self, index: str) -> Path:
        return generations.index_folder(self.folder, index)

    def _summary(self, index: str) -> dict[str, Any]:
        folder = self._folder(index)
        manifest = generations.read_manifest(folder, generations.current(folder))
        size = sum(size for size, _ in manifest["files"].values())
        summary = {key: manifest[key] for key in ("generation", "previous", "created")}
        return {"index": index, "docs": manifest["statistics"]["docs"], "size": size, **summary}


def _document(reader: Reader, id: str) -> dict[str, Any]:
    stored = reader.get(id)
    if stored is None or stored.raw is None:
        return {"_index": reader.name, "_id": id, "found": False}
    source = orjson.loads(stored.raw)
    return {"_index": reader.name, "_id": id, "_version": stored.version, "found": True, "_source": source}

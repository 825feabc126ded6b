"""Takes the documents of a new generation: all of an index, or those that change.

    add       the document is checked and read, its source goes to the store, its terms to a batch
    flush     a batch goes to tantivy; when the mapping has grown, into segments of a new folder
    finish    segments are joined, replaced documents deleted, mean lengths set

Where the files stand and how they become a generation is said in publishing.py.
"""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson

from ..docstore.store import Store, Stored
from ..docstore.store_writer import StoreWriter, part_files
from ..errors import EngineError
from ..index import generations
from ..mapping.mapping import Mapping
from ..mapping.tantivy_schema import SEQ, schema_entries
from . import segments
from .average_lengths import ENOUGH_DOCUMENTS, set_mean_lengths
from .document import DocumentReader, Entry
from .document_errors import check_id
from .term_statistics import Counts

BATCH = 2000
MERGED_SEGMENTS = 8
"""tantivy merges as many segments of about a size."""

Refusal = tuple[int, EngineError]


class Writer:
    """What builder and updater have in common: documents on their way into the folder `built`."""

    def __init__(self, built: Path, mapping: Mapping, statistics: dict[str, Any] | None = None):
        self.built = built
        self.folder = built / generations.TANTIVY
        self.folder.mkdir(exist_ok=True)
        self.counts = Counts(statistics)
        self.store = StoreWriter(built)
        self._shared: list[str] = []
        """Segments of the generation before."""
        self._docs = self._live = self._added = 0
        self._entries: segments.Entries = []
        if statistics:
            meta = segments.read_meta(self.folder)
            self._shared, self._entries = segments.segment_ids(meta), meta["schema"]
            self._docs, self._live = segments.max_docs(meta), statistics["docs"]
        self._documents = DocumentReader(mapping)
        self._batch: list[dict[str, Any]] = []
        self._indexer: segments.Indexer | None = None
        self._folders: list[Path] = []

    @property
    def mapping(self) -> Mapping:
        """The mapping with the dynamic fields found so far."""
        return self._documents.mapping

    @property
    def replaced(self) -> list[int]:
        """`_seq` of the documents that were replaced or deleted so far."""
        return self.store.replaced

    def add(self, document: dict[str, Any]) -> None:
        """Index a document under its `_id`, in the place of an earlier one; EngineError says why it is refused."""
        if "_id" not in document:
            raise EngineError(400, "document_parsing_exception", "_id is missing")
        id = check_id(document["_id"])
        source = {name: value for name, value in document.items() if name != "_id"}
        entry = self._documents.read(id, source)
        entry.columns[SEQ] = self.store.put(id, encoded(source))
        self._take(entry)

    def add_many(self, documents: Iterable[dict[str, Any]]) -> list[Refusal]:
        """Add documents; the refused ones are given back by position, with the reason."""
        refused = []
        for position, document in enumerate(documents):
            try:
                self.add(document)
            except EngineError as error:
                if error.status >= 500:
                    raise
                refused.append((position, error))
        return refused

    def keep(self, stored: Stored) -> None:
        """Index a stored document again, with the version it has."""
        entry = self._read(stored)
        entry.columns[SEQ] = self.store.keep(stored)
        self._take(entry)

    def finish(self) -> tuple[dict[str, Any], set[str]]:
        """The statistics of the new generation, and the names of the shared files it changed.

        All files stand in `built` afterwards, not yet flushed.
        """
        if self._batch or not (self._folders or self._shared):
            self._flush()
        fillers = self._fill()
        self._close_indexer()
        self.store.close()
        segments.join(self.folder, self._folders, self._entries)
        for folder in self._folders:
            shutil.rmtree(folder)
        self._delete(fillers)
        docs = segments.put_in_order(self.folder)
        segments.sweep(self.folder)
        meta = segments.read_meta(self.folder)
        self.counts.forget(segments.segment_ids(meta))
        changed = set_mean_lengths(self.folder, self.counts.mean_lengths(self.mapping), self._shared)
        return {"docs": docs, "total": segments.max_docs(meta), **self.counts.plain()}, changed

    def abandon(self) -> None:
        """Close what is still open; nothing is left to do after `finish`."""
        self.store.abandon()
        if self._indexer is not None:
            self._indexer.abandon()

    def _read(self, stored: Stored) -> Entry:
        return self._documents.read(stored.id, orjson.loads(stored.raw or b"{}"))

    def _take(self, entry: Entry) -> None:
        self.counts.add(entry)
        self._batch.append(entry.columns)
        self._added += 1
        if len(self._batch) >= BATCH:
            self._flush()

    def _flush(self) -> None:
        entries = schema_entries(self.mapping, self._entries)
        if self._indexer is None or len(entries) != len(self._entries):
            self._close_indexer()
            self._entries = entries
            self._folders.append(self.built / f"new-{len(self._folders)}")
            self._indexer = segments.Indexer(self._folders[-1], entries)
        for columns in self._batch:
            self._indexer.add(columns)
        self._batch = []

    def _close_indexer(self) -> None:
        if self._indexer is not None:
            self._indexer.close()
            self._indexer = None

    def _fill(self) -> int:
        """Fill a small index up, where there is a new segment to do it in."""
        if self._indexer is None or not self._added:
            return 0
        fillers = max(ENOUGH_DOCUMENTS - self._docs - self._added, 0)
        self._indexer.fill(fillers)
        return fillers

    def _delete(self, fillers: int) -> None:
        if self.replaced:
            store = Store(part_files(self.built))
            for seq, segment in segments.segments_of(self.folder, self.replaced).items():
                self.counts.remove(segment, self._read(store.get(seq)))
        if self.replaced or fillers:
            segments.delete(self.folder, self.replaced, fillers > 0)


class Builder(Writer):
    """Takes the documents of an index that is built anew."""


class Updater(Writer):
    """Takes changes of an index. `upsert` indexes a whole document, new or in the place of an old one."""

    upsert = Writer.add
    upsert_many = Writer.add_many

    def delete(self, id: str) -> bool:
        """Delete a document; whether there was one."""
        return self.store.delete(check_id(id))

    @property
    def is_small(self) -> bool:
        """Whether it is time to merge and the index is so small that it is rather built anew."""
        return len(self._shared) + 1 >= MERGED_SEGMENTS and self._live + self._added <= ENOUGH_DOCUMENTS


def encoded(source: dict[str, Any]) -> bytes:
    """The JSON of a source, keys in their order."""
    try:
        return orjson.dumps(source)
    except TypeError:  # a whole number of more than 64 bits, or half a character
        pass
    try:
        return json.dumps(source, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise EngineError(400, "document_parsing_exception", f"the document is not JSON: {error}") from None

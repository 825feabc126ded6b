"""Writes the documents of a new generation: a Builder writes all documents, an Updater writes changes.

    add       parses the document, writes its source to the store, and adds its terms to a batch
    flush     gives a batch to tantivy; after the mapping has grown, in a new folder
    finish    joins the segments, deletes replaced documents, sets average field lengths

publishing.py creates the folder, and makes a generation of it.
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
from .average_lengths import MIN_DOCUMENTS, set_mean_lengths
from .document import DocumentReader, Entry
from .document_errors import check_id
from .term_statistics import Counts

BATCH_SIZE = 2000
SEGMENTS_TO_MERGE = 8
"""The number of segments of similar size that tantivy merges."""

Failure = tuple[int, EngineError]
"""The position of an invalid document, and its error."""


class Writer:
    """The common part of builder and updater: writes documents into the folder `built`."""

    def __init__(self, built: Path, mapping: Mapping, statistics: dict[str, Any] | None = None):
        self._documents = DocumentReader(mapping)
        self.built = built
        self.folder = built / generations.TANTIVY
        self.folder.mkdir(exist_ok=True)
        self.counts = Counts(statistics)
        self.store = StoreWriter(built)
        self._shared: list[str] = []
        """The segments of the previous generation."""
        self._docs = self._live = self._added = 0
        self._entries: segments.Entries = []
        if statistics:
            meta = segments.read_meta(self.folder)
            self._shared, self._entries = segments.segment_ids(meta), meta["schema"]
            self._docs, self._live = segments.max_docs(meta), statistics["docs"]
        self.sorts_keys = False
        """Whether sources are stored with the keys of every object in order."""
        self._batch: list[str | dict[str, Any]] = []
        self._indexer: segments.Indexer | None = None
        self._folders: list[Path] = []

    @property
    def mapping(self) -> Mapping:
        """The mapping with the dynamic fields added so far."""
        return self._documents.mapping

    @property
    def replaced(self) -> list[int]:
        """The `_seq` of the documents that were replaced or deleted so far."""
        return self.store.replaced

    def add(self, document: dict[str, Any]) -> None:
        """Index a document, which replaces an earlier one with the same `_id`. EngineError 400 if it is invalid."""
        if "_id" not in document:
            raise EngineError(400, "document_parsing_exception", "_id is missing")
        id = check_id(document["_id"])
        source = {name: value for name, value in document.items() if name != "_id"}
        raw = encoded(source, self.sorts_keys)  # before the document is read, which may add fields to the mapping
        entry = self._documents.read(id, source)
        entry.columns[SEQ] = self.store.put(id, raw)
        self._take(entry)

    def add_many(self, documents: Iterable[dict[str, Any]]) -> list[Failure]:
        """Add documents, and return the invalid ones as pairs of position and error."""
        failures = []
        for position, document in enumerate(documents):
            try:
                self.add(document)
            except EngineError as error:
                if error.status >= 500:
                    raise
                failures.append((position, error))
        return failures

    def keep(self, stored: Stored) -> None:
        """Index a stored document again, without a change of its version."""
        entry = self._read(stored)
        entry.columns[SEQ] = self.store.keep(stored)
        self._take(entry)

    def finish(self) -> tuple[dict[str, Any], set[str]]:
        """Write all files into `built`, and return the statistics, and the names of shared files that were replaced.

        The files are not flushed to the disk.
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
        """Close the store and the indexer. After `finish` this does nothing."""
        self.store.abandon()
        if self._indexer is not None:
            self._indexer.abandon()

    def _read(self, stored: Stored) -> Entry:
        return self._documents.read(stored.id, orjson.loads(stored.raw or b"{}"))

    def _take(self, entry: Entry) -> None:
        self.counts.add(entry)
        self._batch.append(segments.packed(entry.columns))
        self._added += 1
        if len(self._batch) >= BATCH_SIZE:
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
        """Add empty documents to a small index, if it has a new segment, and return their number."""
        if self._indexer is None or not self._added:
            return 0
        fillers = max(MIN_DOCUMENTS - self._docs - self._added, 0)
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
    """Writes all documents of a new index."""


class Updater(Writer):
    """Writes changes of an index. `upsert` indexes a complete document, which may replace an older one."""

    upsert = Writer.add
    upsert_many = Writer.add_many

    def delete(self, id: str) -> bool:
        """Delete a document, and return whether there was one."""
        return self.store.delete(check_id(id))

    @property
    def is_small(self) -> bool:
        """Whether segments must be merged and the index is so small that a complete rebuild is better."""
        return len(self._shared) + 1 >= SEGMENTS_TO_MERGE and self._live + self._added <= MIN_DOCUMENTS


def encoded(source: dict[str, Any], sorts_keys: bool = False) -> bytes:
    """The JSON of a source, with the keys as they are or sorted. EngineError 400 for values that JSON does not have."""
    try:
        return orjson.dumps(source, option=orjson.OPT_SORT_KEYS if sorts_keys else None)
    except TypeError:  # an integer of more than 64 bits, or a lone surrogate
        pass
    try:
        text = json.dumps(source, ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=sorts_keys)
        orjson.loads(text)  # a number beyond the doubles could not be read again
        return text.encode()
    except (TypeError, ValueError) as error:
        raise EngineError(400, "document_parsing_exception", f"the document is not JSON: {error}") from None

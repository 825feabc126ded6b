"""Writes generations: a builder makes an index anew, an updater changes some documents of one.

    add       the document is checked and read, its source goes to a part of the store, its terms to a batch
    flush     a batch goes to tantivy; when the mapping has grown, into segments of a new folder
    finish    segments are joined, replaced documents deleted, mean lengths set
    publish   everything is flushed to the disk, the folder renamed, the pointer moved
"""

import errno
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import orjson

from . import generation as generations
from . import segments
from .document import DocumentReader, Entry, check_id
from .errors import EngineError
from .mapping import Mapping
from .schema import SEQ, schema_entries
from .statistics import Counts
from .store import IdSet, Part, PartWriter, Store, Stored, id_hash, merge_last_parts

BATCH = 2000
MERGED_SEGMENTS = 8
"""tantivy merges as many segments of about a size."""
DELETIONS_REMEMBERED = 60
"""Seconds after which a deleted id starts at version 1 again: Elasticsearch's `index.gc_deletes`."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
SPARE = 1 << 20

Refusal = tuple[int, EngineError]


class Writer:
    """What builder and updater have in common: documents on their way into a new generation."""

    def __init__(self, built: Path, mapping: Mapping, counts: Counts, entries: segments.Entries, first: int):
        self.built = built
        self.counts = counts
        self.replaced: list[int] = []
        """`_seq` of the documents that are to be deleted."""
        self._entries = entries
        self._documents = DocumentReader(mapping)
        self._part = PartWriter(built / part_name(first), first)
        self._parts: list[Part] = []
        self._seen = IdSet()
        self._batch: list[dict[str, Any]] = []
        self._indexer: segments.Indexer | None = None
        self._folders: list[Path] = []
        self._added = 0

    @property
    def mapping(self) -> Mapping:
        """The mapping with the dynamic fields found so far."""
        return self._documents.mapping

    def add(self, document: dict[str, Any]) -> None:
        """Index a document under its `_id`, in the place of an earlier one; EngineError says why it is refused."""
        if "_id" not in document:
            raise EngineError(400, "document_parsing_exception", "_id is missing")
        id = check_id(document["_id"])
        source = {name: value for name, value in document.items() if name != "_id"}
        entry = self._documents.read(id, source)
        seq = self._store(id, encoded(source))
        entry.columns[SEQ] = seq
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
        entry = self._documents.read(stored.id, orjson.loads(stored.raw or b"{}"))
        entry.columns[SEQ] = self._write(stored.id, stored.version, stored.raw)
        self._take(entry)

    def _store(self, id: str, raw: bytes | None) -> int:
        """Write a source, or a deletion; the earlier one of this id is marked as replaced."""
        earlier, version = self._earlier(id)
        if earlier is not None:
            self.replaced.append(earlier)
        return self._write(id, version + 1, raw)

    def _write(self, id: str, version: int, raw: bytes | None) -> int:
        if self._part.full:
            self._next_part()
        return self._part.add(id, version, raw)

    def _earlier(self, id: str) -> tuple[int | None, int]:
        """The `_seq` of the live document of this id, and the version it has, or had."""
        if not self._seen.add(id_hash(id)):
            return None, 0
        here = self._part.find(id)
        if here is None:
            here = next((found for part in reversed(self._parts) if (found := _found(part, id))), None)
        if here is None:
            return None, 0
        seq, version, alive = here
        return seq if alive else None, version

    def _next_part(self) -> None:
        self._part.close()
        self._parts.append(Part(self._part.path))
        first = self._part.first + self._part.rows
        self._part = PartWriter(self.built / part_name(first), first, self._part.dictionary)

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

    def finish(self) -> tuple[dict[str, Any], set[str]]:
        """The statistics of the new generation, and the names of the shared files it changed.

        All files stand in `built` afterwards, not yet flushed.
        """
        if self._batch or not (self._folders or (self.built / generations.TANTIVY / segments.META).exists()):
            self._flush()
        folder = self.built / generations.TANTIVY
        folder.mkdir(exist_ok=True)
        known = segments.segment_ids(segments.read_meta(folder)) if (folder / segments.META).exists() else []
        fillers = self._fill(folder)
        self._close_indexer()
        self.close_store()
        segments.join(folder, self._folders, self._entries)
        for part in self._folders:
            shutil.rmtree(part)
        self._delete(folder, fillers)
        docs = segments.put_in_order(folder)
        segments.sweep(folder)
        meta = segments.read_meta(folder)
        self.counts.forget(set(segments.segment_ids(meta)))
        owned = set(segments.segment_ids(meta)) - set(known)
        changed = segments.set_mean_lengths(folder, self.counts.mean_lengths(self.mapping), owned)
        total = segments.max_docs(meta)
        return {"docs": docs, "total": total, **self.counts.plain()}, changed

    def close_store(self) -> None:
        if self._part.rows:
            self._part.close()
        else:
            self._part.abandon()

    def abandon(self) -> None:
        """Close what is still open; nothing is left to do after `finish`."""
        self._part.abandon()
        if self._indexer is not None:
            self._indexer.abandon()

    def _fill(self, folder: Path) -> int:
        """Fill a small index up, where there are new segments to do it in."""
        if self._indexer is None:
            return 0
        known = segments.max_docs(segments.read_meta(folder)) if (folder / segments.META).exists() else 0
        fillers = max(segments.ENOUGH_DOCUMENTS - known - self._added, 0) if self._added else 0
        self._indexer.fill(fillers)
        return fillers

    def _delete(self, folder: Path, fillers: int) -> None:
        if not self.replaced and not fillers:
            return
        if self.replaced:
            store = Store(sorted(self.built.glob("*.part")))
            for seq, segment in segments.segments_of(folder, self.replaced).items():
                stored = store.get(seq)
                entry = self._documents.read(stored.id, orjson.loads(stored.raw or b"{}"))
                self.counts.remove(segment, entry)
        segments.delete(folder, self.replaced, fillers > 0)


class Builder(Writer):
    """Takes the documents of an index that is built anew."""

    def __init__(self, built: Path, mapping: Mapping):
        super().__init__(built, mapping, Counts(), [], 0)


class Updater(Writer):
    """Takes changes of an index. `upsert` indexes a whole document, new or in the place of an old one."""

    def __init__(self, built: Path, manifest: generations.Manifest, mapping: Mapping):
        self._before = Store(sorted(built.glob("*.part")))
        entries = segments.read_meta(built / generations.TANTIVY)["schema"]
        counts = Counts(manifest["statistics"])
        self._segments = len(segments.read_meta(built / generations.TANTIVY)["segments"])
        self._docs = manifest["statistics"]["docs"]
        super().__init__(built, mapping, counts, entries, self._before.next_seq)

    upsert = Writer.add
    upsert_many = Writer.add_many

    def delete(self, id: str) -> bool:
        """Delete a document; whether there was one."""
        check_id(id)
        if self._earlier(id)[0] is None:
            return False
        self._store(id, None)
        return True

    @property
    def changed(self) -> bool:
        return self._part.rows > 0 or bool(self._parts)

    @property
    def is_small(self) -> bool:
        """Whether it is time to merge and the index is so small that it is rather built anew."""
        return self._segments + 1 >= MERGED_SEGMENTS and self._docs + self._added <= segments.ENOUGH_DOCUMENTS

    def _earlier(self, id: str) -> tuple[int | None, int]:
        found = super()._earlier(id)
        if found[0] is not None or found[1]:
            return found
        seq = self._before.find_last(id)
        if seq is None:
            return None, 0
        part = self._before.part(seq)
        _, version, alive = part.head(seq)
        if alive:
            return seq, version
        forgotten = time.time() - part.created > DELETIONS_REMEMBERED
        return None, 0 if forgotten else version


@contextmanager
def building(folder: Path, mapping: dict[str, Any] | None, settings: dict[str, Any] | None) -> Iterator[Builder]:
    """A builder whose documents become the next generation when the block ends well."""
    checked = Mapping(mapping, settings)
    with generations.locked(folder), _aside(folder) as (built, generation), _disk(folder):
        with _abandoned(Builder(built, checked)) as builder:
            yield builder
            statistics, _ = builder.finish()
        _publish(folder, built, generation, builder.mapping, statistics, {})


@contextmanager
def updating(folder: Path) -> Iterator[Updater]:
    """An updater whose changes become the next generation when the block ends well; without any, nothing happens."""
    generations.current(folder)
    with generations.locked(folder), _aside(folder) as (built, generation), _disk(folder):
        current = generations.current(folder)
        manifest = generations.read_manifest(folder, current)
        _link(folder / current, built, manifest["files"])
        with _abandoned(Updater(built, manifest, Mapping(manifest["mapping"], manifest["settings"]))) as updater:
            yield updater
            if not updater.changed and updater.mapping.definition == manifest["mapping"]:
                return
            if updater.is_small:
                _publish_anew(folder, built, updater)
                return
            statistics, changed = updater.finish()
        merge_last_parts(sorted(built.glob("*.part")))
        known = _still_linked(folder / current, built, manifest["files"], changed)
        _publish(folder, built, generation, updater.mapping, statistics, known)


def _publish_anew(folder: Path, built: Path, updater: Updater) -> None:
    updater.close_store()
    with _aside(folder) as (new, generation), _abandoned(Builder(new, updater.mapping)) as builder:
        for stored in Store(sorted(built.glob("*.part"))).all():
            builder.keep(stored)
        statistics, _ = builder.finish()
        _publish(folder, new, generation, builder.mapping, statistics, {})


def _still_linked(old: Path, new: Path, files: dict[str, Any], changed: set[str]) -> dict[str, Any]:
    """What the old manifest says of the files that both generations share."""
    return {
        name: listed
        for name, listed in files.items()
        if Path(name).name not in changed and (new / name).exists() and (new / name).samefile(old / name)
    }


def encoded(source: dict[str, Any]) -> bytes:
    """The JSON of a source, keys in their order."""
    try:
        return orjson.dumps(source)
    except TypeError:
        pass
    import json

    try:
        return json.dumps(source, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise EngineError(400, "document_parsing_exception", f"the document is not JSON: {error}") from None


def _found(part: Part, id: str) -> tuple[int, int, bool] | None:
    seq = part.find(id, id_hash(id))
    return None if seq is None else (seq, *part.head(seq)[1:])


def part_name(first: int) -> str:
    return f"sources-{first:012d}.part"


def _publish(
    folder: Path, built: Path, generation: str, mapping: Mapping, statistics: dict[str, Any], known: dict[str, Any]
) -> None:
    try:
        previous = generations.current(folder)
    except EngineError:
        previous = None
    manifest = {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "previous": previous,
        "mapping": mapping.definition,
        "settings": mapping.settings,
        "statistics": statistics,
    }
    generations.publish(folder, built, generation, manifest, known)
    generations.remove_old(folder, {generation, previous or generation})


Some = TypeVar("Some", bound=Writer)


@contextmanager
def _abandoned(writer: Some) -> Iterator[Some]:
    try:
        yield writer
    finally:
        writer.abandon()


@contextmanager
def _aside(folder: Path) -> Iterator[tuple[Path, str]]:
    """A folder to build in and the name it will have; it is removed when it has not become a generation."""
    generation = generations.new_name(folder)
    built = folder / (generations.BUILDING + generation)
    built.mkdir()
    try:
        yield built, generation
    finally:
        shutil.rmtree(built, ignore_errors=True)


@contextmanager
def _disk(folder: Path) -> Iterator[None]:
    """Say so when the disk is full, however the writing failed; what is served stays as it is."""
    try:
        yield
    except EngineError:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        full = isinstance(error, OSError) and error.errno in FULL
        if full or "No space left" in str(error) or shutil.disk_usage(folder).free < SPARE:
            reason = f"no space left on the disk of [{folder.name}]: the index stays as it was"
            raise EngineError(507, "disk_full_exception", reason) from error
        raise


def _link(old: Path, new: Path, names: Iterable[str]) -> None:
    (new / generations.TANTIVY).mkdir()
    for name in names:
        (new / name).hardlink_to(old / name)

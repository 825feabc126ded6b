"""The tantivy segments of a generation: written in separate folders, then joined in one.

A segment of tantivy is independent of others; `meta.json` lists the segments of an index, in the order of their hits.
So new documents are indexed in folders of their own. Then their segments are added, in load order, to the linked
segments of the previous generation. This way the schema can get new fields at its end, which tantivy does not support.

The module reads and writes `meta.json` and `.managed.json` in the format of tantivy 0.27;
tests/unit/engine/test_tantivy_internals.py watches it.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson
import tantivy

from ..mapping.tantivy_schema import ID, SEQ, build_schema, open_index, register_tokenizers

MIN_HEAP = 32 << 20
"""Bytes of memory before a segment is written. For documents with few fields, 192 MB loaded no faster."""
HEAP_OF_FIELD, MAX_HEAP = 256 << 10, 160 << 20
"""Bytes for each field, and the maximum: merging small segments of many fields takes longer than writing large ones."""

DELETION_HEAP = 15_000_000
META, MANAGED = "meta.json", ".managed.json"
FILLER = {ID: "", SEQ: 2**63}
FILES = frozenset((".idx", ".pos", ".term", ".store", ".fast", ".fieldnorm", ".del"))
DELETION_BATCH = 1000

Entries = list[dict[str, Any]]
Meta = dict[str, Any]


class Indexer:
    """Writes documents in ascending `_seq` into new segments in a folder."""

    def __init__(self, folder: Path, entries: Entries):
        folder.mkdir()
        self.folder = folder
        self.entries = entries
        self._schema = build_schema(entries)
        index = tantivy.Index(self._schema, path=str(folder), sort_by_field=SEQ)
        register_tokenizers(index)
        heap = min(max(MIN_HEAP, len(entries) * HEAP_OF_FIELD), MAX_HEAP)
        self._writer = index.writer(heap_size=heap, num_threads=1)

    def add(self, columns: str | dict[str, Any]) -> None:
        """Add a document, as `packed` returns it."""
        if type(columns) is str:
            self._writer.add_json(columns)
        else:
            self._add_values(columns)  # type: ignore[arg-type]

    def _add_values(self, columns: dict[str, Any]) -> None:
        try:
            document = tantivy.Document.from_dict(columns, self._schema)
        except ValueError:
            document = self._with_positions(columns)
        self._writer.add_document(document)

    def _with_positions(self, columns: dict[str, Any]) -> tantivy.Document:
        """A document with tokens, which `from_dict` does not take."""
        positioned = {name: value for name, value in columns.items() if type(value) is tantivy.PreTokenizedString}
        plain = {name: value for name, value in columns.items() if name not in positioned}
        document = tantivy.Document.from_dict(plain, self._schema)
        for name, tokens in positioned.items():
            document.add_pre_tokenized_text(name, tokens)
        return document

    def fill(self, count: int) -> None:
        """Add documents without content, to be deleted with `delete`."""
        for _ in range(count):
            self._writer.add_document(tantivy.Document.from_dict(FILLER, self._schema))

    def close(self) -> None:
        """Write all documents, and wait until tantivy has merged its segments."""
        self._writer.commit()
        self._writer.wait_merging_threads()

    def abandon(self) -> None:
        """Stop, so that the folder can be removed."""
        with suppress(ValueError, OSError, RuntimeError):
            self._writer.rollback()
            self._writer.wait_merging_threads()


def packed(columns: dict[str, Any]) -> str | dict[str, Any]:
    """The values of a document as JSON, or unchanged if JSON cannot express them.

    tantivy takes JSON in two thirds of the time. Texts do not slow down Python's garbage collector, as thousands of
    waiting dictionaries do.
    """
    for value in columns.values():
        if type(value) is list and value and type(value[0]) is float and not all(map(_is_exact, value)):
            return columns
    try:
        return orjson.dumps(columns).decode()
    except TypeError:  # tokens with positions
        return columns


def _is_exact(number: float) -> bool:
    """Whether tantivy reads a float from JSON without a rounding error: if it has few digits and a small exponent."""
    return float(f"{number:.15g}") == number and (1e-5 < abs(number) < 1e15 or not number)


def read_meta(folder: Path) -> Meta:
    """The content of tantivy's `meta.json`."""
    meta: Meta = json.loads((folder / META).read_bytes())
    return meta


def max_docs(meta: Meta) -> int:
    """The number of documents of all segments, with deleted ones."""
    return sum(segment["max_doc"] for segment in meta["segments"])


def segment_ids(meta: Meta) -> list[str]:
    """The ids of the segments, as they are in the names of their files."""
    return [segment["segment_id"] for segment in meta["segments"]]


def join(folder: Path, parts: Iterable[Path], entries: Entries) -> None:
    """Append the segments of other folders to the segments of `folder`, and set its schema to `entries`."""
    metas = [read_meta(folder)] if (folder / META).exists() else []
    for part in parts:
        metas.append(read_meta(part))
        for path in part.iterdir():
            if path.suffix in FILES:
                path.rename(folder / path.name)
    meta = {**metas[-1], "schema": _plain(entries), "opstamp": max(meta["opstamp"] for meta in metas)}
    meta["segments"] = [segment for one in metas for segment in one["segments"]]
    _write_meta(folder, meta)


def delete(folder: Path, seqs: Iterable[int], fillers: bool = False) -> None:
    """Delete documents by `_seq`, and with `fillers` the empty documents. tantivy may merge small segments."""
    index = open_index(folder)
    writer = index.writer(heap_size=DELETION_HEAP, num_threads=1)
    if fillers:
        writer.delete_documents_by_term(ID, "")
    seqs = list(seqs)
    for start in range(0, len(seqs), DELETION_BATCH):
        some = tantivy.Query.term_set_query(index.schema, SEQ, seqs[start : start + DELETION_BATCH])
        writer.delete_documents_by_query(some)
    writer.commit()
    writer.wait_merging_threads()


def segments_of(folder: Path, seqs: Iterable[int]) -> dict[int, str]:
    """The id of the segment that holds each of these documents, by `_seq`."""
    index, ids = open_index(folder), segment_ids(read_meta(folder))
    searcher, schema = index.searcher(), index.schema
    segments = {}
    for seq in seqs:
        for _, address in searcher.search(tantivy.Query.term_query(schema, SEQ, seq), 1, count=False).hits:
            segments[seq] = ids[address.segment_ord]
    return segments


def put_in_order(folder: Path) -> int:
    """Sort the segments by their first document, so that equal hits are in load order; return the document count."""
    searcher, meta = open_index(folder).searcher(), read_meta(folder)
    addresses = [tantivy.DocAddress(segment, 0) for segment in range(len(meta["segments"]))]
    firsts: list[Any] = searcher.fast_field_values(SEQ, addresses) if addresses else []
    order = sorted(range(len(addresses)), key=firsts.__getitem__)
    _write_meta(folder, {**meta, "segments": [meta["segments"][segment] for segment in order]})
    return searcher.num_docs


def sweep(folder: Path) -> None:
    """Remove the files of segments that the index does not use."""
    meta = read_meta(folder)
    known = {id.replace("-", "") for id in segment_ids(meta)}
    deletes = {name for segment in meta["segments"] if (name := _delete_file(segment))}
    for path in folder.iterdir():
        name, _, kind = path.name.partition(".")
        gone = name and path.name != META and (name not in known or (kind.endswith("del") and path.name not in deletes))
        if gone or path.name.endswith(".lock"):
            path.unlink()
    _write_meta(folder, meta)


def _plain(entries: Entries) -> Entries:
    """The entries without empty options, as tantivy writes them."""
    return [
        {**entry, "options": {key: value for key, value in entry["options"].items() if value is not None}}
        for entry in entries
    ]


def _delete_file(segment: dict[str, Any]) -> str | None:
    deletes = segment.get("deletes")
    return f"{segment['segment_id'].replace('-', '')}.{deletes['opstamp']}.del" if deletes else None


def _write_meta(folder: Path, meta: Meta) -> None:
    """Write meta.json and the list of managed files, as new files, since another generation may share the old ones."""
    files = sorted({META} | {path.name for path in folder.iterdir() if path.suffix in FILES})
    for name, content in ((META, meta), (MANAGED, files)):
        new = folder / f"{name}.new"
        new.write_text(json.dumps(content), "utf-8")
        new.replace(folder / name)

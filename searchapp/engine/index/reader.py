"""A generation opened for reading: everything that a search needs of an index.

    reader.mapping     Mapping: fields, objects, resolve
    reader.schema      tantivy.Schema, for Query.term_query(schema, field.column, ...)
    reader.searcher    tantivy.Searcher of the generation
    reader.stats       Statistics, for scores
    reader.store       Store: find(id) -> _seq, get(_seq) -> Stored(seq, id, version, raw)
    reader.once        values that are computed once per generation (term lists, facets of match_all)

tantivy gives a hit as a DocAddress: `reader.seqs(addresses)` returns its `_seq`, `reader.sources(seqs)` its document.
Addresses are in the order of `_seq`, so hits with equal values need no further sorting.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import tantivy
from tantivy import DocAddress, Occur, Order, Query

from ..docstore.store import Store, Stored
from ..errors import is_failure
from ..mapping.mapping import Field, Mapping
from ..mapping.tantivy_schema import SEQ, open_index
from ..regexp.patterns import MAX_WIDTH
from .generations import TANTIVY
from .manifest import checked_manifest, damaged
from .watch import Watch

Made = TypeVar("Made")

NO_VALUES = (0, 0)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts for scores. Replaced and deleted documents count until their segment is merged, as in Elasticsearch."""

    docs: int
    """Number of documents, without deleted ones."""
    total: int
    """Number of documents with deleted ones: the N of tantivy's idf."""
    fields: dict[str, tuple[int, int]]
    multi: frozenset[str]
    """Paths of the keyword, number, date and boolean fields with two or more values in some document."""
    widths: dict[str, int] | None
    """The widths of the fields that are not ASCII; None in generations that were written without them."""

    def field(self, path: str) -> tuple[int, int]:
        """The number of documents with a term in the field (Lucene's N), and the number of terms in them.

        A keyword's terms count once per document, as in Lucene. tantivy scores texts with the average of these lengths.
        """
        return self.fields.get(path, NO_VALUES)

    def terms(self, field: Field) -> int:
        """The approximate number of different terms of a text or keyword field."""
        _, terms = self.field(field.path)
        return terms // 4 if field.is_text else terms

    def width(self, path: str) -> int:
        """The bytes of UTF-8 that the widest character in the terms of a text or keyword field takes."""
        return MAX_WIDTH if self.widths is None else self.widths.get(path, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """One generation, safe to use from several threads, but not after a fork."""

    name: str
    generation: str
    mapping: Mapping
    index: tantivy.Index
    schema: tantivy.Schema
    searcher: tantivy.Searcher
    stats: Statistics
    store: Store
    manifest: dict[str, Any]
    watch: Watch
    cache: dict[Any, Any] = field(default_factory=dict)
    few: Query | None = None
    """A query that restricts the documents of automata; None for all documents."""

    def once(self, key: Any, make: Callable[[], Made]) -> Made:
        """The value of a key, which `make` returns at the first call, for as long as the generation is open."""
        made: Made | None = self.cache.get(key)
        return self.cache.setdefault(key, make()) if made is None else made

    def source_paths(self, field: Field) -> tuple[str, ...]:
        """The paths in a document from which a field has its values: its own, and the fields that are copied to it."""
        return field.source_path, *self.once("copied", lambda: _copied(self.mapping.fields)).get(field.source_path, ())

    def narrowed(self, seqs: Sequence[int]) -> "Reader":
        """The reader for queries that are run on these documents only, one after another."""
        return replace(self, few=Query.term_set_query(self.schema, SEQ, list(seqs)))

    def seqs(self, addresses: Sequence[DocAddress]) -> list[int]:
        """The `_seq` of each document, in the order of tantivy's addresses."""
        return self.searcher.fast_field_values(SEQ, list(addresses)) if addresses else []  # type: ignore[return-value]

    def matching(self, query: Query) -> list[int]:
        """The `_seq` of all documents that match a query."""
        hits = self.searcher.search(query, max(self.stats.docs, 1), count=False).hits
        return self.seqs([address for _, address in hits])

    def sources(self, seqs: Iterable[int]) -> list[Stored]:
        """The stored documents, in the order of `seqs`."""
        return self.store.get_many(seqs)

    def get(self, id: str) -> Stored | None:
        """The stored document with this id, or None."""
        seq = self.store.find(id)
        return None if seq is None else self.store.get(seq)

    def ordered(self, query: Query, field: Field, descending: bool, limit: int) -> list[tuple[Any, DocAddress]]:
        """The first documents by one field, as pairs of value and address.

        Of several values the smallest counts, or with `descending` the largest. Documents without a value come last,
        with None. Equal documents are in the order of their addresses. `limit` may be 0.
        """
        limit = min(limit, self.stats.docs)
        if limit < 1:
            return []
        if not descending or field.path not in self.stats.multi:
            return self._by_column(query, field.column, descending, limit)
        several = Query.exists_query(field.top_column)
        both = (
            (field.top_column, Query.boolean_query([(Occur.Must, query), (Occur.Must, several)])),
            (field.column, Query.boolean_query([(Occur.Must, query), (Occur.MustNot, several)])),
        )
        hits = [hit for column, part in both for hit in self._by_column(part, column, True, limit)]
        hits.sort(key=lambda hit: (hit[1].segment_ord, hit[1].doc))
        hits.sort(key=lambda hit: (hit[0] is not None, hit[0]), reverse=True)
        return sorted(hits, key=lambda hit: hit[0] is None)[:limit]

    def _by_column(self, query: Query, column: str, descending: bool, limit: int) -> list[tuple[Any, DocAddress]]:
        order = Order.Desc if descending else Order.Asc
        return self.searcher.search(query, limit, count=False, order_by_field=column, order=order).hits


def open_reader(folder: Path, generation: str) -> Reader:
    """Open a generation. EngineError 404 if it does not exist, 503 if it is damaged or of another format."""
    watch = Watch(folder, generation)  # before the files are compared, so that no change between the two is missed
    manifest = checked_manifest(folder, generation)
    files = folder / generation
    try:
        index, searcher = _opened(files / TANTIVY)
        store = Store([files / name for name in manifest["files"] if name.endswith(".part")])
    except BaseException as error:
        if not is_failure(error):
            raise
        raise damaged(folder, generation, f"it cannot be opened: {error}") from error
    watch.verify_in_background(manifest)
    return Reader(
        name=folder.name,
        generation=generation,
        mapping=Mapping(manifest["mapping"], manifest["settings"]),
        index=index,
        schema=index.schema,
        searcher=searcher,
        stats=_statistics(manifest["statistics"]),
        store=store,
        manifest=manifest,
        watch=watch,
    )


def _opened(folder: Path) -> tuple[tantivy.Index, tantivy.Searcher]:
    """The tantivy index in a folder and its searcher.

    tantivy writes a lock file. If the folder is read-only, tantivy opens a temporary folder of links instead. It can be
    deleted at once, because a searcher has all files open. If tantivy writes its lock file meanwhile, the folder stays.
    """
    if os.access(folder, os.W_OK):
        index = open_index(folder)
        return index, index.searcher()
    with TemporaryDirectory(prefix="searchapp-", ignore_cleanup_errors=True) as links:
        for path in folder.iterdir():
            if path.suffix != ".lock":
                (Path(links) / path.name).symlink_to(path.absolute())
        index = open_index(Path(links))
        return index, index.searcher()


def _copied(fields: dict[str, Field]) -> dict[str, list[str]]:
    """For each target of `copy_to`, the paths of the fields that are copied to it."""
    copied: dict[str, list[str]] = {}
    for one in fields.values():
        for target in one.copy_to:
            copied.setdefault(target, []).append(one.path)
    return copied


def _statistics(plain: dict[str, Any]) -> Statistics:
    fields = {path: (docs, terms) for path, (docs, terms) in plain["fields"].items()}
    return Statistics(plain["docs"], plain["total"], fields, frozenset(plain["multi"]), plain.get("widths"))

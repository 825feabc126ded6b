"""The tantivy schema of a mapping: one tantivy field for each leaf, and three of our own.

    _id      the document's id, one raw term (`basic`)
    _seq     u64, indexed and fast: the load order, the tie breaker, and the key of the source in the store
    _paths   raw terms: each path that has a value in the document, leaves, sub-fields and the objects around them,
             so that `exists` is `term_query(schema, "_paths", path)`; nested ones are listed too

A mapping `Field` is found under `field.column` (its path, but `=path` where the path starts with `- _ ^ =`):

| type | tantivy field | what a document has there |
|---|---|---|
| keyword | text, tokenizer `raw`, record `basic`, no norms, fast | each normalized value once, smallest first |
| text | text, tokenizer `terms`, record `position`, with norms or without | terms of all values, see below |
| long, integer, short, byte | i64, indexed, fast | the values, smallest first, equal ones kept |
| date | i64, indexed, fast | milliseconds since 1970, smallest first |
| boolean | i64, indexed, fast | 0 or 1 |
| float, double | f64, indexed, fast | the values, smallest first; for float rounded to 32 bits |

Between the terms of two values of a text Lucene has 100 free positions, the index 8: each takes time to write. A phrase
that could cross the one gap but not the other is looked for in the sources (queries/text/phrase.py).

`doc_values: false` leaves out the fast column. `index: false` with doc values is still indexed here, because
Elasticsearch answers queries on it (score 1); a text with `index: false` and a leaf with neither has no tantivy field
(`searchable` is False). Values inside nested objects are flattened into the leaf's field: the query side checks one
object on the source.

Sorting takes the first value of a list, which is the smallest. A document with two or more values has the largest in
the companion `field.top_column` (fast, not indexed; one value has none): `Reader.ordered` puts both together.

Term queries: a term of a text field is used as it stands, tantivy analyses nothing of ours at query time.
"""

from collections.abc import Iterable
from typing import Any

import tantivy

from .mapping import Field, Mapping

ID, SEQ, PATHS = "_id", "_seq", "_paths"
TERMS = "terms"
DROPPED = "\x7f"
VALUE_GAP = 100
"""Free positions between two values, as queries see them: slop 99 does not cross them, slop 100 does."""
INDEX_GAP = 8
"""Those in the index."""
GAP = " ".join([DROPPED] * INDEX_GAP)
GAP_TEXT = f" {GAP} "
"""Stands between the terms of two values; the `terms` tokenizer drops its tokens and keeps their positions."""


def schema_entries(mapping: Mapping, first: Iterable[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    """The tantivy fields of a mapping. Those of `first` keep their place: a schema grows at its end only."""
    entries = {entry["name"]: entry for entry in first or OWN_ENTRIES}
    for field in mapping.fields.values():
        if field.searchable:
            entries.setdefault(field.column, _entry(field))
        if field.doc_values:
            entries.setdefault(field.top_column, _companion(field))
    return list(entries.values())


def build_schema(entries: list[dict[str, Any]]) -> tantivy.Schema:
    """A schema from its plain form; SchemaBuilder cannot leave out the norms of a keyword."""
    return tantivy.Schema._internal_from_pythonized({"inner": entries})  # type: ignore[attr-defined]


def register_tokenizers(index: tantivy.Index) -> None:
    """Tokenizers are not stored: do this at every open."""
    dropped = tantivy.Filter.custom_stopword([DROPPED])
    terms = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(dropped).build()
    index.register_tokenizer(TERMS, terms)


def _entry(field: Field) -> dict[str, Any]:
    if field.type == "text":
        return _text_entry(field.column, TERMS, "position", fieldnorms=field.norms)
    if field.type == "keyword":
        return _text_entry(field.column, fast=field.doc_values)
    return _number_entry(field.column, _number_type(field), fast=field.doc_values)


def _companion(field: Field) -> dict[str, Any]:
    if field.type == "keyword":
        entry = _text_entry(field.top_column, fast=True)
        entry["options"]["indexing"] = None
        return entry
    return _number_entry(field.top_column, _number_type(field), indexed=False)


def _number_type(field: Field) -> str:
    return "f64" if field.type in ("float", "double") else "i64"


def _text_entry(
    name: str, tokenizer: str = "raw", record: str = "basic", *, fieldnorms: bool = False, fast: bool = False
) -> dict[str, Any]:
    indexing = {"record": record, "fieldnorms": fieldnorms, "tokenizer": tokenizer}
    return {"name": name, "type": "text", "options": {"indexing": indexing, "stored": False, "fast": fast}}


def _number_entry(name: str, kind: str, *, indexed: bool = True, fast: bool = True) -> dict[str, Any]:
    options = {"indexed": indexed, "fieldnorms": False, "fast": fast, "stored": False}
    return {"name": name, "type": kind, "options": options}


OWN_ENTRIES = (_text_entry(ID), _number_entry(SEQ, "u64"), _text_entry(PATHS))

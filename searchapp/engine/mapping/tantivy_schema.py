"""The tantivy schema of a mapping: a tantivy field for each field, and three of our own.

    _id      the document's id, one raw term (`basic`)
    _seq     u64, indexed and fast: the load order, the tie breaker, and the key of the source in the store
    _paths   raw terms: the path of each field and sub-field that has a value in the document, also inside nested
             objects, so that `exists` is `term_query(schema, "_paths", path)`, and for an object one of its fields

The name of a field's tantivy field is `field.column`: its path, or `=path` if the path starts with `- _ ^ =`.

| type | tantivy field | value in a document |
|---|---|---|
| keyword | text, tokenizer `raw`, record `basic`, no norms, fast | each normalized value once, smallest first |
| ip | as a keyword | 32 hexadecimal digits each, smallest first |
| text | text, tokenizer `terms`, record `position`, with norms or without | terms of all values, see below |
| long, integer, short, byte | i64, indexed, fast | the values, smallest first, equal ones kept |
| date | i64, indexed, fast | milliseconds since 1970, smallest first |
| boolean | i64, indexed, fast | 0 or 1 |
| float, double | f64, indexed, fast | the values, smallest first; for float rounded to 32 bits |

Lucene leaves a gap of 100 positions between two values of a text, this index 8, because each position takes time to
write. Phrases that could cross this gap but not Lucene's are checked on the sources (queries/text/phrase.py).

`doc_values: false` leaves out the fast column. `index: false` with doc values is still indexed here, because
Elasticsearch supports queries on it (score 1). A text with `index: false` and a field with neither have no tantivy
field (`searchable` is False). Values in nested objects are indexed in the field as if they were not nested: a nested
query has an index of its own (queries/nested_index.py).

Sorting takes the first value of a list, which is the smallest. A document with two or more values has the largest one
in the field `field.top_column` too (fast, not indexed): `Reader.ordered` combines the two.

tantivy does not analyse query texts: a term query takes a term as it is in the index.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tantivy

from .mapping import Field, Mapping

ID, SEQ, PATHS = "_id", "_seq", "_paths"
TERMS = "terms"
DROPPED = "\x7f"
VALUE_GAP = 100
"""Positions between two values of a text in Lucene: a phrase with slop 99 does not cross them, with 100 it does."""
INDEX_GAP = 8
"""Positions between two values of a text in this index."""
GAP = " ".join([DROPPED] * INDEX_GAP)
GAP_TEXT = f" {GAP} "
"""The text between the terms of two values. The `terms` tokenizer drops its tokens and keeps their positions."""


def schema_entries(mapping: Mapping, first: Iterable[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    """The tantivy fields of a mapping. Those of `first` come first, in order: new fields are added at the end only."""
    entries = {entry["name"]: entry for entry in first or OWN_ENTRIES}
    for field in mapping.fields.values():
        if field.searchable:
            entries.setdefault(field.column, _entry(field))
        if field.doc_values:
            entries.setdefault(field.top_column, _companion(field))
    return list(entries.values())


def build_schema(entries: list[dict[str, Any]]) -> tantivy.Schema:
    """A tantivy schema from its JSON form, by a private call of tantivy, since SchemaBuilder always adds norms.

    tests/unit/engine/test_tantivy_internals.py watches the private call.
    """
    schema: tantivy.Schema = tantivy.Schema._internal_from_pythonized({"inner": entries})  # type: ignore[attr-defined]
    return schema


def register_tokenizers(index: tantivy.Index) -> None:
    """Register our tokenizer; tantivy does not store tokenizers, so every opened index needs it."""
    dropped = tantivy.Filter.custom_stopword([DROPPED])
    terms = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(dropped).build()
    index.register_tokenizer(TERMS, terms)


def open_index(folder: Path) -> tantivy.Index:
    """The index in a folder. It shows later states only after `reload`."""
    index = tantivy.Index.open(str(folder))
    index.config_reader("manual")
    register_tokenizers(index)
    return index


def _entry(field: Field) -> dict[str, Any]:
    if field.type == "text":
        return _text_entry(field.column, TERMS, "position", fieldnorms=field.norms)
    if field.is_exact:
        return _text_entry(field.column, fast=field.doc_values)
    return _number_entry(field.column, _number_type(field), fast=field.doc_values)


def _companion(field: Field) -> dict[str, Any]:
    if field.is_exact:
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

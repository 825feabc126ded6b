"""Documents as databases export them: hits of Elasticsearch, documents of MongoDB in extended JSON, rows of CouchDB,
results of SPARQL.

The first document of a file decides which export it is.
"""

import math
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

from .source import Source

Document = dict[str, Any]

HIT = frozenset(
    ("_index", "_type", "_id", "_score", "_source", "_version", "_seq_no", "_primary_term", "_routing", "_ignored")
).union(("sort", "fields", "highlight"))
"""The keys of a hit."""

ROW = frozenset(("id", "key", "value", "doc"))
"""The keys of a row of CouchDB."""

TERM = frozenset(("type", "value", "datatype", "xml:lang"))
"""The keys of a term in the results of SPARQL."""

TERM_TYPES = ("uri", "literal", "typed-literal", "bnode")
XSD = "http://www.w3.org/2001/XMLSchema#"

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def exported(documents: Iterator[tuple[int, Any]], source: Source) -> Iterator[tuple[int, Any]]:
    """The documents of an export; others unchanged."""
    first = next(documents, None)
    if first is None:
        return
    name, read = export_of(first[1])
    if read is None:
        yield from chain([first], documents)
        return
    source.say(f"the documents are read as {name}")
    for line, document in chain([first], documents):
        yield line, read(document) if isinstance(document, dict) else document


def export_of(document: Any) -> tuple[str, Callable[[Document], Any] | None]:
    """The name of an export for people, and the function that reads its documents; None for plain documents."""
    if is_hit(document):
        return "hits of Elasticsearch", document_of_hit
    if is_row(document):
        return "rows of CouchDB", document_of_row
    if isinstance(document, dict) and bool(document) and all(map(is_term, document.values())):
        return "results of SPARQL", document_of_binding
    if isinstance(document, dict) and any(from_extended_json(value) != value for value in document.values()):
        return "extended JSON of MongoDB", from_extended_json
    return "", None


def is_hit(value: Any) -> bool:
    named = isinstance(value, dict) and {"_index", "_id", "_source"} <= value.keys() <= HIT
    return named and isinstance(value["_source"], dict)


def document_of_hit(hit: Document) -> Document:
    return {**hit["_source"], "_id": hit["_id"]} if is_hit(hit) else hit


def is_row(value: Any) -> bool:
    return isinstance(value, dict) and {"id", "doc"} <= value.keys() <= ROW and isinstance(value["doc"], dict)


def document_of_row(row: Document) -> Document:
    return {**row["doc"], "_id": row["id"]} if is_row(row) else row


def is_term(value: Any) -> bool:
    """Whether this is a value in the results of SPARQL."""
    return isinstance(value, dict) and {"type", "value"} <= value.keys() <= TERM and value["type"] in TERM_TYPES


def document_of_binding(binding: Document) -> Document:
    return {name: value_of_term(term) if is_term(term) else term for name, term in binding.items()}


def value_of_term(term: Document) -> Any:
    """The value of a term, by its type: a number, a boolean, or a text such as a date."""
    type, text = str(term.get("datatype", "")).removeprefix(XSD), term["value"]
    return XSD_TYPES[type](text) if type in XSD_TYPES else text


def from_extended_json(value: Any) -> Any:
    """The value of extended JSON as plain JSON: `{"$oid": "5f"}` is `"5f"`, `{"$numberLong": "7"}` is 7."""
    if isinstance(value, list):
        return [from_extended_json(one) for one in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        ((key, inner),) = value.items()
        if key in TYPES:
            return TYPES[key](inner)
    return {key: from_extended_json(inner) for key, inner in value.items()}


def moment(value: Any) -> Any:
    """The date of a text, or of milliseconds since 1970."""
    value = from_extended_json(value)
    if not isinstance(value, int):
        return value
    try:
        return (EPOCH + timedelta(milliseconds=value)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    except OverflowError:
        return value


def integer(value: Any) -> Any:
    return int(value) if str(value).lstrip("-").isdecimal() else value


def decimal(value: Any) -> Any:
    """The number of a text; none for `NaN` and `Infinity`, which JSON does not have."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return value
    return number if math.isfinite(number) else None


def unchanged(value: Any) -> Any:
    return value


TYPES: dict[str, Callable[[Any], Any]] = {
    "$oid": unchanged,
    "$uuid": unchanged,
    "$symbol": unchanged,
    "$date": moment,
    "$numberLong": integer,
    "$numberInt": integer,
    "$numberDouble": decimal,
    "$numberDecimal": decimal,
    "$binary": lambda value: value.get("base64") if isinstance(value, dict) else value,
    "$undefined": lambda value: None,
}
"""The types of extended JSON with one key, and how their values are read."""

XSD_TYPES: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("integer", "int", "long", "nonNegativeInteger", "positiveInteger"), integer),
    **dict.fromkeys(("decimal", "double", "float"), decimal),
    "boolean": lambda text: text == "true",
}
"""The types of literals in the results of SPARQL that are no texts."""

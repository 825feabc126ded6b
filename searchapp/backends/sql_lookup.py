"""Lookups by the key: their statements are made once, and sent by the driver itself."""

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.types import JSON, Float, Numeric

from .sql_connection import Database
from .sql_loose import read_json
from .sql_rows import Documents, wanted_columns
from .sql_tables import Collection
from .sql_where import unusable

Body = dict[str, Any]
Response = dict[str, Any]
Hit = dict[str, Any]

ALLOWED = frozenset(("tables", "query", "size", "from", "_source", "version", "preference", "track_total_hits"))


def key_term(body: Body, collection: Collection) -> str | None:
    """The term of a body that looks one key up and does nothing else; None for others."""
    match = body["query"].get("match")
    if match is None or len(match["fields"]) != 1 or not ALLOWED.issuperset(body):
        return None
    if collection.field(match["fields"][0]) is not collection.key:
        return None
    return str(match["text"])


class Lookup:
    """Finds rows by their keys; `source` is the `_source` that is asked for."""

    def __init__(self, collection: Collection, database: Database, source: Any):
        self.key = collection.key
        self.dialect = database.dialect
        dialect = database.engine().dialect
        names = wanted_columns(collection, source)
        columns = [collection.columns[name] for name in names]
        raw = {name: result_reader(column, dialect) for name, column in zip(names, columns, strict=True)}
        readers = {name: read for name, read in raw.items() if read}
        self.documents = Documents(names, collection.merged, source, readers, collection.loaded)
        key, version = collection.key.column, collection.version
        self.read_key = result_reader(key, dialect)
        self.text_key = collection.loaded
        self.versioned = version is not None
        ends = [key] if version is None else [version, key]
        labelled = [column.label(f"c{number}") for number, column in enumerate([*columns, *ends])]
        rows = select(*labelled).select_from(collection.source)
        self.one: Any = rows.where(key == bindparam("term", type_=key.type)).compile(dialect=dialect)
        self.several: Any = rows.where(database.dialect.among_bound(key, "terms")).compile(dialect=dialect)
        self.texts = {True: str(self.one), False: str(self.several)}
        self.writer = key.type.dialect_impl(dialect).bind_processor(dialect)

    def statement(self, values: Sequence[Any], single: bool) -> tuple[str, Any]:
        """The text for the driver and its parameters."""
        compiled = self.one if single else self.several
        given = values[0] if single else self.dialect.list_parameter(values)
        if single and self.writer:
            given = self.writer(given)
        parameters = {**compiled.params, ("term" if single else "terms"): given}
        if compiled.positional:
            return self.texts[single], [parameters[name] for name in compiled.positiontup or ()]
        return self.texts[single], parameters

    def hits(self, cursor: Any, keys: Sequence[Any]) -> dict[Any, Hit]:
        """The hit of each key that is there."""
        values = [value for value in dict.fromkeys(keys) if value is not None]
        if not values:
            return {}
        cursor.execute(*self.statement(values, len(values) == 1))
        rows = cursor.fetchall()
        known = [row[-1] for row in rows]
        known = [self.read_key(key) for key in known] if self.read_key else known
        ids = known if self.text_key else map(str, known)
        documents = self.documents.of(rows)
        if not self.versioned:
            hits = ({"_id": id, "_score": 1.0, "_source": one} for id, one in zip(ids, documents, strict=True))
            return dict(zip(known, hits, strict=True))
        return {
            key: {"_id": id, "_score": 1.0, "_source": one, "_version": row[-2]}
            for key, id, one, row in zip(known, ids, documents, rows, strict=True)
        }

    def keys(self, terms: Sequence[str]) -> list[Any]:
        """The keys that the terms mean, None for one that means none."""
        value = self.key.value
        if unusable("".join(terms)):
            return [None if unusable(term) else value(term) for term in terms]
        return [value(term) for term in terms]

    def responses(self, cursor: Any, terms: Sequence[str], body: Body, start: float) -> list[Response]:
        """The response for each term, in order; a term that is given twice gets a hit of its own."""
        keys = self.keys(terms)
        found = self.hits(cursor, keys)
        hits = [found.get(key) for key in keys]
        if len(found) < len(keys):
            hits = [hit and dict(hit) for hit in hits]
        took = int((time.monotonic() - start) * 1000)
        if body.get("size", 10) < 1 or body.get("from"):
            return [without_hits(int(hit is not None), took) for hit in hits]
        return [
            {"took": took, "hits": {"total": 1, "max_score": 1.0, "hits": [hit]}} if hit else without_hits(0, took)
            for hit in hits
        ]


def without_hits(total: int, took: int) -> Response:
    return {"took": took, "hits": {"total": total, "max_score": None, "hits": []}}


def result_reader(column: Any, dialect: Any) -> Any:
    """What makes a value of the driver one of Python, None where it is one."""
    if isinstance(column.type, JSON) and dialect.name == "sqlite":
        return read_json
    if isinstance(column.type, Numeric | Float):
        return None
    return column.type.dialect_impl(dialect).result_processor(dialect, None)

"""Looks up rows by their key, with statements that are compiled once."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.types import JSON, Float, Numeric, Uuid

from ...protocols import SearchHit, SearchResponse
from ..shared.answer_bytes import MAX_ANSWER, MIN_DOCUMENTS, Allowance, allowance_for, take_all
from .conditions import cannot_be_stored
from .connection.database import Database
from .dialects.sqlite_types import read_json
from .rows import Documents, size_of_row, wanted_columns
from .schema.collection import Collection

Body = dict[str, Any]

ALLOWED = frozenset(
    ("tables", "query", "default_fields", "default_operator", "size", "from", "_source", "version")
).union(("preference", "track_total_hits"))
ONE, SEVERAL = "term", "terms"
KEYS_PER_STATEMENT = 250
"""Keys of one statement, since drivers read all of its rows at once."""


class Lookup:
    """Finds rows by their keys; `source` is the requested `_source`."""

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
        self.plain_key = (
            collection.key.type == "keyword" and not collection.key.lower and not isinstance(key.type, Uuid)
        )
        self.versioned = version is not None
        ends = [key] if version is None else [version, key]
        labelled = [column.label(f"c{number}") for number, column in enumerate([*columns, *ends])]
        rows = select(*labelled).select_from(collection.source)
        self.one = Statement(rows.where(key == bindparam(ONE, type_=key.type)), ONE, dialect)
        self.several = Statement(rows.where(database.dialect.among_bound(key, SEVERAL)), SEVERAL, dialect)
        self.writer = key.type.dialect_impl(dialect).bind_processor(dialect)

    def statement(self, values: Sequence[Any], single: bool) -> tuple[str, Any]:
        """The text for the driver and its parameters."""
        if not single:
            return self.several.text, self.several.parameters(self.dialect.list_parameter(values))
        return self.one.text, self.one.parameters(self.writer(values[0]) if self.writer else values[0])

    def found(
        self, cursor: Any, keys: Sequence[Any], start: float, allowance: Allowance | None
    ) -> dict[Any, SearchResponse]:
        """The response for each key that has a row. Raises a 400 beyond the allowance, before all rows are read."""
        values = [value for value in dict.fromkeys(keys) if value is not None]
        found: dict[Any, SearchResponse] = {}
        position = 0
        while position < len(values):
            some = values[position : position + keys_at_once(allowance, position)]
            rows = cursor.execute(*self.statement(some, len(values) == 1)).fetchall()
            position += len(some)
            if allowance is not None and self.documents.keep is None:
                allowance.take_bytes(sum(map(size_of_row, rows)))
            part = self.responses_by_key(rows, start)
            if allowance is not None and self.documents.keep is not None:
                take_all(allowance, part.values())
            found |= part
        return found

    def responses_by_key(self, rows: list[Any], start: float) -> dict[Any, SearchResponse]:
        """The response for each key that has a row."""
        keys = [row[-1] for row in rows]
        keys = [self.read_key(key) for key in keys] if self.read_key else keys
        ids = keys if self.text_key else map(str, keys)
        documents = self.documents.of(rows)
        took = int((time.monotonic() - start) * 1000)
        hits: Iterable[SearchHit] = (
            {"_id": id, "_score": 1.0, "_source": one} for id, one in zip(ids, documents, strict=True)
        )
        if self.versioned:
            hits = [
                {"_id": id, "_score": 1.0, "_source": one, "_version": row[-2]}
                for id, one, row in zip(ids, documents, rows, strict=True)
            ]
        return {
            key: {"took": took, "hits": {"total": 1, "max_score": 1.0, "hits": [hit]}}
            for key, hit in zip(keys, hits, strict=True)
        }

    def keys(self, terms: Sequence[str]) -> Sequence[Any]:
        """The key that each term means; None for a term that means none."""
        value = self.key.value
        if cannot_be_stored("".join(terms)):
            return [None if cannot_be_stored(term) else value(term) for term in terms]
        return terms if self.plain_key else [value(term) for term in terms]

    def responses(
        self, cursor: Any, terms: Sequence[str], body: Body, start: float, max_bytes: int = MAX_ANSWER
    ) -> list[SearchResponse]:
        """The response for each term, in order; a repeated term gets a hit of its own.

        Raises a 400 if more than MIN_DOCUMENTS documents have more than `max_bytes`.
        """
        keys = self.keys(terms)
        allowance = allowance_for(len(keys), max_bytes)
        found = self.found(cursor, keys, start, allowance)
        if not found.keys() <= set(keys):
            found = in_any_case(found, keys)
        took = int((time.monotonic() - start) * 1000)
        if body.get("size", 10) < 1 or body.get("from"):
            return [without_hits(int(key in found), took) for key in keys]
        if len(found) == len(keys):
            return [found[key] for key in keys]
        if allowance is not None and len(set(keys)) < len(keys):
            take_all(Allowance(max_bytes), (found[key] for key in keys if key in found))
        return [copied(found[key]) if key in found else without_hits(0, took) for key in keys]


def keys_at_once(allowance: Allowance | None, looked_up: int) -> int:
    """The number of keys of the next statement, for which the allowance is probably enough."""
    if allowance is None:
        return KEYS_PER_STATEMENT
    taken = allowance.most - allowance.left
    return max(MIN_DOCUMENTS, min(KEYS_PER_STATEMENT, allowance.left * looked_up // max(taken, 1)))


def in_any_case(found: Mapping[Any, SearchResponse], keys: Sequence[Any]) -> dict[Any, SearchResponse]:
    """The response for each key where the column compares texts without case."""
    folded = {str(key).lower(): copied(response) for key, response in found.items()}
    return {key: folded[str(key).lower()] for key in keys if str(key).lower() in folded}


class Statement:
    """A statement for the driver: its `text`, and a function that makes the `parameters` from a value."""

    def __init__(self, statement: Any, name: str, dialect: Any):
        compiled = statement.compile(dialect=dialect)
        self.text = str(compiled)
        self.parameters = parameters_of(compiled, name)


def parameters_of(compiled: Any, name: str) -> Callable[[Any], Any]:
    fixed: Mapping[str, Any] = compiled.params
    order = compiled.positiontup
    if order == [name]:
        return lambda value: (value,)
    if order is None:
        return lambda value: {**fixed, name: value}
    return lambda value: tuple(value if each == name else fixed[each] for each in order)


def copied(response: SearchResponse) -> SearchResponse:
    """A copy of the response, so that no two terms share a hit."""
    (hit,) = response["hits"]["hits"]
    return {**response, "hits": {**response["hits"], "hits": [hit.copy()]}}


def without_hits(total: int, took: int) -> SearchResponse:
    return {"took": took, "hits": {"total": total, "max_score": None, "hits": []}}


def result_reader(column: Any, dialect: Any) -> Any:
    """The function that converts a value of the driver; None if it needs no conversion."""
    if isinstance(column.type, JSON) and dialect.name == "sqlite":
        return read_json
    if isinstance(column.type, Numeric | Float):
        return None
    return column.type.dialect_impl(dialect).result_processor(dialect, None)

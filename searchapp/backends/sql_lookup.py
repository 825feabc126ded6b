"""Lookups by the key: their statements are made once, and sent by the driver itself."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, select

from .sql_connection import Database
from .sql_rows import document_maker, wanted_columns
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
        names = wanted_columns(collection, source)
        self.make = document_maker(names, collection.merged, source)
        columns = [collection.key.column, *(collection.columns[name] for name in names)]
        self.versioned = collection.version is not None
        columns += [collection.version] if collection.version is not None else []
        dialect = database.engine().dialect
        readers = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns]
        self.readers = [(number, reader) for number, reader in enumerate(readers) if reader]
        labelled = [column.label(f"c{number}") for number, column in enumerate(columns)]
        rows = select(*labelled).select_from(collection.source)
        column = collection.key.column
        self.one = rows.where(column == bindparam("term", type_=column.type)).compile(dialect=dialect)
        self.several: Any = rows.where(database.dialect.among_bound(column, "terms")).compile(dialect=dialect)
        self.writer = column.type.dialect_impl(dialect).bind_processor(dialect)

    def statement(self, values: Sequence[Any], single: bool) -> tuple[str, Any]:
        """The text for the driver and its parameters."""
        compiled = self.one if single else self.several
        given = values[0] if single else self.dialect.list_parameter(values)
        if single and self.writer:
            given = self.writer(given)
        parameters = {**compiled.params, ("term" if single else "terms"): given}
        if compiled.positional:
            return str(compiled), [parameters[name] for name in compiled.positiontup or ()]
        return str(compiled), parameters

    def hits(self, cursor: Any, keys: Sequence[Any]) -> dict[Any, Hit]:
        """The hit of each key that is there."""
        values = [value for value in dict.fromkeys(keys) if value is not None]
        if not values:
            return {}
        cursor.execute(*self.statement(values, len(values) == 1))
        return {row[0]: self.hit(row) for row in cursor.fetchall()}

    def value(self, term: str) -> Any:
        return None if unusable(term) else self.key.value(term)

    def hit(self, row: Any) -> Hit:
        if self.readers:
            row = list(row)
            for number, read in self.readers:
                row[number] = read(row[number])
        found: Hit = {"_id": str(row[0]), "_score": 1.0, "_source": self.make(row[1:])}
        if self.versioned:
            found["_version"] = row[-1]
        return found

    def responses(self, cursor: Any, terms: Sequence[str], body: Body) -> list[Response]:
        """The response for each term, in order; a term that is given twice gets a hit of its own."""
        keys = [self.value(term) for term in terms]
        found = self.hits(cursor, keys)
        shown = body.get("size", 10) > 0 and not body.get("from")
        if len(found) < len(keys) - keys.count(None):
            return [response(dict(found[key]) if key in found else None, shown) for key in keys]
        return [response(found.get(key), shown) for key in keys]


def response(hit: Hit | None, shown: bool) -> Response:
    hits = [hit] if hit and shown else []
    return {"took": 0, "hits": {"total": 1 if hit else 0, "max_score": 1.0 if hits else None, "hits": hits}}

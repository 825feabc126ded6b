"""Writes collections into a SQL database: one table each, with a column for every field of single plain values.

Fields with several values or inside objects are in the column `_source`, as JSON. A new table is written next to the
old one, and takes its name in one transaction. `searchapp_collections` has the mapping of each table.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, delete, event, func, inspect, select, table, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from ...shared.stored_mapping import stored_mapping
from ..connection.engines import address_of
from ..dialects import dialect_of
from ..schema.collection import PREVIOUS, VERSION, value_fields
from ..schema.reflection import reflected
from .columns import row_of
from .definitions import REGISTRY_TABLE, drop, indexes, rename, table_of
from .full_text import fill_texts, forget_texts, index_texts

Document = dict[str, Any]

BATCH_SIZE = 1000
NEW = "__new"

FAILURES = (SQLAlchemyError, sqlite3.Error)


def write_engine(url: str, options: Mapping[str, Any]) -> Engine:
    """An engine that may write; SQLite makes its file, and changes of tables are part of a transaction."""
    address = address_of(url)
    common: dict[str, Any] = {"json_serializer": to_json, "enable_from_linting": False}
    if address.get_backend_name() != "sqlite":
        return create_engine(address, **common, **options)
    engine = create_engine(address, connect_args={"isolation_level": None}, **common, **options)
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA journal_mode = WAL"))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


class Store:
    """The collections of one database, for writing."""

    def __init__(self, url: str, options: Mapping[str, Any]):
        self.engine = write_engine(url, options)
        self.dialect = dialect_of(address_of(url).get_backend_name())

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        with self.engine.begin() as connection:
            REGISTRY_TABLE.create(connection, checkfirst=True)
            yield connection

    def entries(self) -> list[Mapping[str, Any]]:
        """The registry entries of all collections; none in a database without our registry, which is not changed."""
        if not self.exists(REGISTRY_TABLE.name):
            return []
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(select(REGISTRY_TABLE).order_by("name")).mappings()]

    def entry(self, name: str) -> Mapping[str, Any] | None:
        return next((entry for entry in self.entries() if entry["name"] == name), None)

    def exists(self, name: str) -> bool:
        with self.engine.connect() as connection:
            return inspect(connection).has_table(name)

    def count(self, name: str) -> int:
        with self.engine.connect() as connection:
            return number_of_rows(connection, name)

    # a new collection

    def replace(
        self,
        name: str,
        item_type: str,
        mapping: dict[str, Any],
        plain: Mapping[str, str],
        documents: Iterable[Document],
    ) -> int:
        """Writes documents as the complete collection; `plain` has its columns with types.

        Returns the number of rows.
        """
        generation = format(time.time_ns() // 1000, "x")
        with self.transaction() as connection:
            new = table_of(name + NEW, mapping, plain, self.dialect)
            new.drop(connection, checkfirst=True)
            new.create(connection)
            written = iter(documents)
            while rows := [row_of(document, plain) for document in islice(written, BATCH_SIZE)]:
                self.upsert(connection, new, rows)
            for index in indexes(new, mapping, generation, self.dialect.name):
                connection.exec_driver_sql(index)
            self.switch(connection, name, mapping)
            count = number_of_rows(connection, name)
            created = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
            mapping = {**mapping, "_meta": with_total(mapping, count)}
            values = {"name": name, "item_type": item_type, "generation": generation, "documents": count}
            connection.execute(REGISTRY_TABLE.insert(), {**values, "created": created, "mapping": to_json(mapping)})
        return count

    def switch(self, connection: Connection, name: str, mapping: Mapping[str, Any]) -> None:
        """Gives the new table the name of the old one, which is kept as the previous table."""
        found = set(inspect(connection).get_table_names())
        drop(connection, name + PREVIOUS)
        connection.execute(delete(REGISTRY_TABLE).where(REGISTRY_TABLE.c.name == name + PREVIOUS))
        if name in found:
            rename(connection, name, name + PREVIOUS)
            connection.execute(update(REGISTRY_TABLE).where(REGISTRY_TABLE.c.name == name).values(name=name + PREVIOUS))
        rename(connection, name + NEW, name)
        index_texts(connection, name, mapping, self.dialect)

    # changes

    def upsert(self, connection: Connection, made: Table, rows: list[Document]) -> None:
        """Write rows, which replace rows with the same keys and increase their versions by one."""
        insert: Any = postgresql.insert(made) if self.dialect.name == "postgresql" else sqlite.insert(made)
        new = {name: insert.excluded[name] for name in rows[0] if name != "_id"}
        changed = insert.on_conflict_do_update(index_elements=["_id"], set_={**new, VERSION: made.c[VERSION] + 1})
        connection.execute(changed, rows)

    def open_table(self, connection: Connection, name: str) -> tuple[Table, dict[str, str]]:
        """The table of a collection, and its plain columns with their types."""
        made = reflected(connection, name)
        kinds = {field: entry["type"] for field, entry in value_fields(mapping_of(connection, name)["properties"])}
        return made, {c.name: kinds[c.name] for c in made.columns if c.name in kinds}

    def finish_update(self, connection: Connection, name: str, ids: list[str], about: Mapping[str, Any]) -> int:
        """Counts the rows and rewrites the notes, so that readers notice the change."""
        count, mapping = number_of_rows(connection, name), mapping_of(connection, name)
        mapping["_meta"] = {**(mapping.get("_meta") or {}), **about}
        mapping["_meta"] = with_total(mapping, count)
        if self.dialect.name == "sqlite":
            for start in range(0, len(ids), BATCH_SIZE):
                fill_texts(connection, name, mapping, self.dialect, ids[start : start + BATCH_SIZE])
        values = {"documents": count, "generation": format(time.time_ns() // 1000, "x"), "mapping": to_json(mapping)}
        connection.execute(update(REGISTRY_TABLE).where(REGISTRY_TABLE.c.name == name).values(**values))
        return count

    def remove(self, connection: Connection, name: str, made: Table, ids: list[str]) -> int:
        """Deletes rows and their words, and returns the number of rows."""
        if self.dialect.name == "sqlite":
            forget_texts(connection, made, ids)
        return int(connection.execute(delete(made).where(made.c._id.in_(ids))).rowcount)

    def roll_back(self, name: str) -> None:
        """Swaps the current and the previous table."""
        with self.transaction() as connection:
            found = mapping_of(connection, name + PREVIOUS)
            for old, new in ((name, name + NEW), (name + PREVIOUS, name), (name + NEW, name + PREVIOUS)):
                rename(connection, old, new)
                connection.execute(update(REGISTRY_TABLE).where(REGISTRY_TABLE.c.name == old).values(name=new))
            index_texts(connection, name, found, self.dialect)


def number_of_rows(connection: Connection, name: str) -> int:
    return int(connection.execute(select(func.count()).select_from(table(name))).scalar_one())


def mapping_of(connection: Connection, name: str) -> dict[str, Any]:
    """The mapping that the registry has for a table."""
    stored = connection.execute(select(REGISTRY_TABLE.c.mapping).where(REGISTRY_TABLE.c.name == name)).scalar_one()
    return stored_mapping(stored, name)


def with_total(mapping: Mapping[str, Any], count: int) -> dict[str, Any]:
    meta = mapping.get("_meta") or {}
    return {**meta, "stats": {**(meta.get("stats") or {}), "total": count}}

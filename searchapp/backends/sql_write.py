"""Writes the collections of a SQL database: a table for each, with a column for every field of one plain value.

What has several values, or is inside an object, stands in the column `_source` as JSON. A new table is built beside the
old one and takes its name in the same transaction. `searchapp_collections` holds the mapping of each table.
"""

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Computed,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    inspect,
    make_url,
    select,
    table,
    text,
    update,
)
from sqlalchemy import column as named_column
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.schema import DropTable

from .sql_columns import TYPES, row_of
from .sql_dialects import config, dialect_of
from .sql_tables import ALL, DOCUMENT, MARKS, VECTOR, VERSION, leaves, reflected

Document = dict[str, Any]

BATCH = 1000
PREVIOUS, NEW = "__previous", "__new"

FAILURES = (SQLAlchemyError, sqlite3.Error)

MARK_TABLE = Table(
    MARKS,
    MetaData(),
    Column("name", String(200), primary_key=True),
    Column("item_type", String(200)),
    Column("generation", String(50)),
    Column("documents", BigInteger),
    Column("created", String(30)),
    Column("mapping", Text),
)


def write_engine(url: str, options: Mapping[str, Any]) -> Engine:
    """An engine that may write; SQLite makes its file, and changes of tables are part of a transaction."""
    address = make_url(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
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
        self.dialect = dialect_of(make_url(url).get_backend_name())

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        with self.engine.begin() as connection:
            MARK_TABLE.create(connection, checkfirst=True)
            yield connection

    def marks(self) -> list[Mapping[str, Any]]:
        """What stands about every collection."""
        with self.transaction() as connection:
            return [dict(row) for row in connection.execute(select(MARK_TABLE).order_by("name")).mappings()]

    def mark(self, name: str) -> Mapping[str, Any] | None:
        return next((mark for mark in self.marks() if mark["name"] == name), None)

    def exists(self, name: str) -> bool:
        with self.engine.connect() as connection:
            return inspect(connection).has_table(name)

    def count(self, name: str) -> int:
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(table(name))).scalar_one())

    # a new collection

    def replace(
        self,
        name: str,
        item_type: str,
        mapping: dict[str, Any],
        plain: Mapping[str, str],
        documents: Iterable[Document],
    ) -> int:
        """Writes documents as the whole collection; `plain` are its columns with types; how many rows there are."""
        generation = format(time.time_ns() // 1000, "x")
        with self.transaction() as connection:
            new = self.table(name + NEW, mapping, plain, generation)
            new.drop(connection, checkfirst=True)
            new.create(connection)
            written = iter(documents)
            while rows := [row_of(document, plain) for document in islice(written, BATCH)]:
                self.upsert(connection, new, rows)
            for index in indexes(new, mapping, generation, self.dialect.name):
                connection.exec_driver_sql(index)
            self.switch(connection, name, mapping)
            count = int(connection.execute(select(func.count()).select_from(table(name))).scalar_one())
            created = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
            mapping = {**mapping, "_meta": with_total(mapping, count)}
            values = {"name": name, "item_type": item_type, "generation": generation, "documents": count}
            connection.execute(MARK_TABLE.insert(), {**values, "created": created, "mapping": to_json(mapping)})
        return count

    def table(self, name: str, mapping: Mapping[str, Any], plain: Mapping[str, str], generation: str) -> Table:
        columns: list[Column[Any]] = [Column("_id", Text, primary_key=True)]
        columns += [Column(field, TYPES[kind]) for field, kind in plain.items()]
        json_type: Any = JSON().with_variant(JSONB(), "postgresql")
        columns += [Column(DOCUMENT, json_type), Column(VERSION, Integer, nullable=False, server_default=text("1"))]
        made = Table(name, MetaData(), *columns)
        if self.dialect.name == "postgresql":
            whole = self.whole_text(made, mapping, plain)
            words = literally(func.to_tsvector(config("simple"), whole))
            made.append_column(Column(VECTOR, TSVECTOR, Computed(words, persisted=True)))
        return made

    def whole_text(self, made: Table, mapping: Mapping[str, Any], plain: Mapping[str, str]) -> Any:
        """All that is copied to `all`, as one text."""
        names = [name for name, entry in leaves(mapping["properties"]) if ALL in copies(entry)]
        parts: list[Any] = [func.coalesce(self.text_of(made, name, plain), "") for name in names] or [made.c._id]
        whole: Any = parts[0]
        for part in parts[1:]:
            whole = whole.op("||")(text("' '")).op("||")(part)
        return whole

    def text_of(self, made: Table, name: str, plain: Mapping[str, str]) -> Any:
        if name in plain:
            return made.c[name].cast(Text)
        return self.dialect.values(made.c[DOCUMENT], name.split(".")).cast(Text)

    def switch(self, connection: Connection, name: str, mapping: Mapping[str, Any]) -> None:
        """Gives the new table the name of the old one, and keeps this as the previous."""
        found = set(inspect(connection).get_table_names())
        drop(connection, name + PREVIOUS)
        connection.execute(delete(MARK_TABLE).where(MARK_TABLE.c.name == name + PREVIOUS))
        if name in found:
            rename(connection, name, name + PREVIOUS)
            connection.execute(update(MARK_TABLE).where(MARK_TABLE.c.name == name).values(name=name + PREVIOUS))
        rename(connection, name + NEW, name)
        self.index_texts(connection, name, mapping)

    # full text in SQLite

    def index_texts(self, connection: Connection, name: str, mapping: Mapping[str, Any]) -> None:
        """The words of texts, in a table beside, where the database keeps them so."""
        if self.dialect.name != "sqlite":
            return
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {quoted(name + '_fts')}")
        columns = ", ".join(quoted(field) for field in self.texts(mapping))
        options = "tokenize = 'unicode61 remove_diacritics 0'"
        connection.exec_driver_sql(f"CREATE VIRTUAL TABLE {quoted(name + '_fts')} USING fts5({columns}, {options})")
        self.fill_texts(connection, name, mapping, None)

    def fill_texts(self, connection: Connection, name: str, mapping: Mapping[str, Any], ids: list[str] | None) -> None:
        made = reflected(connection, name)
        plain = {c.name: "" for c in made.columns}
        fields = self.texts(mapping)
        values = [self.text_of(made, field, plain) for field in fields[:-1]] + [self.whole_text(made, mapping, plain)]
        rows = select(text(f"{quoted(name)}.rowid"), *(value.label(f"t{n}") for n, value in enumerate(values)))
        rows = rows.select_from(made)
        words = table(name + "_fts", named_column("rowid"), *(named_column(field) for field in fields))
        if ids is not None:
            rows = rows.where(made.c._id.in_(ids))
            chosen = select(text("rowid")).select_from(made).where(made.c._id.in_(ids))
            connection.execute(delete(words).where(words.c.rowid.in_(chosen)))
        connection.execute(words.insert().from_select(["rowid", *fields], rows))

    def texts(self, mapping: Mapping[str, Any]) -> list[str]:
        names = [name for name, entry in leaves(mapping["properties"]) if entry["type"] == "text" and name != ALL]
        return [*names, ALL]

    # changes

    def upsert(self, connection: Connection, made: Table, rows: list[Document]) -> None:
        """Writes rows over those with the same keys, which count one version more."""
        insert: Any = postgresql.insert(made) if self.dialect.name == "postgresql" else sqlite.insert(made)
        new = {name: insert.excluded[name] for name in rows[0] if name != "_id"}
        changed = insert.on_conflict_do_update(index_elements=["_id"], set_={**new, VERSION: made.c[VERSION] + 1})
        connection.execute(changed, rows)

    def open_table(self, connection: Connection, name: str) -> tuple[Table, dict[str, str]]:
        """The table of a collection, and its plain columns with their types."""
        made = reflected(connection, name)
        mark = connection.execute(select(MARK_TABLE.c.mapping).where(MARK_TABLE.c.name == name)).scalar_one()
        kinds = {field: entry["type"] for field, entry in leaves(json.loads(mark)["properties"])}
        return made, {c.name: kinds[c.name] for c in made.columns if c.name in kinds}

    def finish_update(self, connection: Connection, name: str, ids: list[str], about: Mapping[str, Any]) -> int:
        """Counts the rows and writes the notes anew, so that readers see that something changed."""
        count = int(connection.execute(select(func.count()).select_from(table(name))).scalar_one())
        mapping = json.loads(
            connection.execute(select(MARK_TABLE.c.mapping).where(MARK_TABLE.c.name == name)).scalar_one()
        )
        mapping["_meta"] = {**mapping.get("_meta", {}), **about}
        mapping["_meta"] = with_total(mapping, count)
        if self.dialect.name == "sqlite":
            for start in range(0, len(ids), BATCH):
                self.fill_texts(connection, name, mapping, ids[start : start + BATCH])
        values = {"documents": count, "generation": format(time.time_ns() // 1000, "x"), "mapping": to_json(mapping)}
        connection.execute(update(MARK_TABLE).where(MARK_TABLE.c.name == name).values(**values))
        return count

    def remove(self, connection: Connection, name: str, made: Table, ids: list[str]) -> int:
        """Deletes rows and their words; how many there were."""
        if self.dialect.name == "sqlite":
            words = table(name + "_fts", named_column("rowid"))
            chosen = select(text("rowid")).select_from(made).where(made.c._id.in_(ids))
            connection.execute(delete(words).where(words.c.rowid.in_(chosen)))
        return int(connection.execute(delete(made).where(made.c._id.in_(ids))).rowcount)

    def roll_back(self, name: str) -> None:
        """Lets the current and the previous table change places."""
        with self.transaction() as connection:
            mapping = connection.execute(select(MARK_TABLE.c.mapping).where(MARK_TABLE.c.name == name + PREVIOUS))
            found = json.loads(mapping.scalar_one())
            for old, new in ((name, name + NEW), (name + PREVIOUS, name), (name + NEW, name + PREVIOUS)):
                rename(connection, old, new)
                connection.execute(update(MARK_TABLE).where(MARK_TABLE.c.name == old).values(name=new))
            self.index_texts(connection, name, found)


def indexes(made: Table, mapping: Mapping[str, Any], generation: str, dialect: str) -> Iterator[str]:
    """The statements for an index on every column as it is searched, and for one on the words."""
    start = f"CREATE INDEX ix_{generation}_%s ON {quoted(made.name)} "
    for number, column in enumerate(c for c in made.columns if c.name in mapping["properties"]):
        entry, name = mapping["properties"][column.name], quoted(column.name)
        if entry["type"] != "text":
            value = f"lower({name})" if entry.get("normalizer") == "lowercase" else name
            yield start % number + f"({value})"
        elif dialect == "postgresql":
            yield start % number + f"USING gin (to_tsvector('simple'::regconfig, {name}))"
    if dialect == "postgresql":
        yield start % "all" + f"USING gin ({VECTOR})"


def literally(expression: Any) -> Any:
    """The expression with its values written into it, as definitions need it; none of them comes from a caller."""
    options = {"literal_binds": True, "include_table": False}
    return text(str(expression.compile(dialect=postgresql.dialect(), compile_kwargs=options)))


def with_total(mapping: Mapping[str, Any], count: int) -> dict[str, Any]:
    meta = mapping.get("_meta") or {}
    return {**meta, "stats": {**(meta.get("stats") or {}), "total": count}}


def copies(entry: Mapping[str, Any]) -> list[str]:
    copy_to = entry.get("copy_to") or []
    return [copy_to] if isinstance(copy_to, str) else list(copy_to)


def rename(connection: Connection, old: str, new: str) -> None:
    connection.exec_driver_sql(f"ALTER TABLE {quoted(old)} RENAME TO {quoted(new)}")


def drop(connection: Connection, name: str) -> None:
    connection.execute(DropTable(Table(name, MetaData()), if_exists=True))


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'

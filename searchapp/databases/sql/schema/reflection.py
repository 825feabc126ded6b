"""Reads the schema of a SQL database: columns, keys, indexes, full-text tables, and the notes of our loader."""

import re
import warnings
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, MetaData, Table, column, func, inspect, literal_column, select, table
from sqlalchemy.exc import NoSuchTableError
from sqlalchemy.types import JSON, NullType

from ...shared.stored_mapping import stored_mapping
from ..dialects import Column as Expression
from ..dialects.mysql import flags
from ..dialects.sqlite_types import untyped
from .collection import REGISTRY
from .types import Unknown

Entry = Mapping[str, Any]

PRIMARY_KEY = "primary_key"
"""The name in `info` of a table that has the columns of its primary key, in the order of the key."""
JSON_CHECK = re.compile(r"json_valid\(`(.*)`\)")

TYPE_READERS: dict[str, Any] = {"sqlite": untyped, "mysql": flags, "mariadb": flags}
"""A function from the type of a column to the type that we use for it."""


def reflected(connection: Connection, name: str) -> Table:
    """The table or view of that name, which may begin with its schema: its columns and its primary key."""
    inspector = inspect(connection)
    schema, last = schema_and_name(connection, name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # types that SQLAlchemy does not know are taken as texts
        columns = inspector.get_columns(last, schema)
    if not columns:
        raise NoSuchTableError(name)
    primary = inspector.get_pk_constraint(last, schema).get("constrained_columns") or []
    taken = TYPE_READERS.get(connection.dialect.name, known_type)
    kept = json_texts(connection, last, schema)
    types = {c["name"]: JSON() if c["name"] in kept else taken(c["type"]) for c in columns}
    nullable = {c["name"]: c.get("nullable", True) for c in columns}
    parts = [Column(name, kind, primary_key=name in primary, nullable=nullable[name]) for name, kind in types.items()]
    return Table(last, MetaData(), *parts, schema=schema, info={PRIMARY_KEY: list(primary)})


def table_names(connection: Connection) -> list[str]:
    """The tables and views of the schema that is searched by default."""
    inspector = inspect(connection)
    return sorted({*inspector.get_table_names(), *inspector.get_view_names()})


def schema_and_name(connection: Connection, name: str) -> tuple[str | None, str]:
    """The schema and the name of a table. A part before a dot that is not a schema belongs to the name."""
    schema, _, last = name.partition(".")
    return (schema, last) if last and schema in inspect(connection).get_schema_names() else (None, name)


def known_type(kind: Any) -> Any:
    """The type, or a type of texts for an unknown one."""
    return Unknown() if isinstance(kind, NullType) else kind


def json_texts(connection: Connection, name: str, schema: str | None) -> set[str]:
    """The JSON columns of MariaDB: texts with a check of JSON."""
    if not getattr(connection.dialect, "is_mariadb", False):
        return set()
    names = ("constraint_schema", "table_name", "check_clause")
    checks = table("check_constraints", *(column(name) for name in names), schema="information_schema").c
    own = select(checks.check_clause).where(checks.table_name == name)
    own = own.where(checks.constraint_schema == (schema or func.database()))
    return {found[1] for text in connection.execute(own).scalars() if (found := JSON_CHECK.fullmatch(text.strip()))}


def full_texts(connection: Connection, base: Table) -> list[list[str]]:
    """The columns of each full-text index of MySQL."""
    if connection.dialect.name not in ("mysql", "mariadb"):
        return []
    indexes = inspect(connection).get_indexes(base.name, schema=base.schema)
    return [[str(name) for name in index["column_names"]] for index in indexes if index.get("type") == "FULLTEXT"]


def hidden_column(base: Table, name: str, kind: Any = None) -> Expression:
    """A column of SQLite that reflection does not show, on the same table."""
    quoted_name = base.name.replace('"', '""')
    return literal_column(f'"{quoted_name}".{name}', kind)


def is_sqlite_table(connection: Connection, name: str) -> bool:
    """Whether SQLite has a table of that name; false for a view, and in other databases."""
    if connection.dialect.name != "sqlite":
        return False
    master = table("sqlite_master", column("name"), column("type"))
    found = select(master.c.type).where(func.lower(master.c.name) == name.lower(), master.c.type == "table")
    return connection.execute(found).first() is not None


def fts_columns(connection: Connection, name: str) -> list[str]:
    """The columns of an FTS5 table; empty if the table does not exist."""
    master = table("sqlite_master", column("name"), column("sql"))
    text = connection.execute(select(master.c.sql).where(master.c.name == name)).scalar()
    if not text or "fts5" not in text.lower():
        return []
    return [one["name"] for one in inspect(connection).get_columns(name)]


def indexed_columns(connection: Connection, base: Table) -> set[str]:
    """The columns that an index of the database begins with."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SQLAlchemy warns of indexes on expressions, which are ignored
        indexes = inspect(connection).get_indexes(base.name, schema=base.schema)
    found: list[Any] = [index["column_names"] for index in indexes]
    return {str(names[0]) for names in [*found, [c.name for c in base.primary_key.columns]] if names}


def registered(connection: Connection, name: str) -> dict[str, Any]:
    """The generation and the mapping of a table by our loader; empty for another table."""
    if not inspect(connection).has_table(REGISTRY):
        return {}
    registry = table(REGISTRY, column("name"), column("generation"), column("mapping"))
    row = connection.execute(select(registry.c.generation, registry.c.mapping).where(registry.c.name == name)).first()
    return {"generation": row.generation, "mapping": stored_mapping(row.mapping, name)} if row else {}

"""The tables and indexes that the loader makes, and the statements that rename them."""

from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR
from sqlalchemy.schema import DropTable

from ..dialects import Dialect
from ..dialects.postgresql import JOINING, config
from ..schema.collection import DOCUMENT, LOWER, REGISTRY, VECTOR, VERSION, in_quotes
from .columns import TYPES
from .full_text import joined_values

REGISTRY_TABLE = sa.Table(
    REGISTRY,
    sa.MetaData(),
    sa.Column("name", sa.String(200), primary_key=True),
    sa.Column("item_type", sa.String(200)),
    sa.Column("generation", sa.String(50)),
    sa.Column("documents", sa.BigInteger),
    sa.Column("created", sa.String(30)),
    sa.Column("mapping", sa.Text),
)


WORDS = f"to_tsvector('simple'::regconfig, translate({{}}, '{JOINING}', '{' ' * len(JOINING)}'))"
"""The text search vector of a text column in PostgreSQL, in the form that conditions use."""


def table_of(name: str, mapping: Mapping[str, Any], plain: Mapping[str, str], dialect: Dialect) -> sa.Table:
    """The table of a collection; `plain` has its columns with their types."""
    columns: list[sa.Column[Any]] = [sa.Column("_id", sa.Text, primary_key=True)]
    columns += [sa.Column(field, TYPES[kind]) for field, kind in plain.items()]
    json_type: Any = sa.JSON().with_variant(JSONB(), "postgresql")
    version = sa.Column(VERSION, sa.Integer, nullable=False, server_default=sa.text("1"))
    columns += [sa.Column(DOCUMENT, json_type), version]
    made = sa.Table(name, sa.MetaData(), *columns)
    if dialect.name == "postgresql":
        texts = dialect.parted(joined_values(made, mapping, plain, dialect))
        words = literally(sa.func.to_tsvector(config("simple"), texts))
        made.append_column(sa.Column(VECTOR, TSVECTOR, sa.Computed(words, persisted=True)))
    return made


def indexes(made: sa.Table, mapping: Mapping[str, Any], generation: str, dialect: str) -> Iterator[str]:
    """The statements for an index on every searched column, and for an index on the words."""
    start = f"CREATE INDEX ix_{generation}_%s ON {in_quotes(made.name)} "
    for number, column in enumerate(c for c in made.columns if c.name in mapping["properties"]):
        entry, name = mapping["properties"][column.name], in_quotes(column.name)
        if entry["type"] != "text":
            value = f"lower({name})" if entry.get("normalizer") in LOWER else name
            yield start % number + f"({value})"
        elif dialect == "postgresql":
            yield start % number + f"USING gin ({WORDS.format(name)})"
    if dialect == "postgresql":
        yield start % "all" + f"USING gin ({VECTOR})"


def literally(expression: Any) -> Any:
    """The expression with literals instead of parameters, as definitions need it. No value comes from a caller."""
    options = {"literal_binds": True, "include_table": False}
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    return sa.text(str(expression.compile(dialect=dialect, compile_kwargs=options)))


def rename(connection: sa.Connection, old: str, new: str) -> None:
    connection.exec_driver_sql(f"ALTER TABLE {in_quotes(old)} RENAME TO {in_quotes(new)}")


def drop(connection: sa.Connection, name: str) -> None:
    connection.execute(DropTable(sa.Table(name, sa.MetaData()), if_exists=True))

"""The types of columns: the type of the field for each, and the texts of their values."""

import datetime
from typing import Any

from sqlalchemy import cast, func
from sqlalchemy.dialects.postgresql import BYTEA, INET, TSVECTOR
from sqlalchemy.types import ARRAY, BINARY, CHAR, JSON, VARBINARY, LargeBinary, NullType, String, TypeEngine, Uuid

from ..dialects import Column
from ..dialects.sqlite_types import Moment


def comparable(column: Column) -> Column:
    """The column in the form in which it is compared: lists as JSON, types that JSON does not have as texts."""
    kind = column.type
    if isinstance(kind, ARRAY):
        return func.to_jsonb(column, type_=JSON)
    if isinstance(kind, Uuid | TSVECTOR) or type_name(kind) != "keyword" or type(kind).__name__ in PLAIN:
        return column
    if isinstance(kind, BYTEA):
        return func.encode(column, "hex")
    if isinstance(kind, LargeBinary | BINARY | VARBINARY):
        return func.lower(func.hex(column))
    return func.abbrev(column) if isinstance(kind, INET) else cast(column, String)


def in_documents(column: Column) -> Column:
    """The column in the form of documents: types that JSON does not have as texts."""
    return cast(column, String) if isinstance(column.type, CHAR) else comparable(column)


class Unknown(NullType):
    """A type that SQLAlchemy does not know; its values are texts as the database writes them."""


PLAIN = ("String", "VARCHAR", "TEXT", "Text", "CHAR", "NVARCHAR", "CITEXT", "NullType")


def type_name(kind: TypeEngine[Any]) -> str | None:
    """The type of a field with values of this SQL type; None for JSON."""
    if isinstance(kind, Uuid | Moment):
        return "date" if isinstance(kind, Moment) else "keyword"
    for name, python in (("boolean", bool), ("long", int), ("date", (datetime.date, datetime.datetime))):
        try:
            if issubclass(kind.python_type, python):
                return name
        except NotImplementedError:
            break
    visit = kind.__visit_name__.upper()
    if visit in ("JSON", "JSONB", "ARRAY"):
        return None
    if visit == "TSVECTOR":
        return "text"
    return "double" if visit in ("FLOAT", "REAL", "DOUBLE", "DOUBLE_PRECISION", "NUMERIC", "DECIMAL") else "keyword"

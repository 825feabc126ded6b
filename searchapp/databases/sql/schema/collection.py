"""A collection in a SQL database: its tables as one source, the columns of its documents, the fields for queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlalchemy import Column as SqlColumn
from sqlalchemy import Table, column, literal_column, select
from sqlalchemy.sql.selectable import FromClause
from sqlalchemy.types import CHAR

from ....querystring.default_fields import WORDS, copied_to
from ....querystring.field_types import CONTAINERS, leaf_fields
from ..dialects import Column, Condition
from .fields import Field

REGISTRY = "searchapp_collections"
PREVIOUS = "__previous"
DOCUMENT = "_source"
VERSION = "_version"
ALL = "all"
VECTOR = "_all"
OWN = (VERSION, VECTOR)
LOWER = ("lowercase", "folded")
"""The normalizers that ignore case. Accents always count in a SQL database."""


@dataclass
class Collection:
    """`columns` are the parts of a document; the objects of the JSON columns in `merged` become its top level.

    `loaded` says that our loader wrote it.
    """

    source: FromClause
    key: Field
    columns: dict[str, Column] = field(default_factory=dict)
    merged: frozenset[str] = frozenset()
    version: Column | None = None
    fields: dict[str, Field] = field(default_factory=dict)
    properties: dict[str, Any] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    generation: str = ""
    loaded: bool = False
    indexed_texts: frozenset[str] = frozenset()
    texts: FromClause | None = None
    rowid: Column | None = None
    base: Table | None = None
    """The table with a row for each document."""

    def field(self, name: str) -> Field | None:
        """The field of that name; `_id` is the key, and `id` too if no column has that name."""
        if name == "_id" or (name == "id" and name not in self.fields):
            return self.key
        return self.fields.get(name)

    @property
    def id_field(self) -> str | None:
        """The column that is the key, None for a key of several columns or of none."""
        return str(self.key.column.name) if isinstance(self.key.column, SqlColumn) else None

    def id_of(self, value: Any) -> str:
        """The `_id` for a value of the key."""
        if isinstance(value, bool):
            return str(value).lower()
        return value.rstrip() if isinstance(self.key.column.type, CHAR) and isinstance(value, str) else str(value)

    @cached_property
    def in_all(self) -> frozenset[str]:
        """The fields of texts whose words `all` has, because our loader wrote it."""
        names = names_in_all(self.properties) if self.loaded and ALL in self.fields else ()
        return frozenset(name for name in names if name in self.fields and self.fields[name].type in WORDS)

    def indexed_text(self, name: str, how: str, *texts: str) -> Condition:
        """Whether the FTS5 index finds the words of one of the texts in a column of its own."""
        assert self.texts is not None and self.rowid is not None
        found = " OR ".join(f"({full_text_query(how, text)})" for text in texts)
        match = column(self.texts.name).bool_op("MATCH")(f"{in_quotes(name)} : ({found})")  # type: ignore[attr-defined]
        return self.rowid.in_(select(literal_column("rowid")).select_from(self.texts).where(match))


def full_text_query(how: str, text: str) -> str:
    """The query of FTS5 for words, a phrase, or a prefix. Words joined by AND would find nothing if one is a sign."""
    if how == "words":
        return " ".join(map(in_quotes, text.split()))
    return in_quotes(text) + " *" * (how == "prefix")


def names_in_all(properties: Mapping[str, Any]) -> list[str]:
    """The fields that are copied to `all`. If the mapping copies nothing, these are the indexed fields with words."""
    fields = [(name, entry) for name, entry in value_fields(properties) if name != ALL]
    copied = [name for name, entry in fields if ALL in copied_to(entry)]
    return copied or [name for name, entry in fields if entry["type"] in WORDS and entry.get("index") is not False]


def in_quotes(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def value_fields(properties: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """The name and the entry of each field of a mapping that holds values, not objects."""
    return ((name, entry) for name, entry in leaf_fields(properties) if entry.get("type") not in (None, *CONTAINERS))

"""The tables of an item type as one collection: found by reflection, never by a name that a caller gives.

entries of `tables`: "genes" or {"table": "public.genes", "key": "id", ...}; the first is the base, others are joined:

    key         the column or columns of `_id`; without it as in keys.py   (base)
    on          {column of this table: column of the base, or `table.column` of one joined before}   (joined)
    as          the name of an object for the columns; without it, they are next to the columns of the base
    many        true where several rows belong to one of the base: they are a list
    keep        JSON columns that stay under their names; the others are merged into the document
    text        columns of prose, searched by words; lower: columns that ignore case
    full_text   a tsvector column, or an FTS5 table with the same rowids; language: its text search configuration
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, String, Table, case, cast, func, select
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.exc import NoSuchTableError

from ....did_you_mean import did_you_mean
from ...shared.sampled_fields import fields_in, json_kind
from ..dialects import Column as Expression
from ..dialects import Dialect
from .collection import ALL, DOCUMENT, LOWER, OWN, VERSION, Collection, value_fields
from .fields import Field
from .full_text import add_full_text, language, note_searched
from .guessed_columns import WORD_SEARCH, with_guesses
from .joins import Joins
from .keys import key_field
from .links import ItemTypes, links_of
from .reflection import indexed_columns, reflected, registered, table_names
from .types import comparable, in_documents, type_name
from .wrong_settings import WrongSetting, no_column, no_table

SAMPLE_SIZE = 1000
KEYS = ("table", "key", "on", "as", "many", "keep", "text", "lower", "full_text", "language")
OF_COLUMNS = ("keep", "text", "lower")
"""The keys of an entry that hold lists of its columns."""

Entry = Mapping[str, Any]
Configured = dict[str, Any]


def collection_of(
    connection: Connection, entries: Sequence[Any], dialect: Dialect, setting: str, item_types: ItemTypes | None = None
) -> Collection:
    """The collection that the tables make; WrongSetting names the entry of the setting that does not fit.

    `item_types` are the tables of every item type, to which foreign keys may lead.
    """
    with naming_entry(setting, 0):
        first = entry_of(entries[0])
        base = table_of(connection, first)
        made = base_of(connection, base, first, dialect)
    joins = Joins(made, base, dialect)
    for position, given in enumerate(entries[1:], 1):
        with naming_entry(setting, position):
            entry = entry_of(given)
            add_joined(joins, connection, table_of(connection, entry), entry)
    if ALL not in made.fields:
        made.fields[ALL] = Field(ALL, "text", dialect.joined(all_texts(made)), language=language(first))
        note_searched(made, [name for name, field in made.fields.items() if is_in_all_texts(field)])
    links = {} if made.loaded else links_of(connection, joins.tables, item_types or {})
    links = {name: item_type for name, item_type in links.items() if name in made.fields}
    made.meta = {**made.meta, **({"links": links} if links else {})}
    return made


@contextmanager
def naming_entry(setting: str, position: int) -> Iterator[None]:
    """A context that names the entry in a WrongSetting."""
    try:
        yield
    except WrongSetting as error:
        raise WrongSetting(f"{setting}[{position}]: {error}") from error


def entry_of(given: Any) -> Entry:
    """An entry of `tables` as a mapping; WrongSetting for one that names no table, or has an unknown key."""
    entry = {"table": given} if isinstance(given, str) else given
    if not isinstance(entry, Mapping) or not isinstance(entry.get("table"), str):
        raise WrongSetting(f"an entry is the name of a table or an object with 'table', not {given!r}")
    for key in entry:
        if key not in KEYS:
            raise WrongSetting(
                f"{key!r} is not a key of a table, known: {', '.join(KEYS)}{did_you_mean(str(key), KEYS)}"
            )
        if key in OF_COLUMNS and not isinstance(entry[key], list | tuple):
            raise WrongSetting(f"{key!r} must be a list of columns, not {entry[key]!r}")
    return entry


def table_of(connection: Connection, entry: Entry) -> Table:
    """The table of an entry. WrongSetting if the database lacks it, or a column that the entry names."""
    try:
        found = reflected(connection, entry["table"])
    except NoSuchTableError as error:
        raise no_table(entry["table"], table_names(connection)) from error
    for key in OF_COLUMNS:
        for name in entry.get(key, ()):
            if name not in found.c:
                raise no_column(name, found, key)
    return found


def base_of(connection: Connection, base: Table, entry: Entry, dialect: Dialect) -> Collection:
    """The collection of the base table alone: its key, columns, fields and full-text index."""
    made = Collection(base, key_field(connection, base, entry), base=base)
    loaded = registered(connection, base.name)
    made.loaded = bool(loaded)
    made.version = base.c.get(VERSION)
    made.generation = loaded.get("generation", "") or ",".join(f"{c.name} {c.type}" for c in base.columns)
    parts = [c for c in base.columns if c.name not in OWN and c.name != "_id" and not isinstance(c.type, TSVECTOR)]
    made.columns = {str(c.name): in_documents(c) for c in parts}
    keep = set(entry.get("keep", ()))
    made.merged = frozenset(str(c.name) for c in parts if type_name(c.type) is None and c.name not in keep)
    if loaded:
        add_loaded(made, base, loaded, dialect)
    else:
        indexed, entry = indexed_columns(connection, base), with_guesses(connection, base, entry)
        for one in parts:
            add_column(made, connection, str(one.name), one, entry, index=one.name in indexed)
    add_full_text(made, connection, base, entry, dialect)
    return made


SUB_FIELDS = {"text": "text", "double": "double"}
"""The types of sub-fields that are not keywords."""


def add_loaded(made: Collection, base: Table, loaded: Mapping[str, Any], dialect: Dialect) -> None:
    """The fields of a collection that our loader wrote, as its mapping says."""
    mapping = loaded["mapping"]
    made.properties, made.meta = mapping.get("properties", {}), mapping.get("_meta", {})
    for name, entry in value_fields(made.properties):
        if entry.get("index") is False:
            continue
        type = {"keyword": "keyword", "text": "text", "boolean": "boolean", "date": "date"}.get(entry["type"])
        type = type or ("double" if entry["type"] in ("double", "float", "half_float") else "long")
        stored: Configured = {"column": base.c[DOCUMENT], "path": tuple(name.split(".")), "json": True}
        stored = {"column": base.c[name]} if name in base.c else stored
        if name != ALL:
            made.fields[name] = Field(name, type, lower=entry.get("normalizer") in LOWER, parted=True, **stored)
            for sub, inner in (entry.get("fields") or {}).items():
                kind = SUB_FIELDS.get(inner.get("type"), "keyword")
                parsed = {"column": dialect.parsed(base.c[name])} if kind == "double" and name in base.c else {}
                lower = inner.get("normalizer") in LOWER
                made.fields[f"{name}.{sub}"] = Field(
                    f"{name}.{sub}", kind, lower=lower, parted=True, **{**stored, **parsed}
                )


def add_column(
    made: Collection, connection: Connection, name: str, one: Any, entry: Entry, index: bool = False, **joined: Any
) -> None:
    """Add the field of a column, or the fields in its JSON; `joined` has the `table` and `on` of another table."""
    if type_name(one.type) is not None:
        add_field(made, column_field(name, one, entry, index=index, **joined))
        return
    stored: Configured = {"column": valid(connection, comparable(one)), "json": True, "index": False, **joined}
    sample = connection.execute(select(one).where(one.is_not(None)).limit(SAMPLE_SIZE)).scalars().all()
    merged = [value for value in sample if name in made.merged and isinstance(value, dict)]
    others = [value for value in sample if name not in made.merged or not isinstance(value, dict)]
    for path, kind in fields_in(merged, json_kind).items():
        add_field(made, Field(".".join(path), kind, path=path, **stored))
    lists = connection.dialect.name == "sqlite" and any(isinstance(value, list) for value in others)
    for path, kind in fields_in(others, json_kind).items():
        if lists:  # in a list of objects a path begins at an object
            whole = func.json_object("in", func.json(stored["column"]))
            add_field(made, Field(".".join((name, *path)), kind, **{**stored, "column": whole, "path": ("in", *path)}))
        else:
            add_field(made, Field(".".join((name, *path)), kind, path=path, **stored))


def valid(connection: Connection, value: Expression) -> Expression:
    """The JSON of a column; NULL if SQLite has invalid JSON there."""
    return case((func.json_valid(value) == 1, value)) if connection.dialect.name == "sqlite" else value


def column_field(name: str, one: Any, entry: Entry, **about: Any) -> Field:
    """The field of a column with one value, as the settings of its table say."""
    kind = type_name(one.type) or "keyword"
    kind = "text" if one.name in entry.get("text", ()) and kind == "keyword" else kind
    lower = one.name in entry.get("lower", ())
    word_search = one.name in entry.get(WORD_SEARCH, ())
    about |= {"lower": lower, "word_search": word_search, "language": language(entry)}
    return Field(name, kind, comparable(one), **about)


def add_field(made: Collection, field: Field) -> None:
    """Add a field and its definition, inside the objects of its path."""
    if field.name in made.fields:
        return
    made.fields[field.name] = field
    *above, last = field.name.split(".")
    level = made.properties
    for name in above:
        level = level.setdefault(name, {"properties": {}}).setdefault("properties", {})
    sorted_text = {"doc_values": True} if field.type == "text" and field.single else {}
    level.setdefault(last, {"type": field.type, "index": field.index, **sorted_text})


def add_joined(joins: Joins, connection: Connection, table: Table, entry: Entry) -> None:
    """Adds the columns of a joined table: as an object, as a list of objects, or at the level of the table before."""
    made = joins.made
    joined, columns = joins.add(table, entry)
    if joined.many:
        for one in columns:
            path, many = f"{joined.path}{one.name}", joined.many
            add_column(made, connection, path, one, entry, table=many.source, on=many.on)
        joins.add_objects(joined, columns, None if entry.get("many") else entry.get("as"))
        return
    for one in columns:
        label = f"{joined.path}{one.name}"
        if label not in made.columns:
            made.columns[label] = in_documents(one)
            add_column(made, connection, label, one, entry)


def is_in_all_texts(field: Field) -> bool:
    """Whether words without a field name search the values of a field."""
    return field.json or field.table is not None or type_name(field.column.type) == "keyword"


def all_texts(made: Collection) -> list[Expression]:
    """The columns that a word without a field name searches."""
    texts = [c for c in made.columns.values() if type_name(c.type) in ("keyword", None)]
    return texts or [cast(made.key.column, String)]

"""The tables of an item type as one collection: found by reflection, never by a name that a caller gives.

entries of `tables`: "genes" or {"table": "public.genes", "key": "id", ...}; the first is the base, others are joined:

    key         the column of `_id`; without it the primary key          (base)
    on          {column of this table: column of the base}               (joined)
    as          the name of the object that the columns make; without it they stand beside those of the base
    many        true where several rows belong to one of the base: they are a list
    keep        JSON columns that stay under their names; the others are merged into the document
    text        columns of prose, searched by words; lower: columns that ignore case
    full_text   a tsvector column, or an FTS5 table with the same rowids; language: its text search configuration
"""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, String, Table, and_, case, cast, func, select, type_coerce
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.exc import NoSuchTableError
from sqlalchemy.types import JSON

from ....errors import ErrorKind, PipelineError
from ..dialects import Column as Expression
from ..dialects import Dialect
from .collection import ALL, DOCUMENT, LOWER, OWN, VERSION, Collection, leaves
from .fields import Field
from .full_text import add_full_text, language
from .json_sample import fields_in
from .reflection import indexed_columns, key_name, mark_of, reflected
from .types import comparable, shown, type_name

log = logging.getLogger(__name__)

SAMPLE = 1000

Entry = Mapping[str, Any]
Found = dict[str, Any]


def collection_of(connection: Connection, entries: Iterable[Any], dialect: Dialect) -> Collection:
    """The collection that the tables make; 503 when one of them is not there."""
    found = [{"table": entry} if isinstance(entry, str) else dict(entry) for entry in entries]
    try:
        base = reflected(connection, found[0]["table"])
        made = base_of(connection, base, found[0], dialect)
        for entry in found[1:]:
            add_joined(made, connection, base, reflected(connection, entry["table"]), entry, dialect)
        made.fields.setdefault(ALL, Field(ALL, "text", dialect.joined(all_texts(made)), language=language(found[0])))
        return made
    except (NoSuchTableError, KeyError) as error:
        log.warning("the tables of a collection are not as configured: %s", error)
        raise PipelineError.of(ErrorKind.NOT_LOADED) from error


def base_of(connection: Connection, base: Table, entry: Entry, dialect: Dialect) -> Collection:
    key = base.c[key_name(base, entry)]
    made = Collection(base, Field("_id", type_name(key.type) or "keyword", comparable(key)))
    loaded = mark_of(connection, base.name)
    made.loaded = bool(loaded)
    made.version = base.c.get(VERSION)
    made.generation = loaded.get("generation", "") or ",".join(f"{c.name} {c.type}" for c in base.columns)
    parts = [c for c in base.columns if c.name not in OWN and c.name != "_id" and not isinstance(c.type, TSVECTOR)]
    made.columns = {str(c.name): shown(c) for c in parts}
    keep = set(entry.get("keep", ()))
    made.merged = frozenset(str(c.name) for c in parts if type_name(c.type) is None and c.name not in keep)
    if loaded:
        add_loaded(made, base, loaded, dialect)
    else:
        indexed = indexed_columns(connection, base)
        for one in parts:
            add_column(made, connection, str(one.name), one, entry, index=one.name in indexed)
    add_full_text(made, connection, base, entry, dialect)
    return made


def add_loaded(made: Collection, base: Table, loaded: Mapping[str, Any], dialect: Dialect) -> None:
    """The fields of a collection that our loader wrote, as its mapping says."""
    mapping = loaded["mapping"]
    made.properties, made.meta = mapping.get("properties", {}), mapping.get("_meta", {})
    for name, entry in leaves(made.properties):
        if entry.get("index") is False:
            continue
        type = {"keyword": "keyword", "text": "text", "boolean": "boolean", "date": "date"}.get(entry["type"])
        type = type or ("double" if entry["type"] in ("double", "float", "half_float") else "long")
        place: Found = {"column": base.c[DOCUMENT], "path": tuple(name.split(".")), "json": True}
        place = {"column": base.c[name]} if name in base.c else place
        if name != ALL:
            made.fields[name] = Field(name, type, lower=entry.get("normalizer") in LOWER, parted=True, **place)
            for sub, inner in (entry.get("fields") or {}).items():
                kind = "text" if inner.get("type") == "text" else "keyword"
                lower = inner.get("normalizer") in LOWER
                made.fields[f"{name}.{sub}"] = Field(f"{name}.{sub}", kind, lower=lower, parted=True, **place)


def add_column(
    made: Collection, connection: Connection, name: str, one: Any, entry: Entry, index: bool = False, **joined: Any
) -> None:
    """The field of a column, or those that its JSON holds; `joined` are the `table` and `on` of another table."""
    if type_name(one.type) is not None:
        put(made, column_field(name, one, entry, index=index, **joined))
        return
    place: Found = {"column": valid(connection, comparable(one)), "json": True, "index": False, **joined}
    sample = connection.execute(select(one).where(one.is_not(None)).limit(SAMPLE)).scalars().all()
    merged = [value for value in sample if name in made.merged and isinstance(value, dict)]
    others = [value for value in sample if name not in made.merged or not isinstance(value, dict)]
    for path, kind in fields_in(merged).items():
        put(made, Field(".".join(path), kind, path=path, **place))
    lists = connection.dialect.name == "sqlite" and any(isinstance(value, list) for value in others)
    for path, kind in fields_in(others).items():
        if lists:  # there a path begins at an object
            whole = func.json_object("in", func.json(place["column"]))
            put(made, Field(".".join((name, *path)), kind, **{**place, "column": whole, "path": ("in", *path)}))
        else:
            put(made, Field(".".join((name, *path)), kind, path=path, **place))


def valid(connection: Connection, value: Expression) -> Expression:
    """The JSON of a column; NULL where SQLite holds a text that is none."""
    return case((func.json_valid(value) == 1, value)) if connection.dialect.name == "sqlite" else value


def column_field(name: str, one: Any, entry: Entry, **about: Any) -> Field:
    """The field of a column with one value, as the settings of its table say."""
    kind = type_name(one.type) or "keyword"
    kind = "text" if one.name in entry.get("text", ()) and kind == "keyword" else kind
    lower = one.name in entry.get("lower", ())
    return Field(name, kind, comparable(one), lower=lower, language=language(entry), **about)


def put(made: Collection, field: Field) -> None:
    """Adds a field and its definition, below the objects on the way."""
    if field.name in made.fields:
        return
    made.fields[field.name] = field
    *above, last = field.name.split(".")
    level = made.properties
    for name in above:
        level = level.setdefault(name, {"properties": {}}).setdefault("properties", {})
    level.setdefault(last, {"type": field.type, "index": field.index})


def add_joined(
    made: Collection, connection: Connection, base: Table, joined: Table, entry: Entry, dialect: Dialect
) -> None:
    """The columns of a joined table: as an object, as a list of objects, or beside those of the base."""
    other = joined.alias()
    on = and_(*(other.c[own] == base.c[theirs] for own, theirs in entry["on"].items()))
    columns = [c for c in other.columns if c.name not in entry["on"]]
    name = entry.get("as")
    if entry.get("many"):
        name = str(name or joined.name)
        for one in columns:
            add_column(made, connection, f"{name}.{one.name}", one, entry, table=other, on=on)
        made.columns[name] = type_coerce(dialect.objects(other, columns, on), JSON)
        return
    made.source = made.source.outerjoin(other, on)
    for one in columns:
        label = f"{name}.{one.name}" if name else str(one.name)
        if label not in made.columns:
            made.columns[label] = shown(one)
            add_column(made, connection, label, one, entry)


def all_texts(made: Collection) -> list[Expression]:
    """The columns that a word without a field is looked for in."""
    texts = [c for c in made.columns.values() if type_name(c.type) in ("keyword", None)]
    return texts or [cast(made.key.column, String)]

"""Links between item types: the foreign keys of a collection's tables that lead to the key of another item type."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, inspect

from .joins import JoinedTable
from .reflection import schema_and_name

ItemTypes = Mapping[str, Sequence[Any]]


def links_of(connection: Connection, tables: Mapping[str, JoinedTable], item_types: ItemTypes) -> dict[str, str]:
    """The item type whose `_id` is the value of a field, by the name of the field.

    `tables` are the tables of the collection by name, `item_types` has the setting `tables` of each item type. A
    foreign key of several columns makes no link.
    """
    inspector = inspect(connection)
    links: dict[str, str] = {}
    for joined in dict.fromkeys(tables.values()):
        table = joined.original
        for foreign in inspector.get_foreign_keys(table.name, schema=table.schema):
            name = item_type_of(connection, foreign, item_types)
            if name and len(foreign["constrained_columns"]) == 1:
                links.setdefault(f"{joined.path}{foreign['constrained_columns'][0]}", name)
    return links


def item_type_of(connection: Connection, foreign: Any, item_types: ItemTypes) -> str | None:
    """The first item type whose key a foreign key refers to, or None."""
    referred = plain_name(connection, foreign["referred_schema"], foreign["referred_table"])
    for name, entries in item_types.items():
        entry = {"table": entries[0]} if isinstance(entries[0], str) else entries[0]
        if not isinstance(entry, Mapping) or not isinstance(entry.get("table"), str):
            continue
        schema, table = schema_and_name(connection, entry["table"])
        if plain_name(connection, schema, table) == referred:
            key = entry.get("key") or inspect(connection).get_pk_constraint(table, schema)["constrained_columns"]
            if foreign["referred_columns"] == ([key] if isinstance(key, str) else list(key)):
                return name
    return None


def plain_name(connection: Connection, schema: str | None, name: str) -> tuple[str | None, str]:
    """Schema and name of a table for comparisons: without the default schema."""
    return None if schema == connection.dialect.default_schema_name else schema, name.lower()

"""Errors for settings of tables that do not fit the database. They name the setting and a similar name."""

import difflib
from collections.abc import Iterable

from sqlalchemy import Table


class WrongSetting(ValueError):
    """A table or column that the settings name and the database does not have, or a table without a key."""


def hint(name: str, known: Iterable[str]) -> str:
    """The end of an error text that suggests a similar name; empty if no name is similar."""
    nearest = difflib.get_close_matches(name, known, n=1)
    return f", did you mean {nearest[0]}" if nearest else ""


def no_column(name: str, table: Table, key: str) -> WrongSetting:
    """The error for a column that the `key` of an entry of `tables` names."""
    names = [str(column.name) for column in table.columns]
    return WrongSetting(f"{key!r} names {name}, which is not a column of {table.name}{hint(str(name), names)}")


def no_table(name: str, known: Iterable[str]) -> WrongSetting:
    """The error for a table or view that the database does not have; `known` are those it has."""
    return WrongSetting(f"there is no table {name}{hint(str(name), known)}")

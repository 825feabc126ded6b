"""Errors for settings of tables that do not fit the database. They name the setting and a similar name."""

from collections.abc import Iterable

from sqlalchemy import Table

from ....did_you_mean import did_you_mean


class WrongSetting(ValueError):
    """A table or column that the settings name and the database does not have, or a table without a key."""


def no_column(name: str, table: Table, key: str) -> WrongSetting:
    """The error for a column that the `key` of an entry of `tables` names."""
    names = [str(column.name) for column in table.columns]
    return WrongSetting(f"{key!r} names {name}, which is not a column of {table.name}{did_you_mean(str(name), names)}")


def no_table(name: str, known: Iterable[str]) -> WrongSetting:
    """The error for a table or view that the database does not have; `known` are its tables and views."""
    return WrongSetting(f"there is no table {name}{did_you_mean(str(name), known)}")

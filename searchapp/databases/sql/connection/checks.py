"""Checks before the first connection: the address, the driver, the file of SQLite."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from inspect import signature
from pathlib import Path
from typing import Any

from sqlalchemy import URL, exc

from ....did_you_mean import did_you_mean
from .engines import address_of, make_engine, open_file

EXTRAS = {"mysql": "'searchapp[mysql]'", "mariadb": "'searchapp[mysql]'", "postgresql": "'searchapp[sql]'"}
"""The extras of our package that install the drivers of databases."""
PACKAGES = {"MySQLdb": "mysqlclient", "psycopg2": "psycopg2-binary"}
"""The packages of drivers that have another name than their module."""
SCHEMES = ("postgresql+psycopg", "postgresql", "sqlite", "mysql+pymysql", "mysql", "mariadb")
"""The beginnings of addresses that an error suggests."""

CHECK_SECONDS = 2.0


def check_driver(url: str) -> None:
    """ValueError for an address that cannot be read, an unknown database, or a driver that is not installed."""
    try:
        address = address_of(url)
        dialect: Any = address.get_dialect()
    except exc.NoSuchModuleError as error:
        hint = did_you_mean(scheme_of(url), SCHEMES)
        raise ValueError(f"SQL_URL: SQLAlchemy has no dialect {scheme_of(url)}{hint}") from error
    except (exc.ArgumentError, ValueError) as error:
        raise ValueError("SQL_URL must be written as postgresql://user@host/database or sqlite:///file.db") from error
    try:
        dialect.import_dbapi()
    except ImportError as error:
        raise ValueError(
            f"SQL_URL needs {error.name or 'a driver'}: pip install {package_of(address, error)}"
        ) from error


def scheme_of(url: str) -> str:
    return str(url).partition(":")[0]


def package_of(address: URL, error: ImportError) -> str:
    """The package that pip installs for the driver of an address."""
    tested = address_of(f"{address.get_backend_name()}://").get_driver_name()
    if address.get_driver_name() == tested and address.get_backend_name() in EXTRAS:
        return EXTRAS[address.get_backend_name()]
    module = (error.name or address.get_driver_name()).partition(".")[0]
    return PACKAGES.get(module, module)


def check_start(settings: Mapping[str, Any]) -> None:
    """ValueError for options that SQLAlchemy or the driver refuses, or a file that is not there."""
    check_options(settings["SQL_URL"], settings["SQL_OPTIONS"])
    check_file(settings)


def check_options(url: str, options: Mapping[str, Any]) -> None:
    """ValueError for options that SQLAlchemy or the driver does not take. It does not connect."""
    try:
        engine = make_engine(url, options)
        arguments = options.get("connect_args", {})
        if engine.dialect.name == "sqlite":
            if arguments and "creator" not in options:
                raise ValueError("connect_args are not used for a file of SQLite, which is opened for reading only")
            return
        given, named = engine.dialect.create_connect_args(engine.url)
        connect: Any = signature(engine.dialect.import_dbapi().connect)
        arguments = {**named, **arguments}
        connect.bind(*given, **arguments)
        if engine.dialect.driver == "psycopg":
            check_conninfo({name: value for name, value in arguments.items() if name not in connect.parameters})
    except (exc.ArgumentError, ImportError, ValueError, TypeError) as error:
        raise ValueError(f"SQL_URL with SQL_OPTIONS: {error}") from error


def check_conninfo(arguments: Mapping[str, Any]) -> None:
    """ValueError for parameters that the library of PostgreSQL does not have; psycopg itself takes every name."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import make_conninfo

    try:
        make_conninfo(**arguments)
    except ProgrammingError as error:
        raise ValueError(f"connect_args: {error}") from error


def check_file(settings: Mapping[str, Any]) -> None:
    """ValueError if the SQLite file of SQL_URL does not exist; a file in the instance folder may be made later."""
    address = address_of(settings["SQL_URL"])
    name = address.database
    if address.get_backend_name() != "sqlite" or not name or name == ":memory:" or name.startswith("file:"):
        return
    path = Path(name)
    if not path.exists():
        if path.parent.resolve() == Path(settings["INSTANCE"]).resolve():
            return
        raise ValueError(f"SQL_URL names a SQLite file that does not exist: {path}")
    try:
        with closing(open_file(name, CHECK_SECONDS)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise ValueError(f"SQL_URL names a file that SQLite cannot read: {path} ({error})") from error

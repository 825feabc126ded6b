"""The loader for SQL databases, where it does not write."""

from types import SimpleNamespace

import pytest
from sqlalchemy import create_engine, inspect

from searchapp.databases.sql.dialects import dialect_of
from searchapp.databases.sql.loading.loader import SqlLoader
from searchapp.databases.sql.loading.store import Store
from searchapp.loading.bad import LoadError


def test_a_database_that_the_loader_does_not_write_is_named():
    backend = SimpleNamespace(store=lambda: SimpleNamespace(dialect=dialect_of("mariadb")))
    with pytest.raises(LoadError, match="searchapp load can write to postgresql and sqlite, not to mysql"):
        SqlLoader(backend).plan("gene", "replace")


def test_reading_the_list_of_collections_writes_no_table(tmp_path):
    address = f"sqlite:///{tmp_path}/shop.db"
    with create_engine(address).begin() as connection:
        connection.exec_driver_sql("CREATE TABLE orders (id INTEGER PRIMARY KEY)")
    assert Store(address, {}).entries() == []
    assert inspect(create_engine(address)).get_table_names() == ["orders"]

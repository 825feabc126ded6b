"""The loader for SQL databases, where it does not write."""

from types import SimpleNamespace

import pytest

from searchapp.databases.sql.dialects import dialect_of
from searchapp.databases.sql.loading.loader import SqlLoader
from searchapp.loading.bad import LoadError


def test_a_database_that_the_loader_does_not_write_is_named():
    backend = SimpleNamespace(store=lambda: SimpleNamespace(dialect=dialect_of("mariadb")))
    with pytest.raises(LoadError, match="searchapp load can write to postgresql and sqlite, not to mysql"):
        SqlLoader(backend).plan("gene", "replace")

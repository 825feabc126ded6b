import pytest

from searchapp.engine import compat
from tests.unit.engine.searching import small_engine

compat.register()  # as an engine does before its first search: some tests call its parts without one


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """An engine with the five documents of searching.py in the index `gene`, which no test changes."""
    return small_engine(tmp_path_factory.mktemp("small"))

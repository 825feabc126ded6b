"""Each test parses its texts itself: with the trees of earlier tests, a fault of the parser could stay unseen."""

import pytest

from searchapp.querystring.limits import has_too_many_clauses
from searchapp.querystring.parser import parse


@pytest.fixture(autouse=True)
def without_trees():
    parse.cache.clear()
    has_too_many_clauses.cache.clear()

"""What docs and refusals say of MongoDB is what its builder does."""

import pytest

from searchapp.builders.mongo import MongoBuilder
from searchapp.capabilities import BY_NAME, can
from searchapp.errors import PipelineError

ASKED = {
    "words": {"q": "kinase"},
    "phrases": {"q": '"a b"'},
    "wildcards": {"q": "symbol:a*b?"},
    "wildcards_in_words": {"q": "name:*a"},
    "query_string": {"q": "n:[1 TO 2] AND NOT (a:1 OR _exists_:b)"},
    "facets": {"aggs": ["symbol"]},
    "facets_in_facets": {"aggs": ["symbol(n)"]},
    "facet_ranges": {"aggs": ["n:5"]},
    "regexp": {"q": "symbol:/a/"},
    "fuzzy": {"q": "symbol:a~"},
    "slop": {"q": '"a b"~2'},
    "sort": {"sort": ["-symbol"]},
    "filter": {"filter": "n:1", "post_filter": "n:2"},
    "explain": {"explain": True},
    "highlight": {"highlight": True},
    "min_score": {"min_score": 1},
    "terminate_after": {"terminate_after": 1},
    "analyzer": {"analyzer": "standard"},
}


@pytest.mark.parametrize("name", [name for name in ASKED if name in BY_NAME])
def test_a_capability_is_there_exactly_when_it_is_declared(name):
    try:
        MongoBuilder(default_fields=["name"], allow_nested_query=True).build(**ASKED[name])
        able = True
    except PipelineError as error:
        assert error.code == 400
        able = False
    assert can("mongo", name) is able

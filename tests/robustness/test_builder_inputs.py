"""Whatever text a caller gives, a builder gives a body or refuses it with a 400."""

from contextlib import suppress

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from searchapp.builders.elastic import ElasticBuilder
from searchapp.errors import PipelineError
from tests.unit.builders.fake_metadata import FIELDS, KnownFields

WORDS = st.sampled_from(
    ["symbol", "name", "_id", "xref.*", "a(b)", "-taxid", "^2", "(", ")", ",", "*", '"', "\\", "/", ":"]
)
TEXT = st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=8).map("".join))
TERM = st.one_of(TEXT, st.none(), st.booleans(), st.integers(), st.floats(), st.lists(TEXT, max_size=3))
NAMES = st.lists(TEXT, max_size=4)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "scopes": st.lists(st.one_of(TEXT, NAMES), max_size=4),
        "_source": NAMES,
        "sort": NAMES,
        "aggs": NAMES,
        "size": st.integers(-2, 20_000),
        "from_": st.integers(-2, 20_000),
        "facet_size": st.integers(-2, 2000),
        "filter": TEXT,
        "post_filter": TEXT,
        "userquery": TEXT,
        "analyzer": TEXT,
        "highlight": st.one_of(st.booleans(), NAMES),
        "fetch_all": st.booleans(),
        "explain": st.booleans(),
    },
)
BUILDERS = [
    ElasticBuilder(),
    ElasticBuilder(metadata=KnownFields(FIELDS), allow_nested_query=True, allow_random_query=False),
]


def is_body(body):
    return isinstance(body, dict) and "query" in body and orjson.dumps(body)


@settings(max_examples=100, deadline=None)
@given(q=st.one_of(TERM, st.lists(TERM, max_size=4)), options=OPTIONS, builder=st.sampled_from(BUILDERS))
def test_build_gives_bodies_or_refuses(q, options, builder):
    with suppress(PipelineError):
        built = builder.build(q, **options)
        assert all(map(is_body, built)) if isinstance(q, list) else is_body(built)


@settings(max_examples=100, deadline=None)
@given(id=st.one_of(TERM, st.lists(TERM, max_size=4)), options=OPTIONS, builder=st.sampled_from(BUILDERS))
def test_build_fetch_gives_bodies_or_refuses(id, options, builder):
    with suppress(PipelineError):
        built = builder.build_fetch(id, **options)
        assert all(map(is_body, built)) if isinstance(id, list) else is_body(built)


@settings(max_examples=100, deadline=None)
@given(q=TERM, options=OPTIONS, builder=st.sampled_from(BUILDERS))
def test_refused_inputs_are_a_400_with_a_reason(q, options, builder):
    try:
        builder.build(q, **options)
    except PipelineError as error:
        assert error.code == 400
        words = error.summary.removesuffix(error.details.get("field", ""))  # which may be a point
        assert words and not words.endswith(".")
        assert error.details["keyword"]

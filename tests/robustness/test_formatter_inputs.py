"""Whatever a document holds and a caller asks for, a formatter gives what can be written or refuses with a 400."""

from contextlib import suppress

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from searchapp.errors import PipelineError
from searchapp.formatters.document import steps_for
from searchapp.formatters.elastic import ElasticFormatter
from tests.unit.formatters.responses import hit, response

pytestmark = pytest.mark.filterwarnings("ignore:deprecated string literal")  # of jmespath, for `x` without quotes

NAME = st.sampled_from("abc")
PATH = st.lists(NAME, min_size=1, max_size=3).map(".".join)
LEAF = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.floats(allow_nan=False), st.text(max_size=3))
VALUE = st.recursive(
    LEAF, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAME, inner, max_size=3), max_leaves=8
)
TOKEN = st.sampled_from(
    [*"ab.@|&!*[]{}(),:?'`\"", "[*]", "[]", "==", "&&", "||", "length(", "sort(", "to_string(", "`1`", "[?"]
)
EXPRESSION = st.one_of(st.lists(TOKEN, max_size=10).map("".join), st.text(max_size=10))
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "dotfield": st.booleans(),
        "_sorted": st.booleans(),
        "always_list": st.lists(PATH, max_size=3),
        "allow_null": st.lists(PATH, max_size=3),
        "jmespath": st.tuples(st.one_of(PATH, st.just(".")), EXPRESSION).map("|".join),
        "jmespath_exclude_empty": st.booleans(),
        "score": st.booleans(),
        "one": st.booleans(),
        "with_total": st.booleans(),
    },
)
FORMATTER = ElasticFormatter({"src": "url"}, {"a": "src", "b.c": "src"})


@settings(max_examples=150, deadline=None)
@given(source=st.dictionaries(NAME, VALUE, max_size=3), options=OPTIONS, several=st.booleans())
def test_every_answer_can_be_written(source, options, several):
    given = response(hit("1", source), hit("2", source))
    before = repr(given)
    with suppress(PipelineError):
        orjson.dumps(FORMATTER.transform([given, given] if several else given, **options))
    assert repr(given) == before


@settings(max_examples=150, deadline=None)
@given(source=st.dictionaries(NAME, VALUE, max_size=3), options=OPTIONS)
def test_refused_inputs_are_a_400(source, options):
    try:
        FORMATTER.transform(response(hit("1", source)), **options)
    except PipelineError as error:
        assert (error.code, error.summary) == (400, "Invalid value for jmespath parameter")
        assert error.details["reason"]


@settings(max_examples=150, deadline=None)
@given(source=st.dictionaries(NAME | st.just("found"), VALUE, max_size=3), options=OPTIONS, several=st.booleans())
def test_documents_as_json_are_the_same_to_the_byte(source, options, several):
    def answer(source, **more):
        given = response(hit("1", source), hit("2", source))
        facets = response(hit("1", source), aggregations={})
        return FORMATTER.transform([given, facets, response()] if several else given, **options, **more)

    stored = orjson.dumps(source)
    source = orjson.loads(stored)  # without the numbers that JSON does not have
    with suppress(PipelineError):
        plain = orjson.dumps(answer(source))
        assert orjson.dumps(answer(source, json_parts=True)) == plain
        assert orjson.dumps(answer(stored, json_parts=True)) == plain


@pytest.mark.rule("FI12")
@pytest.mark.parametrize("option", ["allow_null", "always_list", "jmespath"])
def test_names_of_more_levels_than_documents_may_have_are_refused(option):
    name = ".".join("a" * 65)
    value = f"{name}|@" if option == "jmespath" else [name]
    with pytest.raises(PipelineError, match=f"{option}: a.* has 65 levels, at most 64 are allowed"):
        steps_for({option: value}, [])
    value = f"{name[2:]}|@" if option == "jmespath" else [name[2:]]
    assert steps_for({option: value}, [])

import itertools

import pytest

from searchapp.options import catalog
from searchapp.options.convert import CONVERTERS
from searchapp.options.optionset import OptionSet
from searchapp.options.optionset import catalog as options_of

ENDPOINTS = (
    "annotation",
    "query",
    "search",
    "lookup",
    "batch",
    "suggest",
    "metadata",
    "fields",
    "changes",
    "status",
    "spec",
)
PLACES = list(itertools.product(ENDPOINTS, ("GET", "POST")))


def test_every_name_is_declared_once():
    names = [option.name for option in options_of()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("endpoint", "method"), PLACES)
def test_a_keyword_means_one_option_only(endpoint, method):
    keywords = [key for option in OptionSet(options_of(), endpoint, method).options for key in option.keywords]
    assert len(keywords) == len(set(keywords))


@pytest.mark.parametrize("option", [option for option in options_of() if option.public], ids=lambda option: option.name)
def test_every_public_option_has_words_a_converter_and_an_endpoint(option):
    assert option.doc
    assert {option.type, option.at("POST").type} <= set(CONVERTERS)
    assert set(option.endpoints) <= set(ENDPOINTS)


@pytest.mark.rule("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9", "Q10")
def test_a_query_takes_the_options_of_the_builder():
    names = {"scopes", "_source", "size", "from_", "sort", "aggs", "post_filter", "filter", "facet_size", "explain"}
    assert names | {"userquery"} <= {option.name for option in OptionSet(options_of(), "query", "GET").options}


@pytest.mark.rule("N5", "G1")
@pytest.mark.parametrize("endpoint", ["annotation", "query"])
def test_annotation_and_query_take_control_and_transform_options(endpoint):
    names = {"raw", "rawquery", "out_format", "dotfield", "_sorted", "always_list", "allow_null", "jmespath"}
    assert names | {"jmespath_exclude_empty"} <= {
        option.name for option in OptionSet(options_of(), endpoint, "GET").options
    }


@pytest.mark.rule("Q3", "Q4", "Q8")
def test_the_numbers():
    assert (catalog.SIZE.default, catalog.SIZE.max) == (10, 1000)
    assert (catalog.FROM.default, catalog.FROM.max) == (0, 10000)
    assert (catalog.FACET_SIZE.default, catalog.FACET_SIZE.max) == (10, 1000)
    assert (catalog.Q.max, catalog.ID.max) == (1000, 1000)


@pytest.mark.rule("X1", "O2", "O14", "O16", "E8", "E9")
def test_the_defaults():
    assert catalog.FETCH_ALL.default is catalog.WITH_TOTAL.default is catalog.JMESPATH_EXCLUDE_EMPTY.default is False
    assert catalog.RAW.default is catalog.DEV.default is False
    assert catalog.PREFIX.default is catalog.SEARCH.default is None
    assert catalog.SORTED.default is True

import random

import pytest

from searchapp.builders.limits import Limits
from searchapp.builders.special_terms import facets_only, random_from, special_query


@pytest.mark.rule("B1")
@pytest.mark.parametrize("q", [None, "__all__", "*"])
def test_no_term_and_the_signs_for_all_match_everything(q):
    assert special_query(q, True) == {"match_all": {}}


@pytest.mark.rule("C5")
def test_any_gives_random_documents_where_it_is_allowed():
    assert special_query("__any__", True) == {"function_score": {"query": {"match_all": {}}, "random_score": {}}}
    assert special_query("__any__", False) == {"match_all": {}}


@pytest.mark.rule("H2")
def test_everything_with_facets_and_no_size_means_the_facets_only():
    assert facets_only(None, {"aggs": ["a"]}) and facets_only("__all__", {"aggs": ["a"]})
    assert not facets_only("*", {"aggs": ["a"]})
    assert not facets_only(None, {"aggs": []})
    assert not facets_only(None, {})
    assert not facets_only(None, {"aggs": ["a"], "size": 10})
    assert not facets_only(None, {"aggs": ["a"], "size": 0})
    assert not facets_only(None, {"aggs": ["a"], "from_": 10})


@pytest.mark.rule("C5")
def test_a_random_page_lies_inside_the_documents_and_the_window():
    random.seed(1)
    limits = Limits(window=20)
    assert {random_from(12, 10, limits) for _ in range(100)} == {0, 1, 2}
    assert {random_from(1000, 18, limits) for _ in range(100)} == {0, 1, 2}
    assert {random_from(5, 10, limits) for _ in range(20)} == {0}

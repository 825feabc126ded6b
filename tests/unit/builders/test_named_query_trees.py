"""Named queries as trees, which SQL and MongoDB read."""

import pytest

from searchapp.builders.named_queries import named_tree
from searchapp.builders.tree_builder import TreeBuilder
from searchapp.errors import PipelineError
from searchapp.querystring.tree import Bool, Constant, Exists, MatchAll, Nothing, Prefix, Text, Value, Wildcard

X, Y = Value(("a",), "x"), Value(("b",), "true")
CLAUSES = [
    ({"match_all": {}}, MatchAll()),
    ({"match_none": {}}, Nothing()),
    ({"term": {"a": "x"}}, X),
    ({"term": {"b": {"value": True}}}, Y),
    ({"match": {"a": {"query": "x", "operator": "and"}}}, X),
    ({"term": {"a": {"value": "x", "case_insensitive": True}}}, Value(("a",), "x", any_case=True)),
    ({"terms": {"a": ["x", 5]}}, Bool(should=(X, Value(("a",), "5")))),
    ({"terms": {"a": []}}, Nothing()),
    ({"ids": {"values": ["5"]}}, Value(("_id",), "5")),
    ({"multi_match": {"query": "x", "fields": ["a^2", "b"]}}, Value(("a^2", "b"), "x")),
    ({"prefix": {"a": "x"}}, Prefix("a", "x")),
    ({"wildcard": {"a": {"value": "x?"}}}, Wildcard("a", "x?")),
    ({"exists": {"field": "a"}}, Exists("a")),
    ({"query_string": {"query": "a:x"}}, Text("a", "x")),
    ({"constant_score": {"filter": {"term": {"a": "x"}}, "boost": 3}}, Constant(X, 3.0)),
    ({"dis_max": {"queries": [{"term": {"a": "x"}}, {"term": {"b": True}}]}}, Bool(should=(X, Y))),
    ({"bool": {"must": {"term": {"a": "x"}}, "should": [{"term": {"b": True}}]}}, Bool((X,), (Y,))),
    ({"bool": {"filter": [{"term": {"a": "x"}}], "must_not": {"term": {"b": True}}}}, Bool((X,), (), (Y,))),
    (
        {"bool": {"must": {"term": {"a": "x"}}, "should": [{"term": {"b": True}}], "minimum_should_match": 1}},
        Bool((X, Y)),
    ),
]


@pytest.mark.parametrize(("clause", "node"), CLAUSES)
def test_a_plain_query_of_a_search_engine_has_a_tree(clause, node):
    assert named_tree(clause) == node


@pytest.mark.rule("Q10")
@pytest.mark.parametrize("named", [{"more_like_this": {}}, {"term": "x"}, {"term": {}}, 5, {"a": 1, "b": 2}])
def test_queries_without_a_tree_are_refused_by_name(named):
    with pytest.raises(PipelineError, match="400 userquery: rare is not written for"):
        TreeBuilder().named_tree(named, "rare", {})


@pytest.mark.rule("C1")
def test_the_filter_of_a_named_query_is_read_as_its_query_is():
    builder = TreeBuilder({"own": {"query": "b:{q}", "filter": {"term": {"a": "x"}}}, "open": {"query": "b:{q}"}})
    assert builder.filter_trees({"userquery": "own"}) == (X,)
    assert builder.filter_trees({"userquery": "open"}) == builder.filter_trees({}) == ()

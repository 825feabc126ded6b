"""What the SQL builder refuses, keeps and knows, without a database."""

import pytest

from searchapp.databases.sql.builder import SqlBuilder
from searchapp.errors import PipelineError

KEYED = [{"table": "gene", "key": "code"}]


@pytest.mark.rule("B7")
def test_unknown_keywords_are_refused_by_name():
    for build in (SqlBuilder().build, SqlBuilder().build_fetch):
        with pytest.raises(
            PipelineError, match=r"400 .* sql database, which does not know a, b: leave them out"
        ) as caught:
            build("x", b=1, a=2, preference="x", c=None)
        assert caught.value.details == {"keyword": "a", "keywords": ["a", "b"]}


@pytest.mark.rule("B7")
def test_features_of_search_engines_are_refused_with_an_alternative():
    with pytest.raises(PipelineError, match="use a filter"):
        SqlBuilder().build("x", min_score=1)


@pytest.mark.rule("W2", "P7")
def test_the_default_scopes_that_are_given_are_kept():
    assert SqlBuilder().parser.default_scopes == ("id",)
    assert SqlBuilder(KEYED).parser.default_scopes == ("_id",)
    assert SqlBuilder(KEYED, default_scopes=("id",)).parser.default_scopes == ("id",)


@pytest.mark.rule("P5")
def test_the_key_is_always_a_known_field():
    parser = SqlBuilder(scopes_regexs=[(r"x(?P<term>.+)", None)], metadata={"symbol": {}}).parser
    assert parser.parse("x1", {"symbol": {}}) == ("1", ("id",))


class Looking(SqlBuilder):
    def apply_extras(self, body, options):
        return {**super().apply_extras(body, options), "seen": body["query"]}


@pytest.mark.rule("B6")
def test_the_extras_of_a_subclass_get_the_query_of_each_term():
    for body in Looking(["gene"]).build(["1", "2"], scopes=["symbol"]):
        assert (body["seen"], body["tables"]) == (body["query"], ["gene"])

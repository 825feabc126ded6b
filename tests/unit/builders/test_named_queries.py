import pytest

from searchapp.builders.named_queries import UserQueries, query_of, substituted

from ..refusals import refusal

QUERIES = UserQueries(
    {
        "prefix": {"query": {"prefix": {"symbol": "{q}"}}, "filter": {"term": {"status": "approved"}}},
        "approved": {"filter": {"term": {"status": "approved"}}},
        "exact": {"query": {"term": {"symbol": "{q}"}}},
    }
)


@pytest.mark.rule("C1", "Q10")
def test_the_term_takes_the_place_of_q():
    assert QUERIES.get_query("prefix", "CDK") == {"prefix": {"symbol": "CDK"}}


@pytest.mark.rule("C1")
def test_a_filter_is_looked_up_by_name():
    assert QUERIES.get_filter("prefix") == {"term": {"status": "approved"}}


@pytest.mark.rule("C1", "Q10")
def test_a_name_that_an_object_of_the_application_does_not_know_is_refused():
    class Queries:
        def get_query(self, name, q):
            return None

        def get_filter(self, name):
            return {"term": {"a": 1}} if name == "filter" else None

    assert query_of("filter", Queries(), "x") is None
    assert refusal(query_of, "other", Queries(), "x")[0] == "userquery: no query is named other"


@pytest.mark.rule("C1")
def test_a_name_may_have_only_a_query_or_only_a_filter():
    assert QUERIES.get_query("approved", "x") is None
    assert QUERIES.get_filter("exact") is None


@pytest.mark.rule("Q10")
def test_an_unknown_name_is_refused_with_the_known_ones():
    summary, details = refusal(QUERIES.get_query, "nope", "x")
    assert summary == "userquery: no query is named nope, known: approved, exact, prefix"
    assert details == {"keyword": "userquery", "allowed": ["approved", "exact", "prefix"]}


def test_without_named_queries_every_name_is_unknown():
    summary = f"userquery: no query is named {'n' * 100}, known: none"
    assert refusal(UserQueries().get_filter, "n" * 101) == (summary, {"keyword": "userquery", "allowed": []})


def test_a_term_is_put_in_literally_and_everywhere():
    template = {"bool": {"should": [{"match": {"a": "x {q} {q}"}}, ("{q}",)], "boost": 2, "{q}": None}}
    expected = {"bool": {"should": [{"match": {"a": "x {0}$1\\ {0}$1\\"}}, ["{0}$1\\"]], "boost": 2, "{q}": None}}
    assert substituted(template, "{0}$1\\") == expected


def test_the_definition_stays_as_it_was():
    QUERIES.get_query("prefix", "CDK")
    assert QUERIES.queries["prefix"]["query"] == {"prefix": {"symbol": "{q}"}}

import pytest

from searchapp.engine import EngineError
from searchapp.engine.search.hits.matched_queries import MAX_NAMES, has_names, named_clauses


def names(small, **body):
    return {hit["_id"]: hit.get("matched_queries") for hit in small.search("gene", body)["hits"]["hits"]}


def test_a_hit_lists_the_names_of_the_clauses_that_it_matches(small):
    kinase = {"match": {"name": {"query": "kinase", "_name": "kinase"}}}
    everything = {"match_all": {"_name": "all"}}
    found = names(small, query={"bool": {"should": [kinase, everything]}})
    assert {id: sorted(given or ()) for id, given in found.items()} == {
        "1": ["all", "kinase"], "2": ["all", "kinase"], "3": ["all"], "4": ["all"], "5": ["all"],
    }  # fmt: skip


def test_hits_without_names_have_no_key(small):
    assert set(names(small, query={"match_all": {}}).values()) == {None}


def test_the_names_of_one_search_of_many_are_its_own(small):
    bodies = [{"query": {"multi_match": {"query": "kinase", "fields": ["name"], "_name": name}}} for name in ("a", "b")]
    answers = small.msearch("gene", bodies)
    assert [answer["hits"]["hits"][0]["matched_queries"] for answer in answers] == [["a"], ["b"]]


@pytest.mark.parametrize("clause", [None, [], {}, {"term": None}, {"bool": {"must": [5, None]}}, {"x": {}, "y": {}}])
def test_a_wrong_clause_has_no_names(clause):
    assert not has_names(clause)


def test_too_many_names_are_refused(small):
    clauses = [{"match_all": {"_name": str(number)}} for number in range(MAX_NAMES + 1)]
    with pytest.raises(EngineError, match="unsupported option: more than 1000 names of queries"):
        names(small, query={"bool": {"should": clauses}})


def test_the_field_of_a_term_may_be_called_as_the_option():
    assert list(named_clauses({"term": {"_name": "x"}})) == []

"""What the backends of both search engines do alike."""

import pytest

from searchapp.errors import EndScrollInterrupt, PipelineError
from searchapp.protocols import Context

from ...refusals import refusal
from ..numbers import FIELDS, NUMBERS, ids, lookup, query_string


@pytest.fixture(params=["embedded", pytest.param("elastic", marks=pytest.mark.elasticsearch)])
def backend_of(request):
    """A function that gives a backend with these settings."""
    return request.getfixturevalue(f"{request.param}_of")


@pytest.fixture
def backend(backend_of):
    return backend_of()


@pytest.mark.rule("I2")
def test_a_body_is_searched(backend):
    response = backend.search({"query": {"term": {"n": 7}}}, Context())
    assert ids(response) == ["7"]
    assert response["hits"]["hits"][0]["_source"]["text"] == "number 7"


@pytest.mark.rule("T5")
def test_the_total_is_a_whole_number_or_an_object(backend_of):
    body = {"query": {"match_all": {}}, "size": 0}
    assert backend_of().search(body, Context())["hits"]["total"] == NUMBERS
    total = {"value": NUMBERS, "relation": "eq"}
    assert backend_of(total_hits_as_int=False).search(body, Context())["hits"]["total"] == total
    assert backend_of(total_hits_as_int=False).multi_search([body, body], Context())[1]["hits"]["total"] == total


def test_keywords_of_a_cluster_are_no_part_of_the_body(backend):
    body = {"query": {"match": {"text": "7"}}, "preference": "_local", "search_type": "dfs_query_then_fetch"}
    assert ids(backend.search(body, Context())) == ["7"]
    assert [ids(response) for response in backend.multi_search([body, body], Context())] == [["7"], ["7"]]
    assert body["preference"] == "_local"


@pytest.mark.rule("B3", "T4")
def test_a_batch_keeps_its_order(backend_of):
    bodies = [{"query": {"term": {"n": n}}} for n in range(NUMBERS)]
    responses = backend_of(multisearch_batch=4).multi_search(bodies, Context())
    assert [ids(response) for response in responses] == [[str(n)] for n in range(NUMBERS)]


def test_a_batch_of_ids_keeps_its_order_and_its_misses(backend):
    responses = backend.multi_search([lookup(id) for id in ("3", "x", "1", "3")], Context())
    assert [ids(response) for response in responses] == [["3"], [], ["1"], ["3"]]
    assert [response["hits"]["total"] for response in responses] == [1, 0, 1, 1]


@pytest.mark.rule("S1", "T2", "T3", "T7", "X1", "Z1")
def test_a_scroll_reads_every_document_once(backend):
    response = backend.scroll({"query": {"match_all": {}}, "size": 3}, Context())
    found = ids(response)
    with pytest.raises(EndScrollInterrupt):
        while True:
            response = backend.next_batch(response["_scroll_id"], Context())
            found += ids(response)
    assert sorted(found, key=int) == [str(n) for n in range(NUMBERS)]


@pytest.mark.rule("T8", "I7")
@pytest.mark.parametrize(
    ("body", "summary"),
    [
        (query_string("a )"), "q cannot be parsed: ) closes nothing at column 3"),
        (query_string("("), "q cannot be parsed: ( is not closed at column 1"),
        (query_string('n "x'), 'q cannot be parsed: " is not closed at column 3'),
        (query_string("n:abc"), "q cannot be parsed: abc is not a number"),
        (query_string("a OR OR b"), "q cannot be parsed: unexpected OR at column 6"),
        ({"sort": ["text"]}, "text cannot be sorted or counted, use a keyword, number, date or boolean field"),
        ({"sort": ["_id"]}, "_id cannot be sorted or counted, use a keyword, number, date or boolean field"),
        ({"sort": ["nope"]}, "nope cannot be sorted: no such field"),
        ({"from": 9995, "size": 10}, "from + size must be at most 10000, not 10005; use fetch_all to read everything"),
        ({"query": {"nope": {}}}, "unsupported query: nope"),
    ],
)
def test_refusals_of_the_engine_are_a_400_in_our_words(backend, body, summary):
    found, details = refusal(backend.search, body, Context())
    assert found == summary
    place = getattr(backend, "prefix", None) or str(backend.engine.folder)
    assert place not in str(details)


def test_in_a_batch_the_term_that_cannot_be_parsed_is_named(backend_of):
    bodies = [query_string(text) for text in ("a", "b", "c", "d )")]
    with pytest.raises(PipelineError, match=r"400 q cannot be parsed: \) closes nothing at column 3"):
        backend_of(multisearch_batch=2).multi_search(bodies, Context())


def test_a_missing_index_is_data_that_is_not_loaded(backend):
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        backend.search(query_string("a"), Context("nope"))
    for queries in ([query_string("a"), query_string("b")], [lookup("a"), lookup("b")]):
        with pytest.raises(PipelineError, match="503 the data is not loaded"):
            backend.multi_search(queries, Context("nope"))
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        backend.mapping("nope")


def test_the_mapping_has_fields_and_notes(backend):
    mapping = backend.mapping("number")
    assert mapping["properties"] == FIELDS
    assert mapping["_meta"]["src"] == {}


def test_item_types_are_the_loaded_ones(backend):
    assert backend.item_types() == ["number"]


def test_health_counts_the_documents(backend):
    assert backend.health()["documents"] == {"number": NUMBERS}

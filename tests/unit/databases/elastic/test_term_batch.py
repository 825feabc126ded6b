import re
import time
from types import SimpleNamespace

import pytest

from searchapp.builders.ranking.ranked import ranked
from searchapp.databases.elastic import term_batch
from searchapp.databases.elastic.backend import ElasticBackend
from searchapp.databases.elastic.term_batch import MAX_FOUND, MIN_TERMS, count_body, divided, shared_searches
from searchapp.errors import PipelineError
from searchapp.protocols import Context

from ..numbers import ids

EVEN = {"term": {"kw": "even"}}


def term(text, *fields, **rest):
    match = {"query": text, "fields": list(fields) or ["symbol"], "operator": "and", "lenient": True}
    return {"query": {"multi_match": match}, "size": 10, **rest}


def filtered(body, *filters):
    """The body with filters as the builder adds them."""
    return {**body, "query": {"bool": {"must": [body["query"]], "filter": [*filters]}}}


def response(*hits, total=None):
    names = [(id, [f"_searchapp_{position}" for position in terms]) for id, terms in hits]
    found = [{"_id": id, "_score": 1.5, "matched_queries": own} for id, own in names]
    return {"took": 3, "hits": {"total": len(hits) if total is None else total, "hits": found}}


def terms(*texts, **rest):
    """The bodies of these terms, and of as many others as searches are shared for."""
    return [term(text, **rest) for text in (*texts, *[f"other {number}" for number in range(MIN_TERMS - len(texts))])]


def test_each_term_of_a_shared_search_has_its_position_as_its_name():
    (found,) = shared_searches(terms("a", "b", _source=["x"], **{"from": 2}))
    first, second, *_ = found.body.pop("query")["bool"]["should"]
    assert first == {"multi_match": {**term("a")["query"]["multi_match"], "_name": "_searchapp_0"}}
    assert (second["multi_match"]["query"], second["multi_match"]["_name"]) == ("b", "_searchapp_1")
    assert found.body == {"_source": ["x"], "size": 2 * MIN_TERMS}
    assert found.positions == range(MIN_TERMS)


def test_many_terms_are_divided_into_searches_of_equal_size():
    found = shared_searches([term(str(number)) for number in range(1000)])
    assert [one.positions for one in found] == [range(334), range(334, 668), range(668, 1000)]


def test_the_filters_of_a_batch_are_sent_once_for_each_shared_search():
    (found,) = shared_searches([filtered(body, EVEN) for body in terms("a")])
    query = found.body["query"]["bool"]
    assert query["should"][0] == {"multi_match": {**term("a")["query"]["multi_match"], "_name": "_searchapp_0"}}
    assert (query["filter"], query["minimum_should_match"]) == ([EVEN], 1)


@pytest.mark.parametrize(
    "bodies",
    [
        [],
        [filtered(term("a"), EVEN), *terms()],
        [*[filtered(body, EVEN) for body in terms()], filtered(term("a"), EVEN, EVEN)],
        terms()[1:],
        [*terms(), term("b", size=5)],
        terms(size=0),
        terms(aggs={}),
        terms(highlight={}),
        [*terms(), {"query": {"term": {"symbol": "b"}}, "size": 10}],
        [*terms(), {"query": {"match_none": {}}, "size": 10}],
    ],
)
def test_other_bodies_share_no_search(bodies):
    assert shared_searches(bodies) == []


def test_a_response_has_the_hits_of_its_term():
    found = divided(response(("1", [0]), ("2", [2]), ("3", [2])), range(3), term("a", size=1))
    assert found[0]["hits"] == {"total": 1, "max_score": 1.5, "hits": [{"_id": "1", "_score": 1.5}]}
    assert found[1]["hits"] == {"total": 0, "max_score": None, "hits": []}
    assert found[2]["hits"] == {"total": 2, "max_score": 1.5, "hits": [{"_id": "2", "_score": 1.5}]}


def test_terms_that_share_a_document_have_no_response():
    assert [*divided(response(("1", [0, 2]), ("2", [2]), ("3", [1])), range(3), term("a"))] == [1]


def test_there_is_no_response_where_hits_are_missing():
    assert divided(response(("1", [0]), total=2), range(2), term("a")) == {}


class Hits(ElasticBackend):
    """Each term has all hits that its body asks for; each msearch adds `seconds` to those that passed."""

    def __init__(self, seconds=0):
        super().__init__(default_item_type="number", multisearch_batch=50)
        self.seconds, self.sizes, self.passed = seconds, [], []

    def run_many(self, index, bodies, end, state=None):
        self.passed.append(self.seconds)
        self.sizes.append(len(bodies))
        return [{"hits": {"total": 100, "hits": [{"_id": str(n)} for n in range(body["size"])]}} for body in bodies]


@pytest.fixture()
def hits(monkeypatch):
    """A function that makes Hits. The clock of batches shows only the seconds that passed in its msearches."""

    def make(seconds=0):
        backend, began = Hits(seconds), time.monotonic()
        monkeypatch.setattr(term_batch, "time", SimpleNamespace(monotonic=lambda: began + sum(backend.passed)))
        return backend

    return make


def test_a_few_terms_are_searched_first_and_all_others_in_complete_msearches(hits):
    backend = hits()
    responses = backend.multi_search([term(str(n), size=n % 3) for n in range(220)], Context())
    assert [len(one["hits"]["hits"]) for one in responses] == [n % 3 for n in range(220)]
    assert backend.sizes == [4] * 5 + [50] * 4
    assert backend.multi_search([], Context()) == []


def test_an_msearch_asks_for_few_hits_and_a_batch_finds_few(hits):
    backend = hits()
    backend.multi_search([term("a", size=100) for _ in range(100)], Context())
    assert backend.sizes == [4] * 5 + [10] * 8
    with pytest.raises(PipelineError, match=f"400 the terms find more than {MAX_FOUND} hits together: ask for fewer"):
        backend.multi_search([term("a", size=100) for _ in range(1000)], Context())
    assert sum(backend.sizes) < 500


def test_ids_of_which_each_may_find_a_thousand_documents_are_searched_ten_at_a_time(hits):
    backend = hits()
    backend.multi_search([term("a", size=1001) if n % 100 == 0 else term("a", size=1) for n in range(100)], Context())
    assert backend.sizes == [4] * 5 + [10] * 8


def test_a_batch_without_time_for_all_terms_is_stopped_after_the_first(hits):
    backend = hits(seconds=0.25)
    with pytest.raises(PipelineError) as caught:
        backend.multi_search([term("a", size=1) for _ in range(50_000)], Context())
    assert (caught.value.code, sum(backend.sizes) < 200) == (504, True)
    assert "of 50000 terms were answered in" in caught.value.details["reason"]


def test_a_batch_whose_first_terms_alone_are_slow_is_answered(hits):
    backend = hits(seconds=1.1)

    def run_many(index, bodies, end, state=None):
        responses = Hits.run_many(backend, index, bodies, end)
        backend.seconds = 0 if len(backend.sizes) >= 5 else backend.seconds
        return responses

    backend.run_many = run_many
    assert (
        len(backend.multi_search([term("a", size=1) for _ in range(1000)], Context(deadline=time.monotonic() + 30)))
        == 1000
    )


@pytest.mark.parametrize(("found", "are_counted"), [(0.1, True), (0.9, False)])
def test_hits_are_counted_before_they_are_ordered_if_most_texts_have_none(hits, found, are_counted):
    backend, asked = hits(), []

    def run_many(index, bodies, end, state=None):
        asked.extend(bodies)
        return [respond(body) for body in bodies]

    def respond(body):
        number, size = int(next(re.finditer(r"\d+", str(body)))[0]), body["size"]
        is_found = number % 10 < found * 10
        return {"hits": {"total": int(is_found), "hits": [{"_id": str(number)}][: size if is_found else 0]}}

    backend.run_many = run_many
    responses = backend.multi_search([{"query": by_name(number), "size": 1} for number in range(220)], Context())
    assert [bool(one["hits"]["hits"]) for one in responses] == [number % 10 < found * 10 for number in range(220)]
    counts = [body for body in asked if not body["size"]]
    assert len(counts) == (200 if are_counted else 0)
    assert all([*body["query"]] == ["term"] for body in counts)
    assert len(asked) == (20 + 200 + 20 if are_counted else 220)


def by_name(number):
    """A query whose hits are ordered by another clause."""
    return ranked({"term": {"n": number}}, [{"term": {"kw": {"value": "odd", "boost": 10}}}])


def test_only_a_query_with_clauses_that_order_its_hits_is_counted():
    plain = {"term": {"n": 1}}
    assert count_body(filtered({"query": by_name(1), "size": 2}, EVEN)) == filtered({"query": plain, "size": 0}, EVEN)
    for query in (plain, {"bool": {"must": [plain], "should": [plain]}}):
        assert count_body({"query": query}) is None
    assert count_body({"query": by_name(1), "min_score": 1}) is None


@pytest.mark.elasticsearch
def test_queries_of_which_few_have_hits_have_the_hits_and_scores_that_each_has_alone(elastic_of):
    backend = elastic_of()
    bodies = [{"query": by_name(number + 100 * (number % 3 > 0)), "size": 2} for number in range(90)]
    bodies = [filtered(body, EVEN) for body in bodies]
    responses = [one["hits"] for one in backend.multi_search(bodies, Context())]
    assert responses == [backend.search(body, Context())["hits"] for body in bodies]
    assert 0 < sum(one["total"] for one in responses) < 20


SCOPED = Context(options={"scopes": ["text"]})


def alike(backend, bodies):
    """Whether the terms have the same totals, hits and scores as by searches of their own."""
    shared, single = ([one["hits"] for one in backend.multi_search(bodies, context)] for context in (SCOPED, Context()))
    return shared == single


def of_texts(*texts, fields=("text",), **rest):
    return [term(text, *fields, **rest) for text in texts]


@pytest.mark.elasticsearch
def test_terms_in_scopes_have_the_hits_and_scores_that_each_has_alone(elastic_of, monkeypatch):
    backend = elastic_of()
    bodies = of_texts("99", *map(str, range(MIN_TERMS)), version=True)
    assert alike(backend, bodies)
    monkeypatch.delattr(backend.__class__, "run_many")
    assert [ids(one) for one in backend.multi_search(bodies, SCOPED)] == [[], *([str(n)] for n in range(MIN_TERMS))]


@pytest.mark.elasticsearch
def test_terms_with_a_filter_have_the_hits_and_scores_that_each_has_alone(elastic_of, monkeypatch):
    backend = elastic_of()
    bodies = [filtered(body, EVEN) for body in of_texts(*map(str, range(MIN_TERMS)))]
    assert alike(backend, bodies)
    monkeypatch.delattr(backend.__class__, "run_many")
    found = [ids(one) for one in backend.multi_search(bodies, SCOPED)]
    assert found == [[] if n % 2 else [str(n)] for n in range(MIN_TERMS)]


@pytest.mark.elasticsearch
def test_terms_that_share_a_document_are_searched_again_one_by_one(elastic_of):
    backend = elastic_of()
    assert alike(backend, of_texts("3", *map(str, range(25))))
    assert not backend.batches.apart


@pytest.mark.elasticsearch
@pytest.mark.parametrize("text", ["even", "3"])
def test_scopes_in_which_terms_find_many_documents_or_the_same_are_remembered(elastic_of, text):
    backend = elastic_of()
    bodies = of_texts(*[text] * MIN_TERMS, fields=("kw", "text"), size=3)
    assert alike(backend, bodies)
    assert [scopes for _, scopes in backend.batches.apart] == ["['text']"]
    assert alike(backend, bodies)


@pytest.mark.elasticsearch
def test_a_search_that_the_node_refuses_is_made_for_each_term(elastic_of, call, prefix):
    backend = elastic_of()
    call("PUT", f"/{prefix}_number/_settings", {"index.max_result_window": 12})
    try:
        assert alike(backend, of_texts(*map(str, range(MIN_TERMS)), size=3))
    finally:
        call("PUT", f"/{prefix}_number/_settings", {"index.max_result_window": None})
    assert backend.batches.apart


@pytest.mark.elasticsearch
def test_an_alias_of_several_indices_has_a_search_for_each_term(elastic_of, call, prefix):
    alias, other = f"{prefix}_both", f"{prefix}_other"
    call("PUT", f"/{other}/_doc/100?refresh=true", {"text": "number 100"})
    actions = [{"add": {"index": index, "alias": alias}} for index in (f"{prefix}_number-1", other)]
    call("POST", "/_aliases", {"actions": actions})
    backend = elastic_of(indices={"number": alias})
    try:
        assert alike(backend, of_texts("100", *map(str, range(MIN_TERMS))))
        assert backend.batches.apart
    finally:
        call("DELETE", f"/{other}")

"""A costly filter of a batch: it is run once, and the responses stay the same."""

import time
from importlib import import_module

import pytest

from searchapp.engine import until
from searchapp.engine.search.batch import batch_filter
from tests.unit.engine.searching import string

ENDS = string("*e", fields=["*"], lenient=True)
TEXTS = ("kinase", "gene", "a", "receptor", "qq", "2 OR kinase OR a")


def bodies(**options):
    """A batch of searches for texts with the same filters."""
    words = [string(text, fields=["name"]) for text in TEXTS]
    return [{"query": {"bool": {"must": [word], "filter": [ENDS, string("k* OR g*")]}}, **options} for word in words]


@pytest.fixture(autouse=True)
def all_filters_are_measured(monkeypatch):
    monkeypatch.setattr(batch_filter, "MIN_MEASURED_SECONDS", -1)
    monkeypatch.setattr(batch_filter, "LISTING_SECONDS", 1e-12)


def counted_filters(monkeypatch):
    """A list that gets an item for each filter that is run for a batch."""
    import_module("searchapp.engine.search.batch.msearch")  # it reads the class when it is imported
    runs, kept = [], batch_filter.BatchFilter
    monkeypatch.setattr(batch_filter, "BatchFilter", lambda *given: runs.append(given) or kept(*given))
    return runs


def assert_they_share_a_filter(small, batch, monkeypatch):
    """The searches of the batch run one filter, and have the hits that each has alone."""
    alone = [small.search("gene", body)["hits"] for body in batch]
    monkeypatch.setattr(batch_filter, "MIN_COSTLY_SECONDS", -1)
    runs = counted_filters(monkeypatch)
    with until(time.monotonic() + 60):
        assert [response["hits"] for response in small.msearch("gene", batch)] == alone
    assert len(runs) == 1


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"size": 1}, {"from": 1}, {"size": 0}, {"track_total_hits": False}])
@pytest.mark.parametrize(("hit_seconds", "most"), [(1e-9, 100_000), (1.0, 100_000), (1e-9, 1)])
def test_the_hits_of_a_batch_are_the_same(small, options, hit_seconds, most, monkeypatch):
    alone = [small.search("gene", body)["hits"] for body in bodies(**options)]
    monkeypatch.setattr(batch_filter, "MIN_COSTLY_SECONDS", -1)
    monkeypatch.setattr(batch_filter, "HIT_SECONDS", hit_seconds)
    monkeypatch.setattr(batch_filter, "MAX_LISTED", most)
    assert [response["hits"] for response in small.msearch("gene", bodies(**options))] == alone


FACETS = {"types": {"terms": {"field": "kind"}}, "mean": {"avg": {"field": "number"}}}
MORE = (
    {"sort": ["kind", {"_score": "asc"}], "track_scores": True},
    {"sort": ["symbol"], "search_after": ["CDK2"]},
    {"aggs": FACETS, "size": 0},
    {"aggs": {"best": {"top_hits": {"size": 2}}}},
    {"highlight": {"fields": {"*": {}}}},
    {"min_score": 1.5, "aggs": FACETS},
    {"post_filter": string("receptor OR gene"), "aggs": FACETS},
    {"post_filter": string("k* OR r*"), "sort": ["kind"], "track_scores": True},
    {"post_filter": string("k* OR r*"), "sort": ["symbol"], "search_after": ["CDK2"]},
    {"post_filter": string("k* OR r*"), "highlight": {"fields": {"*": {}}}, "size": 1},
    {"post_filter": string("k* OR r*"), "min_score": 1.5, "from": 1},
    {"post_filter": string("k* OR r*"), "collapse": {"field": "kind"}},
    {"post_filter": string("k* OR r*"), "explain": True},
    {"collapse": {"field": "kind"}},
    {"explain": True},
    {"fields": ["symbol"], "track_total_hits": False},
)


@pytest.mark.slow
@pytest.mark.parametrize("options", MORE, ids=str)
@pytest.mark.parametrize(("hit_seconds", "most"), [(1e-9, 100_000), (1.0, 100_000), (1e-9, 1)])
def test_bodies_that_ask_for_more_find_the_same(small, options, hit_seconds, most, monkeypatch):
    alone = [{**small.search("gene", body), "status": 200, "took": 0} for body in bodies(**options)]
    monkeypatch.setattr(batch_filter, "MIN_COSTLY_SECONDS", -1)
    monkeypatch.setattr(batch_filter, "HIT_SECONDS", hit_seconds)
    monkeypatch.setattr(batch_filter, "MAX_LISTED", most)
    assert [{**response, "took": 0} for response in small.msearch("gene", bodies(**options))] == alone


@pytest.mark.parametrize(("costly", "times"), [(-1, 1), (1e9, 0)])
def test_only_a_costly_filter_is_run_once(small, costly, times, monkeypatch):
    monkeypatch.setattr(batch_filter, "MIN_COSTLY_SECONDS", costly)
    runs = counted_filters(monkeypatch)
    with until(time.monotonic() + 60):
        small.msearch("gene", [*bodies(), *bodies(size=1)])
    assert len(runs) == times


@pytest.mark.parametrize(("text", "times"), [("k*", 1), ("kinase", 0)])
def test_a_filter_is_measured_if_it_has_a_pattern(small, text, times, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(batch_filter, "MIN_COSTLY_SECONDS", -1)
    monkeypatch.setattr(batch_filter, "LISTING_SECONDS", 1e-12)
    runs = counted_filters(monkeypatch)
    body = {"query": {"bool": {"must": [string("gene")], "filter": [string(text, fields=["name"])]}}}
    small.msearch("gene", [body])
    assert len(runs) == times


def test_bodies_without_a_common_text_share_a_filter(small, monkeypatch):
    words = [{"bool": {"should": [string(text), string(f"{text} a")]}} for text in ("gene", "kinase")]
    batch = [{"query": {"bool": {"must": [word], "filter": [ENDS]}}} for word in words]
    assert_they_share_a_filter(small, batch, monkeypatch)


def test_searches_of_a_request_share_a_filter(small, monkeypatch):
    monkeypatch.setattr(batch_filter, "MIN_COSTLY_SECONDS", -1)
    runs = counted_filters(monkeypatch)
    end = time.monotonic() + 60
    for _ in range(3):
        with until(end):
            small.msearch("gene", bodies())
    with until(end + 1):
        small.msearch("gene", bodies())
    assert len(runs) == 2


def test_searches_of_a_request_share_a_post_filter(small, monkeypatch):
    batch = [{"query": string(text), "post_filter": ENDS} for text in TEXTS]
    assert_they_share_a_filter(small, batch, monkeypatch)


def test_random_scores_of_a_batch_are_filtered(small, monkeypatch):
    monkeypatch.setattr(batch_filter, "MIN_COSTLY_SECONDS", -1)
    random = {"function_score": {"random_score": {}}}
    (response,) = small.msearch("gene", [{"query": {"bool": {"must": [random], "filter": [string("kinase")]}}}])
    assert response["hits"]["total"]["value"] == 2

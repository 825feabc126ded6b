"""The way of a query, with a database that answers as it is told."""

import threading
import time

import pytest

from searchapp.databases.search_engine.backend import SearchBackend
from searchapp.errors import EndScrollInterrupt, PipelineError
from searchapp.protocols import Context

WELL = {"total": 1, "successful": 1, "failed": 0}


def found(*ids, **more):
    hits = [{"_id": id, "_score": 1.0, "_source": {}} for id in ids]
    return {"took": 1, "_shards": WELL, "hits": {"total": len(ids), "max_score": 1.0, "hits": hits}, **more}


class Recorder(SearchBackend):
    """Remembers what it is asked; `answers` are given one after the other, the last one for ever."""

    def __init__(self, *answers, **settings):
        super().__init__(**{"prefix": "p", "secret_key": "k", "default_item_type": "gene", **settings})
        self.answers = [*answers]
        self.asked = []
        self.closed = []

    def give(self, *asked):
        self.asked.append(asked)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def run(self, index, body, end):
        return self.give(index, body)

    def run_many(self, index, bodies, end, state=None):
        self.asked.append((index, bodies))
        return [self.answers[0](body) for body in bodies]

    def open_scroll(self, index, body, end):
        return self.give(index, body)

    def continue_scroll(self, scroll_id, end):
        return self.give(scroll_id)

    def close_scroll(self, scroll_id, end):
        self.closed.append(scroll_id)


BODY = {"query": {"match_all": {}}, "size": 3}


@pytest.mark.rule("X2", "T1", "I2")
@pytest.mark.parametrize(
    ("settings", "item_type", "index"),
    [
        ({}, "disease", "p_disease"),
        ({}, None, "p_gene"),
        ({"indices": {"disease": "d", None: "all"}}, "disease", "d"),
        ({"indices": {"disease": "d", None: "all"}}, None, "all"),
        ({"indices": {"disease": None}}, "disease", "p_disease"),
    ],
)
def test_the_item_type_chooses_the_index(settings, item_type, index):
    backend = Recorder(found("a"), **settings)
    backend.search(BODY, Context(item_type))
    assert backend.asked == [(index, BODY)]


@pytest.mark.rule("T6")
def test_a_subclass_may_choose_another_index():
    class Adjusted(Recorder):
        def index_for(self, query, context):
            return f"{super().index_for(query, context)}_{context.options['species']}"

    backend = Adjusted(found("a"))
    backend.search(BODY, Context("gene", options={"species": "mouse"}))
    assert backend.asked[0][0] == "p_gene_mouse"


def test_a_deadline_that_has_passed_is_a_504_and_nothing_is_asked():
    backend = Recorder(found("a"), timeout=3)
    with pytest.raises(PipelineError, match="504 no answer within 3 s"):
        backend.search(BODY, Context(deadline=time.monotonic() - 1))
    assert backend.asked == []


# many bodies


@pytest.mark.rule("B3")
def test_a_list_is_one_msearch_in_order():
    backend = Recorder(lambda body: found(body["n"]))
    responses = backend.multi_search([{"n": "a"}, {"n": "b"}], Context())
    assert backend.asked == [("p_gene", [{"n": "a"}, {"n": "b"}])]
    assert [response["hits"]["hits"][0]["_id"] for response in responses] == ["a", "b"]


@pytest.mark.rule("T4")
def test_a_long_list_is_cut_into_msearches_and_stays_in_order():
    backend = Recorder(lambda body: found(body["n"]), multisearch_batch=2)
    responses = backend.multi_search([{"n": n} for n in "abcde"], Context())
    assert sorted(len(bodies) for _, bodies in backend.asked) == [1, 2, 2]
    assert [response["hits"]["hits"][0]["_id"] for response in responses] == [*"abcde"]


def test_an_empty_list_asks_nothing():
    assert Recorder().multi_search([], Context()) == []


def test_a_list_of_ids_is_one_search():
    backend = Recorder(found("a"))
    responses = backend.multi_search([{"query": {"ids": {"values": [id]}}} for id in ("b", "a")], Context())
    assert [len(response["hits"]["hits"]) for response in responses] == [0, 1]
    assert len(backend.asked) == 1


def test_a_long_list_of_ids_is_some_searches_side_by_side():
    class Index(Recorder):
        def run(self, index, body, end):
            self.asked.append(threading.current_thread())
            return found(*(id for id in body["query"]["ids"]["values"] if id != "7"))

    backend, ids = Index(), [str(number) for number in range(1000)]
    responses = backend.multi_search([{"query": {"ids": {"values": [id]}}} for id in ids], Context())
    hits = [[hit["_id"] for hit in response["hits"]["hits"]] for response in responses]
    assert hits == [[id] if id != "7" else [] for id in ids]
    assert len(backend.asked) == 3 and threading.current_thread() not in backend.asked


def test_a_long_list_of_ids_is_late_at_its_deadline():
    class Slow(Recorder):
        def run(self, index, body, end):
            time.sleep(0.3)
            return found()

    bodies = [{"query": {"ids": {"values": [str(number)]}}} for number in range(1000)]
    with pytest.raises(PipelineError, match="504"):
        Slow().multi_search(bodies, Context(deadline=time.monotonic() + 0.05))


def test_an_id_in_several_documents_is_asked_for_by_itself():
    class Several(Recorder):
        def run(self, index, body, end):
            return {**found("a"), "hits": {**found("a")["hits"], "total": 2}}

    backend = Several(lambda body: found("a", "a"))
    responses = backend.multi_search([{"query": {"ids": {"values": [id]}}} for id in ("b", "a")], Context())
    assert [len(response["hits"]["hits"]) for response in responses] == [2, 2]


def test_an_item_that_failed_fails_the_whole_batch_with_its_position():
    error = {"status": 429, "error": {"type": "es_rejected_execution_exception", "reason": "full"}}
    with pytest.raises(PipelineError, match="503 search backend is overloaded"):
        Recorder(lambda body: error if body["n"] == "d" else found()).multi_search(
            [{"n": n} for n in "abcde"], Context()
        )


def test_a_parse_error_in_a_later_msearch_names_the_position_in_the_batch():
    error = {"status": 400, "error": {"type": "query_shard_exception", "reason": "failed to create query: no"}}
    backend, equal = Recorder(lambda body: error if body["n"] == "d" else found(), multisearch_batch=2), {"n": "a"}
    for batch in ([{"n": n} for n in "abcde"], [equal, equal, {"n": "b"}, {"n": "d"}]):
        with pytest.raises(PipelineError, match="400 q cannot be parsed: no") as caught:
            backend.multi_search(batch, Context())
        assert caught.value.details["position"] == 3


# partial answers


FAILED = {"_shards": {"total": 2, "successful": 1, "failed": 1, "failures": [{"reason": {"type": "x"}}]}}


@pytest.mark.parametrize("part", [FAILED, {"timed_out": True}])
def test_a_partial_answer_is_a_503(part):
    with pytest.raises(PipelineError, match="503 only part of the index answered"):
        Recorder(found("a", **part)).search(BODY, Context())


@pytest.mark.parametrize("part", [FAILED, {"timed_out": True}])
def test_a_partial_answer_is_marked_where_it_is_allowed(part):
    assert Recorder(found("a", **part), allow_partial=True).search(BODY, Context())["partial"] is True


def test_a_whole_answer_is_not_marked():
    assert "partial" not in Recorder(found("a"), allow_partial=True).search(BODY, Context())


def test_a_partial_item_fails_the_batch():
    with pytest.raises(PipelineError, match="503 only part of the index answered"):
        Recorder(lambda body: found("a", **FAILED)).multi_search([{"n": 1}, {"n": 2}], Context())


# scrolls


def scrolling(*answers, **settings):
    return Recorder(*answers, scroll_size=2, **settings)


@pytest.mark.rule("X1", "T3", "Z2")
def test_fetch_all_leaves_sort_size_and_from_out():
    backend = scrolling(found("a", "b", _scroll_id="s1"))
    backend.scroll({**BODY, "sort": ["x"], "from": 4, "track_total_hits": False, "_source": ["n"]}, Context())
    assert backend.asked == [("p_gene", {"query": {"match_all": {}}, "_source": ["n"], "size": 2})]


@pytest.mark.rule("S1", "T7")
def test_a_scroll_goes_on_to_its_end():
    backend = scrolling(found("a", "b", _scroll_id="s1"), found("c", "d", _scroll_id="s2"), found(_scroll_id="s3"))
    first = backend.scroll(BODY, Context())
    second = backend.next_batch(first["_scroll_id"], Context())
    assert [hit["_id"] for hit in second["hits"]["hits"]] == ["c", "d"]
    with pytest.raises(EndScrollInterrupt) as interrupt:
        backend.next_batch(second["_scroll_id"], Context())
    assert interrupt.value.data == {"success": False, "error": "No more results to return."}
    assert [asked[0] for asked in backend.asked] == ["p_gene", "s1", "s2"]
    assert backend.closed == ["s3"]


def test_a_batch_that_is_not_full_is_the_last_and_nothing_stays_open():
    backend = scrolling(found("a", _scroll_id="s1"))
    last = backend.scroll(BODY, Context())
    assert backend.closed == ["s1"]
    with pytest.raises(EndScrollInterrupt):
        backend.next_batch(last["_scroll_id"], Context())
    assert len(backend.asked) == 1


def test_nothing_found_has_a_scroll_id_too():
    assert scrolling(found()).scroll(BODY, Context())["_scroll_id"]


@pytest.mark.rule("S2")
def test_a_scroll_id_is_for_one_item_type():
    backend = scrolling(found("a", "b", _scroll_id="s1"))
    text = backend.scroll(BODY, Context("gene"))["_scroll_id"]
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        backend.next_batch(text, Context("disease"))


def test_after_a_failure_in_between_a_scroll_cannot_skip_documents():
    failed = PipelineError(503, "search backend is not available")
    backend = scrolling(found("a", "b", _scroll_id="s1"), failed)
    text = backend.scroll(BODY, Context())["_scroll_id"]
    with pytest.raises(PipelineError, match="503"):
        backend.next_batch(text, Context())
    assert backend.closed == ["s1"]


def test_a_part_of_the_index_that_lost_the_scroll_makes_it_stale():
    lost = [{"reason": {"type": "search_context_missing_exception", "reason": "No search context found"}}]
    shards = {"total": 2, "successful": 1, "failed": 1, "failures": lost}
    backend = scrolling(found("a", "b", _scroll_id="s1"), found("c", _scroll_id="s1", _shards=shards))
    text = backend.scroll(BODY, Context())["_scroll_id"]
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        backend.next_batch(text, Context())


def test_a_scroll_has_our_scroll_id():
    assert scrolling(found("a", "b", _scroll_id="s1")).scroll(BODY, Context())["_scroll_id"] != "s1"


class Paged(Recorder):
    """Answers pages out of `answers`; sort values are the number of the page."""

    def page(self, index, body, snapshot, sort_values, end):
        return self.give(index, body, snapshot, sort_values), snapshot or "snapshot", (sort_values or 0) + 1

    def close_snapshot(self, snapshot, end):
        self.closed.append(snapshot)


def some(*ids, total):
    response = found(*ids)
    return {**response, "hits": {**response["hits"], "total": total}}


def test_a_cursor_leads_from_page_to_page():
    backend = Paged(some("a", "b", "c", total=4), some("d", total=4))
    first = backend.page_after(BODY, "*", Context())
    last = backend.page_after(BODY, first["_search_after"], Context())
    assert [asked[2:] for asked in backend.asked] == [(None, None), ("snapshot", 1)]
    assert ("_search_before" in first, "_search_before" in last, "_search_after" in last) == (False, True, False)
    assert backend.closed == []


def test_a_single_page_holds_nothing_open():
    backend = Paged(some("a", total=1))
    assert "_search_after" not in backend.page_after(BODY, "*", Context())
    assert backend.closed == ["snapshot"]


def test_without_a_total_a_page_that_is_not_full_is_the_last():
    backend = Paged(some("a", "b", "c", total=-1), some("d", total=-1))
    first = backend.page_after(BODY, "*", Context())
    assert "_search_after" not in backend.page_after(BODY, first["_search_after"], Context())


def test_all_pages_are_read_from_one_snapshot_that_is_closed():
    backend = Paged(some("a", "b", total=3), some("c", total=3), scroll_size=2)
    ids = [hit["_id"] for page in backend.stream({"query": {}, "from": 0}, Context()) for hit in page["hits"]["hits"]]
    assert (ids, backend.closed) == (["a", "b", "c"], ["snapshot"])
    assert [(body["size"], body["sort"]) for _, body, *_ in backend.asked] == [
        (2, [{"_shard_doc": {"order": "asc"}}])
    ] * 2


def test_pages_that_are_not_read_to_the_end_are_closed_too():
    backend = Paged(some("a", total=3))
    pages = backend.stream({"query": {}}, Context())
    next(pages)
    pages.close()
    assert backend.closed == ["snapshot"]


@pytest.mark.parametrize("allow", [True, False])
def test_an_incomplete_page_ends_the_reading(allow):
    backend = Paged(some("a", total=2), {**found("b"), "timed_out": True}, allow_partial=allow)
    with pytest.raises(PipelineError, match="only part of the index answered"):
        list(backend.stream({"query": {}}, Context()))
    assert backend.closed == ["snapshot"]


@pytest.mark.parametrize(("names", "times"), [("onnn", 2), ("nnnn", 1), ("onon", 2)])
def test_a_batch_with_hits_of_two_indices_is_searched_again(names, times):
    left = iter(names)
    backend = Recorder(lambda body: {"hits": {"total": 1, "hits": [{"_id": "1", "_index": next(left)}]}})
    bodies = [{"query": {"match": {"symbol": text}}} for text in ("a", "b")]
    responses = backend.multi_search(bodies, Context())
    assert len(backend.asked) == times
    assert [response["hits"]["hits"][0]["_index"] for response in responses] == [*names[2 * times - 2 : 2 * times]]
    assert backend.batches.undivided == ({"p_gene"} if names == "onon" else set())

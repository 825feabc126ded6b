import os
import shutil
import time
from itertools import cycle

import pytest

from searchapp.engine import Engine, EngineError
from searchapp.engine.search.paging.scroll import decoded, encoded

FIELDS = {"properties": {"kind": {"type": "keyword"}, "n": {"type": "long"}, "name": {"type": "text"}}}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """A folder with a collection of 250 documents."""
    folder = tmp_path_factory.mktemp("scroll")
    load(Engine(folder), 250)
    return folder


@pytest.fixture
def engine(loaded, tmp_path):
    """An engine of a copy of the folder, which a test may change."""
    shutil.copytree(loaded, tmp_path, dirs_exist_ok=True)
    return Engine(tmp_path)


def load(engine, number):
    with engine.builder("gene", FIELDS) as builder:
        for place in range(number):
            name = "kinase " * (place % 3 + 1)
            builder.add({"_id": str(place), "kind": str(place % 7), "n": place % 11 or None, "name": name})


def pages(engine, body, between=None):
    page = engine.search("gene", body, scroll="1m")
    while page["hits"]["hits"]:
        yield page
        if between is not None:
            between()
        page = engine.scroll(page["_scroll_id"], scroll="1m")
    assert page["_scroll_id"]


def ids(found):
    return [hit["_id"] for page in found for hit in page["hits"]["hits"]]


@pytest.mark.parametrize(
    "body",
    [
        {"size": 7},
        {"size": 100, "sort": ["_doc"]},
        {"size": 33, "sort": ["kind", {"n": "desc"}]},
        {"size": 40, "sort": [{"n": {"missing": "_first"}}]},
        {"size": 50, "query": {"match": {"name": "kinase"}}},
        {"size": 60, "query": {"match": {"name": "kinase"}}, "sort": ["_score", "n"]},
    ],
)
def test_pages_have_every_document_once(engine, body):
    found = list(pages(engine, body))
    assert sorted(ids(found), key=int) == [str(place) for place in range(250)]
    assert {page["hits"]["total"]["value"] for page in found} == {250}


def test_pages_go_on_in_the_order_of_one_search(engine):
    body = {"size": 33, "sort": ["kind", {"n": "desc"}]}
    assert ids(pages(engine, body)) == [
        hit["_id"] for hit in engine.search("gene", {**body, "size": 250})["hits"]["hits"]
    ]


@pytest.mark.slow
def test_a_switch_of_the_collection_between_pages_changes_nothing(engine):
    before = ids(pages(engine, {"size": 100}))
    sizes = iter((10, 20, 30))
    assert ids(pages(engine, {"size": 100}, between=lambda: load(engine, next(sizes)))) == before


def test_an_id_outlives_the_process_that_made_it(engine, tmp_path):
    page = engine.search("gene", {"size": 200}, scroll="1m")
    assert len(Engine(tmp_path).scroll(page["_scroll_id"])["hits"]["hits"]) == 50


def test_a_generation_that_is_gone_is_a_missing_context(engine):
    state = decoded(engine.search("gene", {"size": 5}, scroll="1m")["_scroll_id"])
    with pytest.raises(EngineError) as error:
        engine.scroll(encoded({**state, "generation": "000000-gone"}))
    assert (error.value.status, error.value.type) == (404, "search_context_missing_exception")


@pytest.mark.parametrize("scroll_id", ["", "x", "e30=", None, encoded({"index": "gene"})])
def test_nonsense_ids_are_refused(engine, scroll_id):
    with pytest.raises(EngineError) as error:
        engine.scroll(scroll_id)
    assert (error.value.status, error.value.type) == (400, "illegal_argument_exception")


@pytest.mark.parametrize(
    "body",
    [{"size": 0}, {"from": 1}, {"track_total_hits": False}, {"sort": ["n"], "search_after": [1]}, {"size": 20000}],
)
def test_bodies_that_cannot_be_scrolled_are_refused(engine, body):
    with pytest.raises(EngineError):
        engine.search("gene", body, scroll="1m")


def test_an_error_of_a_large_batch_speaks_of_batches(engine):
    with pytest.raises(EngineError, match=r"Batch size is too large, .* \[10000\] but was \[10001\]"):
        engine.search("gene", {"size": 10001}, scroll="1m")


def test_the_time_to_keep_must_be_a_time(engine):
    with pytest.raises(EngineError, match="failed to parse setting"):
        engine.search("gene", {}, scroll="soon")


@pytest.mark.parametrize("body", [{"size": 0}, {"from": 5}, {"sort": ["n"], "search_after": [3]}])
def test_all_pages_begin_at_the_first_hit_and_hold_one_at_least(engine, body):
    with pytest.raises(EngineError, match="scroll context"):
        next(engine.pages("gene", body))


def test_an_index_has_a_name_that_a_folder_may_have(engine):
    for name in ("\ud800", "a/b", "A", ""):
        with pytest.raises(EngineError, match="Invalid index name"):
            engine.search(name, {})


def read_by_first_id(engine, body, other=None):
    """The pages of a scroll whose first id is asked again and again, in turn of two engines."""
    page = engine.search("gene", body, scroll="1m")
    first, found, turns = page["_scroll_id"], [], cycle((engine, other or engine))
    while page["hits"]["hits"]:
        found.append(page)
        page = next(turns).scroll(first, scroll="1m")
    return found


def test_the_first_id_gives_the_next_page_each_time(engine, tmp_path):
    expected = ids(pages(engine, {"size": 60}))
    assert ids(read_by_first_id(engine, {"size": 60})) == expected
    assert ids(read_by_first_id(engine, {"size": 60}, Engine(tmp_path))) == expected


def test_a_folder_that_cannot_be_written_still_ends(engine, tmp_path):
    (tmp_path / ".scrolls").write_text("no folder")
    assert len(ids(read_by_first_id(engine, {"size": 60}))) == 250


def test_scrolls_whose_time_is_over_are_forgotten(engine, tmp_path):
    first = engine.search("gene", {"size": 60}, scroll="1m")["_scroll_id"]
    engine.scroll(first, scroll="0s")
    (kept,) = (tmp_path / ".scrolls").iterdir()
    Engine(tmp_path).scroll(engine.search("gene", {"size": 5}, scroll="1m")["_scroll_id"], scroll="1m")
    assert not kept.exists()


def test_sorted_pages_have_scores_where_they_are_tracked(engine):
    body = {"size": 100, "query": {"match": {"name": "kinase"}}, "sort": ["n"], "track_scores": True}
    for page in pages(engine, body):
        assert page["hits"]["max_score"] >= max(hit["_score"] for hit in page["hits"]["hits"]) > 0


@pytest.mark.parametrize("body", [{}, {"sort": ["kind", {"n": "desc"}]}, {"query": {"match": {"name": "kinase"}}}])
def test_a_page_ends_before_its_documents_have_too_many_bytes(engine, body):
    whole = engine.search("gene", {**body, "size": 250}, raw_source=True)["hits"]["hits"]
    sizes = {hit["_id"]: len(hit["_source"]) for hit in whole}
    page = engine.search("gene", {**body, "size": 100}, scroll="1m", raw_source=True, max_bytes=3000)
    found = [page]
    while "_scroll_id" in page:
        page = engine.scroll(page["_scroll_id"], scroll="1m")
        found.append(page)
    streamed = list(engine.pages("gene", {**body, "size": 100}, raw_source=True, max_bytes=3000))
    for every in (found, streamed):
        assert sorted(ids(every), key=int) == [str(place) for place in range(250)]
        assert max(sum(sizes[id] for id in ids([one])) for one in every) <= 3000
        assert len(every) < 10


def test_a_page_with_a_limit_has_at_least_one_document(engine):
    found = list(engine.pages("gene", {"size": 100, "_source": ["name"]}, max_bytes=1))
    assert [len(ids([one])) for one in found] == [1] * 250


@pytest.mark.parametrize("seconds", [-60, 10**9])
def test_expired_positions_are_deleted_also_after_the_clock_was_set_back(engine, seconds):
    engine.scroll(next(pages(engine, {}))["_scroll_id"])
    (path,) = (engine.folder / ".scrolls").iterdir()
    os.utime(path, (time.time(), time.time() + seconds))
    later = Engine(engine.folder)
    later.scroll(next(pages(later, {}))["_scroll_id"])
    assert not path.exists()


def test_positions_are_swept_after_the_clock_was_set_back(engine, monkeypatch):
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 10**9)
    engine.scroll(next(pages(engine, {}))["_scroll_id"])
    (path,) = (engine.folder / ".scrolls").iterdir()
    monkeypatch.undo()
    monkeypatch.setattr("searchapp.engine.search.paging.scroll_positions.SWEEP_SECONDS", 0)
    engine.scroll(next(pages(engine, {}))["_scroll_id"])
    assert not path.exists()

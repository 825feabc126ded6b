import pytest

from searchapp.engine import Engine
from searchapp.engine.queries.combinators import everything
from searchapp.engine.queries.context import Context
from searchapp.engine.queries.term import term
from searchapp.engine.search.index_order import in_load_order

MAPPING = {"properties": {"kind": {"type": "keyword"}}}
REMOVED = (3, 4, 17)


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """Twenty documents, the first three removed ones gone, every tenth of the kind `rare`."""
    engine = Engine(tmp_path_factory.mktemp("order"))
    with engine.builder("gene", MAPPING) as builder:
        builder.add_many({"_id": str(number), "kind": kind_of(number)} for number in range(20))
    with engine.updater("gene") as updater:
        for number in REMOVED:
            updater.delete(str(number))
    return engine


def kind_of(number):
    return "common" if number % 10 else "rare"


def loaded(engine, query, limit, after=-1):
    reader = engine.reader("gene")
    return [int(stored.id) for stored in reader.sources(in_load_order(reader, query, limit, after))]


ALIVE = [number for number in range(20) if number not in REMOVED]


@pytest.mark.parametrize("limit", [0, 1, 2, 5, 17, 18, 1000])
def test_all_documents_come_in_the_order_of_loading(limit, engine):
    assert loaded(engine, everything(), limit) == ALIVE[:limit]


@pytest.mark.parametrize(("after", "limit", "expected"), [(-1, 2, [0, 1]), (0, 2, [1, 2]), (1, 9, [2]), (2, 9, [])])
def test_documents_that_were_never_changed_need_no_search(after, limit, expected, tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("gene", MAPPING) as builder:
        builder.add_many({"_id": str(number)} for number in range(3))
    assert loaded(engine, everything(), limit, after) == expected
    assert loaded(engine, everything(0.5), limit, after) == expected


def page_after_page(engine, query, size):
    reader, found, after = engine.reader("gene"), [], -1
    while seqs := in_load_order(reader, query, size, after):
        found += seqs
        after = seqs[-1]
    return [int(stored.id) for stored in reader.sources(found)]


@pytest.mark.parametrize("size", [1, 3, 7])
def test_pages_together_hold_every_document_once(size, engine):
    assert page_after_page(engine, everything(), size) == ALIVE


@pytest.mark.parametrize("size", [1, 3, 7])
def test_hits_far_apart_are_found_too(size, engine):
    rare = term({"kind": "rare"})(Context(engine.reader("gene")))
    assert page_after_page(engine, rare, size) == [0, 10]


@pytest.mark.parametrize(("after", "expected"), [(-7, ALIVE[:2]), (18, [19]), (19, []), (10**30, [])])
def test_a_place_outside_of_the_index_is_no_error(after, expected, engine):
    assert loaded(engine, everything(), 2, after) == expected


def test_all_documents_need_no_count(engine):
    answer = engine.search("gene", {"query": {"match_all": {"boost": 2}}, "from": 1, "size": 2})["hits"]
    assert (answer["total"]["value"], answer["max_score"]) == (17, 2.0)
    assert [(hit["_id"], hit["_score"]) for hit in answer["hits"]] == [("1", 2.0), ("2", 2.0)]


def test_a_post_filter_is_counted(engine):
    answer = engine.search("gene", {"post_filter": {"term": {"kind": "rare"}}})["hits"]
    assert [hit["_id"] for hit in answer["hits"]] == ["0", "10"]
    assert answer["total"]["value"] == 2

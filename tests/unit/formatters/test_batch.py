import pytest

from searchapp.formatters.batch import flat_list as flat_list_of
from searchapp.formatters.batch import with_total


def flat_list(results, options):
    return flat_list_of(results, options, lambda documents, head: [{**head, **document} for document in documents])


def result(*hits, total=None, **more):
    return {**more, "total": len(hits) if total is None else total, "hits": list(hits)}


A, B = {"_id": "a"}, {"_id": "b"}


@pytest.mark.rule("O7", "O8", "D5")
def test_hits_are_found_and_misses_are_not():
    entries = flat_list([result(A, B), result()], {})
    assert entries == [{"found": True, "_id": "a"}, {"found": True, "_id": "b"}, {"found": False}]


@pytest.mark.rule("O5")
def test_a_template_is_merged_into_every_result():
    entries = flat_list([result(A), result()], {"template": {"success": True}})
    assert entries == [{"success": True, "found": True, "_id": "a"}, {"success": True, "found": False}]


@pytest.mark.rule("O6", "E3", "E6")
def test_each_query_has_its_own_template_and_no_query_is_lost():
    templates = [{"query": "x"}, {"query": 5}, {"query": "x"}]
    entries = flat_list([result(A, B), result(), result(A)], {"templates": templates, "template": {"no": 1}})
    assert entries == [
        {"query": "x", "found": True, "_id": "a"},
        {"query": "x", "found": True, "_id": "b"},
        {"query": 5, "found": False},
        {"query": "x", "found": True, "_id": "a"},
    ]
    assert templates == [{"query": "x"}, {"query": 5}, {"query": "x"}]


@pytest.mark.rule("O7", "O8")
def test_other_templates_for_hits_and_misses():
    options = {"template_hit": {}, "template_miss": {"found": False, "notfound": True}}
    assert flat_list([result(A), result()], options) == [{"_id": "a"}, {"found": False, "notfound": True}]


@pytest.mark.rule("E6")
def test_a_query_without_hits_on_this_page_is_no_miss():
    options = {"templates": [{"query": "x"}, {"query": "y"}, {"query": "z"}]}
    entries = flat_list([result(total=7), result(), result(A, total=9)], options)
    assert entries == [
        {"query": "x", "found": True, "total": 7},
        {"query": "y", "found": False},
        {"query": "z", "found": True, "_id": "a"},
    ]


def test_a_document_wins_over_the_templates():
    assert flat_list([result({"found": "maybe", "query": 1})], {"templates": [{"query": "x"}]}) == [
        {"query": 1, "found": "maybe"}
    ]


@pytest.mark.rule("F1")
def test_with_facets_each_query_has_one_entry_with_the_whole_container():
    with_hits, without = result(A, facets={"a": {}}), {"facets": {"a": {}}, "total": 0}
    assert flat_list([with_hits, without], {"templates": [{"query": "x"}, {"query": "y"}]}) == [
        {"query": "x", "found": True, "facets": {"a": {}}, "total": 1, "hits": [A]},
        {"query": "y", "found": False, "facets": {"a": {}}, "total": 0},
    ]


@pytest.mark.rule("O14", "H3", "H5")
def test_with_total_gives_the_largest_total():
    assert with_total([3, 7, 0], [A, B], {"size": 7}) == {"max_total": 7, "msg": "", "hits": [A, B]}
    assert with_total([], [], {}) == {"max_total": 0, "msg": "", "hits": []}


@pytest.mark.rule("H4")
def test_a_message_says_how_many_terms_have_more_hits():
    answer = with_total([1001, 5000, 1000], [A], {"size": 1000})
    assert list(answer) == ["max_total", "msg", "hits"]
    assert answer["msg"] == "2 query terms return > 1000 hits, using from=1000 to retrieve the remaining hits"


@pytest.mark.rule("H4")
def test_the_message_counts_from_the_page_that_was_asked_for_and_from_the_default_size():
    message = with_total([11], [], {"from_": 30})["msg"]
    assert message == "1 query terms return > 10 hits, using from=40 to retrieve the remaining hits"
    assert with_total([10], [], {})["msg"] == ""
    assert with_total([1], [], {"size": 0})["msg"].startswith("1 query terms return > 0 hits, using from=0")

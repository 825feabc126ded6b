import pytest

from searchapp.engine.queries.query_cache import LONGEST, kept, search_shape, shape_cache, shape_of


def match(text, **options):
    return {"query": {"multi_match": {"query": text, **options}}, "size": 1}


def test_queries_that_differ_in_their_text_have_one_shape():
    assert shape_of({"query": "a", "fields": ["x"]}) == shape_of({"query": "b", "fields": ["x"]})


@pytest.mark.parametrize("other", [{"lenient": 1}, {"lenient": "true"}, {}, {"lenient": True, "boost": 1}])
def test_queries_that_differ_in_more_have_several(other):
    assert shape_of({"query": "a", "lenient": True}) != shape_of({"query": "a", **other})


@pytest.mark.parametrize("body", [{}, {"query": 1}, {"query": None}, {"query": "a", "fields": ["x" * LONGEST]}])
def test_what_has_no_text_or_is_too_long_is_not_kept(body):
    assert shape_of(body) is None


def test_bodies_that_differ_in_one_text_have_one_shape_and_their_texts():
    assert search_shape(match("a")) == (search_shape(match("b"))[0], "a")


@pytest.mark.parametrize("other", [{**match("a"), "size": True}, match("a", lenient=True), match(1), {"query": {}}])
def test_bodies_that_differ_in_more_have_several(other):
    assert search_shape(other)[0] != search_shape(match("a"))[0]


def test_bodies_without_such_a_text_have_one_shape_for_all_queries():
    assert search_shape({"query": {"term": {"a": 1}}, "size": 1}) == search_shape(match(1))


def test_the_shapes_that_are_kept_are_bounded_in_bytes():
    cache = shape_cache()
    made = [kept(cache, str(number), lambda number=number: [number]) for number in range(1000)]
    assert kept(cache, "999", list) is made[-1]
    assert kept(cache, "0", list) is not made[0]
    assert cache.bytes <= cache.max_bytes

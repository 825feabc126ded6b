import pytest

from searchapp.web.response.headers import cache_control, etag, matches
from searchapp.web.response.serializers import to_json


def tag(data, format="json"):
    return etag(to_json(data), data, format)


def test_the_time_that_an_answer_took_is_not_in_its_tag():
    first, second = {"took": 1, "total": 5}, {"took": 1234, "total": 5}
    assert tag(first) == tag(second)
    assert tag({"facets": {}, "took": 1}) == tag({"facets": {}, "took": 22})


def test_the_time_on_a_page_is_not_in_its_tag_either():
    first, second, other = (
        etag(f"<h1>5 {what} <small>in Genes, {took} ms</small></h1>".encode(), {"took": took}, "html")
        for what, took in (("results", 9), ("results", 12), ("hits", 9))
    )
    assert first == second != other


def test_everything_else_is():
    assert len({tag({"took": 1, "total": 5}), tag({"took": 1, "total": 6}), tag({"total": 5}), tag([])}) == 4


def test_formats_differ():
    assert tag({"a": 1}, "json") != tag({"a": 1}, "yaml")


def test_the_tag_is_weak():
    assert tag({}).startswith('W/"')


@pytest.mark.parametrize("header", ['W/"abc"', '"abc"', '"x", W/"abc"', "*"])
def test_a_known_tag_matches(header):
    assert matches('W/"abc"', header)


@pytest.mark.parametrize("header", ["", '"ab"', "abc", '"x", "y"'])
def test_another_tag_does_not(header):
    assert not matches('W/"abc"', header)


@pytest.mark.rule("Z4")
def test_the_cache_header():
    assert cache_control(600) == ("Cache-Control", "max-age=600, public")

import pytest

from searchapp.errors import PipelineError
from searchapp.options.lists import without_texts

from ..refusals import refusal


def test_texts_of_lists_are_split_as_in_a_query_string():
    assert without_texts({"sort": "a,-b", "size": 3}) == {"sort": ["a", "-b"], "size": 3}


def test_texts_of_numbers_are_numbers():
    assert without_texts({"size": "3", "from_": 2, "facet_size": None}) == {"size": 3, "from_": 2, "facet_size": None}


def test_options_of_python_callers_are_read_too():
    assert without_texts({"deadline": "2.5", "one": "false"}) == {"deadline": 2.5, "one": False}


@pytest.mark.parametrize("value", ["soon", True, [3]])
def test_a_deadline_that_is_no_number_is_refused(value):
    with pytest.raises(PipelineError, match="deadline must be a number"):
        without_texts({"deadline": value})


@pytest.mark.parametrize("value", ["three", True, 2.5, [3], "-1"])
def test_texts_that_are_no_numbers_are_refused(value):
    assert refusal(without_texts, {"size": value})[1]["keyword"] == "size"


def test_texts_of_booleans_are_booleans():
    assert without_texts({"explain": "false", "dotfield": "1", "version": None}) == {
        "explain": False,
        "dotfield": True,
        "version": None,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"sort": [{"symbol": "desc"}]},
        {"_source": True},
        {"_source": False},
        {"scopes": {"symbol": 2}},
        {"filter": ["a:b"]},
        {"highlight": {"name": {}}},
        {"explain": "maybe"},
        {"template": "x"},
        {"template_hit": ["x"]},
        {"templates": ["x"]},
        {"templates": 5},
        {"templates": {"n": 1}},
    ],
)
def test_values_of_another_type_are_refused(options):
    refusal(without_texts, options)


def test_collections_of_texts_stay_as_they_are():
    options = {
        "templates": [{"n": 1}],
        "template": None,
        "scopes": ("a", ["b", "c"]),
        "_source": {"a"},
        "highlight": True,
        "sort": [],
        "filter": "a:b",
    }
    assert without_texts(options) is options


@pytest.mark.parametrize(("name", "kind"), [("template", "an object"), ("templates", "a list of objects")])
def test_the_error_of_a_template_names_the_wanted_type(name, kind):
    assert refusal(without_texts, {name: "x"}) == (f"{name} must be {kind}", {"keyword": name})

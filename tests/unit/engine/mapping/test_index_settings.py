import pytest

from searchapp.engine import EngineError
from searchapp.engine.mapping.index_settings import check_names, index_settings, unified


def test_settings_stand_below_index_or_not_with_dots_or_without():
    given = {
        "index": {"max_result_window": 5, "query": {"default_field": ["t^2", "k*"]}},
        "query_string.lenient": "true",
    }
    read = index_settings(given)
    assert (read.max_result_window, read.default_fields, read.lenient) == (5, ("t^2", "k*"), True)
    assert index_settings(None).max_terms_count == 65_536


def test_unified_settings_hold_the_analysis_as_one_object():
    given = {
        "index.analysis.analyzer.a.type": "stop",
        "index": {"analysis": {"filter": {"b": {"type": "stop"}}}, "priority": 1},
    }
    analysis = {"analyzer": {"a": {"type": "stop"}}, "filter": {"b": {"type": "stop"}}}
    assert unified(given) == {"analysis": analysis, "priority": 1} == unified(unified(given))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"nope": {"x": 5}}, "unknown setting [index.nope.x]"),
        ({"index.index.max_result_window": 5}, "unknown setting [index.index.max_result_window]"),
        (
            {"similarity": {"default": {"type": "boolean"}}},
            "unsupported setting: index.similarity.default.type [boolean]",
        ),
        ({"mapping.coerce": False}, "unsupported setting: index.mapping.coerce [False]"),
        ({"sort.field": "n"}, "unsupported setting: index.sort.field [n]"),
        ({"merge.nope": 1}, "unknown setting [index.merge.nope]"),
        ({"translog": {"nope": 1}}, "unknown setting [index.translog.nope]"),
    ],
)
def test_unsupported_settings_are_refused_by_name(given, reason):
    with pytest.raises(EngineError) as caught:
        check_names(given)
    assert (caught.value.status, caught.value.reason) == (400, reason)


def test_settings_that_change_no_answer_are_accepted():
    check_names({"number_of_shards": 3, "refresh_interval": "5s", "mapping": {"coerce": "true"}, "blocks.write": False})
    check_names({"routing.allocation.include._tier_preference": "data_hot", "codec": "of a plugin"})


@pytest.mark.parametrize("value", [0, "x", 5.7, True])
def test_a_limit_is_a_positive_whole_number(value):
    with pytest.raises(EngineError, match="Failed to parse value"):
        index_settings({"max_result_window": value})

import pytest

from searchapp.builders.elastic import ElasticBuilder
from searchapp.builders.field_checks import MAX_WARNINGS
from searchapp.builders.limits import Limits
from searchapp.errors import PipelineError

from ..refusals import refusal
from .fake_metadata import FIELDS, KnownFields


def extras(builder=None, **options):
    return (builder or ElasticBuilder()).apply_extras({}, options)


def refused(builder=None, **options):
    return refusal(extras, builder, **options)


@pytest.mark.rule("Q3")
def test_size_is_ten_unless_asked():
    assert extras() == {"size": 10}
    assert extras(size=25) == {"size": 25}
    assert extras(size=0) == {"size": 0}
    assert extras(ElasticBuilder(limits=Limits(size=3))) == {"size": 3}


@pytest.mark.rule("Q4")
def test_from_is_the_position_of_the_first_hit():
    assert extras(from_=20) == {"size": 10, "from": 20}
    assert extras(from_=0) == {"size": 10}


@pytest.mark.rule("Q4")
def test_from_and_size_stay_inside_the_window():
    assert extras(from_=9990) == {"size": 10, "from": 9990}
    summary = "from + size must be at most 10000, not 10001: use fetch_all to read everything"
    assert refused(from_=9991) == (summary, {"keyword": "from", "max": 10_000, "num": 10_001})
    assert refused(ElasticBuilder(limits=Limits(window=5)))[1] == {"keyword": "from", "max": 5, "num": 10}


def test_negative_numbers_are_refused():
    details = {"keyword": "size", "min": 0, "num": -1}
    assert refused(size=-1) == ("size must be a whole number from 0, not -1", details)
    assert refused(from_=-2)[1] == {"keyword": "from", "min": 0, "num": -2}


@pytest.mark.rule("X1")
def test_fetch_all_ignores_size():
    assert extras(fetch_all=True, size=5, from_=0, sort=[]) == {}
    assert extras(fetch_all=False, size=5) == {"size": 5}


@pytest.mark.rule("Q2")
def test_source_names_the_fields_returned():
    assert extras(_source=["a", "b.*"]) == {"size": 10, "_source": {"includes": ["a", "b.*"]}}


@pytest.mark.rule("Q2")
def test_a_minus_leaves_a_field_out():
    assert extras(_source=["a", "-a.b"])["_source"] == {"includes": ["a"], "excludes": ["a.b"]}
    assert extras(_source=["-b"])["_source"] == {"excludes": ["b"]}


@pytest.mark.rule("Q2")
@pytest.mark.parametrize("source", [None, [], ["all"], ["a", "all"], [""], ["-"]])
def test_all_or_nothing_is_everything(source):
    assert extras(_source=source) == {"size": 10}


@pytest.mark.rule("Q2")
def test_all_without_some():
    assert extras(_source=["all", "-b"])["_source"] == {"excludes": ["b"]}


@pytest.mark.rule("Q5")
def test_sort_keys_are_ascending_and_with_a_minus_descending():
    body = extras(sort=["a", "-b"])
    assert body == {"size": 10, "sort": [{"a": {"order": "asc"}}, {"b": {"order": "desc"}}]}


def test_a_sort_by_score_is_best_first():
    assert extras(sort=["_score", "-_score"])["sort"] == [{"_score": {"order": "desc"}}] * 2


@pytest.mark.parametrize("sort", [None, [], [""], ["-"]])
def test_no_sort_keys_no_sort(sort):
    assert extras(sort=sort) == {"size": 10}


@pytest.mark.rule("Q5")
@pytest.mark.parametrize("key", ["_id", "-_id"])
def test_the_identifier_is_no_sort_key(key):
    summary = "cannot sort by _id, whose values are not stored for sorting: use a field of the documents"
    assert refused(sort=["a", key]) == (summary, {"keyword": "sort", "field": "_id"})


@pytest.mark.rule("Q5", "C7")
def test_sort_keys_are_checked_where_the_fields_are_known():
    builder = ElasticBuilder(metadata=KnownFields(FIELDS))
    assert extras(builder, sort=["-symbol", "_score"])["sort"][0] == {"symbol": {"order": "desc"}}
    assert refused(builder, sort=["symbol", "-name"])[1] == {"keyword": "sort", "field": "name"}


@pytest.mark.rule("Q6")
def test_facets_are_aggregations():
    assert extras(aggs=["a"]) == {
        "size": 10,
        "aggs": {"a": {"terms": {"field": "a", "size": 10}}, "a::missing": {"missing": {"field": "a"}}},
    }
    assert extras(aggs=[]) == extras(aggs=None) == {"size": 10}


@pytest.mark.rule("Q8")
def test_facet_size_bounds_the_values():
    assert extras(aggs=["a"], facet_size=3)["aggs"]["a"] == {"terms": {"field": "a", "size": 3}}
    builder = ElasticBuilder(limits=Limits(facet_size=7))
    assert extras(builder, aggs=["a"])["aggs"]["a"] == {"terms": {"field": "a", "size": 7}}


@pytest.mark.rule("Q8", "C6")
def test_nested_facets_are_checked():
    assert refused(aggs=["a(b)"])[1] == {"keyword": "aggs"}
    builder = ElasticBuilder(allow_nested_query=True, limits=Limits(facet_product=99))
    assert refused(builder, aggs=["a(b)"])[1] == {"keyword": "facet_size", "max": 99, "num": 100}


@pytest.mark.rule("Q6")
def test_the_identifier_is_no_facet():
    summary = "cannot count the values of _id, every document has its own: choose another field"
    builder = ElasticBuilder(allow_nested_query=True)
    assert refused(builder, aggs=["a(_id)"]) == (summary, {"keyword": "aggs", "field": "_id"})


@pytest.mark.rule("Q6", "C7")
def test_facets_are_checked_where_the_fields_are_known():
    builder = ElasticBuilder(metadata=KnownFields(FIELDS), allow_nested_query=True)
    assert list(extras(builder, aggs=["symbol(taxid)"])["aggs"]) == ["symbol", "symbol::missing"]
    assert refused(builder, aggs=["symbol(name)"])[1] == {"keyword": "aggs", "field": "name"}


@pytest.mark.rule("Q7")
def test_post_filter_is_a_query_string():
    builder = ElasticBuilder(default_fields=["x"], default_operator="OR")
    assert extras(builder, post_filter=" a:b ")["post_filter"] == {
        "query_string": {"query": "a:b", "fields": ["x"], "default_operator": "OR", "lenient": True}
    }


@pytest.mark.rule("Q7")
def test_an_empty_post_filter_filters_nothing():
    assert extras(post_filter=" ") == extras(post_filter=None) == {"size": 10}


def test_post_filter_is_guarded():
    assert refused(post_filter="(" * 101)[1]["keyword"] == "post_filter"


def test_fields_may_be_named_by_a_hundred_patterns():
    assert len(extras(_source=[f"a{number}*" for number in range(100)])["_source"]["includes"]) == 100
    with pytest.raises(PipelineError, match="400 fields has 101 patterns, at most 100 are allowed: name the fields"):
        extras(_source=[f"-a{number}*" for number in range(101)])


@pytest.mark.rule("Q9")
def test_explain_and_version_are_flags():
    assert extras(explain=True, version=True) == {"size": 10, "version": True, "explain": True}
    assert extras(explain=False, version=None) == {"size": 10}


def test_a_name_of_one_letter_is_a_name():
    assert extras(sort=["X", "-"])["sort"] == [{"X": {"order": "asc"}}]
    assert extras(_source=["X", "-"])["_source"] == {"includes": ["X"]}


def test_highlight_marks_every_field_or_the_named_ones():
    assert extras(highlight=True)["highlight"] == {"fields": {"*": {}}, "require_field_match": False}
    assert extras(highlight=["a", "b"])["highlight"] == {"fields": {"a": {}, "b": {}}, "require_field_match": False}
    assert extras(highlight=False) == extras(highlight=[]) == {"size": 10}


@pytest.mark.rule("B7")
def test_unknown_keywords_are_passed_through():
    assert extras(track_total_hits=False, preference="_local", nothing=None) == {
        "size": 10,
        "track_total_hits": False,
        "preference": "_local",
    }


@pytest.mark.rule("B7")
def test_the_options_of_the_service_are_not_passed_through():
    assert extras(dotfield=True, item_type="gene", deadline=1.0, raw=True, one=True, scopes=["a"]) == {"size": 10}


def test_options_that_a_subclass_reads_itself_are_not_passed_through():
    class Builder(ElasticBuilder):
        own_options = frozenset(("species",))

    assert extras(Builder(), species="human", other=1) == {"size": 10, "other": 1}


def test_highlights_need_a_field_or_a_pattern_of_some():
    builder = ElasticBuilder(metadata=KnownFields(FIELDS))
    assert list(extras(builder, highlight=["name", "xref.*"])["highlight"]["fields"]) == ["name", "xref.*"]
    for name, hint in (("nam", ", did you mean name"), ("_id", ""), ("zz.*", "")):
        expected = (f"highlight: no field is named {name}{hint}", {"keyword": "highlight", "field": name})
        assert refused(builder, highlight=["name", name]) == expected


def test_unknown_fields_to_return_are_named_after_fresh_metadata_confirm_it():
    metadata = KnownFields(FIELDS, fresh={**FIELDS, "added": {"type": "long"}})
    warnings = []
    names = ["symbl", "-nam", "xref.*", "_id", "added", "name", "zz*"]
    extras(ElasticBuilder(metadata=metadata), _source=names, warnings=warnings)
    assert warnings == [
        "fields: no field is named symbl, did you mean symbol",
        "fields: no field is named zz*",
        "fields: no field is named nam, did you mean name",
    ]
    assert metadata.asked == [(None, None), (None, 1.0)]


def test_fields_that_are_known_are_not_looked_up_anew():
    metadata = KnownFields(FIELDS)
    extras(ElasticBuilder(metadata=metadata), _source=["name"], warnings=(warnings := []))
    assert (warnings, metadata.asked) == ([], [(None, None)])


def test_without_requested_warnings_fields_are_not_read():
    metadata = KnownFields(FIELDS)
    extras(ElasticBuilder(metadata=metadata), _source=["symbl"])
    assert metadata.asked == []
    extras(_source=["symbl"], warnings=(warnings := []))
    assert warnings == []


def test_the_number_of_warnings_is_limited():
    warnings = ["earlier"]
    extras(ElasticBuilder(metadata=KnownFields(FIELDS)), _source=[f"zz{n}" for n in range(50)], warnings=warnings)
    assert (warnings[0], len(warnings)) == ("earlier", MAX_WARNINGS)

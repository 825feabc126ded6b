import pytest

from searchapp.builders.field_checks import (
    check_facets,
    check_scopes,
    check_sort,
    check_weights,
    is_searchable,
    known_scope,
    scope_name,
    unknown_field,
    unknown_fields,
)
from searchapp.querystring.sub_fields import exact_field, sorted_field

from ..refusals import refusal
from .fake_metadata import FIELDS


def test_a_field_without_an_index_is_searchable_if_words_search_it():
    assert is_searchable({}) and is_searchable({"index": False, "searched_by_default": True})
    assert not is_searchable({"index": False})


def test_a_scope_has_its_name_before_the_weight():
    assert scope_name("symbol^10") == scope_name("symbol") == "symbol"


def test_fields_patterns_and_the_identifier_are_known_scopes():
    assert [known_scope(scope, FIELDS) for scope in ("symbol", "symbol^2", "xref.*", "_id", "_id^3")] == [True] * 5
    assert [known_scope(scope, FIELDS) for scope in ("nope", "nope.*", "Symbol")] == [False] * 3


def test_a_text_is_counted_and_sorted_by_its_sub_fields():
    fields = {"name": {"type": "text"}, "name.keyword": {"type": "keyword"}, "name.sort": {"type": "keyword"}}
    fields |= {"code": {"type": "keyword"}, "code.keyword": {"type": "keyword"}, "n": {"type": "long"}}
    fields |= {"old": {"type": "text"}, "old.keyword": {"type": "keyword"}, "note": {"type": "text"}}
    names = ("name", "code", "n", "old", "note", "nothing")
    counted = ["name.keyword", "code.keyword", "n", "old.keyword", "note", "nothing"]
    assert [exact_field(name, fields) for name in names] == counted
    assert [sorted_field(name, fields) for name in names] == [
        "name.sort",
        "code",
        "n",
        "old.keyword",
        "note",
        "nothing",
    ]
    check_sort(["name", "old"], fields)


def test_a_text_whose_values_are_kept_is_counted_by_itself():
    check_facets(["name"], {"name": {"type": "text", "doc_values": True}})


@pytest.mark.rule("Q1")
def test_weights_are_plain_numbers():
    check_weights(["symbol", "symbol^2", "symbol^0.5"])
    summary = "scopes: 'symbol^x' is not a field with a weight, write it as symbol^2"
    assert refusal(check_weights, ["a", "symbol^x"]) == (summary, {"keyword": "scopes", "field": "symbol^x"})
    for scope in ("", "^2", "a^", "a^2^3", "a^-1", "a^1."):
        refusal(check_weights, [scope])


@pytest.mark.rule("Q1")
def test_known_scopes_pass():
    check_scopes(["symbol^2", "name", "xref.*", "_id"], FIELDS)


@pytest.mark.rule("Q1")
def test_an_unknown_scope_is_refused_with_the_nearest_field():
    details = {"keyword": "scopes", "field": "symbl"}
    expected = ("scopes: no field is named symbl, did you mean symbol", details)
    assert refusal(check_scopes, ["name", "symbl^2"], FIELDS) == expected


@pytest.mark.rule("CR4")
def test_a_near_field_with_blanks_is_in_quotes_as_a_list_needs_it():
    fields = {"Major Genre": {"type": "keyword"}}
    assert unknown_fields("fields", ["Genre"], fields) == [
        'fields: no field is named Genre, did you mean "Major Genre"'
    ]


def test_an_unknown_name_without_a_near_one_gets_no_hint():
    expected = ("scopes: no field is named qqqq", {"keyword": "scopes", "field": "qqqq"})
    assert refusal(check_scopes, ["qqqq"], FIELDS) == expected


def test_only_the_start_of_a_long_name_is_compared():
    assert unknown_field("sort", "x" * 100 + "y" * 900, {"x" * 100: {}}).summary.endswith(f"did you mean {'x' * 100}")


def test_a_long_name_is_cut_in_the_answer():
    error = unknown_field("sort", "x" * 101, {})
    assert error.summary == f"sort: no field is named {'x' * 100}"
    assert error.details == {"keyword": "sort", "field": "x" * 100}


def test_an_object_is_no_scope():
    details = {"keyword": "scopes", "field": "xref"}
    expected = ("scopes: xref is an object, use a field inside it such as xref.mim", details)
    assert refusal(check_scopes, ["xref"], FIELDS) == expected
    assert refusal(check_scopes, ["exon"], FIELDS)[0] == "scopes: exon is an object, use another field"


@pytest.mark.rule("Q5")
def test_keywords_and_numbers_can_be_sorted():
    check_sort(["symbol", "taxid", "name.raw"], FIELDS)


@pytest.mark.rule("Q5")
def test_a_text_cannot_be_sorted_and_its_exact_field_is_named():
    expected = ("cannot sort by name, which is text: use name.raw", {"keyword": "sort", "field": "name"})
    assert refusal(check_sort, ["symbol", "name"], FIELDS) == expected


def test_a_text_without_an_exact_field_gets_a_general_hint():
    summary = "cannot sort by summary, which is text: use a keyword, number, date or boolean field"
    assert refusal(check_sort, ["summary"], FIELDS)[0] == summary


def test_an_object_and_a_field_without_kept_values_cannot_be_sorted():
    summary = "cannot sort by xref, which is an object: use a field inside it such as xref.mim"
    assert refusal(check_sort, ["xref"], FIELDS)[0] == summary
    summary = "cannot sort by hidden, whose values are not stored for sorting and counting: use another field"
    assert refusal(check_sort, ["hidden"], FIELDS)[0] == summary


@pytest.mark.rule("Q5")
def test_an_unknown_sort_key_is_refused():
    assert refusal(check_sort, ["taxi"], FIELDS)[0] == "sort: no field is named taxi, did you mean taxid"


@pytest.mark.rule("Q6")
def test_a_text_is_no_facet():
    details = {"keyword": "aggs", "field": "name"}
    expected = ("cannot count the values of name, which is text: use name.raw", details)
    assert refusal(check_facets, ["symbol", "name"], FIELDS) == expected
    assert refusal(check_facets, ["nope"], FIELDS)[0].startswith("aggs: no field is named nope")
    check_facets(["symbol", "taxid"], FIELDS)


def test_names_inside_objects_that_are_not_indexed_are_not_unknown():
    fields = {"blob": {"type": "object", "index": False}, "symbol": {"type": "keyword", "index": True}}
    found = unknown_fields("fields", ["blob.x", "blob", "symbol.x", "blobx", "_id", "_other", "z" * 101], fields)
    assert found == [
        "fields: no field is named symbol.x, did you mean symbol",
        "fields: no field is named blobx, did you mean blob",
        f"fields: no field is named {'z' * 100}",
    ]

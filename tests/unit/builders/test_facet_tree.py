import pytest

from searchapp.builders.facet_syntax import facets
from searchapp.builders.facet_tree import aggregations as aggregations_of
from searchapp.builders.facet_tree import check_facets as check_tree
from searchapp.builders.facet_tree import facet_tree, levels, max_counts_of, names
from searchapp.formatters.facets import facets_of

from ..refusals import refusal


def aggregations(tree, facet_size):
    return aggregations_of(tree, facets(names(tree), {}), facet_size)


def check_facets(tree, facet_size, nested, limit):
    check_tree(tree, facets(names(tree), {}), facet_size, nested, limit)


@pytest.mark.rule("Q6")
def test_names_become_facets():
    assert facet_tree(["a", "b.c"]) == {"a": {}, "b.c": {}}
    assert facet_tree([]) == {}


@pytest.mark.rule("Q6")
def test_parentheses_nest_facets():
    assert facet_tree(["a(b(c))"]) == {"a": {"b": {"c": {}}}}
    assert facet_tree(["a(b,c(d,e),f)", "g"]) == {"a": {"b": {}, "c": {"d": {}, "e": {}}, "f": {}}, "g": {}}


def test_a_facet_that_is_named_twice_has_the_inner_facets_of_both():
    assert facet_tree(["a(b)", "a(c(d))", "a"]) == {"a": {"b": {}, "c": {"d": {}}}}


BAD = ["", "a(", "a)", "a()", "(a)", "a(b", "a(b))", "a(b)c", "a(b)(c)", "a,b", "a(,b)", "a(b,)"]


@pytest.mark.rule("Q6")
@pytest.mark.parametrize("facet", [*BAD, ")", "(", ",", "a((b))", "a(b)(", "a,", "a(b),c"])
def test_texts_that_are_no_facets_are_refused(facet):
    summary = f"aggs: {facet!r} cannot be read, write a or a(b) or a(b,c(d))"
    assert refusal(facet_tree, [facet]) == (summary, {"keyword": "aggs"})


def test_a_facet_with_a_blank_is_the_name_of_a_field():
    assert facet_tree(["a b", "a (b c)", "a(b)"]) == {"a b": {}, "a (b c)": {}, "a": {"b": {}}}
    assert facet_tree(["Color, main", "a, b (c)"]) == {"Color, main": {}, "a, b (c)": {}}


def test_characters_that_search_engines_refuse_in_names_of_aggregations_are_replaced():
    found = aggregations(facet_tree(["Q1[a]", "Group <b> [c]"]), 10)
    assert [clause["terms"]["field"] for clause in found.values() if "terms" in clause] == ["Q1[a]", "Group <b> [c]"]
    assert set("".join(found)).isdisjoint("[]<>")
    assert [*facets_of({name: {"sum_other_doc_count": 0, "buckets": []} for name in found if "::" not in name})] == [
        "Q1[a]",
        "Group <b> [c]",
    ]


def test_ten_levels_can_be_read_and_eleven_cannot():
    assert levels(facet_tree(["(".join("abcdefghij") + ")" * 9])) == 10
    refusal(facet_tree, ["(".join("abcdefghijk") + ")" * 10])


def test_the_text_of_a_bad_facet_is_cut():
    assert refusal(facet_tree, ["a" * 200 + "("])[0].startswith(f"aggs: {'a' * 100!r} cannot")


def test_the_number_of_levels_is_the_depth_of_the_deepest_facet():
    assert [levels(tree) for tree in ({}, {"a": {}}, {"a": {"b": {}}, "c": {"d": {"e": {}}}, "f": {}})] == [0, 1, 3]


def test_every_counted_field_is_named():
    assert list(names({"a": {"b": {}, "c": {"d": {}}}, "e": {}})) == ["a", "b", "c", "d", "e"]


@pytest.mark.rule("Q6", "F5")
def test_each_facet_counts_values_and_the_documents_without_a_value():
    assert aggregations({"a": {}}, 7) == {
        "a": {"terms": {"field": "a", "size": 7}},
        "a::missing": {"missing": {"field": "a"}},
    }


@pytest.mark.rule("Q6")
def test_a_facet_of_ranges_also_counts_the_documents_outside_of_them():
    found = aggregations({"a:0..5": {"b": {}}}, 7)
    assert list(found) == ["a:0..5", "a:0..5::missing", "a:0..5::other"]
    assert list(found["a:0..5"]) == ["range", "meta", "aggs"]
    assert list(found["a:0..5"]["aggs"]) == ["b", "b::missing"]


@pytest.mark.rule("Q6", "F8")
def test_inner_facets_are_inside_the_outer_ones():
    assert aggregations({"a": {"b": {}}}, 5) == {
        "a": {
            "terms": {"field": "a", "size": 5},
            "aggs": {"b": {"terms": {"field": "b", "size": 5}}, "b::missing": {"missing": {"field": "b"}}},
        },
        "a::missing": {"missing": {"field": "a"}},
    }


@pytest.mark.rule("C6")
def test_nested_facets_are_refused_where_they_are_not_allowed():
    summary = "aggs: nested facets such as a(b) are not allowed here, write a,b"
    assert refusal(check_facets, {"a": {"b": {}}}, 10, False, 100) == (summary, {"keyword": "aggs"})
    check_facets({"a": {"b": {}}}, 10, True, 100)
    check_facets({"a": {}}, 10, False, 100)


@pytest.mark.rule("Q8")
def test_a_facet_has_at_least_one_value():
    details = {"keyword": "facet_size", "min": 1, "num": 0}
    assert refusal(check_facets, {"a": {}}, 0, False, 100) == ("facet_size must be at least 1, not 0", details)
    check_facets({"a": {}}, 1, False, 100)


@pytest.mark.rule("Q8")
def test_the_product_of_nested_sizes_is_bounded():
    check_facets({"a": {"b": {}}}, 256, True, 65_536)
    summary = "aggs: 2 levels of facet_size 257 ask for up to 66049 counts, at most 65536 are allowed: "
    expected = (summary + "choose a smaller facet_size", {"keyword": "facet_size", "max": 65_536, "num": 66_049})
    assert refusal(check_facets, {"a": {"b": {}}}, 257, True, 65_536) == expected


@pytest.mark.rule("Q8")
def test_the_product_is_that_of_the_deepest_counts_side_by_side():
    tree = facet_tree(["a(b:0..1..2(c),d:missing(e))", "f:5"])
    found = facets(names(tree), {})
    assert max_counts_of(tree, found, 10) == 10 * 2 * 10
    assert max_counts_of(facet_tree(["d:missing(e)"]), found, 10) == 10
    assert max_counts_of(facet_tree(["f:5"]), found, 10) == 10
    assert max_counts_of({}, found, 10) == 1

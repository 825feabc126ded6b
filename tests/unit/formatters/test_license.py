import pytest

from searchapp.formatters.license import licensed_paths, with_licenses

URL = "https://example.org/licence"


@pytest.mark.rule("L2", "K1", "K2")
def test_each_mapped_field_gets_the_licence_of_its_source():
    places = licensed_paths({"exac_nontcga": "exac", "snpeff.ann": "snpeff"}, {"exac": "x", "snpeff": "s"})
    assert places == [(["exac_nontcga"], "x"), (["snpeff", "ann"], "s")]


@pytest.mark.rule("L1")
def test_a_source_without_a_licence_gives_none():
    assert licensed_paths({"a": "one", "b": "two"}, {"two": "", "three": "t"}) == []


@pytest.mark.rule("L1", "D4")
def test_an_object_says_its_licence():
    document = with_licenses({"exac": {"af": 1}, "other": {"af": 2}}, [(["exac"], URL)])
    assert document == {"exac": {"af": 1, "_license": URL}, "other": {"af": 2}}


@pytest.mark.rule("L2", "L3")
def test_each_element_of_a_list_says_its_licence():
    document = {"snpeff": {"ann": [{"effect": "a"}, {"effect": "b"}, "text"]}}
    expected = [{"effect": "a", "_license": URL}, {"effect": "b", "_license": URL}, "text"]
    assert with_licenses(document, [(["snpeff", "ann"], URL)]) == {"snpeff": {"ann": expected}}


@pytest.mark.rule("L4")
@pytest.mark.parametrize("document", [{"a": 1}, {"exac": 5}, {"exac": None}, {"exac": []}])
def test_values_and_unmapped_objects_are_unchanged(document):
    assert with_licenses(document, [(["exac"], URL)]) == document


def test_several_fields_are_licensed():
    document = with_licenses({"a": {}, "b": {}}, [(["a"], "1"), (["b"], "2")])
    assert document == {"a": {"_license": "1"}, "b": {"_license": "2"}}


def test_the_licence_wins_over_a_key_of_the_document():
    assert with_licenses({"a": {"_license": "old"}}, [(["a"], URL)]) == {"a": {"_license": URL}}


def test_a_star_adds_the_fields_that_are_named_like_their_source():
    places = licensed_paths({"*": "*", "b": "a"}, {"a": "1", "b": "2", "c.d": "3"})
    assert sorted(places) == [(["a"], "1"), (["b"], "1"), (["c", "d"], "3")]

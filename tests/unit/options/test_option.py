import pytest

from searchapp.options.option import Option, TermList

FORMAT = Option("format", str, default="json", choices=("json", "csv"), document_choices=("csv",))
Q = Option("q", str, post_type=TermList, post_default=["a"], default="b")


def test_choices_for_documents_are_left_out_where_there_are_none():
    assert FORMAT.at("GET") == FORMAT.at("GET", documents=True) == FORMAT
    for method in ("GET", "POST"):
        other = FORMAT.at(method, documents=False)
        assert (other.choices, other.document_choices, other.default) == (("json",), (), "json")


def test_without_choices_for_documents_all_stay():
    plain = Option("format", str, choices=("json", "csv"))
    assert plain.at("GET", documents=False) is plain


@pytest.mark.parametrize(("method", "type", "default"), [("GET", str, "b"), ("POST", TermList, ["a"])])
def test_a_post_has_types_and_defaults_of_its_own(method, type, default):
    assert (Q.at(method).type, Q.at(method).default) == (type, default)


def test_a_post_has_the_attributes_that_it_does_not_change():
    size = Option("size", int, default=10)
    assert size.at("POST") == size


def test_a_choice_of_one_endpoint_is_a_choice_there_only():
    option = Option("format", str, choices=("json",), own_choices=(("annotation", "jsonld"), ("metadata", "croissant")))
    assert option.of_endpoint("annotation").choices == ("json", "jsonld")
    assert option.of_endpoint("query") is option

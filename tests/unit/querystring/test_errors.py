import pytest

from searchapp.errors import ErrorKind
from searchapp.querystring.errors import LuceneError, SyntaxFault, query_text_error


def test_the_column_of_a_fault_counts_from_one():
    error = query_text_error(SyntaxFault("unexpected )", 2), "a )", "filter")
    assert (error.code, error.kind, error.column) == (400, ErrorKind.SYNTAX, 3)
    assert error.summary == "filter cannot be parsed: unexpected ) at column 3"
    assert error.details == {"root_cause_line_00": "unexpected ) at column 3", "text": "a )", "keyword": "filter"}


def test_what_is_not_closed_has_a_kind_of_its_own():
    assert query_text_error(SyntaxFault("( is not closed", 0, unclosed=True), "(a").kind is ErrorKind.UNCLOSED


def test_an_error_without_a_place_has_no_column():
    error = query_text_error(LuceneError("too deep"), "((a))", "q")
    assert (error.column, error.kind, error.summary) == (None, ErrorKind.SYNTAX, "q cannot be parsed: too deep")


@pytest.mark.parametrize("keyword", ["filter", None])
def test_the_details_name_the_option_if_it_is_known(keyword):
    assert query_text_error(LuceneError("x"), "t", keyword).details.get("keyword") == keyword

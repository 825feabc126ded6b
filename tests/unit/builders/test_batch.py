import pytest

from searchapp.builders.batch import bodies_of, check_highlighted_fields, check_hits, check_length, text_of
from searchapp.builders.limits import Limits
from searchapp.errors import PipelineError

from ..refusals import refusal


@pytest.mark.rule("B3")
def test_each_term_has_its_own_body_in_order():
    assert bodies_of(["a", "b", "a"], lambda term: {"query": term}) == [{"query": "a"}, {"query": "b"}, {"query": "a"}]


@pytest.mark.rule("B3", "N3")
def test_an_empty_list_has_no_bodies():
    assert bodies_of([], lambda term: {}) == []


def test_an_error_names_the_position_and_the_text_of_its_term():
    def make(term):
        if term == "(" * 101:
            raise PipelineError(400, "too deep", {"max": 100})
        return {}

    expected = ("too deep (at position 1): " + repr("(" * 100), {"max": 100, "position": 1, "term": "(" * 100})
    assert refusal(bodies_of, ["a", "(" * 101], make) == expected


def test_an_error_without_details_gets_some():
    def make(term):
        raise PipelineError(400, "no")

    assert refusal(bodies_of, [7], make) == ("no (at position 0): '7'", {"position": 0, "term": "7"})


@pytest.mark.parametrize("keyword", ["q", "id"])
def test_null_is_no_term(keyword):
    details = {"keyword": keyword, "position": 1, "term": "None"}
    assert refusal(bodies_of, ["a", None], lambda term: {}, keyword) == (
        "null is not a term, use a text or a number (at position 1): 'None'",
        details,
    )


def test_a_batch_has_a_largest_length():
    check_length(["a"] * 3, "q", Limits(batch=3))
    summary = "ids has 4 entries, at most 3 are allowed: send several requests"
    assert refusal(check_length, ["a"] * 4, "ids", Limits(batch=3)) == (
        summary,
        {"keyword": "ids", "max": 3, "num": 4},
    )


def test_a_batch_asks_for_a_bounded_number_of_hits():
    check_hits(["a"] * 3, 10, 0, Limits(batch_hits=30))
    summary = "3 terms with size 11 ask for 33 hits, at most 30 are allowed: send fewer terms"
    details = {"keyword": "size", "max": 30, "num": 33}
    assert refusal(check_hits, ["a"] * 3, 11, 0, Limits(batch_hits=30)) == (summary, details)
    summary = "3 terms with from 9 and size 2 ask for 33 hits, at most 30 are allowed: send fewer terms"
    assert refusal(check_hits, ["a"] * 3, 2, 9, Limits(batch_hits=30)) == (summary, details)


def test_the_limits_are_equal_to_the_limits_of_the_service():
    assert Limits() == Limits(10, 10_000, 10, 65_536, 1000, 100_000, 1000)


def test_numbers_and_booleans_are_terms():
    assert [text_of(term) for term in ("a", "", 5, 2.5, True, False)] == ["a", "", "5", "2.5", "true", "false"]


@pytest.mark.parametrize("term", [None, {}, ["a"], b"a"])
def test_values_that_are_no_terms_are_refused(term):
    expected = ("id must be a text, a number or a list", {"keyword": "id"})
    assert refusal(text_of, term, "id") == expected
    assert refusal(text_of, term)[1] == {"keyword": "q"}


@pytest.mark.parametrize(("wanted", "fields"), [(True, 340), (["a*"], 340), (["a1", "a2"] * 100, 200)])
def test_a_batch_highlights_a_limited_number_of_fields(wanted, fields):
    known = [f"a{number}" for number in range(340)]
    check_highlighted_fields(["x"] * (100_000 // fields), wanted, known)
    text, details = refusal(check_highlighted_fields, ["x"] * 1000, wanted, known)
    assert text == (
        f"highlight has {1000 * fields} fields for all terms together, at most 100000 are allowed: name fewer fields,"
        " or send fewer terms"
    )
    assert details == {"keyword": "highlight", "max": 100_000, "num": 1000 * fields}

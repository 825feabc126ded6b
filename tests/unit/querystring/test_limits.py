import pytest

from searchapp.errors import ErrorKind, PipelineError
from searchapp.querystring import limits
from searchapp.querystring.errors import LuceneError, SyntaxFault
from searchapp.querystring.limits import (
    check_query,
    check_words,
    has_too_many_clauses,
    query_text_error,
    repeated,
    text_depth,
)

from ..refusals import refusal


def refused(text, keyword="q", check=check_query):
    return refusal(check, text, keyword)


def nested(depth):
    return "(" * depth + "a" + ")" * depth


def test_a_hundred_nested_brackets_pass_and_one_more_is_refused():
    check_query(nested(100))
    summary = "q has brackets nested 101 deep, at most 100 are allowed: use fewer brackets inside brackets"
    assert refused(nested(101)) == (summary, {"keyword": "q", "max": 100, "num": 101})


def test_the_real_depth_is_named():
    assert refused("(" * 5000)[1]["num"] == 5000
    assert text_depth("((a) (b (c)))") == 3


@pytest.mark.parametrize("brackets", ["[", "{", "("])
def test_every_kind_of_bracket_counts(brackets):
    refused(brackets * 101)


@pytest.mark.parametrize("brackets", ["()", "[]", "{}"])
def test_adjacent_brackets_do_not_nest(brackets):
    check_query(brackets * 500)


def test_a_closing_bracket_closes_one():
    check_query("(()" * 99)
    assert refused("(()" * 100)[1]["num"] == 101
    assert text_depth("(()" * 100) == 101


def test_closing_brackets_without_opening_ones_earn_no_depth():
    check_query(")" * 50 + "(" * 100)
    refused(")" * 50 + "(" * 101)
    assert text_depth("))((") == 2


@pytest.mark.parametrize(
    "text", ['"' + "(" * 200 + '"', r"\(" * 200, "/(" + "[(]" * 200 + "/", r'"\"' + "(" * 200 + '"']
)
def test_brackets_in_quotes_escapes_and_regular_expressions_do_not_count(text):
    check_query(text)


def test_brackets_after_a_quote_that_never_closes_count():
    refused('"' + "(" * 101)
    refused('/"\\' + "(" * 102)


def test_a_hundred_wildcards_pass_and_one_more_is_refused():
    check_query("a* " * 50 + "b? " * 50)
    summary = "q has 101 wildcards, at most 100 are allowed: split the query"
    assert refused("a* " * 101) == (summary, {"keyword": "q", "max": 100, "num": 101})


def test_wildcards_in_quotes_and_escapes_do_not_count_and_adjacent_ones_count_once():
    check_query('"' + "* " * 200 + '"' + r"\* " * 200 + "a" + "*?" * 200)


def test_a_regular_expression_of_a_thousand_characters_passes_and_a_longer_one_is_refused():
    check_query("symbol:/" + "a" * 1000 + "/")
    summary = "q has a regular expression of 1001 characters, at most 1000 are allowed: write a shorter one"
    assert refused("symbol:/" + "a" * 1001 + "/") == (summary, {"keyword": "q", "max": 1000, "num": 1001})


def test_an_escaped_slash_does_not_end_a_regular_expression():
    assert refused("/" + "a" * 600 + r"\/" + "a" * 600 + "/")[1]["num"] == 1202


def test_1024_clauses_pass_and_one_more_is_refused():
    check_query("a OR " * 1023 + "a")
    summary = "q has 1025 clauses, at most 1024 are allowed: send several queries by POST"
    assert refused("a OR " * 1024 + "a") == (summary, {"keyword": "q", "max": 1024, "num": 1025})


@pytest.mark.parametrize("operator", ["AND", "OR", "NOT", "TO"])
def test_operators_are_no_clauses(operator):
    check_query(f"a {operator} " * 1024)


def test_a_field_and_its_value_are_one_clause():
    check_query("symbol:CDK2 " * 1024)
    assert refused("a,b " * 600)[1]["num"] == 1200


def test_a_text_of_few_characters_has_few_words():
    check_words("a " * 512)
    assert refusal(check_words, "a " * 1025)[1] == {"keyword": "q", "max": 1024, "num": 1025}


def test_words_are_counted_in_quotes_too():
    assert refused('"' + "a " * 2000 + '"', check=check_words)[1]["num"] == 2000


def test_a_text_that_is_looked_up_in_several_collections_is_read_once(monkeypatch):
    text = "NOT " * 1500 + "a"
    check_words(text)
    monkeypatch.setattr(limits, "PIECE", None)
    check_words(text)


def test_texts_are_kept_up_to_a_number_of_bytes_and_not_of_characters():
    cache = has_too_many_clauses.cache
    for number in range(600):
        check_words(f"{number}\U0001d400" + "a" * 9000)
    assert 0 < len(cache) <= cache.max_bytes / (4 * 9000)


@pytest.mark.parametrize("piece", ['""', '"" ', "//", "// ", '"-"', "_ ", "\U0001f600 ", "+ ", "\u200b\u200b ", "^1 "])
def test_clauses_without_letters_are_counted_too(piece):
    check_words(piece * 1024)
    assert refused(piece * 1025, check=check_words)[1]["num"] == 1025


def test_the_answer_names_the_option():
    summary, details = refused("(" * 101, "post_filter")
    assert summary.startswith("post_filter has brackets") and details["keyword"] == "post_filter"
    assert refused("a " * 1025, "filter")[1]["keyword"] == "filter"
    assert refused("* " * 101, "filter")[1]["keyword"] == "filter"
    assert refused("/" + "a" * 1001 + "/", "filter")[1]["keyword"] == "filter"


@pytest.mark.rule("FC6")
def test_ten_fuzzy_words_pass_and_one_more_is_refused():
    check_query(" ".join(["kinase~2"] * 10))
    summary = "q has 11 fuzzy words, at most 10 are allowed: write the others without ~"
    assert refused(" ".join(["kinase~"] * 11)) == (summary, {"keyword": "q", "max": 10, "num": 11})


def test_a_long_fuzzy_word_is_refused():
    check_query("a " * 500 + "name:" + "b" * 250 + "~")
    summary = "q has a fuzzy word of 256 characters, at most 255 are allowed: write it without ~"
    assert refused(f"a {'b' * 256}~2") == (summary, {"keyword": "q", "max": 255, "num": 256})


def test_the_slop_of_a_phrase_and_an_escaped_tilde_are_not_fuzzy():
    check_query(" ".join(['"a b"~3', r"a\~b", '"~"', "/a~/"] * 11))


@pytest.mark.parametrize(
    ("regex", "more"),
    [
        ("abc", 0),
        ("a{5}", 4),
        ("a{2,5}b", 4),
        ("a{3,}", 3),
        ("(ab){3}", 4),
        ("[a-z{9}]{3}", 2),
        (r"\{9}a{2}", 1),
        ("((a{1,20}){1,20}){1,20}", 19 + 19 * 20 + 19 * 400),
        ("(.{0,50}a){10}", 49 + 9 * 51),
        ("){3}({2}", 0),
        ("a{0}", 0),
        ("(a(b)){2}", 2),
        ("a{3}{2}", 5),
        ("{3}a", 0),
    ],
)
def test_the_repeats_of_a_regular_expression_are_written_out(regex, more):
    assert repeated(regex) == more


@pytest.mark.rule("FC6")
def test_groups_inside_a_hundred_groups_of_a_regular_expression_are_refused():
    check_query("/" + "(a" * 100 + ")" * 100 + "/ /" + "(a)" * 101 + r"\(" * 101 + '"' + "(" * 101 + '"/')
    what = "groups nested 700 deep, at most 100 are allowed: use fewer groups inside groups"
    summary = f"q has a regular expression with {what}"
    assert refused("symbol:/" + "(" * 700 + "a/") == (summary, {"keyword": "q", "max": 100, "num": 700})


@pytest.mark.rule("FC6")
def test_a_regular_expression_with_many_repeats_is_refused():
    check_query("symbol:/(.{0,40}a){10}/")
    check_query("/a{501}/")
    summary = (
        "q has a regular expression with 501 repeats, at most 500 are allowed: use smaller numbers in {}, or + and *"
    )
    assert refused("/a{502}/") == (summary, {"keyword": "q", "max": 500, "num": 501})
    with pytest.raises(PipelineError, match="q has a regular expression with 7999 repeats, at most 500 are allowed"):
        check_query("symbol:/((a{1,20}){1,20}){1,20}/")


def test_the_column_of_a_fault_counts_from_one():
    error = query_text_error(SyntaxFault("unexpected )", 2), "a )", "filter")
    assert (error.code, error.kind, error.column) == (400, ErrorKind.SYNTAX, 3)
    assert error.summary == "filter cannot be parsed: unexpected ) at column 3"
    assert error.details == {"root_cause_line_00": "unexpected ) at column 3", "text": "a )", "keyword": "filter"}


def test_unclosed_brackets_have_their_own_kind_of_error():
    assert query_text_error(SyntaxFault("( is not closed", 0, unclosed=True), "(a").kind is ErrorKind.UNCLOSED


def test_an_error_without_a_place_has_no_column():
    error = query_text_error(LuceneError("too deep"), "((a))", "q")
    assert (error.column, error.kind, error.summary) == (None, ErrorKind.SYNTAX, "q cannot be parsed: too deep")


@pytest.mark.parametrize("keyword", ["filter", None])
def test_the_details_name_the_option_if_it_is_known(keyword):
    assert query_text_error(LuceneError("x"), "t", keyword).details.get("keyword") == keyword

import pytest

from searchapp.options.convert import CONVERTERS, BadValue
from searchapp.options.option import FlagOrList, NestedList, Option, ScopeList, SortList, Term, TermList


def convert(type, value, **limits):
    return CONVERTERS[type](value, Option("x", type, **limits))


def refused(type, value, **limits):
    with pytest.raises(BadValue) as raised:
        convert(type, value, **limits)
    return str(raised.value), raised.value.details


@pytest.mark.parametrize("value", ["", "true", "TRUE", "1", "yes", "on", True, 1])
def test_yes(value):
    assert convert(bool, value) is True


@pytest.mark.parametrize("value", ["false", "False", "0", "no", "off", False, 0])
def test_no(value):
    assert convert(bool, value) is False


@pytest.mark.parametrize("value", ["maybe", "2", 2, [], {}, 1.5])
def test_neither_yes_nor_no_is_refused(value):
    assert refused(bool, value) == ("must be true or false", {})


def test_a_whole_number_in_its_limits():
    assert [convert(int, value, max=10) for value in ("0", "10", " 7 ", 3)] == [0, 10, 7, 3]


@pytest.mark.parametrize("value", ["1_000", "٣", "-1", "+1", "1.0", "0x1", "", "ten", True, 1.5, None, [1]])
def test_only_plain_digits_are_a_whole_number(value):
    text, details = refused(int, value, max=1000)
    assert (text, details) == ("must be a whole number from 0 to 1000", {"max": 1000})


@pytest.mark.rule("Q3")
@pytest.mark.parametrize("value", ["1001", 1001])
def test_a_number_above_the_maximum_is_refused_with_the_limit(value):
    text, details = refused(int, value, max=1000)
    assert (text, details) == ("must be a whole number from 0 to 1000", {"max": 1000, "num": 1001})


def test_a_number_of_five_thousand_digits_is_refused():
    assert refused(int, "9" * 5000, max=10)[1]["max"] == 10


def test_a_number_below_the_minimum_is_refused():
    assert refused(int, -1, max=5)[1]["num"] == -1


def test_a_number_without_limits():
    assert convert(int, "123456") == 123456
    assert refused(int, "x")[0] == "must be a whole number"


@pytest.mark.parametrize(("value", "number"), [("1.5", 1.5), ("-2", -2.0), ("1e3", 1000.0), (2, 2.0)])
def test_a_fraction(value, number):
    assert convert(float, value) == number


@pytest.mark.parametrize(
    "value", ["nan", "inf", "1_0", "", "1e999", "1e300", 1e300, True, [], float("nan"), float("inf")]
)
def test_words_and_infinities_are_no_number(value):
    assert refused(float, value)[0] == "must be a number"


def test_an_empty_text_counts_as_not_given():
    assert convert(str, "") is None


def test_a_number_for_a_text_is_written_out():
    assert convert(str, 7) == "7"


@pytest.mark.parametrize("value", [["a"], {"a": 1}, True, None])
def test_values_that_are_no_texts_are_refused(value):
    assert refused(str, value)[0] == "must be a text"


def test_a_choice():
    assert convert(str, "a", choices=("a", "b")) == "a"
    assert refused(str, "c", choices=("a", "b")) == ("must be one of a, b", {"allowed": ["a", "b"]})


def test_a_pattern_holds_for_the_whole_text():
    assert convert(str, "ab", pattern="[a-z]+") == "ab"
    assert refused(str, "ab\n", pattern="[a-z]+")[0] == "has characters that are not allowed"


def test_a_text_that_is_too_long():
    assert convert(str, "ab", max=2) == "ab"
    assert refused(str, "abc", max=2) == ("must have at most 2 characters", {"max": 2, "num": 3})


@pytest.mark.parametrize("type", [str, Term, list, TermList])
def test_half_of_a_surrogate_pair_is_refused(type):
    assert refused(type, "\ud800")[0] == "must be valid Unicode text"


def test_a_term_is_never_split():
    assert convert(Term, "a,b c|d") == "a,b c|d"
    assert convert(Term, "") == ""


@pytest.mark.parametrize("value", [2, 1.5, True, -(2**63), 2**64 - 1])
def test_a_term_keeps_its_type(value):
    assert convert(Term, value) is value


@pytest.mark.parametrize("value", [None, ["a"], {}])
def test_one_term_is_no_list(value):
    assert refused(Term, value)[0] == "must be a text"


@pytest.mark.parametrize("value", [2**64, -(2**63) - 1, float("inf"), float("nan")])
def test_a_number_that_json_cannot_write_is_refused(value):
    assert refused(Term, value)[0] == "must have numbers of at most 64 bits"
    assert refused(TermList, [value])[0] == "must have numbers of at most 64 bits (at position 0)"


def test_text_for_a_list_is_split():
    assert convert(list, "a,b c") == ["a", "b", "c"]


@pytest.mark.rule("N3")
def test_elements_of_a_json_list_are_not_split():
    assert convert(list, ["a,b", "c d"]) == ["a,b", "c d"]
    assert convert(list, '["a,b", "c d"]') == ["a,b", "c d"]


def test_brackets_that_are_no_json_are_text():
    assert convert(list, "[a,b]") == ["[a", "b]"]
    text = "[" * 200_000 + "]"
    assert convert(list, text, max_length=len(text)) == [text]


def test_one_value_is_a_list_of_one():
    assert convert(list, 7) == ["7"]
    assert convert(TermList, 7) == [7]


@pytest.mark.parametrize("value", [None, {"a": 1}])
def test_an_object_is_no_list(value):
    assert refused(list, value)[0] == "must be a list"


def test_texts_only_in_a_list_of_texts():
    assert refused(list, [True])[0] == "must be a list of texts"
    assert refused(list, [{}])[0] == "must be a list of texts"
    assert refused(list, [["a"]])[0] == "must be a list of texts"


def test_lists_of_scopes_inside_the_list():
    assert convert(ScopeList, '[["symbol", "alias"], "taxid"]') == [["symbol", "alias"], "taxid"]
    assert convert(ScopeList, "a,b") == ["a", "b"]
    assert refused(ScopeList, [[["deep"]]])[0] == "must be a list of texts"


def test_terms_echo_with_the_type_they_came_in():
    assert convert(TermList, [2, "2", True, 1.5]) == [2, "2", True, 1.5]
    assert convert(TermList, [["CDK2", 9606]]) == [["CDK2", 9606]]


@pytest.mark.parametrize("value", [[None], [{}], [[[1]]]])
def test_values_that_are_no_terms_are_refused(value):
    assert refused(TermList, value)[0] == "must be a list of texts, numbers or booleans (at position 0)"


def test_the_position_of_a_value_that_is_no_term_is_named():
    words = "must be a list of texts, numbers or booleans (at position 2)"
    assert refused(TermList, ["a", 1, None, "b"]) == (words, {"position": 2})


@pytest.mark.parametrize("value", ["a,b,c", ["a", "b", "c"]])
def test_a_list_that_is_too_long(value):
    assert refused(list, value, max=2) == ("must have at most 2 entries", {"max": 2, "num": 3})


@pytest.mark.parametrize("text", ["a," * 600_000, "'a'," * 300_000, '["a"' + ',"a"' * 300_000 + "]"])
def test_a_very_long_text_is_split_until_it_is_too_long(text):
    assert refused(list, text, max=2) == ("must have at most 2 entries", {"max": 2, "num": 3})
    assert refused(NestedList, text, max=2)[1] == {"max": 2, "num": 3}


def test_a_long_text_is_counted_to_its_end():
    assert refused(list, "a," * 1000, max=2)[1] == {"max": 2, "num": 1000}


@pytest.mark.rule("Q6")
def test_facets_are_split_outside_parentheses():
    assert convert(NestedList, "a(b),c") == ["a(b)", "c"]
    assert convert(NestedList, ["a(b,c)"]) == ["a(b,c)"]


@pytest.mark.rule("Q5")
@pytest.mark.parametrize("value", ["a:desc,b:ASC,-c,d:DESC", ["a:desc", "b:asc", "-c", "-d:desc"]])
def test_an_order_after_a_colon(value):
    assert convert(SortList, value) == ["-a", "b", "-c", "-d"]


def test_the_last_colon_divides_the_name_from_the_order():
    assert convert(SortList, "a:b:desc") == ["-a:b"]


@pytest.mark.parametrize("name", ["a:b", ":desc", "desc", "a:", "a:descending"])
def test_other_colons_belong_to_the_name(name):
    assert convert(SortList, name) == [name]


@pytest.mark.parametrize(("value", "meaning"), [("true", True), ("", True), ("off", False), (True, True)])
def test_a_flag_or_a_list(value, meaning):
    assert convert(FlagOrList, value) is meaning
    assert convert(FlagOrList, "symbol,name") == ["symbol", "name"]


@pytest.mark.parametrize("type", [Term, TermList, list, ScopeList, NestedList, FlagOrList])
def test_a_text_longer_than_the_maximum_is_refused(type):
    value = "abcdef" if type is Term else ["abcde", "abcdef"]
    text, details = refused(type, value, max_length=5)
    assert "at most 5 characters, not 6" in text
    assert (details["max"], details["num"]) == (5, 6)
    assert convert(type, "abcde" if type is Term else ["abcde"], max_length=5)


def test_a_list_written_as_a_text_has_the_same_maximum():
    assert "at most 5 characters" in refused(list, "ab,abcdef", max_length=5)[0]
    assert "at most 5 characters" in refused(TermList, '["abcdef"]', max_length=5)[0]


def test_terms_inside_of_terms_have_the_same_maximum():
    assert refused(TermList, [["a", "abcdef"]], max_length=5)[1] == {"max": 5, "num": 6, "position": 0}


def test_a_path_of_more_names_than_the_maximum_is_refused():
    assert convert(list, ["a.b.c"], max_parts=3) == ["a.b.c"]
    text, details = refused(list, ["a.b.c.d"], max_parts=3)
    assert (text, details) == ("must have paths of at most 3 names, not 4", {"max": 3, "num": 4})

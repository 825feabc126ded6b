import pytest

from searchapp.options.split import split, split_outside_parentheses


@pytest.mark.rule("N3")
@pytest.mark.parametrize("text", ["a,b", "a, b", "a b", "a\tb", "a\nb", "a|b", "a+b", " a ,, b ", '"a","b"', "'a' 'b'"])
def test_every_separator_means_the_same_list(text):
    assert split(text) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "elements"),
    [
        ("5'UTR", ["5'UTR"]),
        ("5'UTR,3'UTR", ["5'UTR", "3'UTR"]),
        ("'open", ["'open"]),
        ('"a, b",c', ["a, b", "c"]),
        ("'a b' c", ["a b", "c"]),
        ('"5"UTR",x', ['5"UTR', "x"]),
        ('""', [""]),
        ('"CDK2","","BRCA1"', ["CDK2", "", "BRCA1"]),
        ('"it\'s"', ["it's"]),
        ("", []),
        (" , ", []),
        ("日本 x", ["日本", "x"]),
    ],
)
def test_a_quote_opens_at_the_start_and_closes_before_a_separator(text, elements):
    assert split(text) == elements


def test_a_text_is_split_only_until_its_list_is_too_long():
    assert len(split("a," * 1000, 10)) == 11
    assert len(split('"a",' * 1000, 10)) == 11


@pytest.mark.parametrize("part", ['"x ', "'x ", '"x" ', "x,", '"', ","])
def test_the_time_grows_no_faster_than_the_text(part):
    split(part * 20_000)  # with the square of the text it would take minutes


@pytest.mark.parametrize(
    ("text", "elements"),
    [
        ("a(b,c),d", ["a(b,c)", "d"]),
        ("a(b(c)) d", ["a(b(c))", "d"]),
        ("a,b", ["a", "b"]),
        ("a(b,c", ["a(b,c"]),
        ('"a (b)",c', ["a (b)", "c"]),
    ],
)
@pytest.mark.rule("Q6")
def test_elements_in_parentheses_stay_together(text, elements):
    assert split_outside_parentheses(text) == elements


def test_a_closing_parenthesis_too_many_changes_nothing():
    assert split_outside_parentheses("a),b(c),d") == ["a)", "b(c)", "d"]

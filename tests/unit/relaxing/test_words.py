import pytest

from searchapp.relaxing.words import DIMENSIONS, escaped, is_words, phrase_of


@pytest.mark.parametrize(
    "text",
    [
        "breast cancer",
        "what is asthma?",
        "AC/DC",
        "kinase -",
        '"breast',
        "10.6559/x",
        "Star Wars: A New Hope",
        "(a b) c",
        ":)",
        "!",
        "https://example.org/a/b",
        "n(4)-palmitoyl cytarabine",
        "CSS min/max-width/height",
    ],
)
def test_words_with_punctuation_are_words(text):
    assert is_words(text, ["Wars"] if "Wars" in text else [], {"symbol": {}})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("symbol:x", ["symbol"]),
        ("symbol:(x", ["symbol"]),
        ("_exists_:x", ["_exists_"]),
        ('"a b"', []),
        ("a*", []),
        ("a AND b", []),
        ("a -b", []),
        ("(a b) -c", []),
        ("(a OR b)-c", []),
        ("a~", []),
        ("a (b OR c)", []),
        ("/a.*/", []),
        ("a /b/ c", []),
    ],
)
def test_operators_fields_and_quotes_are_meant(text, names):
    assert not is_words(text, names, {"symbol": {}})


def test_a_phrase_keeps_the_hyphens_between_its_words():
    phrase = phrase_of("“Glycogen-rich carcinomaa?”")
    assert (phrase.text, phrase.words) == ("Glycogen-rich carcinomaa", ["Glycogen", "rich", "carcinomaa"])
    assert phrase.replaced({2: "carcinoma"}) == "Glycogen-rich carcinoma"
    assert phrase.joined(0) == "Glycogenrich carcinomaa"


def test_operators_become_words():
    assert phrase_of("AND kinase").text == "and kinase"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (" crazy/beautiful \n", r"crazy\/beautiful"),
        ('"C++', r"C\+\+"),
        (":)", r"\:\)"),
        ("!", r"\!"),
        ("love <3", 'love "<3"'),
    ],
)
def test_a_text_as_it_is_has_its_signs_escaped(typed, expected):
    assert escaped(typed) == expected


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bolt M8 x 20 mm", "bolt M8x20 mm"),
        ("bolt M8× 20", "bolt M8x20"),
        ("tile 10x20", "tile 10x20"),
        ("Windows 10 x64", "Windows 10 x64"),
        ("2 x2", "2 x2"),
    ],
)
def test_only_an_x_between_two_numbers_is_part_of_a_size(text, read):
    assert DIMENSIONS.sub("x", text) == read

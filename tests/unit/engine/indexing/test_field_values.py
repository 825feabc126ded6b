import random

import pytest

from searchapp.engine import Engine, analyzer
from searchapp.engine.indexing.field_values import converter, is_ignored
from searchapp.engine.mapping.field import Field
from searchapp.engine.mapping.tantivy_schema import DROPPED, GAP_TEXT, INDEX_GAP


def convert(type, values, settings=None, **parameters):
    return converter(Field("f", type, "f", "f", **parameters), settings)(values)


@pytest.mark.parametrize(
    ("type", "value", "expected"),
    [
        ("long", "5.7", 5),
        ("long", -5.9, -5),
        ("long", "1e2", 100),
        ("long", "", None),
        ("integer", 2**31 - 1, 2**31 - 1),
        ("double", "5.7", 5.7),
        ("float", 0.1, 0.10000000149011612),
        ("boolean", "true", 1),
        ("boolean", "", 0),
        ("date", "2020-01-01", 1577836800000),
        ("date", 5, 5),
    ],
)
def test_numbers_dates_and_booleans(type, value, expected):
    assert convert(type, [value]) == (None if expected is None else ([expected], 1))


@pytest.mark.parametrize(
    ("type", "value"),
    [
        ("long", True),
        ("long", "abc"),
        ("long", " 5 "),
        ("long", 10**20),
        ("long", 1e25),
        ("integer", 2**31),
        ("byte", 128),
        ("float", 1e39),
        ("double", "NaN"),
        ("double", float("inf")),
        ("boolean", 1),
        ("boolean", "yes"),
        ("date", "2020-1-1"),
        ("date", ""),
    ],
)
def test_values_that_elasticsearch_refuses(type, value):
    with pytest.raises(ValueError):
        convert(type, [value])


def test_keywords_take_numbers_and_booleans_as_written():
    assert convert("keyword", [1000.0, True, 5]) == (["1000.0", "5", "true"], 3)


def test_ignore_above_counts_as_java_does():
    assert convert("keyword", ["ab"], ignore_above=2) == (["ab"], 1)
    assert convert("keyword", ["a\U0001f600"], ignore_above=2) is None
    assert is_ignored(Field("f", "keyword", "f", "f", ignore_above=2), "abc")


def test_values_that_are_no_numbers_are_left_out_or_refused():
    assert convert("double", ["<0.01", "2.5", True, "1"], ignore_malformed=True) == ([1.0, 2.5], 2)
    assert convert("double", ["Tr"], ignore_malformed=True) is None
    with pytest.raises(ValueError):
        convert("double", ["Tr"])
    field = Field("f", "double", "f", "f", ignore_malformed=True)
    assert [is_ignored(field, value) for value in ("Tr", "5", 5, False, "")] == [True, False, False, True, False]


def test_a_gap_lies_between_the_values_of_a_text():
    text, count = convert("text", ["One two", "", "three"])
    words = text.split()
    assert count == 3
    assert words.index("three") - words.index("two") == 2 * INDEX_GAP + 1


def test_terms_with_blanks_or_at_one_place_keep_their_positions():
    settings = {"analysis": {"analyzer": {"whole": {"type": "keyword"}, "few": {"type": "stop"}}}}
    whole, _ = convert("text", ["One two", "three"], settings, analyzer="whole")
    assert [(token.text, token.position) for token in whole.tokens] == [("One two", 0), ("three", INDEX_GAP + 1)]
    few, count = convert("text", ["cat and dog", "the"], settings, analyzer="few")
    assert few.split()[:3] == ["cat", DROPPED, "dog"]
    assert (len(few.split()), count) == (3 + INDEX_GAP + 1, 2)


@pytest.mark.parametrize("query", ["1\u202f000", "000"])
def test_a_word_with_a_narrow_blank_in_it_is_one_term(query, tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("gene", {"properties": {"name": {"type": "text"}}}) as builder:
        builder.add_many(
            [{"_id": "1\u202f000", "name": "about 1\u202f000 bases"}, {"_id": "000", "name": "1 000 bases"}]
        )
    found = engine.search("gene", {"query": {"match": {"name": query}}})["hits"]["hits"]
    assert [hit["_id"] for hit in found] == [query]


FOLDED = {
    "analysis": {
        "filter": {
            "possessive": {"type": "stemmer", "language": "possessive_english"},
            "elision": {"type": "elision", "articles": ["b"]},
            "marks": {"type": "pattern_replace", "pattern": r"[\u0300-\u036f\u0591]+", "replacement": ""},
        },
        "analyzer": {
            "folded": {
                "tokenizer": "standard",
                "filter": ["possessive", "lowercase", "elision", "asciifolding", "marks"],
            }
        },
    }
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["standard", "folded"])
@pytest.mark.parametrize("seed", range(10))
def test_values_that_are_divided_together_have_the_terms_of_each(seed, name):
    draw = random.Random(seed)
    for _ in range(100):
        signs = "aBs1 _.:',;-/\n\x00" + draw.choice(["", "", "\x7f", "é", "\u0301", "\u2009", "漢"])
        most = draw.choice([12, 12, 600])
        values = ["".join(draw.choices(signs, k=draw.randint(0, most))) for _ in range(draw.randint(1, 5))]
        alone = [[token.text for token in analyzer(name, FOLDED)(value)] for value in values]
        text, count = convert("text", values, FOLDED, analyzer=name)
        assert count == sum(map(len, alone))
        assert text.split() == GAP_TEXT.join(map(" ".join, alone)).split()


def test_a_long_word_among_other_values_is_cut():
    text, count = convert("text", ["short", "x" * 300])
    assert count == 3
    assert text.split()[-2:] == ["x" * 255, "x" * 45]

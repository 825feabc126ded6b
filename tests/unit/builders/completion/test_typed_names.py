import pytest

from searchapp.builders.completion.typed_names import (
    name_suggestions,
    spaced_name,
    typed_value,
    values_body,
    with_known_name,
    word_fields,
    words_bodies,
    words_body,
)
from searchapp.builders.elastic import ElasticBuilder

from ..fake_metadata import KnownFields

KEYWORD = {"type": "keyword"}

FIELDS = {
    "symbol": {"type": "keyword", "normalizer": "folded", "documents": 9},
    "xref": {"type": "object"},
    "xref.symbols": {"type": "keyword"},
    "title": {"type": "text"},
    "title.keyword": {"type": "keyword"},
    "size": {"type": "long"},
    "MPAA Rating": {"type": "keyword"},
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("symbol:BR", ("symbol", "BR")),
        ('title:"breast c', ("title.keyword", "breast c")),
        ("xref.symbols:", ("xref.symbols", "")),
        ("Symbol:BR", ("symbol", "BR")),
        ("MPAA Rating:P", ("MPAA Rating", "P")),
        (r"mpaa\ rating:P", ("MPAA Rating", "P")),
        ("rating:P", ("MPAA Rating", "P")),
        ("drama symbol:BR", ("symbol", "BR")),
        ('title:"a b" mpaa rating:P', ("MPAA Rating", "P")),
        ("size:1", None),
        ("nope:1", None),
        ("symbol", None),
    ],
)
def test_a_typed_value_is_the_field_before_the_colon_and_the_text_after_it(text, expected):
    assert typed_value(text, FIELDS) == expected


def test_what_is_typed_is_not_kept_in_memory():
    spaced_name.cache_clear()
    for number in range(9):
        typed_value(f"nope{number}:1", FIELDS)
        list(name_suggestions(f"nope{number}", FIELDS))
    assert spaced_name.cache_info().currsize <= len(FIELDS)


def test_a_field_is_written_as_in_a_query():
    assert with_known_name("Symbol:br", FIELDS) == "symbol:br"
    assert with_known_name("mpaa rating:P", FIELDS) == r"MPAA\ Rating:P"
    assert with_known_name("drama Symbol:br", FIELDS) == "drama symbol:br"


def test_values_come_from_documents_with_a_value_with_the_prefix():
    assert values_body("symbol", "br", FIELDS)["query"] == {"prefix": {"symbol": {"value": "br"}}}
    assert values_body("symbol", "", FIELDS)["query"] == {"match_all": {}}
    assert values_body("xref.symbols", "B", FIELDS)["query"]["prefix"]["xref.symbols"]["case_insensitive"]


def test_values_are_counted_in_their_own_spelling():
    fields = {"unit": {"type": "keyword", "normalizer": "folded"}, "unit.keyword": {"type": "keyword"}}
    body = values_body("unit", "a", fields)
    assert body["query"] == {"prefix": {"unit": {"value": "a"}}}
    assert body["aggs"]["values"]["terms"]["field"] == "unit.keyword"


def test_names_of_fields_are_completed_by_their_last_part_too():
    assert [*name_suggestions("Sym", FIELDS)] == [
        {"text": "symbol:", "field": "symbol", "kind": "field", "count": 9},
        {"text": "xref.symbols:", "field": "xref.symbols", "kind": "field"},
    ]
    assert [one["text"] for one in name_suggestions("ti", FIELDS)] == ["title:"]
    assert [one["text"] for one in name_suggestions("mpaa r", FIELDS)] == [r"MPAA\ Rating:"]


@pytest.mark.parametrize("text", ["", "two words", "x", "xref:"])
def test_beginnings_of_no_field_have_no_completions(text):
    assert [*name_suggestions(text, {key: FIELDS[key] for key in ("symbol", "xref")})] == []


def test_names_of_fields_are_completed_by_their_words_too():
    fields = {"eggGroups": {"type": "keyword"}, "locus_group": {"type": "keyword"}, "Grouped": {"type": "keyword"}}
    assert [one["field"] for one in name_suggestions("group", fields)] == ["Grouped", "eggGroups", "locus_group"]


def test_values_of_words_come_from_keyword_fields_that_are_not_completed():
    assert word_fields({"symbol"}, {"title"}, FIELDS) == ["title", "xref.symbols", "MPAA Rating"]
    assert words_body("title", "red c", FIELDS)["aggs"]["values"]["terms"]["field"] == "title.keyword"
    assert words_body("MPAA Rating", "p", FIELDS)["query"]["prefix"]["MPAA Rating"]["value"] == "p"
    codes = {"code": KEYWORD, "code.keyword": KEYWORD}
    assert words_body("code", "x", codes)["aggs"]["values"]["terms"]["field"] == "code.keyword"


def test_words_are_counted_in_the_fields_that_are_not_completed_facets_first():
    fields = {"symbol": KEYWORD, "kind": KEYWORD, "place": KEYWORD}
    assert list(words_bodies("red", ["symbol^8"], ["place:missing"], fields)) == ["place", "kind"]
    builder = ElasticBuilder(metadata=KnownFields(fields, {"_guessed": {"page_facets": ["place"]}}))
    bodies = builder.build_word_values("red ", filter="x")
    assert next(iter(bodies)) == "place"
    assert bodies["kind"]["query"]["bool"]["must"] == [words_body("kind", "red", fields)["query"]]
    assert builder.build_word_values("r") == builder.build_word_values("a b c d e f g") == {}

"""The expectations were read off a real node."""

import pytest

from searchapp.engine.analysis.analyzers import analyzer
from searchapp.engine.errors import EngineError


def analyzed(text, *filters, tokenizer="whitespace", char_filters=()):
    """The terms of a text, each with its position and the number of positions that it covers."""
    own = {f"f{number}": settings for number, settings in enumerate(filters)}
    chars = {f"c{number}": settings for number, settings in enumerate(char_filters)}
    definition = {"tokenizer": tokenizer, "filter": list(own), "char_filter": list(chars)}
    analysis = {"analyzer": {"own": definition}, "filter": own, "char_filter": chars}
    return [(token.text, token.position, token.span) for token in analyzer("own", {"analysis": analysis})(text)]


def synonyms(*rules, kind="synonym_graph", **settings):
    return {"type": kind, "synonyms": list(rules), **settings}


@pytest.mark.parametrize(
    ("filter", "text", "expected"),
    [
        (synonyms("tv, television"), "a tv", [("a", 0, 1), ("television", 1, 1), ("tv", 1, 1)]),
        (synonyms("tv, television", expand=False), "television", [("tv", 0, 1)]),
        (synonyms("tv => t v, box"), "tv x", [("t", 0, 1), ("box", 0, 2), ("v", 1, 1), ("x", 2, 1)]),
        (
            synonyms("dns, domain name system"),
            "dns x",
            [("domain", 0, 1), ("dns", 0, 3), ("name", 1, 1), ("system", 2, 1), ("x", 3, 1)],
        ),
        (
            synonyms("dns, domain name system", kind="synonym"),
            "dns x",
            [("dns", 0, 1), ("domain", 0, 1), ("x", 1, 1), ("name", 1, 1), ("system", 2, 1)],
        ),
        (synonyms("# none", "a\\,b => c"), "a,b", [("c", 0, 1)]),
        ({"type": "word_delimiter_graph"}, "PowerS-5's", [("Power", 0, 1), ("S", 1, 1), ("5", 2, 1), ("s", 3, 1)]),
        (
            {"type": "word_delimiter_graph", "catenate_all": True, "preserve_original": True},
            "wi-fi x",
            [("wi-fi", 0, 2), ("wifi", 0, 2), ("wi", 0, 1), ("fi", 1, 1), ("x", 2, 1)],
        ),
        ({"type": "shingle"}, "a b", [("a", 0, 1), ("a b", 0, 2), ("b", 1, 1)]),
        ({"type": "unique"}, "a b a c", [("a", 0, 1), ("b", 1, 1), ("c", 2, 1)]),
    ],
)  # fmt: skip
def test_a_filter_of_several_tokens(filter, text, expected):
    assert analyzed(text, filter) == expected


def test_shingles_have_a_filler_where_a_term_was_dropped():
    found = analyzed("rat of the sea of", {"type": "stop"}, {"type": "shingle", "output_unigrams": False})
    assert [term for term, _, _ in found] == ["rat _", "_ sea", "sea _"]


def test_the_words_of_rules_are_analysed_as_texts_are():
    found = analyzed("Running TV", {"type": "lowercase"}, {"type": "porter_stem"}, synonyms("RUNNING tv => jog"))
    assert found == [("jog", 0, 1)]


@pytest.mark.parametrize(
    "filters",
    [
        [{"type": "stop"}, synonyms("the rat, mouse")],
        [{"type": "ngram"}, synonyms("rat, mouse")],
        [synonyms("a => b => c")],
        [synonyms("a, b", format="wordnet")],
        [{"type": "synonym"}],
        [{"type": "shingle", "min_shingle_size": 1}],
        [{"type": "word_delimiter_graph", "type_table": ["ab => DIGIT"]}],
    ],
)
def test_rules_that_cannot_be_built_are_refused(filters):
    with pytest.raises(EngineError):
        analyzed("a", *filters)


def test_lenient_rules_leave_out_words_that_cannot_be_analysed():
    rules = synonyms("the rat, mouse, vole", lenient=True)
    assert analyzed("vole", {"type": "stop"}, rules) == [("mouse", 0, 1), ("vole", 0, 1)]


@pytest.mark.parametrize(
    ("char_filter", "text", "expected"),
    [
        ({"type": "mapping", "mappings": ["ae => ä", "- =>", "\\u0020 => _"]}, "Saeule a-b", [("Säule_ab", 0, 10)]),
        (
            {"type": "pattern_replace", "pattern": "(\\d+)-(\\w)", "replacement": "$2\\$$1"},
            "12-a x",
            [("a$12", 0, 4), ("x", 5, 6)],
        ),
        ({"type": "html_strip"}, "<p>a<b>b</b> &amp; c</p>", [("ab", 3, 12), ("&", 13, 18), ("c", 19, 20)]),
        ({"type": "html_strip", "escaped_tags": ["b"]}, "<b>x</b><!-- y -->", [("<b>x</b>", 0, 18)]),
    ],
)  # fmt: skip
def test_a_char_filter_keeps_the_offsets_of_the_text(char_filter, text, expected):
    analysis = {
        "analyzer": {"own": {"tokenizer": "whitespace", "char_filter": ["c"]}},
        "char_filter": {"c": char_filter},
    }
    found = analyzer("own", {"analysis": analysis})(text)
    assert [(token.text, token.start, token.end) for token in found] == expected

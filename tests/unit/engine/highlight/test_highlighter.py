"""The expectations were read off a real node."""

import pytest

from searchapp.engine import Engine, EngineError
from searchapp.engine.highlight import conditions
from searchapp.engine.highlight.highlighter import highlighter
from searchapp.engine.highlight.options import check_highlight
from searchapp.engine.queries.context import Context

TEXT = (
    "The Cyclin dependent kinase 2, a kinase. It phosphorylates many proteins and regulates the cell cycle, e.g."
    " in G1/S transition. Kinase domains are found here! Another sentence about nothing at all with a lot of words"
    " which go on and on until the fragment must"
    " be cut somewhere because it is far too long for a single fragment of one hundred characters kinase end."
)
DOCUMENT = {
    "t": TEXT,
    "l": ["kinase one", "two kinase", "none", "a kinase kinase b"],
    "kw": ["Alpha", "beta gamma"],
    "sym": ["CDK2", "CDK1"],
    "n": 5,
    "c": "copied <kinase>",
    "tf": "Kinase",
    "part": [{"name": "kinase one"}, {"name": "one kinase"}],
}
PROPERTIES = {
    "t": {"type": "text"},
    "l": {"type": "text"},
    "kw": {"type": "keyword"},
    "sym": {"type": "keyword", "normalizer": "lowercase"},
    "n": {"type": "long"},
    "all": {"type": "text"},
    "c": {"type": "text", "copy_to": "all"},
    "tf": {"type": "text", "fields": {"raw": {"type": "keyword"}}},
    "part": {"type": "nested", "properties": {"name": {"type": "text"}}},
}
EVERY_KINASE = ["<em>kinase</em> one", "two <em>kinase</em>", "a <em>kinase</em> <em>kinase</em> b"]


@pytest.fixture(scope="module")
def highlight(tmp_path_factory):
    """A function from a query and the options of `highlight` to the marked texts."""
    engine = Engine(tmp_path_factory.mktemp("engine"))
    with engine.builder("index", {"properties": PROPERTIES}) as builder:
        builder.add({"_id": "1", **DOCUMENT})
    context = Context(engine.reader("index"))

    def marked(query, *fields, **options):
        value = {"fields": {name: {} for name in fields}, **options}
        check_highlight(value)
        return highlighter(context, query, value)(DOCUMENT)

    return marked


def test_matches_are_marked_in_passages(highlight):
    assert highlight({"match": {"t": "kinase"}}, "t") == {
        "t": [
            "The Cyclin dependent <em>kinase</em> 2, a <em>kinase</em>.",
            "<em>Kinase</em> domains are found here!",
            "must be cut somewhere because it is far too long for a single fragment of one hundred characters"
            " <em>kinase</em>",
        ]
    }


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"match": {"l": "kinase"}}, EVERY_KINASE),
        ({"match": {"l": {"query": "one zzz", "operator": "and"}}}, None),
        ({"match_phrase": {"l": "two kinase"}}, ["<em>two kinase</em>"]),
        ({"match_phrase": {"l": "one two"}}, None),
        ({"match_phrase": {"l": {"query": "kinase a", "slop": 3}}}, ["<em>a kinase</em> kinase b"]),
        ({"multi_match": {"query": "none", "fields": ["l", "t"]}}, ["<em>none</em>"]),
        ({"prefix": {"l": "kin"}}, EVERY_KINASE),
        ({"wildcard": {"l": "*nas*"}}, EVERY_KINASE),
        ({"regexp": {"l": "k.n.*"}}, EVERY_KINASE),
        ({"fuzzy": {"l": "kinasa"}}, EVERY_KINASE),
        ({"terms": {"l": ["one", "two"]}}, ["kinase <em>one</em>", "<em>two</em> kinase"]),
        ({"query_string": {"query": '"a kinase" -foo', "fields": ["l"]}}, ["<em>a kinase</em> kinase b"]),
        ({"query_string": {"query": "l:(on? OR tw*)"}}, ["kinase <em>one</em>", "<em>two</em> kinase"]),
        ({"query_string": {"query": "l:/(lik/ OR l:two", "lenient": True}}, ["<em>two</em> kinase"]),
        ({"query_string": {"query": "*"}}, None),
        ({"match_all": {}}, None),
        ({"dis_max": {"queries": [{"match": {"l": "none"}}]}}, ["<em>none</em>"]),
        ({"function_score": {"query": {"match": {"l": "none"}}}}, ["<em>none</em>"]),
        (
            {"boosting": {"positive": {"term": {"l": "one"}}, "negative": {"term": {"l": "two"}}}},
            ["kinase <em>one</em>"],
        ),
        ({"bool": {"filter": {"match": {"l": "none"}}, "must_not": [{"match": {"t": "zzz"}}]}}, ["<em>none</em>"]),
        (
            {
                "bool": {
                    "should": [
                        {"bool": {"must": [{"term": {"l": "one"}}, {"term": {"l": "z"}}]}},
                        {"term": {"l": "two"}},
                    ]
                }
            },
            ["<em>two</em> kinase"],
        ),
        (
            {
                "bool": {
                    "should": [
                        {"term": {"l": "one"}},
                        {"bool": {"must": [{"term": {"l": "two"}}], "must_not": [{"term": {"t": "cell"}}]}},
                    ]
                }
            },
            ["kinase <em>one</em>"],
        ),
        ({"match": {"t": "kinase"}}, None),
    ],
)
def test_a_query_highlights_its_matches(query, expected, highlight):
    assert highlight(query, "l") == ({"l": expected} if expected else {})


def test_keywords_are_marked_as_a_whole_and_normalized(highlight):
    assert highlight({"term": {"kw": "beta gamma"}}, "kw") == {"kw": ["<em>beta gamma</em>"]}
    assert highlight({"term": {"sym": "CDK2"}}, "sym") == {"sym": ["<em>cdk2</em>"]}
    assert highlight({"range": {"kw": {"gte": "A", "lt": "B"}}}, "kw") == {"kw": ["<em>Alpha</em>"]}
    assert highlight({"term": {"n": 5}}, "n", "*") == {}


def test_a_pattern_names_texts_and_keywords(highlight):
    assert set(highlight({"query_string": {"query": "kinase"}}, "*")) == {"t", "l", "all", "c", "tf", "part.name"}
    assert highlight({"match": {"all": "kinase"}}, "all", "c") == {"all": ["copied <<em>kinase</em>>"]}


def test_matches_in_other_fields_are_marked_when_that_is_asked_for(highlight):
    found = highlight({"match_phrase": {"l": "two kinase"}}, "*", require_field_match=False)
    assert found == {"l": ["<em>two</em> <em>kinase</em>"]}
    found = highlight({"term": {"all": "kinase"}}, "l", "tf", "tf.raw", require_field_match=False)
    assert found == {"l": EVERY_KINASE, "tf": ["<em>Kinase</em>"]}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"number_of_fragments": 1}, ["a <em>kinase</em> <em>kinase</em> b"]),
        ({"order": "score"}, [EVERY_KINASE[2], *EVERY_KINASE[:2]]),
        ({"number_of_fragments": 0}, EVERY_KINASE),
        ({"fragment_size": 3}, ["<em>kinase</em>"] * 4),
        (
            {"pre_tags": ["<b>", "<i>"], "post_tags": "</b>", "number_of_fragments": 1},
            ["a <b>kinase</b> <b>kinase</b> b"],
        ),
        ({"highlight_query": {"term": {"l": "none"}}}, ["<em>none</em>"]),
        ({"highlight_query": {"term": {"l": "zzz"}}, "no_match_size": 3}, ["kinase"]),
    ],
)
def test_options(options, expected, highlight):
    assert highlight({"match": {"l": "kinase"}}, "l", **options) == {"l": expected}


def test_html_is_escaped_when_that_is_asked_for(highlight):
    assert highlight({"match": {"c": "kinase"}}, "c", encoder="html") == {"c": ["copied &lt;<em>kinase</em>&gt;"]}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"x": 1, "fields": {}}, "[highlight] unknown field [x]"),
        ({"fields": {"t": {"x": 1}}}, "[highlight_field] unknown field [x]"),
        ({"fields": {"t": {"type": "plain"}}}, "unsupported highlight: plain"),
        ({"fields": {"t": {"pre_tags": ["<x>"]}}}, "pre_tags are set but post_tags are not set"),
        ({"fields": "t"}, "[highlight] fields doesn't support values of type: VALUE_STRING"),
        ({"fields": {"t": 5}}, "[highlight_field] Expected START_OBJECT but was: VALUE_NUMBER"),
        ({"highlight_query": {"nope": {}}, "fields": {}}, "unknown query [nope]"),
        (5, "Unknown key for a VALUE_NUMBER in [highlight]."),
    ],
)
def test_invalid_options_are_refused(value, reason):
    with pytest.raises(EngineError) as caught:
        check_highlight(value)
    assert (caught.value.status, caught.value.reason) == (400, reason)


def test_a_nested_query_marks_the_texts_of_the_objects_and_its_presence_marks_word_by_word(highlight):
    nested = {"nested": {"path": "part", "query": {"match": {"part.name": "one"}}}}
    assert highlight(nested, "part.*") == {"part.name": ["kinase <em>one</em>", "<em>one</em> kinase"]}
    both = {"bool": {"must": [nested, {"match_phrase": {"l": "two kinase"}}]}}
    assert highlight(both, "l") == {"l": ["<em>two</em> <em>kinase</em>"]}


def test_each_word_is_looked_for_once_in_a_document_even_if_another_one_is_forbidden(highlight, monkeypatch):
    checked, spans = [], conditions._word_spans
    monkeypatch.setattr(conditions, "_word_spans", lambda *given: checked.append(given[0].path) or spans(*given))
    query = {"query_string": {"query": "kinase AND NOT zzz", "fields": ["t", "l", "c"]}}
    assert highlight(query, "t", "l", "c")["l"] == EVERY_KINASE
    assert sorted(set(checked)) == ["c", "l", "t"]
    assert len(checked) == 2 * len(set(checked)) + 2 * (len(DOCUMENT["l"]) - 1)

import json
import re

from searchapp.builders.collection_fields import ClauseTemplate
from searchapp.builders.elastic import ElasticBuilder
from searchapp.builders.ranking.clauses import (
    MAX_SIGNED,
    for_words,
    in_other_forms,
    named_by_some,
    with_accents,
    with_signs,
)
from searchapp.builders.ranking.forms import other_forms
from searchapp.builders.ranking.profile import Field, profile_of
from searchapp.builders.ranking.ranked import unranked
from tests.unit.builders.fake_metadata import KnownFields

FIELDS = {
    "symbol": {"type": "keyword", "index": True, "normalizer": "folded"},
    "name": {"type": "text", "index": True},
    "name.keyword": {"type": "keyword", "index": True},
    "all": {"type": "text", "index": True},
}


def built(q, fields=FIELDS, **options):
    return ElasticBuilder(metadata=KnownFields(fields)).build(q, **options)


def clauses(q, **options):
    return built(q, **options)["query"]["bool"]["should"]


def test_words_must_still_be_found_by_the_query_itself():
    query = built("breast cancer")["query"]
    assert unranked(query) == ElasticBuilder().build("breast cancer")["query"]
    assert query["bool"]["must"] == [{"bool": {"must": [unranked(query)], "boost": 0.1}}]


def test_equal_names_come_before_names_with_the_prefix():
    term, equal, begins, words = clauses("brca1")
    any_case = {"value": "brca1", "case_insensitive": True}
    assert term["constant_score"]["filter"] == {"wildcard": {"name.keyword": any_case}}
    assert equal["constant_score"]["filter"]["multi_match"]["fields"] == ["symbol"]
    assert equal["constant_score"]["boost"] > begins["constant_score"]["boost"]
    assert words["bool"]["must"][0]["multi_match"]["fields"] == ["name"]


def test_beginnings_are_looked_for_in_names_of_words_or_in_keywords_where_no_name_has_words():
    assert [*clauses("brca1")[2]["constant_score"]["filter"]["wildcard"]] == ["name.keyword"]
    keywords = {name: FIELDS[name] for name in ("symbol", "all")}
    begins = built("brca1", keywords)["query"]["bool"]["should"][1]
    assert [*begins["constant_score"]["filter"]["prefix"]] == ["symbol"]


def test_a_wildcard_at_the_end_ranks_shorter_values_first():
    found = [each["constant_score"] for each in clauses("symbol:BRCA*")]
    kinds = [next(iter(each["filter"])) for each in found]
    assert kinds == ["multi_match", "wildcard", "wildcard", "wildcard", "prefix"]
    assert [each["boost"] for each in found] == sorted((each["boost"] for each in found), reverse=True)


def test_a_sorted_or_counted_query_and_one_with_operators_stay_as_they_are():
    for q, options in (("a b", {"sort": ["symbol"]}), ("a b", {"size": 0}), ("a AND b", {}), ("a", {"min_score": 2.0})):
        query = built(q, **options)["query"]
        assert unranked(query) is query and "query_string" in query


def test_highlights_are_of_the_query_and_not_of_the_ranking():
    body = built("brca1", highlight=True)
    assert body["highlight"]["highlight_query"] == unranked(body["query"])


def test_without_names_nothing_is_ranked():
    query = built("a", {"all": {"type": "text", "index": True}})["query"]
    assert "query_string" in query


def test_a_template_puts_each_text_where_it_belongs():
    profile = profile_of({"names": {"symbol": 8, "name": 4}, "aliases": {"all": 2}}, {}, FIELDS)
    template = ClauseTemplate(lambda text: for_words(text, profile))
    for text in ("brca1", 'a "b" c', "a * b\\?", "10000.0", "\u00e4\u4e00", "\0", "\ud800", "long " * 9, "long " * 20):
        assert template(text) == [*for_words(text, profile)]
        assert template(text)[0] is not template(text)[0]


def test_each_clause_for_words_is_as_engines_read_it():
    profile = profile_of({"names": {"symbol": 8, "name": 4}, "aliases": {"all": 2}}, {}, FIELDS)
    match = {"query": "x", "operator": "and"}
    equal = {"multi_match": {**match, "fields": ["symbol"], "lenient": True}}
    equal_text, begun = ({"name.keyword": {"value": text, "case_insensitive": True}} for text in ("x", "x*"))
    assert [*for_words("x", profile)] == [
        {"constant_score": {"filter": {"wildcard": equal_text}, "boost": 7500.0}},
        {"constant_score": {"filter": equal, "boost": 10_000.0}},
        {"constant_score": {"filter": {"wildcard": begun}, "boost": 750.0}},
        {
            "dis_max": {
                "queries": [
                    {
                        "bool": {
                            "must": [{"multi_match": {**match, "fields": ["name"]}}, {"match_all": {"boost": 300.0}}]
                        }
                    },
                    {
                        "bool": {
                            "must": [{"multi_match": {**match, "fields": ["all"]}}, {"match_all": {"boost": 150.0}}]
                        }
                    },
                ]
            }
        },
    ]


def test_short_texts_are_compared_in_any_case_in_the_two_heaviest_fields_that_keep_case_and_long_ones_as_typed():
    fields = {name: {"type": "keyword", "index": True} for name in "abcd"}
    profile = profile_of({"names": dict.fromkeys("abc", 1), "aliases": {"d": 1}}, {}, fields)
    found = {size: json.dumps([*for_words("x" * size + "?", profile)]) for size in (1, 40, 80)}
    compared = {size: re.findall('"wildcard": {"(.)": {"value": "x+([^"]*)', text) for size, text in found.items()}
    begun = [("a", r"\\?*"), ("b", r"\\?*")]
    assert compared[1] == [("a", r"\\?"), ("b", r"\\?"), ("d", r"\\?"), *begun]
    assert (compared[40], compared[80]) == ([("a", r"\\?"), ("d", r"\\?"), *begun[:1]], [])
    assert '{"prefix": {"c": {"value": "x?"}}}' in found[1]


def test_texts_joined_by_or_are_compared_with_names_each_the_first_in_any_case_and_counts_most():
    first, second = clauses("brca1 OR cdk2")
    assert (first["bool"]["boost"], second["bool"]["boost"]) == (1.0, 0.9)
    assert first["bool"]["should"] == clauses("brca1")
    usual = ["cdk2", "CDK2", "Cdk2"]
    begun = {"bool": {"should": [{"prefix": {"name.keyword": {"value": text}}} for text in usual]}}
    found, expected = json.dumps(second["bool"]["should"]), json.dumps(clauses("cdk2"))
    for pattern, instead in (("cdk2", {"terms": {"name.keyword": usual}}), ("cdk2*", begun)):
        in_any_case = {"wildcard": {"name.keyword": {"value": pattern, "case_insensitive": True}}}
        expected = expected.replace(json.dumps(in_any_case), json.dumps(instead))
    assert found == expected


def test_a_beginning_in_a_field_is_compared_with_this_field_only():
    assert {name for clause in clauses("symbol:br*") for name in fields_in(clause)} == {"symbol"}
    numbers = {**FIELDS, "size": {"type": "long", "index": True}}
    assert "bool" not in built("size:br*", numbers)["query"]


def fields_in(clause):
    """The names of fields in a clause."""
    if isinstance(clause, dict):
        named = clause.get("fields", []) if "query" in clause else []
        inside = [name for key in ("prefix", "wildcard", "regexp", "term") for name in clause.get(key, {})]
        return {*named, *inside, *(name for value in clause.values() for name in fields_in(value))}
    return {name for value in clause for name in fields_in(value)} if isinstance(clause, list) else set()


def test_names_that_join_the_parts_of_a_text_in_another_way_are_looked_for_too():
    profile = profile_of({"names": {"symbol": 8, "name": 4}}, {}, FIELDS)
    keeps_case = ["il6", "IL6", "Il6", "il-6", "IL-6", "Il-6", "il/6", "IL/6", "Il/6"]
    forms = {"bool": {"should": [
        {"terms": {"symbol": ["il6", "il-6", "il/6", "il, 6", "6, il"]}},
        {"terms": {"name.keyword": [*keeps_case, "il, 6", "IL, 6", "Il, 6", "6, il", "6, IL", "6, Il"]}},
    ]}}  # fmt: skip
    assert [*in_other_forms("il 6", profile)] == [{"constant_score": {"filter": forms, "boost": 4500.0}}]
    assert [*in_other_forms("il 6", profile_of({}, {}, {}))] == []


def test_a_text_of_two_or_three_parts_has_other_forms():
    assert other_forms("BC-547/B") == [
        *("BC547B", "BC-547-B", "BC 547 B", "BC/547/B"),
        *("BC, 547 B", "B, BC 547"),
    ]
    for text in ("il6", "a b c d", "k" * 10_000 + " 1", "-", ""):
        assert other_forms(text) == []


def test_names_that_are_the_first_or_last_words_of_a_text_add_points():
    fields = {"name": {"type": "text"}, "name.sort": {"type": "keyword", "normalizer": "lowercase"}}
    names = profile_of({"names": {"name": 1}}, {}, fields).names
    words = ["st", "denis seine", "denis-seine", "st denis", "st-denis", "seine"]
    (found,) = named_by_some("st denis seine", names)
    assert found["constant_score"]["filter"] == {"terms": {"name.sort": words}}
    assert [*named_by_some("one", names)] == [*named_by_some("a b c d e f", names)] == []


def test_names_with_the_accents_of_the_text_get_points_whatever_their_case():
    names = [Field("name", "name.folded", True, "name", 1.0, accented="name.keyword")]
    term = {"term": {"name.keyword": {"value": "béthon", "case_insensitive": True}}}
    assert [*with_accents("term", "béthon", names)] == [{"constant_score": {"filter": term, "boost": 50.0}}]
    assert [*with_accents("term", "Bethon", names)] == [*with_accents("term", "béthon", [])] == []


def test_signs_at_the_end_of_a_word_are_searched_inside_values_of_fields_with_few_documents():
    names = [Field("name", "name.keyword", False, "name", 1.0), Field("note", "note.keyword", False, "note", 0.5)]
    fields = {"name": {"documents": MAX_SIGNED}, "note": {"documents": MAX_SIGNED + 1}}
    [query] = with_signs("C++", names, fields)
    assert query["constant_score"]["boost"] == 300.0
    assert "*C++*" in str(query["constant_score"]["filter"]) and "note" not in str(query)
    assert [*with_signs("C++", names[:1], {"name": {}})] == [*with_signs("Cpp", names, fields)] == []

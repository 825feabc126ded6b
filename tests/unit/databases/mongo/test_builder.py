import json

import pytest

from searchapp.databases.mongo.builder import MongoBuilder
from searchapp.errors import PipelineError

from ...refusals import refusal

FIELDS = {
    "symbol": {"type": "keyword"},
    "name": {"type": "text"},
    "n": {"type": "long"},
    "flag": {"type": "boolean"},
    "when": {"type": "date"},
    "xref": {"type": "object"},
    "xref.entrez": {"type": "keyword"},
    "xref.omim": {"type": "keyword"},
}


class Metadata:
    def fields(self, item_type=None, max_age=None):
        return FIELDS

    def sources(self, item_type=None):
        return {}


def build(q=None, **options):
    return MongoBuilder(metadata=Metadata(), default_fields=["symbol^8", "name", "nosuch"]).build(q, **options)


def condition(q, **options):
    return build(q, **options)["filter"]


def between(field, ends):
    """One value between two ends, alone or in a list."""
    return {"$or": [{field: {**ends, "$not": {"$type": "array"}}}, {field: {"$elemMatch": ends}}]}


@pytest.mark.rule("W1", "P7")
def test_the_settings_of_the_specification_have_its_defaults():
    assert MongoBuilder().parser.default_scopes == ("_id",)
    assert MongoBuilder(("symbol",)).parser.default_scopes == ("symbol",)


@pytest.mark.rule("B7")
def test_unknown_keywords_are_refused_by_name():
    for build in (MongoBuilder().build, MongoBuilder().build_fetch):
        with pytest.raises(PipelineError, match=r"400 .* mongo database, which does not know a, b: leave them out"):
            build("x", b=1, a=False, preference="x", explain=False)


def test_a_word_of_a_text_is_looked_for_once_and_different_words_are_limited():
    assert condition("name:(kinase)") == condition("a " * 500 + "kinase", scopes=["name"])["$and"][1]
    with pytest.raises(PipelineError, match="q has a text of 201 words for name, at most 200 are allowed"):
        build(" ".join(f"w{number}" for number in range(201)), scopes=["name"])


class Looking(MongoBuilder):
    def apply_extras(self, body, options):
        return {**super().apply_extras(body, options), "seen": body["filter"]}


@pytest.mark.rule("B6")
def test_the_extras_of_a_subclass_get_the_filter_of_each_term():
    for query in Looking().build(["1", "2"], scopes=["_id"], size=3):
        assert (query["seen"], query["size"]) == (query["filter"], 3)


@pytest.mark.rule("B8")
def test_scopes_are_ranked_by_their_order_or_their_weights():
    def ranks(**options):
        return [rank["fields"] for rank in MongoBuilder().build("a", **options).get("ranks", ())]

    assert ranks(scopes=["x", "y"]) == [["x"], ["y"]]
    assert ranks(scopes=["x", "y^3", "z^3"]) == [["y", "z"], ["x"]]
    assert MongoBuilder().build("__all__", scopes=["x"])["filter"] == {"x": {"$eq": "__all__"}}
    assert ranks(scopes=["x"]) == ranks(scopes=["x", "y"], sort=["n"]) == []


@pytest.mark.parametrize("q", [None, "__all__", "*", "*:*"])
def test_everything_has_no_condition(q):
    assert condition(q) == {}


@pytest.mark.parametrize("q", ["", " "])
def test_an_empty_text_finds_nothing(q):
    assert condition(q) == {"_id": {"$in": []}}


def test_an_id_is_only_compared():
    assert MongoBuilder().build_fetch("HGNC:5")["filter"] == {"HGNC": {"$in": ["5", 5]}}
    assert MongoBuilder(metadata=Metadata()).build_fetch("HGNC:5")["filter"] == {"_id": {"$eq": "HGNC:5"}}


def test_a_list_gives_one_query_for_each_term():
    assert [query["filter"] for query in build(["a", "b"], scopes=["_id"])] == [
        {"_id": {"$eq": "a"}},
        {"_id": {"$eq": "b"}},
    ]


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("symbol:CDK2", {"symbol": {"$eq": "CDK2"}}),
        ("n:5", {"n": {"$eq": 5}}),
        ("n:5.5", {"n": {"$eq": 5.5}}),
        ("n:many", {"_id": {"$in": []}}),
        ("flag:true", {"flag": {"$eq": True}}),
        ("n:[1 TO 5}", between("n", {"$gte": 1, "$lt": 5})),
        ("n:>3", {"n": {"$gt": 3}}),
        ("symbol:CDK*", {"symbol": {"$regex": "^CDK", "$options": "s"}}),
        ("symbol:C?K*2", {"symbol": {"$regex": "^C.K.*2$", "$options": "s"}}),
        ("symbol:*C*K*2*", {"symbol": {"$regex": "^(?>.*?C)(?>.*?K).*2", "$options": "s"}}),
        ("symbol:/C[DE]K/", {"symbol": {"$regexp": "C[DE]K", "kind": "keyword"}}),
        ("n:/5/", {"_id": {"$in": []}}),
        ("name:kinase", {"name": {"$regex": r"\bkinase\b", "$options": "i"}}),
        ('name:"a b"', {"name": {"$regex": r"\ba\b\W+\bb\b", "$options": "i"}}),
        ("_exists_:symbol", {"symbol": {"$exists": True, "$nin": [None, [], {}]}}),
        ("n:1 AND NOT n:2", {"$and": [{"n": {"$eq": 1}}, {"$nor": [{"n": {"$eq": 2}}]}]}),
        ("n:1 OR n:2", {"$or": [{"n": {"$eq": 1}}, {"n": {"$eq": 2}}]}),
        (r"xref.\*:X", {"$or": [{"xref.entrez": {"$eq": "X"}}, {"xref.omim": {"$eq": "X"}}]}),
        ("nosuch:[5 TO 6]", {"_id": {"$in": []}}),
        ("symbol:017", {"symbol": {"$eq": "017"}}),
        ("symbol:17", {"symbol": {"$in": ["17", 17]}}),
    ],
)
def test_a_query_string_becomes_a_filter(q, expected):
    assert condition(q) == expected


def test_a_bare_word_is_looked_for_in_the_default_fields_that_there_are():
    word = {"$regex": r"\bbrca1\b", "$options": "i"}
    assert condition("brca1") == {"$or": [{"symbol": word}, {"name": word}]}


def test_without_default_fields_a_bare_word_is_refused_with_advice():
    with pytest.raises(PipelineError, match="write field:value, or set default_fields"):
        MongoBuilder(metadata=Metadata()).build("brca1")


def test_a_year_is_a_range_of_dates_of_texts_and_of_milliseconds():
    dates = {"$gte": {"$date": "2020-01-01T00:00:00.000Z"}, "$lt": {"$date": "2021-01-01T00:00:00.000Z"}}
    texts = {"$gte": "2020-01-01", "$lt": "2021-01-01"}
    numbers = {"$gte": 1577836800000, "$lt": 1609459200000}
    expected = [way for ends in (dates, texts, numbers) for way in between("when", ends)["$or"]]
    assert condition("when:2020") == {"$or": expected}


@pytest.mark.parametrize("q", ["brca~", '"a b"~2'])
def test_unsupported_features_are_refused_by_name(q):
    summary, details = refusal(build, q)
    assert "a mongo database, which cannot search" in summary
    assert summary.endswith("can)")
    assert details["backends"] == ["embedded", "elasticsearch"]


def test_syntax_errors_are_refused_with_their_column():
    with pytest.raises(PipelineError, match=r"filter cannot be parsed: \( is not closed at column 8"):
        build(filter="symbol:(")


@pytest.mark.parametrize("option", ["explain", "highlight", "min_score", "analyzer"])
def test_options_of_search_engines_are_refused(option):
    with pytest.raises(PipelineError, match="a mongo database, which cannot"):
        build("*", **{option: 1})


def test_a_text_with_too_many_conditions_is_refused():
    with pytest.raises(PipelineError, match="q makes 1200 conditions, at most 1024"):
        build(" ".join(f"word{n}" for n in range(600)))


def test_a_repeated_word_is_one_condition():
    assert build("kinase word kinase")["filter"] == build("kinase word")["filter"]


def test_deep_brackets_are_refused():
    q = "n:1"
    for _ in range(90):
        q = f"(NOT {q} OR n:2)"
    with pytest.raises(PipelineError, match="levels, at most 80"):
        build(q)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["symbol"], {"_id": 1, "_version": 1, "symbol": 1}),
        (["xref", "xref.entrez"], {"_id": 1, "_version": 1, "xref": 1}),
        (["xref.*"], {"_id": 1, "_version": 1, "xref.entrez": 1, "xref.omim": 1}),
        (["-xref", "-_id"], {"xref": 0}),
        (["xref", "-xref.omim"], {"_id": 1, "_version": 1, "xref.entrez": 1}),
        (["$where", "a..b", "a.$b", ""], {"_id": 1, "_version": 1}),
        (["all"], None),
    ],
)
def test_source_is_a_projection_that_mongodb_takes(names, expected):
    assert build("*", _source=names).get("projection") == expected


@pytest.mark.parametrize("option", ["sort", "scopes", "aggs"])
@pytest.mark.parametrize("name", ["$where", "symbol.$gt", "a\0b", "", "nosuch"])
def test_names_that_are_no_fields_never_get_through(option, name):
    if name or option == "scopes":
        refusal(build, "x", **{option: [name]})


HOSTILE = [
    '{"$ne": null}',
    '"; return true; //',
    "$where",
    "symbol:{$ne:1}",
    "$where:1",
    "\\$where:1",
    "_id.$gt:1",
    "a'||'1",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_term_becomes_an_operator_or_a_name(text):
    for make in (
        lambda: build(text, scopes=["symbol", "_id"]),
        lambda: build(text),
        lambda: build("*", filter=text),
        lambda: build("*", post_filter=text),
        lambda: MongoBuilder(metadata=Metadata()).build_fetch(text),
    ):
        try:
            query = make()
        except PipelineError as error:
            assert error.code == 400
            continue
        assert operators(query) <= {"$eq", "$in", "$regex", "$options", "$and", "$or", "$nor", "$oid"}


@pytest.mark.parametrize("term", [{"$ne": None}, {"$gt": ""}, [{"$ne": 1}]])
def test_an_object_is_no_term(term):
    refusal(build, [term], scopes=["symbol"])


def operators(value):
    """Every key with a dollar sign."""
    if isinstance(value, list):
        return set().union(*map(operators, value))
    if not isinstance(value, dict):
        return set()
    return {key for key in value if key.startswith("$")}.union(*map(operators, value.values()))


def test_a_query_is_plain_json():
    assert json.loads(json.dumps(build("when:2020 AND symbol:507f1f77bcf86cd799439011", sort=["-n"]))) == build(
        "when:2020 AND symbol:507f1f77bcf86cd799439011", sort=["-n"]
    )


def test_a_named_query_for_another_database_is_refused():
    queries = {"rare": {"query": {"multi_match": {"query": "{q}"}}}, "own": {"query": {"symbol": {"$eq": "{q}"}}}}
    builder = MongoBuilder(user_query=queries, metadata=Metadata())
    assert builder.build("x", userquery="own")["filter"] == {"symbol": {"$eq": "x"}}
    with pytest.raises(PipelineError, match="rare is not written for MongoDB"):
        builder.build("x", userquery="rare")


def test_words_are_looked_for_in_the_fields_that_were_guessed_where_none_are_configured():
    class Guessed(Metadata):
        def sources(self, item_type=None):
            return {"_guessed": {"ranking": {"names": {"symbol": 8}, "aliases": {}, "descriptions": {"name": 1}}}}

    found = MongoBuilder(metadata=Guessed()).build("cdk2")["filter"]
    assert "symbol" in json.dumps(found)
    assert "name" in json.dumps(found)
    with pytest.raises(PipelineError, match="default fields"):
        MongoBuilder(metadata=Metadata()).build("cdk2")

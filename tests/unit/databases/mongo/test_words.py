"""The lists of words that the loader writes: every answer is the same as without them."""

import pytest

from searchapp.databases.mongo.builder import MongoBuilder
from searchapp.databases.mongo.loading.loader import MongoLoader
from searchapp.databases.mongo.query.word_index import WORDS
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.loading.bad import BadLines
from searchapp.loading.formats.readers import Record
from searchapp.metadata import Metadata
from searchapp.pipeline import Pipeline

pytest.importorskip("pymongo")

from searchapp.databases.mongo.query.word_index import leading, words_of

pytestmark = pytest.mark.mongo

MAPPING = {
    "properties": {
        "name": {"type": "text"},
        "code": {"type": "keyword"},
        "n": {"type": "long"},
        "o": {"properties": {"k": {"type": "keyword"}}},
    }
}
DOCUMENTS = [
    {"_id": "T:1", "name": "Cyclin dependent kinase 2", "code": "CDK2", "n": 1, "o": [{"k": "p33"}, {"k": ["x-y"]}]},
    {"_id": "T:2", "name": "cyclin B1, not a Kinase", "code": "CCNB1", "n": 2},
    {"_id": "T:3", "name": ["dependent", "cyclin-like"], "code": 17, "n": 17, "hidden": "kinase"},
    {"_id": "kinase", "name": "日本語 テキスト ünder_score", "code": "5'UTR"},
    {"_id": "long", "name": "w" * 150 + " end", "code": None, "o": {}},
    {"_id": "Long " * 40, "name": "long", "code": "long code " * 30, "o": {"k": ";;"}},
]
TEXTS = [
    "kinase",
    "CYCLIN",
    "cyclin kinase",
    "cyclin OR 17",
    "NOT kinase",
    "cyclin AND NOT kinase",
    "cyclin name:dependent",
    '"dependent kinase"',
    'name:"kinase cyclin"',
    "name:kinase",
    "name:cyc*",
    "cyc*",
    "T*",
    "*nase",
    "T\\:1",
    "x-y",
    "p33",
    "5'UTR",
    "日本語",
    "日本",
    "ünder_score",
    "nd*",
    "w" * 150,
    "(kinase OR cyc*) AND n:[1 TO 2]",
    "code:CDK2 OR o.k:p33",
    "end missing",
]


@pytest.fixture(scope="module")
def pipeline(mongo_of, collation):
    backend = mongo_of(collation=collation)
    with MongoLoader(backend, BadLines()).replacing("thing", MAPPING) as writer:
        for line, document in enumerate(DOCUMENTS):
            writer.add(Record("here", line, document))
        writer.finish({})
    fields = {"default_fields": ["_id", "name", "all"], "suggest_fields": ["code^2", "name", "o.k", "_id"]}
    builder = MongoBuilder(metadata=Metadata(backend, default_item_type="thing"), **fields)
    return Pipeline(builder, backend, ElasticFormatter())


@pytest.fixture
def without(pipeline, monkeypatch):
    """The same search for a collection that has no lists of words."""
    of = pipeline.backend.collections.of

    def search(*args, **options):
        with monkeypatch.context() as patch:
            patch.setattr(pipeline.backend.collections, "of", lambda *args: of(*args)._replace(by_words=False))
            return pipeline.search(*args, **{"_source": ["-" + WORDS], **options})

    return search


def answer(found):
    return {**{key: value for key, value in found.items() if key != "took"}, "hits": sorted_ids(found["hits"])}


def sorted_ids(hits):
    return sorted(hit["_id"] for hit in hits)


@pytest.mark.parametrize("q", TEXTS)
def test_a_text_finds_the_same(pipeline, without, q):
    assert answer(pipeline.search(q)) == answer(without(q))
    assert answer(pipeline.search("*", filter=q, aggs=["code"])) == answer(without("*", filter=q, aggs=["code"]))


def test_an_id_of_one_word_is_found_in_any_case_and_a_number_among_texts_as_a_word(pipeline):
    assert sorted_ids(pipeline.search("KINASE")["hits"]) == ["T:1", "T:2", "kinase"]
    assert sorted_ids(pipeline.search("17")["hits"]) == ["T:3"]


TERMS = ["kinase", "cdk2", "CDK2", "x-y", "cyclin kinase", "17", "T:1", "", ";;", "Long " * 40, "long code " * 30]
SCOPES = [["name"], ["code", "o.k"], ["_id", "code", "name"], ["name", "o.k"]]


@pytest.mark.parametrize("q", TERMS)
@pytest.mark.parametrize("scopes", SCOPES)
def test_a_term_in_scopes_finds_the_same(pipeline, without, q, scopes):
    assert answer(pipeline.search(q, scopes=scopes)) == answer(without(q, scopes=scopes))


@pytest.mark.parametrize("scopes", SCOPES)
def test_a_list_of_terms_finds_the_same(pipeline, scopes):
    expected = [(q, hit["_id"]) for q in TERMS for hit in pipeline.search(q, scopes=scopes)["hits"]]
    found = [(hit["query"], hit["_id"]) for hit in pipeline.search(TERMS, scopes=scopes) if "_id" in hit]
    assert found == expected


def test_a_long_text_is_looked_for_by_its_words(pipeline):
    query = pipeline.builder.build("long code " * 30, scopes=["code", "name"])
    assert leading(query["by_words"])


@pytest.mark.parametrize(
    "typed",
    ["c", "CDK", "cdk2", "kinase", "cyclin d", "cyclin dependent ", "x-", "x-y", "5'", "日", "t:1", "T:1", "-", "w"],
)
def test_completions_are_equal_with_and_without_the_list_of_words(pipeline, monkeypatch, typed):
    shown = pipeline.suggest(typed)["suggestions"]
    of = pipeline.backend.collections.of
    monkeypatch.setattr(pipeline.backend.collections, "of", lambda *args: of(*args)._replace(by_words=False))
    assert shown == pipeline.suggest(typed)["suggestions"]
    assert shown or not typed.isalnum() or typed in "日"


@pytest.mark.parametrize(
    "options", [{"sort": ["code"]}, {"sort": ["-n"]}, {"from_": 1, "size": 1}, {"post_filter": "n:1"}]
)
def test_options_work_with_words(pipeline, without, options):
    for q in ("cyclin", "cyclin dependent"):
        assert pipeline.search(q, **options)["total"] == without(q, **options)["total"]
        if "sort" in options:
            assert pipeline.search(q, **options)["hits"] == without(q, **options)["hits"]


def test_everything_is_read_by_words(pipeline, without):
    assert sorted_ids(pipeline.search("name:cyclin", fetch_all=True)["hits"]) == ["T:1", "T:2", "T:3"]
    first = pipeline.search("name:cyclin", search_after="*", size=2, sort=["-n"])
    second = pipeline.search("name:cyclin", search_after=first["_search_after"], size=2, sort=["-n"])
    assert [hit["_id"] for hit in first["hits"] + second["hits"]] == ["T:3", "T:2", "T:1"]


@pytest.mark.parametrize("options", [{}, {"_source": ["-name"]}, {"_source": ["name"]}, {"sort": ["n"]}])
def test_the_list_is_never_returned(pipeline, options):
    answers = [pipeline.search(q, **options)["hits"] for q in ("*", "kinase", "name:kinase", "__any__")]
    answers += [pipeline.search(["T:1"], scopes=["_id"], **options), [pipeline.fetch("T:1")], pipeline.fetch(["T:1"])]
    assert all(hits and WORDS not in hit for hits in answers for hit in hits)


def test_of_long_words_the_beginning_is_kept():
    assert words_of({"_id": "i" * 200, "name": "w" * 100 + " " + "v" * 101}, ["name"]) == [
        "i" * 101,
        "v" * 101,
        "w" * 100,
    ]


def test_words_are_the_words_of_the_texts_and_the_complete_id():
    assert words_of(DOCUMENTS[0], ["name", "o.k"]) == ["2", "cyclin", "dependent", "kinase", "p33", "t:1", "x", "y"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"n": 1}, None),
        ({WORDS: {"$eq": "a"}}, {WORDS: {"$eq": "a"}}),
        ({"$and": [{WORDS: {"$eq": "a"}}, {WORDS: {"$eq": "abc"}}, {"n": 1}]}, {WORDS: {"$eq": "abc"}}),
        ({"$or": [{WORDS: {"$eq": "a"}}, {WORDS: {"$in": ["b", "a"]}}]}, {WORDS: {"$in": ["a", "b"]}}),
        ({"$or": [{WORDS: {"$eq": "a"}}, {"n": 1}]}, None),
        ({WORDS: {"$elemMatch": {"$gte": "a", "$lt": "b"}}}, {WORDS: {"$gte": "a", "$lt": "b"}}),
        ({"$nor": [{WORDS: {"$eq": "a"}}]}, None),
    ],
)
def test_the_narrowest_condition_that_all_need_comes_first(condition, expected):
    assert leading(condition) == expected

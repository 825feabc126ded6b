"""Terms in scopes by one statement: every answer is that of one query for each."""

import pytest

from searchapp.databases.mongo.builder import MongoBuilder
from searchapp.errors import PipelineError
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.metadata import Metadata
from searchapp.pipeline import Pipeline

bson = pytest.importorskip("bson")
pytest.importorskip("pymongo")

from searchapp.databases.mongo import term_batch  # noqa: E402

pytestmark = pytest.mark.mongo

OID = "507f1f77bcf86cd799439011"
DOCUMENTS = [
    {
        "_id": f"T:{n}",
        "code": f"C{n % 7}",
        "n": n,
        "o": [{"k": f"k{n % 3}"}, {"k": ["x", n]}],
        "tags": ["A", "a"][: n % 3],
    }
    for n in range(40)
] + [
    {"_id": bson.ObjectId(OID), "code": bson.ObjectId(OID), "n": 2.5, "tags": ["Straße", "naïve"]},
    {"_id": 17, "code": 17, "n": None, "o": {"k": True}},
]
TYPES = {"code": "keyword", "n": "double", "tags": "keyword", "o": "object", "o.k": "keyword", "name": "text"}
TERMS = [
    "C1",
    "c1",
    "C2",
    "C2",
    "nothing",
    "17",
    17,
    2.5,
    "x",
    "a",
    "A",
    OID,
    "T:3",
    "T:3",
    "true",
    "",
    "$ne",
    '{"$gt": ""}',
]


@pytest.fixture(scope="module")
def pipeline(mongo_of, collation):
    backend = mongo_of(DOCUMENTS, collation=collation)
    metadata = Metadata(backend, default_item_type="thing")
    metadata.fields = lambda *_, **__: {field: {"type": type} for field, type in TYPES.items()}
    return Pipeline(MongoBuilder(metadata=metadata), backend, ElasticFormatter())


def statements(pipeline, monkeypatch):
    """The number of statements that are asked, as they are."""
    asked = []
    ask = pipeline.backend.ask
    monkeypatch.setattr(pipeline.backend, "ask", lambda *args: asked.append(1) or ask(*args))
    return asked


OPTIONS = [
    {"size": 100},
    {"size": 100, "sort": ["-n"]},
    {"size": 100, "sort": ["n"], "from_": 2},
    {"size": 100, "filter": "n:>5", "post_filter": "n:<30"},
    {"size": 100, "_source": ["n"]},
    {"size": 100, "_source": ["-o"]},
    {"size": 3, "sort": ["n"], "with_total": True},
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("scopes", [["code"], ["tags"], ["_id", "code"], ["o.k", "n", "tags"]])
def test_the_answers_are_equal_to_the_answers_of_single_queries(pipeline, monkeypatch, scopes, options):
    asked = statements(pipeline, monkeypatch)
    together = pipeline.search(TERMS, scopes=scopes, **options)
    assert len(asked) == 1 or options["size"] < 100
    monkeypatch.setattr(term_batch, "responses", lambda *_: None)
    assert together == pipeline.search(TERMS, scopes=scopes, **options)


def test_terms_with_many_hits_have_their_totals(pipeline):
    found = pipeline.search(["x", "k1", "none"], scopes=["o.k"], size=2, with_total=True)
    assert (found["max_total"], len(found["hits"])) == (40, 5)


@pytest.mark.parametrize("terms", [["naïve", "C1"], ["STRASSE", "C1"], ["many things", "C1"]])
def test_letters_that_only_the_database_can_compare_are_found(pipeline, monkeypatch, terms):
    together = pipeline.search(terms, scopes=["tags", "name"])
    monkeypatch.setattr(term_batch, "responses", lambda *_: None)
    assert together == pipeline.search(terms, scopes=["tags", "name"])


@pytest.mark.parametrize("scopes", [["code"], ["_id", "name"]])
def test_documents_of_a_batch_that_are_too_large_together_are_refused(pipeline, monkeypatch, scopes):
    terms = ["C1", "T:3"] * 50
    assert pipeline.search(terms, scopes=scopes)
    monkeypatch.setattr(pipeline.backend, "most", 1000)
    assert pipeline.search(["C1", "T:3"], scopes=scopes)
    with pytest.raises(PipelineError, match="the documents found take more than 1000 bytes"):
        pipeline.search(terms, scopes=scopes)


def test_terms_without_words_are_asked_by_one_statement_next_to_terms_in_prose(pipeline, monkeypatch):
    asked = statements(pipeline, monkeypatch)
    terms = ["C1", ";", ";;", "/", "x"]
    together = pipeline.search(terms, scopes=["name", "code"], size=100)
    assert len(asked) == 3
    monkeypatch.setattr(term_batch, "looks_up_values", lambda _: False)
    assert together == pipeline.search(terms, scopes=["name", "code"], size=100)

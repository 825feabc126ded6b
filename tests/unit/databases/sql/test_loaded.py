"""Collections that our loader wrote into a SQL database."""

import random

import pytest

from searchapp.databases.sql.backend import SqlBackend
from searchapp.databases.sql.builder import SqlBuilder
from searchapp.databases.sql.schema.collection import Collection
from searchapp.databases.sql.scores import Scores
from searchapp.errors import ErrorKind, PipelineError
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.pipeline import Pipeline
from searchapp.protocols import Context
from searchapp.querystring.tree import Prefix, Value
from searchapp.querystring.writing import escaped
from tests.services.sql_database import make_database

MAPPING = {"properties": {"n": {"type": "long"}}}


def test_the_collection_before_is_no_item_type(tmp_path):
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k")
    for documents in ([{"_id": "a", "n": 1}], [{"_id": "a", "n": 2}, {"_id": "b", "n": 3}]):
        backend.store().replace("gene", "gene", MAPPING, {"n": "long"}, documents)
    assert backend.item_types() == ["gene"]
    assert backend.health()["documents"] == {"gene": 2}
    backend.close()


def test_hundreds_of_texts_make_one_text(tmp_path):
    names = [f"f{number}" for number in range(200)]
    properties = {name: {"type": "text", "copy_to": ["all"]} for name in names}
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k")
    document = {"_id": "a", **{name: f"word {name}" for name in names}}
    mapping = {"properties": {**properties, "all": {"type": "text"}}}
    backend.store().replace("wide", "wide", mapping, dict.fromkeys(names, "text"), [document])
    assert backend.health()["documents"] == {"wide": 1}
    backend.close()


def test_words_are_found_where_the_mapping_copies_nothing(tmp_path):
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k")
    properties = {"name": {"type": "text"}, "o": {"properties": {"code": {"type": "keyword"}}}, "n": {"type": "long"}}
    hidden = {"note": {"type": "text", "index": False}}
    document = {"_id": "a", "name": "green tea", "o": {"code": "C1"}, "n": 5, "note": "secret"}
    backend.store().replace("tea", "tea", {"properties": {**properties, **hidden}}, {"name": "text"}, [document])
    pipeline = Pipeline(SqlBuilder(), backend, ElasticFormatter())
    found = {q: pipeline.search(q, item_type="tea")["total"] for q in ("green", "C1", "green C1", "secret", "name:tea")}
    assert found == {"green": 1, "C1": 1, "green C1": 1, "secret": 0, "name:tea": 1}
    backend.close()


def test_documents_of_a_batch_that_are_too_large_together_are_refused(tmp_path):
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k", max_answer=40_000)
    types = {"n": "long", "code": "keyword", "name": "text"}
    mapping = {"properties": {name: {"type": kind} for name, kind in types.items()}}
    documents = [{"_id": str(n), "n": n, "code": "c", "name": "word " * 200} for n in range(30)]
    backend.store().replace("gene", "gene", mapping, types, documents)
    pipeline = Pipeline(SqlBuilder(), backend, ElasticFormatter())

    def found(terms, scope, **options):
        return len(pipeline.search(terms, scopes=[scope], item_type="gene", **options))

    assert found(["5"] * 9, "n") == found(["word"] * 9, "name", size=1) == 9
    assert (found(["c"], "code", size=5), found(["c"], "code", size=30, _source=["n"])) == (5, 30)
    for terms, scope in ((["5"] * 20, "n"), (["word"] * 20, "name"), (["c"] * 20, "code")):
        with pytest.raises(PipelineError, match="the documents found take more than 10000 bytes") as error:
            found(terms, scope, size=1)
        assert error.value.kind is ErrorKind.ANSWER_TOO_LARGE
    backend.close()


def test_documents_of_one_search_are_limited_and_complete_results_come_in_small_parts(tmp_path):
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k", max_answer=32_000)
    documents = [{"_id": str(n), "n": n, "name": "word " * 200} for n in range(30)]
    types = {"n": "long", "name": "text"}
    mapping = {"properties": {name: {"type": kind} for name, kind in types.items()}}
    backend.store().replace("gene", "gene", mapping, types, documents)
    pipeline = Pipeline(SqlBuilder(), backend, ElasticFormatter())
    every = {"item_type": "gene", "size": 30}
    ids = [str(n) for n in range(30)]

    assert len(pipeline.search("word", **every, _source=["n"])["hits"]) == 30
    assert len(pipeline.search("word", item_type="gene")["hits"]) == 10
    assert len(pipeline.fetch(ids, item_type="gene", _source=["n"])) == 30
    refused = (
        lambda: pipeline.search("word", **every),
        lambda: pipeline.search("word", **every, search_after="*"),
        lambda: pipeline.fetch(ids, item_type="gene"),
        lambda: pipeline.fetch(["1"] * 30, item_type="gene"),
    )
    for ask in refused:
        with pytest.raises(PipelineError, match=r"the documents found take more than (12000|8000) bytes"):
            ask()
    parts = list(pipeline.stream("word", item_type="gene"))
    assert [hit["_id"] for part in parts for hit in part] == sorted(ids)
    assert max(map(len, parts)) == 10
    first = pipeline.search("word", item_type="gene", fetch_all=True)
    second = pipeline.search(scroll_id=first["_scroll_id"], item_type="gene")
    assert [hit["_id"] for batch in (first, second) for hit in batch["hits"]] == sorted(ids)[:22]
    backend.close()


@pytest.mark.parametrize("plain", [{"iron": "keyword"}, {}])
def test_numbers_among_words_are_compared_sorted_and_counted(tmp_path, plain):
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k")
    values = {"a": "10", "b": "9.5", "c": "<0.01", "d": "Tr", "e": "-3"}
    mapping = {"properties": {"iron": {"type": "keyword", "fields": {"number": {"type": "double"}}}}}
    documents = [{"_id": id, "iron": text if plain else as_number(text)} for id, text in values.items()]
    backend.store().replace("food", "food", mapping, plain, documents)
    pipeline = Pipeline(SqlBuilder(metadata=None), backend, ElasticFormatter())

    def found(q, **options):
        return [hit["_id"] for hit in pipeline.search(q, item_type="food", **options)["hits"]]

    assert sorted(found("iron.number:>5")) == ["a", "b"]
    assert sorted(found("iron.number:[-5 TO 9.5]")) == ["b", "e"]
    assert found("iron.number:10") == ["a"]
    assert found("iron:Tr") == ["d"]
    assert found("*", sort=["-iron.number"])[:3] == ["a", "b", "e"]
    facet = pipeline.search("*", item_type="food", size=0, aggs=["iron.number:10"])["facets"]["iron.number:10"]
    assert [(term["term"], term["count"]) for term in facet["terms"]] == [(-10, 1), (0, 1), (10, 1)]
    backend.close()


def as_number(text):
    return float(text) if text.lstrip("-")[0].isdigit() else text


ODD = [
    "p33(CDK2)",
    "a-b",
    "x\ny",
    'say "hi"',
    "back\\slash",
    "-",
    "½",
    "5'-UTR",
    "naïve İ",
    "<b>",
    "1.50",
    "a/b",
    "日本",
]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def loader(tmp_path, request):
    """The backend of an empty database into which collections can be loaded."""
    url = f"sqlite:///{tmp_path}/loaded.db"
    if request.param == "postgresql":
        url = make_database(request.getfixturevalue("postgresql_url"))
    backend = SqlBackend(url, secret_key="k")
    yield backend
    backend.close()


@pytest.mark.parametrize("copied", [False, True])
def test_words_are_found_in_all_as_in_each_field(loader, monkeypatch, copied):
    copy_to = {"copy_to": ["all"]} if copied else {}
    properties = {
        "name": {"type": "text", **copy_to},
        "alias": {"type": "keyword", **copy_to},
        "c": {"type": "keyword"},
    }
    documents = [{"_id": f"D{n}", "name": "tea", "alias": [each, "more"], "c": each} for n, each in enumerate(ODD)]
    store = loader.store()
    store.replace("tea", "tea", {"properties": properties}, {"name": "text", "c": "keyword"}, documents)
    store.engine.dispose()
    pipeline = Pipeline(SqlBuilder(default_fields=["_id", "name", "alias", "c", "all"]), loader, ElasticFormatter())

    def answers():
        texts = [escaped(each) for each in ODD] + [f'"{escaped(each)}"' for each in ODD]
        return [
            pipeline.search(q, item_type="tea", size=50)["hits"] for q in (*texts, "tea D1", "more tea", "D3", "none")
        ]

    found = answers()
    monkeypatch.setattr(Collection, "in_all", frozenset())
    assert found == answers()


def test_values_in_other_forms_and_phrases_after_many_words_are_found_beside_all(loader):
    types = {"body": "text", "name": "text", "n": "long", "ok": "boolean", "at": "date"}
    mapping = {"properties": {name: {"type": kind, "copy_to": ["all"]} for name, kind in types.items()}}
    words = " ".join(map(str, range(17_000)))
    document = {"_id": "a", "body": words, "name": "green tea", "n": 5, "ok": True, "at": "2024-05-01"}
    store = loader.store()
    store.replace("tea", "tea", mapping, {}, [document])
    store.engine.dispose()
    pipeline = Pipeline(SqlBuilder(default_fields=[*types, "all"]), loader, ElasticFormatter())
    texts = ("green", '"green tea"', "5.0", "true", "2024-05-01T00")
    assert [pipeline.search(text, item_type="tea")["total"] for text in texts] == [1] * len(texts)


def test_texts_of_a_list_without_hits_have_no_scores_computed(tmp_path, monkeypatch):
    backend = SqlBackend(f"sqlite:///{tmp_path}/loaded.db", secret_key="k")
    properties = {"name": {"type": "text"}, "code": {"type": "keyword"}}
    backend.store().replace("tea", "tea", {"properties": properties}, {"name": "text"}, [{"_id": "a", "name": "tea"}])
    pipeline = Pipeline(SqlBuilder(), backend, ElasticFormatter())
    monkeypatch.delattr(Scores, "of")
    (miss,) = pipeline.search(["coffee"], item_type="tea")
    assert miss == {"query": "coffee", "found": False, "notfound": True}
    backend.close()


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def test_the_index_of_all_loses_no_value_inside_an_object(tmp_path, request, database):
    is_sqlite = database == "sqlite"
    url = f"sqlite:///{tmp_path}/loaded.db" if is_sqlite else make_database(request.getfixturevalue("postgresql_url"))
    backend, dice = SqlBackend(url, secret_key="k", default_item_type="gene"), random.Random(7)
    values = {str(n): "".join(dice.choices("aaB119é._-/@+ '\"\\%", k=dice.randint(1, 5))) for n in range(400)}
    code = {"type": "keyword", "normalizer": "lowercase", "copy_to": ["all"]}
    properties = {"code": code, "o": {"properties": {"code": code}}, "all": {"type": "text"}}
    documents = [{"_id": id, "code": value, "o": [{"code": [value, "zz"]}]} for id, value in values.items()]
    store = backend.store()
    store.replace("gene", "gene", {"properties": properties}, {"code": "keyword"}, documents)
    store.engine.dispose()

    def ids(query):
        body = {"query": query, "default_fields": ["all"], "default_operator": "AND", "size": 1000}
        return {hit["_id"] for hit in backend.search(body, Context("gene"))["hits"]["hits"]}

    texts = [*{*dice.sample([*values.values()], 20), "a", "a1", "a1.", "9", "1.1", "ab"}]
    for given in (texts, [text for text in texts if set(text) & set("aB19")], [f"{n} " + "a " * 50 for n in range(50)]):
        found = Pipeline(SqlBuilder(), backend, ElasticFormatter()).search(given, scopes=["code", "o.code"], size=500)
        found = {(hit["query"], hit["_id"]) for hit in found if "_id" in hit}
        assert found == {(text, id) for text in given for id, value in values.items() if value.lower() == text.lower()}
    for text in texts:
        equal = {id for id, value in values.items() if value.lower() == text.lower()}
        begun = {id for id, value in values.items() if value.lower().startswith(text.lower())}
        assert ids(Value(("o.code",), text)) == ids(Value(("o.code",), text, any_case=True)) == equal
        assert ids(Prefix("o.code", text)) == ids(Prefix("code", text)) == begun
        assert not text.isalnum() or begun <= ids(Prefix(None, text))
    backend.close()

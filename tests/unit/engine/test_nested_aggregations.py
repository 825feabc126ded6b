import pytest

from searchapp.engine import Engine, EngineError

MAPPING = {
    "properties": {
        "kind": {"type": "keyword"},
        "part": {"type": "nested", "properties": {"name": {"type": "keyword"}, "number": {"type": "long"}}},
    }
}
DOCUMENTS = (
    {"_id": "1", "kind": "gene", "part": [{"name": "a", "number": 1}, {"name": "a", "number": 3}, {"name": "b"}]},
    {"_id": "2", "kind": "rna", "part": {"name": "a", "number": 5}},
    {"_id": "3", "kind": "rna"},
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("nested_aggregations"))
    with engine.builder("gene", MAPPING) as builder:
        for document in DOCUMENTS:
            builder.add(document)
    return engine


def counted(engine, inner, **body):
    aggs = {"parts": {"nested": {"path": "part"}, "aggs": inner}}
    return engine.search("gene", {"size": 0, **body, "aggs": aggs})["aggregations"]["parts"]


def test_nested_counts_the_objects_of_the_documents(engine):
    inner = {"sum": {"sum": {"field": "part.number"}}}
    assert counted(engine, inner) == {"doc_count": 4, "sum": {"value": 9.0}}
    assert counted(engine, inner, query={"term": {"kind": "rna"}}) == {"doc_count": 1, "sum": {"value": 5.0}}


def test_reverse_nested_counts_the_documents_of_objects(engine):
    inner = {"names": {"terms": {"field": "part.name"}, "aggs": {"documents": {"reverse_nested": {}}}}}
    found = counted(engine, inner)["names"]["buckets"]
    assert [(one["key"], one["doc_count"], one["documents"]["doc_count"]) for one in found] == [
        ("a", 3, 2),
        ("b", 1, 1),
    ]


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        ({"x": {"reverse_nested": {"path": "part"}}}, "unsupported option: path of reverse_nested"),
        ({"x": {"filter": {"match_all": {}}, "aggs": {"y": {"top_hits": {}}}}}, "unsupported option: top_hits"),
    ],
)
def test_what_nested_objects_lack_is_refused_by_name(engine, inner, words):
    with pytest.raises(EngineError, match=words):
        counted(engine, inner)

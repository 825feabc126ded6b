import pytest

from searchapp.engine import Engine, EngineError

MAPPING = {
    "properties": {
        "parts": {"type": "nested", "properties": {"kind": {"type": "keyword"}, "n": {"type": "integer"}}},
    }
}
DOCUMENTS = [
    {"_id": "1", "parts": [{"kind": "a", "n": [1, 7]}, {"kind": "b", "n": 2}]},
    {"_id": "2", "parts": {"kind": "a", "n": 5}},
    {"_id": "3"},
]


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("engine"))
    with engine.builder("gene", MAPPING) as builder:
        for document in DOCUMENTS:
            builder.add(document)
    return engine


def values(engine, name, **options):
    hits = engine.search("gene", {"sort": [{name: options}]})["hits"]["hits"]
    return [(hit["_id"], hit["sort"][0]) for hit in hits]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [("1", 1), ("2", 5), ("3", 2**31 - 1)]),
        ({"order": "desc"}, [("1", 7), ("2", 5), ("3", -(2**31))]),
        ({"mode": "sum"}, [("2", 5), ("1", 10), ("3", 2**31 - 1)]),
        ({"mode": "avg", "missing": 4}, [("1", 3), ("3", 4), ("2", 5)]),
    ],
)
def test_documents_are_sorted_by_the_values_of_all_their_objects(engine, options, expected):
    assert values(engine, "parts.n", nested={"path": "parts"}, **options) == expected


def test_objects_that_do_not_match_the_filter_have_no_value(engine):
    nested = {"path": "parts", "filter": {"term": {"parts.kind": "b"}}}
    assert values(engine, "parts.kind", nested=nested) == [("1", "b"), ("2", None), ("3", None)]


@pytest.mark.parametrize(
    ("nested", "reason"),
    [
        ({"path": "parts", "max_children": 1}, "unsupported option: max_children of nested of sort"),
        ({"path": "parts", "nested": {"path": "parts"}}, "unsupported option: nested of nested of sort"),
        ({"path": "nope"}, r"failed to find nested object under path \[nope\]"),
    ],
)
def test_wrong_and_unsupported_objects_are_refused(engine, nested, reason):
    with pytest.raises(EngineError, match=reason):
        values(engine, "parts.n", nested=nested)

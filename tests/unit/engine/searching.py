"""A small index for the tests of searching: `ask(engine, body)` gives the ids of the hits."""

from searchapp.engine import Engine

MAPPING = {
    "properties": {
        "symbol": {"type": "keyword", "normalizer": "lowercase", "copy_to": ["all"]},
        "kind": {"type": "keyword"},
        "name": {"type": "text", "copy_to": ["all"]},
        "number": {"type": "long"},
        "weight": {"type": "float"},
        "day": {"type": "date"},
        "open": {"type": "boolean"},
        "part": {"type": "nested", "properties": {"a": {"type": "keyword"}, "n": {"type": "long"}}},
        "place": {"properties": {"arm": {"type": "keyword"}}},
        "all": {"type": "text"},
    }
}
DOCUMENTS = [
    {"_id": "1", "symbol": "CDK2", "kind": "gene", "name": "cyclin dependent kinase 2", "number": 3, "open": True},
    {
        "_id": "2",
        "symbol": ["CDK3", "abc"],
        "kind": "gene",
        "name": ["first kinase", "second kinase"],
        "number": [1, 9],
    },
    {
        "_id": "3",
        "symbol": "BRCA1",
        "kind": "rna",
        "name": "repair associated",
        "number": 7,
        "weight": 0.1,
        "open": False,
    },
    {
        "_id": "4",
        "kind": "rna",
        "day": "2020-05-06",
        "place": {"arm": "q"},
        "part": [{"a": "x", "n": 1}, {"a": "y", "n": 2}],
    },
    {
        "_id": "5",
        "kind": "",
        "name": "",
        "day": ["2019-01-01", "2021-01-01T10:00:00Z"],
        "number": 5,
        "part": {"a": "x", "n": 2},
    },
]


def small_engine(folder):
    engine = Engine(folder)
    with engine.builder("gene", MAPPING) as builder:
        for document in DOCUMENTS:
            builder.add(document)
    return engine


def ask(engine, query=None, **body):
    """The ids of the hits, in order."""
    given = body if query is None else {"query": query, **body}
    return [hit["_id"] for hit in engine.search("gene", given)["hits"]["hits"]]


def string(text, **options):
    return {"query_string": {"query": text, **options}}

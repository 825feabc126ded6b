import pytest

from searchapp.engine import Engine, EngineError

MAPPING = {
    "properties": {
        "part": {
            "type": "nested",
            "properties": {
                "name": {"type": "text"},
                "number": {"type": "long"},
                "inner": {"type": "nested", "properties": {"name": {"type": "keyword"}}},
            },
        }
    }
}
DOCUMENTS = (
    {"_id": "1", "part": [{"name": "kinase", "number": 2}, {"name": "ligase"}, {"name": "kinase one", "number": 1}]},
    {"_id": "2", "part": {"name": "ligase", "inner": [{"name": "x"}]}},
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("inner_hits"))
    with engine.builder("gene", MAPPING) as builder:
        for document in DOCUMENTS:
            builder.add(document)
    return engine


def nested(text, path="part", **inner_hits):
    clause = {"match": {"part.name": text}} if path == "part" else {"match_all": {}}
    return {"query": {"nested": {"path": path, "query": clause, "inner_hits": inner_hits}}}


def objects(answer):
    sections = [hit["inner_hits"]["part"]["hits"] for hit in answer["hits"]["hits"]]
    return [(hit["_id"], hit["_nested"]["offset"], hit.get("_source")) for one in sections for hit in one["hits"]]


def test_inner_hits_are_the_objects_that_match(engine):
    first, _, third = DOCUMENTS[0]["part"]
    assert objects(engine.search("gene", nested("kinase"))) == [("1", 0, first), ("1", 2, third)]


def test_inner_hits_have_a_size_an_order_and_a_source_filter(engine):
    asked = nested("kinase", size=1, sort=["part.number"], _source=["part.number"])
    assert objects(engine.search("gene", asked)) == [("1", 2, {"number": 1})]


def test_each_body_of_an_msearch_has_its_own_inner_hits(engine):
    answers = engine.msearch("gene", [nested("kinase"), nested("ligase")])
    assert [sorted(offset for _, offset, _ in objects(answer)) for answer in answers] == [[0, 2], [0, 1]]


def test_a_scroll_has_inner_hits(engine):
    assert len(objects(engine.search("gene", nested("kinase"), scroll="1m"))) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"version": True}, "version in inner_hits"),
        ({"sort": ["kind"]}, "a sort by other fields in inner_hits"),
        ({"path": "part.inner"}, "inside other nested objects"),
    ],
)
def test_options_that_inner_hits_lack_are_refused_by_name(engine, options, words):
    with pytest.raises(EngineError, match=words):
        engine.search("gene", nested("kinase", **options))


def test_inner_hits_of_groups_are_refused_by_name(engine):
    with pytest.raises(EngineError, match="inner_hits of a nested query with collapse"):
        engine.search("gene", {**nested("kinase"), "collapse": {"field": "part.number"}})


def test_inner_hits_in_a_list_are_refused_by_name(engine):
    with pytest.raises(EngineError, match="unsupported option: inner_hits in a list"):
        engine.search("gene", {"query": {"nested": {"path": "part", "query": {"match_all": {}}, "inner_hits": [{}]}}})

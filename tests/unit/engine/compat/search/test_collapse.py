import pytest

from searchapp.engine import Engine, EngineError

MAPPING = {
    "properties": {"kind": {"type": "keyword"}, "n": {"type": "integer"}, "t": {"type": "text"}},
}
DOCUMENTS = [
    {"_id": "1", "kind": "a", "n": 3, "t": "one"},
    {"_id": "2", "kind": "b", "n": 2, "t": "one"},
    {"_id": "3", "kind": "a", "n": 1, "t": "one one"},
    {"_id": "4", "n": 0, "t": "two"},
    {"_id": "5", "kind": ["c", "d"], "n": 9, "t": "three"},
]


@pytest.fixture(scope="module")
def search(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("engine"))
    with engine.builder("gene", MAPPING) as builder:
        for document in DOCUMENTS:
            builder.add(document)
    return lambda **body: engine.search("gene", body)


ALL_BUT_5 = {"range": {"n": {"lt": 9}}}


def test_each_value_has_one_hit_and_documents_without_one_are_a_group(search):
    found = search(query=ALL_BUT_5, collapse={"field": "kind"}, sort=["n"])["hits"]
    assert [(hit["_id"], hit.get("fields")) for hit in found["hits"]] == [
        ("4", None), ("3", {"kind": ["a"]}), ("2", {"kind": ["b"]}),
    ]  # fmt: skip
    assert found["total"]["value"] == 4


def test_the_other_hits_of_a_group_are_inner_hits(search):
    inner = {"name": "more", "sort": [{"n": "desc"}], "_source": ["n"], "size": 1}
    found = search(query={"match": {"t": "one"}}, collapse={"field": "kind", "inner_hits": inner})["hits"]["hits"]
    more = found[0]["inner_hits"]["more"]["hits"]
    assert (found[0]["_id"], more["total"]["value"]) == ("3", 2)
    assert [(hit["_id"], hit["_source"], hit["sort"]) for hit in more["hits"]] == [("1", {"n": 3}, [3])]


def test_a_page_goes_on_after_the_first_groups(search):
    found = search(query=ALL_BUT_5, collapse={"field": "kind"}, sort=["n"], **{"from": 1, "size": 1})["hits"]["hits"]
    assert [hit["_id"] for hit in found] == ["3"]


@pytest.mark.parametrize(
    "collapse",
    [
        {"field": "t"},
        {"field": "nope"},
        {"field": "kind", "foo": 1},
        {"field": "kind", "inner_hits": {"size": 1}},
        {"field": "kind", "inner_hits": {"name": "x", "collapse": {"field": "n"}}},
        {"field": "kind", "inner_hits": [{"name": "x"}, {"name": "x"}]},
        {"field": "kind"},
    ],
)
def test_invalid_groups_are_refused(search, collapse):
    with pytest.raises(EngineError) as caught:
        search(query={"match": {"t": "three"}}, collapse=collapse)
    assert caught.value.status == 400

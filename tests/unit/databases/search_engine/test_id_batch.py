import pytest

from searchapp.databases.search_engine import id_batch
from searchapp.databases.search_engine.id_batch import collapse
from searchapp.protocols import Bodies


def lookup(id, **rest):
    return {"query": {"ids": {"values": [id]}}, "size": 10, **rest}


def response(*hits, total=None):
    return {"took": 3, "hits": {"total": len(hits) if total is None else total, "max_score": 1.0, "hits": [*hits]}}


def hit(id, **source):
    return {"_id": id, "_score": 1.0, "_source": source}


def split(response, bodies):
    return id_batch.split(response, collapse(bodies), bodies[0])


def test_lookups_become_one_search_for_each_id_once():
    assert collapse([lookup("a"), lookup("b"), lookup("a")]).body == {
        "query": {"ids": {"values": ["a", "b"]}},
        "size": 2,
    }


def test_shared_keys_of_the_lookups_stay():
    found = collapse([lookup("a", _source=["x"], version=True), lookup("b", _source=["x"], version=True)])
    assert found.body == {"query": {"ids": {"values": ["a", "b"]}}, "size": 2, "_source": ["x"], "version": True}


@pytest.mark.parametrize(
    "bodies",
    [
        [lookup("a"), {"query": {"match": {"symbol": "b"}}, "size": 10}],
        [lookup("a"), lookup("b", _source=["x"])],
        [lookup("a", _source=["x"]), lookup("b", _source=["y"])],
        [lookup("a", version=True), lookup("b")],
        [lookup("a", aggs={}), lookup("b", aggs={})],
        [lookup("a"), {"query": {"ids": {"values": ["b", "c"]}}, "size": 10}],
        [lookup("a"), {"query": {"ids": {"values": ["b"], "boost": 2}}, "size": 10}],
        [lookup("a"), {"size": 10}],
    ],
)
def test_bodies_that_differ_in_other_keys_are_not_joined(bodies):
    assert collapse(bodies) is None


def test_bodies_that_are_made_when_they_are_read_are_joined_without_being_read():
    bodies = Bodies(lambda id: lookup(id, version=True), ["a", "b", "a"], are_ids=True)
    assert [*bodies] == [lookup("a", version=True), lookup("b", version=True), lookup("a", version=True)]
    assert [*bodies[1:]] == [lookup("b", version=True), lookup("a", version=True)]
    assert collapse(bodies) == collapse([*bodies])
    assert collapse(Bodies(lambda id: lookup(id, aggs={}), ["a", "b"], are_ids=True)) is None
    assert collapse(Bodies(lookup, ["a", "b"])) is None


def test_many_ids_are_searched_in_parts_of_the_same_size():
    parts = id_batch.parts(collapse([lookup(str(number), version=True) for number in range(1000)]).body)
    assert [(len(part["query"]["ids"]["values"]), part["size"]) for part in parts] == [
        (334, 334),
        (334, 334),
        (332, 332),
    ]
    assert [id for part in parts for id in part["query"]["ids"]["values"]] == [str(number) for number in range(1000)]
    assert all(part["version"] for part in parts)


def test_few_ids_are_one_part():
    body = collapse([lookup("a"), lookup("b")]).body
    assert id_batch.parts(body) == [body]


@pytest.mark.parametrize("totals", [[1, 2], [{"value": 1, "relation": "eq"}, {"value": 2, "relation": "eq"}]])
def test_the_responses_to_parts_are_joined(totals):
    first, second = response(hit("a"), total=totals[0]), {**response(hit("b"), total=totals[1]), "partial": True}
    joined = id_batch.joined_response([first, second])
    total = {"value": 3, "relation": "eq"} if isinstance(totals[0], dict) else 3
    assert joined == {"took": 3, "hits": {"total": total, "hits": [hit("a"), hit("b")]}, "partial": True}


def test_the_answers_come_in_the_order_of_the_ids():
    bodies = [lookup("b"), lookup("none"), lookup("a")]
    answers = split(response(hit("a"), hit("b")), bodies)
    assert [[found["_id"] for found in answer["hits"]["hits"]] for answer in answers] == [["b"], [], ["a"]]


def test_each_answer_has_its_own_total_and_score():
    answers = split(response(hit("a")), [lookup("a"), lookup("none")])
    assert answers[0] == {"took": 3, "hits": {"total": 1, "max_score": 1.0, "hits": [hit("a")]}}
    assert answers[1] == {"took": 3, "hits": {"total": 0, "max_score": None, "hits": []}}


def test_totals_stay_objects_where_they_are():
    found = response(hit("a"), total={"value": 1, "relation": "eq"})
    assert split(found, [lookup("a")])[0]["hits"]["total"] == {"value": 1, "relation": "eq"}


def test_an_id_asked_for_twice_gives_two_documents_of_their_own():
    first, second = split(response(hit("a", n=[1])), [lookup("a"), lookup("a")])
    first["hits"]["hits"][0]["_source"]["n"].append(2)
    assert second["hits"]["hits"][0]["_source"] == {"n": [1]}


def test_paging_counts_for_each_id():
    bodies = [{**lookup("a"), "from": 1, "size": 1}]
    answer = split(response(hit("a", n=1), hit("a", n=2), hit("a", n=3)), bodies)[0]
    assert [found["_source"] for found in answer["hits"]["hits"]] == [{"n": 2}]
    assert answer["hits"]["total"] == 3


def test_an_id_found_in_more_documents_than_were_asked_for_cannot_be_split():
    assert split(response(hit("a"), total=2), [lookup("a")]) is None

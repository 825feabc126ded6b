import pytest

from searchapp.engine import EngineError
from tests.unit.engine.searching import ask

LARGEST = 2**63 - 1


def values(engine, *keys, **body):
    return [hit["sort"] for hit in engine.search("gene", {"sort": list(keys), **body})["hits"]["hits"]]


@pytest.mark.parametrize(
    ("key", "ids"),
    [
        ("number", "21534"),
        ({"number": "desc"}, "23514"),
        ({"number": {"missing": "_first"}}, "42153"),
        ({"number": {"missing": 4}}, "21453"),
        ({"number": {"mode": "max"}}, "15324"),
        ({"number": {"order": "desc", "mode": "min"}}, "35124"),
        ("symbol", "23145"),
        ({"symbol": {"missing": "bz"}}, "23451"),
        ("open", "31245"),
        ({"open": {"mode": "max"}}, "31245"),
        ({"day": "desc"}, "54123"),
        ({"nope": {"unmapped_type": "long"}}, "12345"),
    ],
)
def test_one_key(small, key, ids):
    assert ask(small, sort=[key]) == list(ids)


def test_several_keys_break_each_others_ties(small):
    assert ask(small, sort=["kind", {"number": "desc"}]) == list("52134")
    assert ask(small, sort=[{"kind": "desc"}, "number"], size=3) == list("342")


def test_ties_stand_in_the_order_of_loading(small):
    assert ask(small, sort=["kind"]) == list("51234")
    assert ask(small, sort=[{"kind": "desc"}], size=3) == list("341")


def test_missing_values_show_the_ends_of_their_type(small):
    assert values(small, "number", "symbol", "weight", {"number": "desc"}, size=5)[-1] == [
        LARGEST, None, "Infinity", -LARGEST - 1,
    ]  # fmt: skip


def test_values_are_equal_to_the_values_of_the_index(small):
    assert values(small, "symbol", "weight", query={"ids": {"values": ["3"]}}) == [["brca1", 0.1]]
    assert values(small, "day", "open", query={"ids": {"values": ["5"]}}) == [[1546300800000, LARGEST]]


def test_scores_are_given_only_when_they_are_a_key_or_tracked(small):
    def first(**body):
        return small.search("gene", {"query": {"match": {"name": "kinase"}}, **body})["hits"]

    assert first(sort=["number"])["max_score"] is first(sort=["number"])["hits"][0]["_score"] is None
    assert first(sort=["_score", "number"])["hits"][0]["_score"] == first()["max_score"]
    assert first(sort=["number"], track_scores=True)["max_score"] == first()["max_score"]
    assert "sort" not in first(sort=["_score"])["hits"][0]


def test_null_as_the_sort_of_a_body_is_refused_also_next_to_a_parameter(small):
    for params in ({}, {"sort": "number"}):
        with pytest.raises(EngineError):
            small.search("gene", {"sort": None}, **params)


@pytest.mark.parametrize(
    ("keys", "after", "ids"),
    [
        (["number"], [3], "534"),
        (["number"], ["3"], "534"),
        ([{"number": "desc"}], [5], "14"),
        (["kind", "number"], ["gene", 1], "134"),
        (["kind", {"symbol": "desc"}], ["gene", None], "34"),
        (["symbol"], [None], ""),
        (["day"], ["2020"], "4123"),
        (["open", "number"], [True, 3], "254"),
    ],
)
def test_search_after_continues_after_a_row(small, keys, after, ids):
    assert ask(small, sort=keys, search_after=after) == list(ids)
    assert small.search("gene", {"sort": keys, "search_after": after})["hits"]["total"]["value"] == 5


@pytest.mark.parametrize(
    ("body", "type"),
    [
        ({"sort": ["name"]}, "illegal_argument_exception"),
        ({"sort": ["_id"]}, "illegal_argument_exception"),
        ({"sort": ["nope"]}, "query_shard_exception"),
        ({"sort": ["place"]}, "query_shard_exception"),
        ({"sort": ["part.n"]}, "query_shard_exception"),
        ({"sort": [{"number": {"mode": "avg"}}]}, "unsupported_exception"),
        ({"sort": [{"kind": "sideways"}]}, "illegal_argument_exception"),
        ({"sort": [{"kind": {"foo": 1}}]}, "x_content_parse_exception"),
        ({"sort": [None]}, "illegal_argument_exception"),
        ({"search_after": [1]}, "illegal_argument_exception"),
        ({"sort": ["number"], "search_after": [1, 2]}, "illegal_argument_exception"),
        ({"sort": ["number"], "search_after": ["x"]}, "illegal_argument_exception"),
        ({"sort": ["number"], "search_after": [1], "from": 1}, "action_request_validation_exception"),
    ],
)
def test_wrong_sorts_are_refused(small, body, type):
    with pytest.raises(EngineError) as error:
        small.search("gene", body)
    assert error.value.type == type

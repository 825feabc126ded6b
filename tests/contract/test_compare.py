"""The comparison that the cases rely on."""

import pytest

from tests.contract.compare import differences

AGREE = [
    ({"a": 1}, {"a": 1, "b": 2}),
    ([{"a": 1}], [{"a": 1, "b": 2}]),
    ({"a": {"$match": "^x"}}, {"a": "xy"}),
    ({"a": {"$absent": True}}, {}),
    ({"a": {"$any": True}}, {"a": None}),
    ({"$length": 2}, [1, 2]),
    ({"$keys": ["b", "a"]}, {"b": 1, "a": 2}),
    ({"$contains": {"a": 1}}, [{"a": 2}, {"a": 1, "b": 0}]),
    ({"$each": {"$type": "int"}}, [1, 2]),
    ({"$all": [{"$at_least": 1}, {"$not": 3}]}, 2),
]
DIFFER = [
    ({"a": 1}, {"a": 2}),
    ({"a": 1}, {}),
    ({"a": True}, {"a": 1}),
    ([1], [1, 2]),
    ({"a": {"$match": "^y"}}, {"a": "xy"}),
    ({"a": {"$absent": True}}, {"a": None}),
    ({"a": {"$any": True}}, {}),
    ({"$length": 2}, [1]),
    ({"$keys": ["a", "b"]}, {"b": 1, "a": 2}),
    ({"$contains": {"a": 1}}, [{"a": 2}]),
    ({"$each": {"$type": "int"}}, []),
    ({"$not": 3}, 3),
]


@pytest.mark.parametrize(("expected", "actual"), AGREE)
def test_equal_answers_have_no_differences(expected, actual):
    assert differences(expected, actual) == []


@pytest.mark.parametrize(("expected", "actual"), DIFFER)
def test_differences_are_named(expected, actual):
    assert len(differences(expected, actual)) == 1


def test_a_difference_names_its_place_and_both_values():
    assert differences({"hits": [{"_id": "1"}]}, {"hits": [{"_id": "2"}]}) == ["$.hits[0]._id: is '2', expected '1'"]

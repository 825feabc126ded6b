import pytest

from searchapp.loading.infer import infer_mapping, leaf_count

COPIED = {"copy_to": ["all"]}
SYMBOL = {"type": "keyword", "normalizer": "lowercase", **COPIED}
LABEL = {"type": "keyword", **COPIED}
TEXT = {"type": "text", **COPIED}


def field(*values, as_table=False):
    """The definition of a field that has these values."""
    return infer_mapping(({"f": value} for value in values), as_table)["properties"].get("f")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((1, 2), {"type": "long"}),
        ((1, 2.5), {"type": "double"}),
        ((2**70,), {"type": "double"}),
        ((True, False), {"type": "boolean"}),
        (("2020-01-31", "2021-12-01T10:00:00Z"), {"type": "date"}),
        (("2020-02-30",), SYMBOL),
        (("2020-01-01", "soon"), SYMBOL),
        (("2020",), SYMBOL),
        (("CDK2", "BRCA1"), SYMBOL),
        (("CDK2", 5), SYMBOL),
        (("true", True), SYMBOL),
        (("cyclin dependent kinase 2", "breast cancer 1"), TEXT),
        (("x" * 257,), TEXT),
        (("Approved", "Entry Withdrawn") * 20, LABEL),
        ((["a b", "c d"], "e f"), TEXT),
        (([1, 2], 3), {"type": "long"}),
        (([[1], [2]],), {"type": "long"}),
        ((None, [], [None]), None),
        (({}, {}), None),
    ],
)
def test_values_make_a_field(values, expected):
    assert field(*values) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("1", "-2"), {"type": "long"}),
        (("1", "2.5"), {"type": "double"}),
        (("true", "FALSE"), {"type": "boolean"}),
        (("1", "x"), SYMBOL),
        (("007",), SYMBOL),
        (("12345678901234567890",), SYMBOL),
        (("2020-01-31",), {"type": "date"}),
    ],
)
def test_in_a_table_numbers_are_seen_by_how_they_are_written(values, expected):
    assert field(*values, as_table=True) == expected


def test_a_number_as_text_stays_text_in_json():
    assert field("1", "2") == SYMBOL


def test_many_different_values_are_no_labels():
    assert field(*[f"value {n}" for n in range(2000)] * 10) == TEXT


def test_objects_have_their_fields_and_the_id_is_none():
    found = infer_mapping([{"_id": "1", "o": {"n": 1, "p": [{"q": "a b"}]}, "x.y": 2}])
    assert found["properties"]["o"] == {"properties": {"n": {"type": "long"}, "p": {"properties": {"q": TEXT}}}}
    assert found["properties"]["x"] == {"properties": {"y": {"type": "long"}}}
    assert "_id" not in found["properties"]


def test_texts_go_to_the_field_that_is_searched_without_a_name():
    assert infer_mapping([])["properties"] == {"all": {"type": "text"}}


@pytest.mark.parametrize("name", ["", " ", "a.", ".a", "a..b", "_source", "_version"])
def test_a_name_that_no_field_can_have_is_left_to_the_loader_to_refuse(name):
    assert list(infer_mapping([{"_id": "1", name: 1}, {"_id": "2", "n": 1}])["properties"]) == ["n", "all"]


def test_what_is_a_value_here_and_an_object_there_is_only_kept():
    assert field({"a": 1}, 5) == {"type": "object", "enabled": False}


def test_fields_are_counted_with_their_objects():
    assert leaf_count(infer_mapping([{"o": {"n": 1}, "x": 2}])) == 4

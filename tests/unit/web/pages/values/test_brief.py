import pytest

from searchapp.web.pages.values.brief import halves, is_brief


def test_brief_fields_of_the_same_kind_stand_two_in_a_row():
    brief, long = "red", "a long text " * 20
    fields = {"a": brief, "b": 3, "text": long, "c": brief, "d": [brief, brief], "e": brief, "size": {"x": 1}}
    assert halves(fields.items()) == {"a", "b", "c", "d"}
    parts = {"size": {"x": 1}, "group": [{"id": 1, "name": "A"}], "all": [{"id": 1, "name": long}], "at": {"y": 2}}
    assert halves(parts.items()) == {"size", "group"}


@pytest.mark.parametrize(
    ("value", "is_half"),
    [
        ({"city": "Bonn", "at": {"lat": 1.5, "lon": 2}}, True),
        ({"deep": {"deeper": {"deepest": 1}}}, False),
        ({f"n{number}": number for number in range(13)}, False),
        ([{"a": 1, "b": 2, "c": 3, "d": 4}], False),
        ([["x"], ["y"]], False),
        ([{"id": 1}, "text"], False),
        (["x" * 30, "y" * 30], False),
        (None, True),
    ],
)
def test_a_value_is_brief_if_it_needs_half_of_the_width(value, is_half):
    assert is_brief(value) is is_half

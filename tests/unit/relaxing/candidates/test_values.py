import pytest

from searchapp.relaxing.candidates.values import Typed, days_of, nearest_values, replaced, typed_values, value_in_query


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("type:gene", [("type", "gene")]),
        ('type:"a b" cat', [("type", "a b"), (None, "cat")]),
        ("name:(brest cancer) kinase", [("name", "brest"), ("name", "cancer"), (None, "kinase")]),
        (r"Major\ Genre:Comdy", [("Major Genre", "Comdy")]),
        ("year:[1990 TO 2000] size:>5 name:ab* _exists_:name", []),
        ("NOT (a:b OR c)", [("a", "b"), (None, "c")]),
    ],
)
def test_values_are_read_with_their_fields(q, expected):
    assert [each[:2] for each in typed_values(q)] == expected


def test_a_value_with_blanks_is_written_as_a_phrase():
    assert replaced("a:x b", [Typed("a", "x", 2, 3)], [value_in_query("y z")]) == 'a:"y z" b'
    assert replaced('a:"x"', [Typed("a", "x", 2, 5)], [value_in_query("y")]) == "a:y"


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2020", ["[2020-01-01 TO 2020-12-31]"]),
        ("2020-02", ["[2020-02-01 TO 2020-02-29]"]),
        ("2020-13", []),
        ("2020-02-01", []),
        ("soon", []),
    ],
)
def test_a_year_or_month_means_all_of_its_days(text, days):
    assert days_of(text) == days


def test_the_most_similar_values_come_first_in_any_case():
    counts = {"Programming": 5, "Prose": 9, "Élan": 1}
    assert nearest_values("programing", counts) == ["Programming"]
    assert nearest_values("PRO", counts)[0] == "Prose"
    assert nearest_values("elan", counts) == ["Élan"]
    assert nearest_values("zzzz", counts) == []

import pytest

from searchapp.querystring.facet_names import divided


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("depth", ("depth", "")),
        ("depth:5", ("depth", "5")),
        ("born:month", ("born", "month")),
        ("born:missing", ("born", "missing")),
        ("depth:min..3..6", ("depth", "min..3..6")),
        ("d:2020-01-01T10:00:00Z..max", ("d", "2020-01-01T10:00:00Z..max")),
        ("Gene name", ("Gene name", "")),
        ("Q1: how old are you?", ("Q1: how old are you?", "")),
        ("Q1: how old are you?:5", ("Q1: how old are you?", "5")),
        ("Q2: born:year", ("Q2: born", "year")),
        ("n:5:5", ("n:5:5", "")),
        ("n:months", ("n:months", "")),
    ],
)
def test_the_name_of_a_facet_is_a_field_and_its_step(text, found):
    assert divided(text) == found

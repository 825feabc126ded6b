import pytest

from searchapp.builders.ranking.typed import Typed, read


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        (" breast  cancer ", Typed("breast cancer")),
        ("Tango & Cash", Typed("Tango & Cash")),
        ("name (with brackets)", Typed("name (with brackets)")),
        (r"crazy\/beautiful", Typed("crazy/beautiful")),
        ('"breast cancer"', Typed("breast cancer")),
        ("BRCA*", Typed("BRCA", True)),
        ("breast canc*", Typed("breast canc", True)),
        ("symbol:BRCA*", Typed("BRCA", True, "symbol")),
        ("a AND b", None),
        ("a -b", None),
        ("symbol:x", None),
        ("a?b", None),
        ("kinase~", None),
        ("[a TO b]", None),
        ("x" * 301, None),
    ],
)
def test_words_phrases_and_beginnings_are_read(q, expected):
    assert read(q) == expected

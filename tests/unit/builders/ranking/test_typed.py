import pytest

from searchapp.builders.ranking.typed import Typed, alternatives, read_typed


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
    assert read_typed(q) == expected


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("BRCA1 OR BRCA2", ["BRCA1", "BRCA2"]),
        ('(breast cancer) OR (o\'hare) || "crest cancer"', ["breast cancer", "o'hare", "crest cancer"]),
        ("breast cancer OR crest", []),
        ("BRCA1 OR symbol:BRCA2", []),
        ("BRCA1 OR -BRCA2", []),
        ("BRCA1 AND BRCA2", []),
        ("ORF1", []),
        ("(kick) OR (kicks*)", ["kick", "kicks*"]),
        ("(UGC 00454) OR (UGC 454*)", ["UGC 00454", "UGC 454*"]),
        ("BRCA1 OR", []),
        (" OR ".join("abcdef"), []),
    ],
)
def test_texts_that_are_joined_by_or_are_read(q, expected):
    assert [each.text + "*" * each.begun for each in alternatives(q)] == expected

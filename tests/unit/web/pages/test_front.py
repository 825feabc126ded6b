import pytest

from searchapp.web.pages.front import title_field, words_of

FIELDS = {"at": {"type": "date"}, "place": {"type": "keyword"}, "n": {}}


@pytest.mark.parametrize(
    ("titles", "found"), [(["at"], "_id"), (["at", "place"], "place"), (["lost", "n"], "n"), ([], "_id")]
)
def test_examples_are_titles_that_are_no_dates(titles, found):
    assert title_field({"title_fields": titles}, FIELDS) == found


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        (["name", "gene"], ["77"]),
        (["_id", "allele", "gene"], ["BRAF", "TP53"]),
        (["_id", "allele", "kind"], []),
        (["title", "gene"], ["BRAF", "TP53"]),
    ],
)
def test_examples_of_documents_without_names_are_words_of_another_field(fields, found):
    hits = [
        {"_id": f"chr7:g.{place}A>T", "name": "77", "title": 30 * "so ", "allele": "A", "kind": "snv", "gene": gene}
        for place, gene in enumerate(["BRAF", "TP53", "BRAF"])
    ]
    assert words_of(fields, hits) == found

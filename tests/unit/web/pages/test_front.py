import pytest

from searchapp.web.pages.front import title_field

FIELDS = {"at": {"type": "date"}, "place": {"type": "keyword"}, "n": {}}


@pytest.mark.parametrize(
    ("titles", "found"), [(["at"], "_id"), (["at", "place"], "place"), (["lost", "n"], "n"), ([], "_id")]
)
def test_examples_are_titles_that_are_no_dates(titles, found):
    assert title_field({"title_fields": titles}, FIELDS) == found

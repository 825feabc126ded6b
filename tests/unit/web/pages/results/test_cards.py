"""Hits as cards, apart from a database."""

from searchapp.web.pages.results import cards


def test_a_field_with_an_empty_text_is_not_on_a_card():
    hit = {"_id": "1", "prep_time": "", "cook_time": ["", "5 min"], "yield": "1 pie"}
    assert cards.shown_fields(hit, ["prep_time", "cook_time", "yield", "rating"]) == ["cook_time", "yield"]

from searchapp.web.pages.values.texts import MAX_LETTERS, cell


def test_a_cell_shows_values_through_lists_and_objects():
    document = {"a": [{"b": 1}, {"b": [2, None, False]}], "c.d": "flat", "e": {"x": 1, "y": 2}}
    assert cell(document, "a.b") == "1, 2, false"
    assert cell(document, "c.d") == "flat"
    assert cell(document, "e") == "x, y"
    assert cell(document, "missing.path") == ""


def test_names_with_dots_lead_to_objects():
    assert cell({"a.b": {"c d": [1, 2]}, "a": {"x": 3}}, "a.b.c d") == "1, 2"


def test_the_parts_of_a_date_are_a_date():
    assert cell({"published": {"date-parts": [[2022, 4]]}}, "published.date-parts") == "2022-04"
    assert cell({"published": {"date-parts": [[None]]}}, "published.date-parts") == ""


def test_long_cells_are_cut():
    assert cell({"a": list(range(9))}, "a") == "0, 1, 2, 3, 4 (+4)"
    assert len(cell({"a": "x" * 999}, "a")) == MAX_LETTERS

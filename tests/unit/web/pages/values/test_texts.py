from searchapp.web.pages.values.texts import LETTERS, cell


def test_a_cell_shows_values_through_lists_and_objects():
    document = {"a": [{"b": 1}, {"b": [2, None, False]}], "c.d": "flat", "e": {"x": 1, "y": 2}}
    assert cell(document, "a.b") == "1, 2, false"
    assert cell(document, "c.d") == "flat"
    assert cell(document, "e") == "x, y"
    assert cell(document, "missing.path") == ""


def test_long_cells_are_cut():
    assert cell({"a": list(range(9))}, "a") == "0, 1, 2, 3, 4 (+4)"
    assert len(cell({"a": "x" * 999}, "a")) == LETTERS

import pytest

from searchapp.loading.inference.evidence import Evidence
from searchapp.loading.inference.survey import survey

GENRES = ("Drama", "Comedy", "Horror", "Western", "Crime")


def surveyed(cells):
    return survey(({"_id": str(n), "cell": text} for n, text in enumerate(cells)), Evidence(as_table=True))


def genres(sign):
    return [sign.join(GENRES[(n + k) % 5] for k in range(n % 3 + 1)) for n in range(60)]


@pytest.mark.parametrize("sign", [", ", ",", "; ", "|"])
def test_cells_with_elements_that_come_again_anywhere_are_lists(sign):
    found = surveyed(genres(sign))
    assert found.forms["cell"].read(sign.join(("Drama", "War"))) == ["Drama", "War"]
    field = found.evidence.fields["cell"]
    assert (len(field.distinct), field.values, field.is_list) == (5, 120, True)
    assert found.notes == [
        f"cell: cells are read as lists, such as {sign.join(('Comedy', 'Horror'))} (--list-separator none: as texts)"
    ]


@pytest.mark.parametrize(
    "cells",
    [
        [f"Town {n}, {('Ohio', 'Iowa')[n % 2]}" for n in range(60)],
        [f"Berg {n % 9}, Ann" if n % 3 else f"Berg {n % 9}, Ann, Dr." for n in range(60)],
        [f"A sentence about {n}, and {n + 1}, and more" if n % 2 else f"Short {n}" for n in range(60)],
        ["1,234", "1,234,567", "12"] * 20,
        ["one"] * 60,
    ],
)
def test_places_names_sentences_and_numbers_are_no_lists(cells):
    assert surveyed(cells).forms.get("cell", None) is None or surveyed(cells).forms["cell"].kind != "text"


def test_lists_are_not_looked_for_where_a_user_says_so():
    documents = ({"_id": str(n), "cell": text} for n, text in enumerate(genres(", ")))
    assert survey(documents, Evidence(as_table=True), lists=False).forms == {}

import pytest

from searchapp.relaxing.candidates.names import texts
from searchapp.relaxing.vocabulary import Vocabulary

NAMES = ["The Godfather", "The Godfather Part II", "Pulp Fiction", "Schindler's List", "Amélie", "Se7en"]


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("godfathr", [("godfather", 1, 2)]),
        ("GODFAHTER", [("godfather", 1, 2)]),
        ("fictoin", [("fiction", 1, 1)]),
        ("Amelie", [("amélie", 1, 1)]),
        ("lits", [("list", 1, 1)]),
        ("ls", []),
        ("odfather", []),
        ("x" * 1000, []),
        ("", []),
    ],
)
def test_words_near_to_a_typed_one_are_found_by_its_first_letter(typed, near):
    assert list(Vocabulary(NAMES).near(typed, 5)) == near


def test_a_word_counts_once_in_each_name_and_the_commonest_of_equal_ones_is_first():
    vocabulary = Vocabulary(["bat bat", "bar", "bar", "baz"])
    assert vocabulary.counts == {"bat": 1, "bar": 2, "baz": 1}
    assert [word for word, *_ in vocabulary.near("ba", 2)] == ["bar", "bat"]


def test_texts_are_found_in_lists_and_objects():
    assert [*texts({"a": ["x", {"b": "y"}], "n": 1, "z": None})] == ["x", "y"]


def test_a_word_without_its_accents_is_near():
    assert Vocabulary(["Łódź", "Lodi"]).near("lodz", 5) == [("lodi", 1, 1), ("łódź", 1, 1)]

import pytest

from searchapp.web.pages.results.scales import in_order


def ordered(*texts):
    return [term["term"] for term in in_order([{"term": text, "count": 1} for text in texts])]


@pytest.mark.parametrize(
    "scale",
    [
        ("Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"),
        ("Mon", "Wed", "Sun"),
        ("<18", "18-24", "25-34", "65+"),
        ("under 5 km", "5 to 10 km", "10 to 100 km", "over 100"),
        ("$0 - $999", "$1,000 - $9,999", "$10,000 and more"),
        ("0.5-1%", "1-2%", "2-10%"),
        ("XS", "M", "XXL"),
        ("Matchday 7", "Matchday 10", "Matchday 11"),
    ],
)
def test_the_values_of_a_scale_are_in_its_order(scale):
    assert ordered(*reversed(scale)) == list(scale)
    assert ordered(*scale[1:], scale[0]) == list(scale)


@pytest.mark.parametrize(
    "texts",
    [
        ("low", "high"),
        ("high", "low", "unknown"),
        ("2020-12", "2020-01", "2020-07"),
        ("12-3", "5-1", "7-2"),
        ("9", "8", "7"),
        ("9+", "8+", "7+"),
        ("ISO 9001", "ISO 4762", "ISO 1207"),
        ("Room 9", "Hall 8", "Room 7"),
        ("Zug", "Bern", "Aarau"),
        ("1.2.3-4", "x", "y"),
        (),
    ],
)
def test_other_values_stay_in_their_order(texts):
    assert ordered(*texts) == list(texts)


def test_values_with_equal_counts_are_in_the_order_of_their_numbers_among_others():
    counts = {"Matchday 1": 12, "Matchday 10": 12, "Matchday 2": 12, "Semifinals": 4, "Final": 1}
    found = in_order([{"term": text, "count": count} for text, count in counts.items()])
    assert [term["term"] for term in found] == ["Matchday 1", "Matchday 2", "Matchday 10", "Semifinals", "Final"]

import pytest

from searchapp.item_type_names import fitting, item_types_for, name_problem, title_of


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Order Details", "Order_Details"),
        ("Größe", "Grosse"),
        ("Survey (Answers) - 1", "Survey_Answers_1"),
        ("2024", "data-2024"),
        ("status", "data-status"),
        ("_x_", "x"),
        ("a" * 99, "a" * 80),
        ("фильмы", "data-561bfb79"),
    ],
)
def test_names_become_fitting(name, made):
    assert (fitting(name), name_problem(made)) == (made, None)


def test_names_that_fit_stay_and_no_two_become_the_same():
    names = ["a b", "a_b", "a-b", "a.b", "_", "__"]
    numbers = {fitting(name): name for name in ("_", "__")}
    assert item_types_for(names) == {"a_b_": "a b", "a_b": "a_b", "a-b": "a-b", "a_b__": "a.b", **numbers}
    assert list(item_types_for(names).values()) == names


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("us_state_capitals", "US state capitals"),
        ("api-keys", "API keys"),
        ("OrderLine", "Order Line"),
        ("ORDER_LINES", "Order lines"),
        ("GNP", "GNP"),
        ("pubchem_cids", "PubChem cids"),
        ("us", "Us"),
        ("data-2024-films", "2024 films"),
        ("mRNA", "mRNA"),
        ("__", "__"),
    ],
)
def test_a_name_becomes_a_title(name, title):
    assert title_of(name) == title

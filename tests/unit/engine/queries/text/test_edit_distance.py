import random

import pytest

from searchapp.engine.queries.text.edit_distance import is_near, near_terms

TERMS = sorted(
    ["", "a", "ab", "ba", "cat", "cart", "cats", "coat", "act", "dog", "kinase", "kinases", "kniase", "ünder"]
)


@pytest.mark.parametrize(
    ("word", "edits", "found"),
    [
        ("cat", 0, {"cat": 0}),
        ("cat", 1, {"act": 1, "cart": 1, "cat": 0, "cats": 1, "coat": 1}),
        ("kinase", 1, {"kinase": 0, "kinases": 1, "kniase": 1}),
        ("under", 1, {"ünder": 1}),
        ("zzz", 2, {}),
    ],
)
def test_terms_at_most_some_edits_away_are_found(word, edits, found):
    assert dict(near_terms(TERMS, word, edits)) == found


def test_a_swap_is_one_edit_only_when_swaps_count():
    assert dict(near_terms(["ba"], "ab", 1)) == {"ba": 1}
    assert dict(near_terms(["ba"], "ab", 1, swaps=False)) == {}


def test_the_first_letters_may_have_to_be_equal():
    assert dict(near_terms(TERMS, "cat", 1, start=2)) == {"cart": 1, "cat": 0, "cats": 1}


def test_the_walk_agrees_with_plain_counting():
    chance = random.Random(5)
    terms = sorted({"".join(chance.choices("abc", k=chance.randint(1, 5))) for _ in range(150)})
    for _ in range(60):
        word, edits = "".join(chance.choices("abc", k=chance.randint(1, 5))), chance.randint(1, 2)
        plain = {term: distance for term in terms if (distance := counted(word, term)) <= edits}
        assert dict(near_terms(terms, word, edits)) == plain


def counted(one, other):
    """Edits between two words, a swap of neighbours is one."""
    rows = [[max(i, j) if not i or not j else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            same = one[i - 1] == other[j - 1]
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (not same))
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


def test_a_single_term_is_compared_as_in_the_walk():
    chance = random.Random(6)
    terms = ["".join(chance.choices("abc", k=chance.randint(0, 6))) for _ in range(25)]
    for word in terms:
        for given in ((0,), (1,), (2,), (1, 1), (2, 2), (2, 0, False)):
            assert [is_near(term, word, *given) for term in terms] == [
                bool(near_terms([term], word, *given)) for term in terms
            ]

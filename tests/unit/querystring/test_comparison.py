"""A comparison at the start of a word is a range with one open end."""

import pytest

from searchapp.querystring.parser import comparison
from searchapp.querystring.tree import Range


@pytest.mark.parametrize("text", [">", "<", "5", "", "a>5"])
def test_texts_that_are_no_comparisons_are_no_ranges(text):
    assert comparison("n", text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (">5", ("5", None, False, True)),
        (">=5", ("5", None, True, True)),
        ("<5", (None, "5", True, False)),
        ("<=5", (None, "5", True, True)),
        (">=", ("=", None, False, True)),
    ],
)
def test_a_comparison_is_a_range_with_one_end(text, expected):
    assert comparison("n", text) == Range("n", *expected)

"""Tables with thousands of columns, such as measurements of genes: the work grows as the number of columns."""

import sys

import pytest

from searchapp.loading.formats.tables.header import header_of
from searchapp.loading.inference.evidence import Evidence
from searchapp.loading.inference.guesses import guesses_of
from searchapp.loading.inference.mapping import mapping_of


def calls(columns):
    """How many functions are called for a table of this number of columns."""
    count = 0

    def called(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        names = header_of(["sample", *(f"gene_{number}" for number in range(columns))]).paths
        evidence = Evidence(as_table=True)
        for row in range(3):
            evidence.observe({name: f"{row}.{number}" for number, (name,) in enumerate(names)})
        mapping_of(evidence)
        guesses_of(evidence)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.slow
def test_the_work_for_a_column_does_not_grow_with_their_number():
    calls(10)
    assert calls(800) < 2.5 * calls(400)

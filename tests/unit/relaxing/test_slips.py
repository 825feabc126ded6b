import pytest

from searchapp.relaxing.slips import LIKELY_SLIP_FACTOR, likelihood


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("brest", "breast"), ("Ponūru", "ponnuru"), ("siirali", "sirali"), ("kinsae", "kinase"), ("breas", "breast")],
)
def test_a_letter_left_out_doubled_or_swapped_is_likelier(typed, meant):
    assert likelihood(typed, meant) == LIKELY_SLIP_FACTOR


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("cot", "cut"), ("siirali", "shirali"), ("norhwood", "norwood"), ("abcd", "badc"), ("cdkk2", "cdc2")],
)
def test_a_letter_replaced_or_added_and_the_sound_of_a_code_are_not(typed, meant):
    assert likelihood(typed, meant) == 1

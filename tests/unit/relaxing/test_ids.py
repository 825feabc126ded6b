import pytest

from searchapp.relaxing.ids import forms_of

HGNC = forms_of([f"HGNC:{number}" for number in (5, 17, 1100)])


@pytest.mark.parametrize("typed", ["HGNC:1100", "hgnc:1100", " 1100 ", "HGNC 1100", "hgnc_1100", '"HGNC:1100"'])
def test_an_id_is_meant_in_other_cases_with_other_signs_and_without_its_prefix(typed):
    assert "HGNC:1100" in HGNC.of(typed)


@pytest.mark.parametrize("typed", ["", "kinase", "BRCA1", "breast cancer", "type-1 diabetes", "non-coding", "x" * 200])
def test_what_does_not_look_like_an_id_is_none(typed):
    assert HGNC.of(typed) == []


@pytest.mark.parametrize("typed", ["HGNC:16429x3", "XB-GENE-12.b"])
def test_a_text_with_digits_and_signs_may_be_an_id_that_looks_unlike_others(typed):
    assert HGNC.of(f" {typed} ")[0] == typed


def test_letters_of_ids_may_be_of_either_case():
    assert forms_of(["00M", "ABC", "P1234"]).of("p38398") == ["p38398", "P38398"]


def test_a_prefix_that_few_ids_have_is_not_left_out_unless_it_is_configured():
    ids = ["A:1", "2", "3", "4"]
    assert "A:7" not in forms_of(ids).of("7")
    assert "A:7" in forms_of(ids, ["A:"]).of("7")

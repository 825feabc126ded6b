import pytest

from searchapp.relaxing.ids.forms import forms_of, pasted_names, pieces

HGNC = forms_of([f"HGNC:{number}" for number in (5, 17, 1100)])


@pytest.mark.parametrize("typed", ["HGNC:1100", "hgnc:1100", " 1100 ", "HGNC 1100", "hgnc_1100", '"HGNC:1100"'])
def test_an_id_is_meant_in_other_cases_with_other_signs_and_without_its_prefix(typed):
    assert "HGNC:1100" in HGNC.of(typed)


@pytest.mark.parametrize("typed", ["", "kinase", "BRCA1", "breast cancer", "type-1 diabetes", "non-coding", "x" * 200])
def test_texts_without_the_form_of_an_id_are_no_ids(typed):
    assert HGNC.of(typed) == []


@pytest.mark.parametrize("typed", ["HGNC:16429x3", "XB-GENE-12.b"])
def test_a_text_with_digits_and_signs_may_be_an_id_that_looks_unlike_others(typed):
    assert HGNC.of(f" {typed} ")[0] == typed


def test_letters_of_ids_may_be_of_either_case():
    assert forms_of(["00M", "ABC", "P1234"]).of("p38398") == ["p38398", "P38398"]


def test_words_of_ids_have_the_case_that_they_have_in_other_ids():
    licenses = forms_of(["GPL-2.0-only", "LGPL-2.1-or-later", "CDLA-Permissive-1.0", "ClArtistic"])
    assert "GPL-1.0-or-later" in licenses.of("gpl-1.0-OR-LATER") and "GPL-1.0-or-later" in licenses.of(
        "gpl 1.0 or later"
    )
    assert "CDLA-Permissive-2.0" in licenses.of("cdla-permissive-2.0") and "ClArtistic" in licenses.of("clartistic")
    assert "hsa-miR-21-5p" in forms_of(["hsa-miR-155-5p", "hsa-let-7a-3p"]).of("HSA-MIR-21-5P")


def test_unknown_words_of_ids_have_the_case_of_most_words():
    assert "Marie_Curie" in forms_of(["Albert_Einstein", "Ada_Lovelace"]).of("marie curie")


def test_a_prefix_that_few_ids_have_is_not_left_out_unless_it_is_configured():
    ids = ["A:1", "2", "3", "4"]
    assert "A:7" not in forms_of(ids).of("7")
    assert "A:7" in forms_of(ids, ["A:"]).of("7")


def test_a_number_as_long_as_all_numbers_after_a_prefix_is_tried_with_the_prefix_of_few_ids():
    concepts = forms_of([f"{kind}_{number:04}" for kind in ("data", "format", "topic") for number in range(7, 19)])
    assert {"data_0042", "format_0042", "topic_0042"} <= {*concepts.of("0042")}
    assert "data_42" not in concepts.of("42") and "data_00042" not in concepts.of("00042")


@pytest.mark.parametrize(
    "typed",
    [
        "https://example.org/gene/HGNC:1100",
        "https://example.org/gene?id=HGNC%3A1100",
        "http://identifiers.example/hgnc/1100/",
        "https://example.org/HGNC_1100.html",
        "HGNC:1100,",
        "(hgnc:1100)",
        "hgnc\u200b:1100\ufeff",
        "HGNC : 1100",
        "id:HGNC:1100",
    ],
)
def test_an_id_is_read_from_an_address_and_without_signs_around_it(typed):
    assert "HGNC:1100" in HGNC.of(typed)


def test_an_identifier_with_slashes_is_read_after_its_scheme_and_from_its_address():
    papers = forms_of(["10.6559/x1", "10.1234/y.5"])
    typed = ["doi:10.6559/x1", "DOI: 10.6559/X1", "https://doi.example/10.6559/x1"]
    assert all("10.6559/x1" in papers.of(text) for text in typed)


def test_the_name_of_a_field_is_no_scheme():
    assert "a-1" not in forms_of(["a-1"]).of("name:a-1", {"name": {}})


def test_case_and_sign_of_one_prefix_of_many_may_differ():
    mixed = forms_of([f"{name}:{number}" for number in range(9) for name in ("DOID", "MONDO", "OMIM")])
    assert "MONDO:7" in mixed.of("mondo_7") and "MONDO:7" not in mixed.of("7")


def test_a_pasted_list_is_divided_by_blanks_and_commas():
    assert pieces(" a:1, b:2;c:3\nd|e ") == ["a:1", "b:2", "c:3", "d", "e"]


def test_numbers_are_filled_with_zeros_like_the_ids():
    forms = forms_of([f"MONDO:{number:07}" for number in range(5)])
    assert "MONDO:0005148" in forms.of("mondo 5148") and "MONDO:0005148" in forms.of("MONDO_5148")
    assert "MONDO:0005148" in forms.of("mondo5148")
    assert "HGNC:0000005" not in forms_of([f"HGNC:{number}" for number in range(1000, 1100)]).of("hgnc 5")


def test_names_of_a_list_are_between_commas_and_codes_also_between_blanks():
    assert pasted_names("breast cancer, asthma;flu\nacne") == ["breast cancer", "asthma", "flu", "acne"]
    assert pasted_names("BRCA1 TP53") == ["BRCA1", "TP53"]
    assert pasted_names("sox2 oct4 nanog") == ["sox2", "oct4", "nanog"]
    assert pasted_names("windows 10") == ["windows 10"] and pasted_names("") == []
    assert pasted_names("breast cancer") == ["breast cancer"]
    assert pasted_names("KLC4 RNA 2 3") == ["KLC4 RNA 2 3"] and pasted_names("KLC4 1100 RNA") == ["KLC4", "1100", "RNA"]


def test_blanks_stand_for_the_sign_between_the_parts_of_ids():
    forms = forms_of(["CC-BY-4.0", "CC-BY-SA-3.0", "MIT-0", "Apache-2.0", "GPL-2.0-only"])
    assert "CC-BY-4.0" in forms.of("cc by 4.0") and "CC-BY-SA-3.0" in forms.of("cc by sa 3.0")
    assert forms.of("creative commons by attribution") == []


@pytest.mark.parametrize("typed", ["e119", "E 11.9", "e11-9"])
def test_signs_stand_where_all_ids_of_this_length_have_them(typed):
    assert "E11.9" in forms_of(["A00", "A00.1", "E10.3", "I20.8", "A00-A09", "VIII"]).of(typed)


@pytest.mark.parametrize("typed", ["00000c", "00-00-0c", "0000.0c", "00 00 0C"])
def test_signs_between_groups_of_digits_may_be_left_out_or_others(typed):
    assert "00:00:0C" in forms_of(["00:1A:11", "08:00:51", "FC:0F:4B", "00:00:0B"]).of(typed)


def test_no_signs_are_added_where_ids_have_them_at_different_places():
    assert forms_of(["12-3b", "1-23c"]).of("123d") == []


@pytest.mark.parametrize("typed", ["NGC 224", "ngc224", "ngc-224", "NGC 0224"])
def test_numbers_after_letters_are_filled_with_zeros(typed):
    assert "NGC0224" in forms_of([f"{name}{number:04}" for name in ("NGC", "IC") for number in range(1, 90)]).of(typed)


@pytest.mark.parametrize("typed", ["u+00e9", "00E9", "u-00e9"])
def test_a_plus_sign_ends_a_prefix(typed):
    assert "U+00E9" in forms_of(["U+0041", "U+00EA", "U+1F600"]).of(typed)

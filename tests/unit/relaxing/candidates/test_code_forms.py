from searchapp.relaxing.candidates.code_forms import code_forms


def test_a_code_has_forms_with_other_signs_zeros_and_numbers():
    found = code_forms("mew2", "english")
    assert {"mew-2", "mew 02", "mewtwo", "mew II"} <= {*found} and "mew2" not in found
    assert "sgb fünf" in code_forms("sgb5", "german")
    assert code_forms("mew", "english") == code_forms("2", "english") == []

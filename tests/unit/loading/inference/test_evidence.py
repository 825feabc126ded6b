from searchapp.loading.inference import evidence
from searchapp.loading.inference.evidence import Evidence
from searchapp.loading.inference.field_evidence import MAX_SAMPLE
from searchapp.loading.inference.survey import survey
from searchapp.loading.inference.traits import mean_length
from searchapp.loading.values.distinct import MAX_HASHES, Distinct


def seen(documents):
    found = Evidence()
    for document in documents:
        found.observe(document)
    return found


def test_few_different_texts_are_counted_exactly_and_many_nearly():
    few, many = Distinct(), Distinct()
    for number in range(50_000):
        few.add(str(number % 1000))
        many.add(str(number))
    assert len(few) == 1000
    assert 40_000 < len(many) < 60_000
    assert len(many.hashes) <= MAX_HASHES


def test_values_of_lists_count_and_a_document_counts_once():
    field = seen([{"a": ["x", "y"]}, {"a": "x"}, {"a": None}, {}]).fields["a"]
    assert (field.documents, field.values, len(field.distinct), field.is_list) == (2, 3, 2, True)


def test_the_sample_stays_small_and_spreads_over_all_documents():
    sample = seen({"n": number} for number in range(100_000)).fields["n"].sample
    assert len(sample) <= MAX_SAMPLE
    assert sample[0] == 0
    assert sample[-1] > 90_000


def test_fields_are_in_the_order_in_which_they_come():
    assert [*seen([{"z": 1, "o": {"b": 1, "a": 2}}, {"c": 1, "z": 1}]).fields] == ["z", "o.b", "o.a", "c"]


def test_a_long_text_in_a_script_without_blanks_is_no_single_word():
    texts = ["クリームで煮込んだポトフ", "ステーキ", "protein_coding_gene", "ภาษาไทยไม่มีช่องว่าง", "Донаудампфшиффарт"]
    assert seen({"a": text} for text in texts).fields["a"].one_word == 3


def test_numbers_of_more_than_64_bits_are_decimals_with_a_note():
    documents = [{"n": 1, "o": {"m": 2**64 - 1}}, {"n": 10**30, "o": {"m": [-(2**63), 2**64]}}]
    found = survey(documents, Evidence())
    assert {path: dict(field.kinds) for path, field in found.evidence.fields.items()} == {
        "n": {"long": 1, "double": 1},
        "o.m": {"double": 3},
    }
    assert found.notes == [
        f"n, o.m: 2 numbers such as {10**30} have more than 64 bits; searches compare 15 digits (as texts: all digits)"
    ]


def test_equal_values_of_different_types_are_counted_apart():
    field = seen({"a": value} for value in (1, True, 1.0, "1", 1)).fields["a"]
    assert (dict(field.kinds), field.values) == ({"long": 2, "boolean": 1, "double": 1, "text": 1}, 5)
    assert len(field.distinct) == 3


def test_the_statistics_are_the_same_however_many_values_wait(monkeypatch):
    documents = [{"a": f"t{number % 700}", "b": [number, str(number)]} for number in range(3000)]
    together = seen(documents).fields
    monkeypatch.setattr(evidence, "MAX_WAITING", 1)
    alone = seen(documents).fields
    assert {path: vars(field) | {"distinct": len(field.distinct)} for path, field in together.items()} == {
        path: vars(field) | {"distinct": len(field.distinct)} for path, field in alone.items()
    }


def test_long_texts_do_not_wait():
    found = Evidence()
    found.observe({"a": "x" * (evidence.MAX_WAITING_TEXT + 1)})
    assert found.found["a"].waiting == [] and found.found["a"].longest == evidence.MAX_WAITING_TEXT + 1


def test_answers_about_a_sample_are_found_again_when_it_grows():
    found = seen([{"a": "xx"}])
    assert mean_length(found.fields["a"]) == 2
    found.observe({"a": "xxxx"})
    assert mean_length(found.fields["a"]) == 3


def test_a_name_of_more_levels_than_a_document_may_have_is_no_field():
    levels = ["a"] * 64
    assert list(seen([{".".join(levels): 1}, {".".join([*levels, "a"]): 1}]).fields) == [".".join(levels)]

from searchapp.relaxing.candidates.field_words import with_fields

FIELDS = {
    "country": {"type": "text"},
    "place.country_code": {"type": "keyword"},
    "weightkg": {"type": "double"},
    "born": {"type": "date"},
}


def test_a_word_that_begins_the_name_of_a_field_names_it():
    assert with_fields(["airports", "country", "germany"], FIELDS) == [
        "airports country:germany",
        r"airports place.country_code:germany",
    ]


def test_a_field_of_numbers_is_named_before_a_number_only():
    assert with_fields(["weight", "8.5"], FIELDS) == ["weightkg:8.5"]
    assert with_fields(["weight", "heavy"], FIELDS) == with_fields(["we", "8.5"], FIELDS) == []


def test_a_number_may_come_before_the_name_of_its_field():
    assert with_fields(["crate", "20", "weight"], FIELDS) == ["crate weightkg:20"]

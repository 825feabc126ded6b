from searchapp.builders.ranking.profile import guessed, heaviest, profile_of

TEXT, WORD = {"type": "text", "index": True}, {"type": "keyword", "index": True, "normalizer": "folded"}
FIELDS = {
    "symbol": WORD,
    "name": TEXT,
    "name.keyword": {"type": "keyword", "index": True},
    "name.sort": WORD,
    "alias.symbol": WORD,
    "summary": TEXT,
    "parent.name": TEXT,
    "size": {"type": "long", "index": True},
}


def test_names_aliases_and_descriptions_are_guessed_by_the_names_of_fields():
    assert guessed(FIELDS) == {
        "names": {"symbol": 8.0, "name": 4.0},
        "aliases": {"alias.symbol": 2.0},
        "descriptions": {"summary": 1.0},
    }


def test_the_setting_wins_over_the_notes_and_these_over_names():
    notes = {"_guessed": {"ranking": {"names": {"summary": 30}}}}
    assert [field.path for field in profile_of({"names": {"name": 1}}, notes, FIELDS).names] == ["name"]
    assert next(field.path for field in profile_of(None, notes, FIELDS).names) == "summary"
    assert [field.path for field in profile_of(None, {}, FIELDS).names] == ["symbol", "name"]


def test_a_field_that_is_called_an_alias_is_one_where_the_notes_do_not_say_it():
    notes = {"ranking": {"names": {"name": 3}, "descriptions": {"alias.symbol": 2, "summary": 2}}}
    found = profile_of(None, notes, FIELDS)
    assert ([field.path for field in found.aliases], [field.path for field in found.descriptions]) == (
        ["alias.symbol"],
        ["summary"],
    )


def test_a_text_is_compared_by_its_subfield_and_its_words():
    symbol, name = profile_of(None, {}, FIELDS).names
    assert (symbol.exact, symbol.words, symbol.share) == ("symbol", None, 1.0)
    assert (name.exact, name.words, name.any_case, name.share) == ("name.sort", "name", False, 0.5)


def test_fields_that_the_collection_lacks_are_left_out():
    assert profile_of({"names": {"nope": 1, "size": 2}}, {}, FIELDS).names == ()


def test_of_many_fields_the_heaviest_count():
    fields = {f"name{number}": TEXT for number in range(20)}
    found = profile_of({"names": {f"name{number}": number + 1 for number in range(20)}}, {}, fields)
    assert [field.path for field in found.names] == [f"name{number}" for number in range(19, 11, -1)]


def test_fields_of_the_same_weight_are_in_the_order_of_the_documents():
    guesses = {"ranking": {"names": {"name": 8, "symbol": 8}}, "field_order": ["symbol", "size", "name"]}
    assert [field.path for field in profile_of(None, {"_guessed": guesses}, FIELDS).names] == ["symbol", "name"]


def test_the_heaviest_fields_have_their_share_of_the_largest_weight():
    assert heaviest({"a": 2.0, "b": 8.0, "c": 0.0}) == {"b": 1.0, "a": 0.25}
    assert heaviest({}) == {}

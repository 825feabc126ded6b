"""Where words without a field are looked for."""

from searchapp.querystring.default_fields import MAX_DEFAULT_FIELDS, copied_to, default_fields

FIELDS = {
    "name": {"type": "text"},
    "name.raw": {"type": "keyword"},
    "code": {"type": "keyword"},
    "note": {"type": "keyword", "index": False},
    "size": {"type": "long"},
    "part": {"type": "object"},
    "part.title": {"type": "text"},
}


def test_configured_fields_win():
    assert default_fields(["code^2"], {**FIELDS, "all": {"type": "text"}}) == ["code^2"]


def test_all_is_searched_where_there_is_such_a_field_or_none_is_known():
    assert default_fields(None, {**FIELDS, "all": {"type": "text"}}) == ["all"]
    assert default_fields(None, {}) == ["all"]


def test_a_number_or_an_object_named_all_is_a_field_of_the_documents():
    assert default_fields(None, {"name": FIELDS["name"], "all": {"type": "long"}}) == ["name"]
    fields = {"name": FIELDS["name"], "all": {"type": "object"}, "all.note": {"type": "text"}}
    assert default_fields(None, fields) == ["name", "all.note"]


def test_else_the_fields_of_words_are_searched_texts_first():
    assert default_fields(None, {"code": FIELDS["code"], **FIELDS}) == ["name", "part.title", "code"]


def test_not_more_fields_are_searched_than_a_query_can_bear():
    fields = {f"f{number}": {"type": "text"} for number in range(500)}
    assert len(default_fields(None, fields)) == MAX_DEFAULT_FIELDS


def test_a_collection_of_numbers_has_no_words():
    assert default_fields(None, {"size": {"type": "long"}}) == ["all"]


def test_a_field_is_copied_to_one_to_several_or_to_none():
    assert copied_to({"type": "text", "copy_to": "all"}) == ["all"]
    assert copied_to({"copy_to": ["all", "names"]}) == ["all", "names"]
    assert copied_to({"type": "text"}) == copied_to({"copy_to": None}) == []

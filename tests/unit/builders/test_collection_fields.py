"""What builders know of the fields of a collection."""

from searchapp.builders.collection_fields import CollectionFields
from searchapp.querystring.default_fields import MAX_DEFAULT_FIELDS
from tests.unit.builders.fake_metadata import KnownFields


def fields_of_texts(number, **settings):
    return CollectionFields(KnownFields({f"f{one}": {"type": "text"} for one in range(number)}), **settings)


def test_fields_that_words_do_not_search_are_warned_of_once(caplog):
    fields = fields_of_texts(MAX_DEFAULT_FIELDS + 3)
    assert len(fields.state(None).searched) == len(fields.state(None).searched) == MAX_DEFAULT_FIELDS
    (warning,) = caplog.messages
    assert warning.startswith("words without a field name do not search 3 fields such as f400: set default_fields")


def test_nothing_is_left_out_of_few_or_of_configured_fields(caplog):
    assert len(fields_of_texts(MAX_DEFAULT_FIELDS).state(None).searched) == MAX_DEFAULT_FIELDS
    assert fields_of_texts(MAX_DEFAULT_FIELDS + 3, default=["f1"]).state(None).searched == ["f1"]
    assert not caplog.messages

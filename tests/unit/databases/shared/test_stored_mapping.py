from searchapp.databases.shared.stored_mapping import with_numbers


def test_dates_that_are_numbers_since_1970_are_numbers():
    moment = {"type": "date", "format": "strict_date_optional_time||epoch_second"}
    found = with_numbers({"at": moment, "day": {"type": "date"}, "in": {"properties": {"at": moment}}})
    assert found == {
        "at": {"type": "long"},
        "day": {"type": "date"},
        "in": {"properties": {"at": {"type": "long"}}},
    }

from searchapp.relaxing.candidates.field_values import MAX_VALUES, as_numbers

CODE = {"code": {"type": "long"}}


def test_only_the_number_itself_is_searched_in_a_field():
    assert as_numbers("error 1603 in x1603 16031", CODE) == ["error code:1603 in x1603 16031"]
    assert as_numbers("25.5", CODE) == ["code:25.5"]
    assert as_numbers("error 12", CODE) == as_numbers("a-b 1603", CODE) == []


def test_fields_of_dates_are_searched_first_for_a_year():
    fields = {**{f"count{number}": {"type": "long"} for number in range(MAX_VALUES)}, "built": {"type": "date"}}
    assert as_numbers("japan 1974", fields)[0] == "japan built:[1974-01-01 TO 1974-12-31]"
    assert len(as_numbers("japan 1974", fields)) == MAX_VALUES
    assert as_numbers("error 9999", fields)[0] == "error count0:9999"

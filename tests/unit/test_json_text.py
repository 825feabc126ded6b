import pytest

from searchapp.json_text import SKIPPED, value_of_json


def test_a_text_that_ends_in_an_escape_is_read_once():
    assert SKIPPED.fullmatch('"a\\"b\\')
    with pytest.raises(ValueError, match="line 1"):
        value_of_json('"\\' * 100_000)

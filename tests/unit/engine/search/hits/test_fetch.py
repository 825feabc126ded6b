import pytest

from searchapp.engine.search.hits.fetch import may_be_ignored


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b'{"a":"12345"}', False),
        (b'{"a":"123456"}', True),
        (b'{"a":["1","1234567"]}', True),
        (b'{"a":123456}', True),
        (b'{"a":"1\\"2"}', False),
        (b"{}", False),
    ],
)
def test_only_documents_with_a_long_value_are_looked_into(raw, expected):
    assert may_be_ignored(raw, 5) is expected

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
        (b'{"a":"1","b":"2","c":"123456"}', True),
        (b'{"a":"1","b":"2","c":"12345"}', False),
        (b'{"a":"\\\\\\"1234"}', True),
    ],
)
def test_only_documents_with_a_long_value_are_looked_into(raw, expected):
    assert may_be_ignored(raw, 5) is expected


def test_a_long_text_is_found_wherever_it_begins():
    for start in range(20):
        raw = b'{"a":"' + b"x" * start + b'","b":"' + b"y" * 21 + b'","c":1}'
        assert may_be_ignored(raw, 20) and not may_be_ignored(raw, 21)

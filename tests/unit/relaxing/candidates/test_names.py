import pytest

from searchapp.relaxing.candidates.names import with_known_names

FIELDS = {"symbol": {"type": "keyword"}, "Major Genre": {"type": "keyword"}}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Symbol:cdk2", "symbol:cdk2"),
        ("genre:comedy", r"Major\ Genre:comedy"),
        ("funny Major Genre:comedy", r"funny Major\ Genre:comedy"),
        ("symbol:cdk2", "symbol:cdk2"),
        ("nothing:x", "nothing:x"),
        ('symbl:"a:-5 b"', 'symbol:"a:-5 b"'),
        ("(symbl:-5.5) x:-1 x:-a -5", '(symbol:"-5.5") x:"-1" x:-a -5'),
    ],
)
def test_a_name_is_replaced_by_the_nearest_field(typed, expected):
    assert with_known_names(typed, FIELDS) == expected

"""The other forms of texts."""

import pytest

from searchapp.querystring.sub_fields import exact_field, is_sub_field, sorted_field


def test_the_exact_values_of_a_text_are_in_a_sub_field_that_is_a_keyword():
    fields = {
        "title": {"type": "text"},
        "title.sort": {"type": "keyword", "normalizer": "folded"},
        "title.stored": {"type": "keyword", "doc_values": False},
        "title.raw": {"type": "keyword", "doc_values": True},
        "code": {"type": "keyword"},
        "code.keyword": {"type": "keyword"},
        "prose": {"type": "text"},
        "client": {"type": "keyword"},
        "client.ip": {"type": "ip"},
        "iron": {"type": "keyword"},
        "iron.keyword": {"type": "keyword"},
        "iron.number": {"type": "double"},
    }
    found = [exact_field(name, fields) for name in ("title", "code", "prose", "nothing")]
    assert found == ["title.raw", "code.keyword", "prose", "nothing"]
    assert [sorted_field(name, fields) for name in ("title", "code", "client", "iron")] == [
        "title.sort",
        "code",
        "client.ip",
        "iron.number",
    ]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("t.keyword", True),
        ("o.k.raw", True),
        ("t.other", False),
        ("o.keyword", False),
        ("x.keyword", False),
        ("t", False),
    ],
)
def test_a_sub_field_has_a_usual_name_below_a_text_or_keyword(name, found):
    fields = {"t": {"type": "text"}, "o": {"type": "object"}, "o.k": {"type": "keyword"}}
    assert is_sub_field(name, fields) is found

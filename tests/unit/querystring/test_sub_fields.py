"""The other forms of texts."""

from searchapp.querystring.sub_fields import exact_field, sorted_field


def test_the_exact_values_of_a_text_are_in_a_sub_field_that_is_a_keyword():
    fields = {
        "title": {"type": "text"},
        "title.sort": {"type": "keyword", "normalizer": "folded"},
        "title.raw": {"type": "keyword"},
        "code": {"type": "keyword"},
        "code.keyword": {"type": "keyword"},
        "prose": {"type": "text"},
        "client": {"type": "keyword"},
        "client.ip": {"type": "ip"},
    }
    found = [exact_field(name, fields) for name in ("title", "code", "prose", "nothing")]
    assert found == ["title.raw", "code.keyword", "prose", "nothing"]
    assert [sorted_field(name, fields) for name in ("title", "code", "client")] == ["title.sort", "code", "client.ip"]

"""The expectations were read off a real node."""

import pytest

from searchapp.engine.analysis.addresses.words import spans


def words(text, longest=255):
    return [text[start:end] for start, end in spans(text, longest)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Cyclin-dependent kinase 2.", ["Cyclin", "dependent", "kinase", "2"]),
        ("ann.b+c@x.org, and mailto:ann@x.org", ["ann.b+c@x.org", "and", "mailto", "ann@x.org"]),
        ('to "ann b"@x.org now', ["to", '"ann b"@x.org', "now"]),
        ("ann@[10.0.0.1] ann@nowhere", ["ann@[10.0.0.1]", "ann", "nowhere"]),
        ("ann@x.common", ["ann@x.com", "mon"]),
        ("see http://u:p@x.y:80/a/b?c=%20d#e!", ["see", "http://u:p@x.y:80/a/b?c=%20d#e!"]),
        ("http://x:123456 ftp://x/a;type=i file:///a%2", ["http://x:12345", "6", "ftp://x/a;type=i", "file:///a", "2"]),
        ("x.org www.x.org/a,b x.org.", ["x.org", "www.x.org/a", "b", "x.org"]),
        ("x-y.org x-y.orgé x-y.org-z", ["x-y.org", "x", "y.orgé", "x", "y.org", "z"]),
        ("x-y.art x-y.arte x-y.artes", ["x-y.art", "x-y.arte", "x", "y.artes"]),
        ("http://[::1]/a [1::2:3]:80 [::1]x", ["http://[::1]/a", "[1::2:3]:80", "1", "x"]),
        ("127.0.0.1/a 256.0.0.1/a", ["127.0.0.1/a", "256.0.0.1", "a"]),
        ("日本 👍 x.org", ["日", "本", "👍", "x.org"]),
    ],
)
def test_addresses_and_mail_addresses_are_one_token(text, expected):
    assert words(text) == expected


def test_a_long_address_is_cut():
    assert words("http://example.org/abcdef", 20) == ["http://example.org/a", "bcdef"]

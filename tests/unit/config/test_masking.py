import pytest

from searchapp.config.masking import without_password

SECRET = "s3cret"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://127.0.0.1:9200", "http://127.0.0.1:9200"),
        ("sqlite:////home/me@work/x.db", "sqlite:////home/me@work/x.db"),
        ("http://bob:s3cret@h:1/x", "http://***@h:1/x"),
        ("http://s3cret@h:1", "http://***@h:1"),
        ("mongodb://bob:s3/cr@s3cret@h:1,h:2/", "mongodb://***@h:1,h:2/"),
        ("mongodb://bob:s3cret?x#s3cret@h:1/?tls=true", "mongodb://***@h:1/?tls=***"),
        ("postgresql+psycopg:///x?host=h&password=s3cret", "postgresql+psycopg:///x?host=***&password=***"),
        ("sqlite:///x.db?key=s3cret", "sqlite:///x.db?key=***"),
        ("http://h:1/?s3cret#s3cret", "http://h:1/?***#***"),
        ("bob:s3cret@h", "***"),
    ],
)
def test_an_address_is_shown_without_possible_passwords(url, shown):
    assert without_password(url) == shown
    assert SECRET not in shown

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from searchapp.web.request.flask_context import MAX_HOSTS, register_url_adapter

ENVIRON = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "QUERY_STRING": "", "wsgi.url_scheme": "http"}
ENVIRON |= {"SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000", "SCRIPT_NAME": "", "HTTP_HOST": "a.org"}


def made(app, environ):
    """The attributes of an adapter, or the status of the error."""
    try:
        return vars(app.create_url_adapter(app.request_class(dict(environ)))) | {"map": None}
    except HTTPException as error:
        return error.code


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"HTTP_HOST": "A.Org:80"},
        {"HTTP_HOST": "b.org:8443", "wsgi.url_scheme": "https"},
        {"HTTP_HOST": "bücher.example".encode().decode("latin-1")},
        {"HTTP_HOST": "a..b"},
        {"HTTP_HOST": ""},
        {"SCRIPT_NAME": "/below"},
        {"SERVER_NAME": "unix:/run/a.sock"},
        {"HTTP_UPGRADE": "websocket", "HTTP_CONNECTION": "Upgrade"},
        {"PATH_INFO": "/v1/gene/日本".encode().decode("latin-1"), "REQUEST_METHOD": "POST"},
        {"PATH_INFO": "//a/\xff", "QUERY_STRING": "q=\xff"},
        {"PATH_INFO": ""},
    ],
    ids=str,
)
def test_adapters_are_equal_to_the_adapters_of_flask(changed):
    ours, plain = Flask("ours"), Flask("plain")
    register_url_adapter(ours)
    for environ in (ENVIRON, ENVIRON | changed, ENVIRON | changed | {"PATH_INFO": "/other"}, ENVIRON):
        assert made(ours, environ) == made(plain, environ)


def test_a_host_that_is_not_trusted_is_refused_each_time():
    app = Flask("ours")
    app.config["TRUSTED_HOSTS"] = ["a.org"]
    register_url_adapter(app)
    assert [made(app, ENVIRON | {"HTTP_HOST": "b.org"}) for _ in range(2)] == [400, 400]


def test_few_hosts_are_kept():
    app = Flask("ours")
    register_url_adapter(app)
    names = [made(app, ENVIRON | {"HTTP_HOST": f"a{number}.org"})["server_name"] for number in range(2 * MAX_HOSTS)]
    assert names == [f"a{number}.org" for number in range(2 * MAX_HOSTS)]

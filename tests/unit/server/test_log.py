"""The line of the access log is the one that gunicorn would write."""

import datetime

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger

from searchapp.server.log import AccessLogger

FORMATS = [
    '%(h)s "%(r)s" %(s)s %(b)s %(M)sms %({x-request-id}o)s',
    '%(h)s %(l)s "%(m)s %(U)s?%(q)s %(H)s" %(s)s %(B)d "%(f)s" "%(a)s" %(T)s %(D)s %(L)s %(p)s',
    "%({User-Agent}i)s %({nothing}i)s %({CONTENT-TYPE}o)s %({nothing}o)s %({raw_uri}e)s %({nothing}e)s",
    "%(h)s 100%% %(s)s",
    "%(h)s %(u)s %(s)s",
    "%(h)s %(z)s",
    "no values",
]
TOOK = datetime.timedelta(seconds=3, microseconds=1234)
ENVIRON = {
    "REMOTE_ADDR": "127.0.0.1",
    "REQUEST_METHOD": "GET",
    "RAW_URI": '/v1/gene/"5"?q=a',
    "PATH_INFO": '/v1/gene/"5"',
    "QUERY_STRING": "q=a",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "HTTP_USER_AGENT": 'one "two"',
}


class Response:
    status = "404 Not Found"
    headers = [("X-Request-ID", "a1"), ("Content-Type", "application/json")]  # noqa: RUF012

    def __init__(self, sent):
        self.sent = sent


class Request:
    headers = [("USER-AGENT", 'one "two"'), ("HOST", "x")]  # noqa: RUF012


def line(kind, text, sent, path):
    cfg = Config()
    cfg.set("accesslog", str(path))
    cfg.set("access_log_format", text)
    logger = kind(cfg)
    logger.access(Response(sent), Request(), ENVIRON, TOOK)
    for handler in list(logger.access_log.handlers):
        logger.access_log.removeHandler(handler)
        handler.close()
    return path.read_text()


@pytest.mark.parametrize("sent", [0, 17])
@pytest.mark.parametrize("text", FORMATS)
def test_a_line_is_the_one_of_gunicorn(tmp_path, text, sent):
    expected = line(Logger, text, sent, tmp_path / "theirs")
    assert expected.endswith("\n")
    assert line(AccessLogger, text, sent, tmp_path / "ours") == expected


def test_there_is_no_line_without_a_log(capsys):
    cfg = Config()
    cfg.set("access_log_format", FORMATS[0])
    AccessLogger(cfg).access(Response(1), Request(), ENVIRON, TOOK)
    assert capsys.readouterr() == ("", "")

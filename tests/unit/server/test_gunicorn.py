"""What the worker and the logger expect of gunicorn, so that a new version that differs fails here and says where."""

import configparser
import contextlib
import inspect
import os
import re
import socket
from pathlib import Path

import gunicorn
import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http.errors import ParseException
from gunicorn.workers.base import Worker as BaseWorker
from gunicorn.workers.gthread import TConn, ThreadWorker

from searchapp.server.log import AccessLogger
from searchapp.server.worker import Worker, keep_settings

CHANGED = "gunicorn {version} has another {name}: read it, then mend searchapp/server and the bounds in setup.cfg"
SIGNATURES = [
    (TConn.__init__, ["self", "cfg", "sock", "client", "server"]),
    (TConn.close, ["self", "graceful"]),
    (TConn.set_timeout, ["self"]),
    (ThreadWorker.handle, ["self", "conn"]),
    (ThreadWorker._keepalive_after, ["self", "conn", "keepalive"]),
    (ThreadWorker.is_parent_alive, ["self"]),
    (BaseWorker.init_process, ["self"]),
    (BaseWorker.run, ["self"]),
    (BaseWorker.notify, ["self"]),
    (BaseWorker.load_wsgi, ["self"]),
    (BaseWorker.handle_exit, ["self", "sig", "frame"]),
    (BaseWorker.handle_quit, ["self", "sig", "frame"]),
    (BaseWorker.handle_error, ["self", "req", "client", "addr", "exc"]),
    (Logger.setup, ["self", "cfg"]),
    (Logger.access, ["self", "resp", "req", "environ", "request_time"]),
]
OVERRIDDEN = {
    Worker: {"_keepalive_after", "init_process", "load_wsgi", "handle_quit", "handle_exit", "handle_error", "run"},
    AccessLogger: {"setup", "access"},
}
OWN_NAMES = {Worker: ThreadWorker, AccessLogger: Logger}


@pytest.mark.parametrize(("function", "parameters"), SIGNATURES, ids=lambda one: getattr(one, "__qualname__", ""))
def test_called_and_overridden_methods_take_the_known_arguments(function, parameters):
    said = CHANGED.format(version=gunicorn.__version__, name=function.__qualname__)
    assert list(inspect.signature(function).parameters) == parameters, said


@pytest.mark.parametrize("own", OVERRIDDEN, ids=lambda one: one.__name__)
def test_nothing_else_of_gunicorn_is_overridden(own):
    names = {name for name in vars(own) if not name.startswith("__") and hasattr(OWN_NAMES[own], name)}
    said = CHANGED.format(version=gunicorn.__version__, name=f"attribute that is called like one of our {own.__name__}")
    assert names == OVERRIDDEN[own], said


@pytest.fixture
def worker():
    cfg = Config()
    worker = ThreadWorker(1, os.getppid(), [], None, 30, cfg, Logger(cfg))
    worker.wsgi = answer
    yield worker
    worker.tmp.close()


def answer(environ, start_response):
    start_response("200 OK", [("Content-Length", "2")])
    return [b"{}"]


@pytest.fixture
def connection(worker):
    """A connection of the worker, and the client's end of it."""
    server, client = socket.socketpair()
    conn = TConn(worker.cfg, server, ("127.0.0.1", 1), ("127.0.0.1", 2))
    conn.data_ready = True
    yield conn, client
    client.close()
    server.close()


@pytest.mark.parametrize(("more", "kept"), [(b"", True), (b"Connection: close\r\n", False)])
def test_a_request_is_handled_and_the_connection_kept_unless_it_says_otherwise(worker, connection, more, kept):
    conn, client = connection
    assert conn.initialized is False, CHANGED.format(version=gunicorn.__version__, name="TConn.initialized")
    client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + more + b"\r\n")
    assert bool(worker.handle(conn)) is kept, CHANGED.format(version=gunicorn.__version__, name="ThreadWorker.handle")
    assert client.recv(4096).endswith(b"\r\n\r\n{}")
    assert conn.initialized


def test_a_request_that_was_read_ahead_stands_in_the_buffer(worker, connection):
    conn, client = connection
    client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\n")
    assert worker.handle(conn)
    said = CHANGED.format(version=gunicorn.__version__, name="parser.unreader.buf")
    assert conn.parser.unreader.buf.getvalue() == b"GET /next HTTP/1.1\r\n", said
    assert conn.parser.unreader.take_buffered() == b"GET /next HTTP/1.1\r\n", said
    assert not conn.parser.unreader.buf.getvalue()


@pytest.mark.parametrize(("chunk", "failed"), [(b"2\r\n{}\r\n0\r\n\r\n", False), (b"x\r\n{}\r\n0\r\n\r\n", True)])
def test_a_body_says_whether_it_could_not_be_read(worker, connection, chunk, failed):
    conn, client = connection
    worker.wsgi = read
    client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk)
    worker.handle(conn)
    assert conn.parser.mesg.body.failed is failed, CHANGED.format(version=gunicorn.__version__, name="Body.failed")


def read(environ, start_response):
    with contextlib.suppress(ParseException):
        environ["wsgi.input"].read()
    return answer(environ, start_response)


def test_settings_may_be_kept_as_attributes():
    cfg = Config()
    cfg.set("threads", 7)
    keep_settings(cfg)
    said = CHANGED.format(version=gunicorn.__version__, name="Config.__getattr__")
    assert cfg.threads == cfg.__dict__["threads"] == 7, said
    assert cfg.is_ssl is None, said


def test_the_worker_has_the_attributes_that_we_read(worker):
    for name in ("keepalived_conns", "max_keepalived", "sockets", "PIPE", "ppid", "alive", "age", "nr"):
        assert hasattr(worker, name), CHANGED.format(version=gunicorn.__version__, name=f"ThreadWorker.{name}")


def test_the_installed_version_is_within_the_bounds():
    setup = configparser.ConfigParser()
    setup.read(Path(__file__).parents[3] / "setup.cfg")
    low, high = re.search(r"^gunicorn>=([\d.]+),<(\d+)$", setup["options"]["install_requires"], re.M).groups()
    assert tuple(map(int, low.split("."))) <= gunicorn.version_info < (int(high),)

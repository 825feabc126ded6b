"""Requests that are no HTTP, or too much of it: what a live server says to them."""

import http.client
import json
import socket

import pytest

from tests.services.server import Server

END = b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
POST = b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
MANY = b"".join(b"X-%d: a\r\n" % number for number in range(150))

UNREADABLE = {
    "a long address": (b"GET /v1/query?q=" + b"a" * 9000 + END, 414, "send a POST"),
    "a long header": (b"GET /status HTTP/1.1\r\nX-Long: " + b"a" * 9000 + b"\r\n\r\n", 431, "at most 100 headers"),
    "many headers": (b"GET /status HTTP/1.1\r\n" + MANY + b"\r\n", 431, "at most 100 headers"),
    "no ASCII": ("GET /v1/query?q=café".encode() + END, 400, "must be ASCII"),
    "a header that is no ASCII": ("GET /status HTTP/1.1\r\nCafé: x\r\n\r\n".encode(), 400, "not valid HTTP"),
    "no request": (b"nonsense\r\n\r\n", 400, "not valid HTTP"),
    "a method in small letters": (b"get /status" + END, 400, "not valid HTTP"),
    "no host": (b"GET /status HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "not valid HTTP"),
    "compressed chunks": (POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501, "Transfer-Encoding"),
    "an unknown coding": (POST + b"Transfer-Encoding: odd\r\n\r\n", 501, "Transfer-Encoding"),
    "an expectation": (POST + b"Expect: miracles\r\nContent-Length: 2\r\n\r\n{}", 417, "100-continue"),
    "too much in chunks": (CHUNKED + b"800001\r\n" + b" " * 0x800001 + b"\r\n0\r\n\r\n", 413, "at most 8388608 bytes"),
    "small chunks": (CHUNKED + b"1\r\n \r\n" * 100_001 + b"0\r\n\r\n", 400, "the body is incomplete or malformed"),
    "no chunk": (CHUNKED + b"zz\r\n", 400, "the body is incomplete or malformed"),
}


LENGTH = b"Connection: close\r\nContent-Length: 99\r\n\r\n"
LIST = b"POST /v1/gene/batch HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"


@pytest.fixture(scope="module")
def server(embedded_engine, tmp_path_factory):
    server = Server(embedded_engine.environment, tmp_path_factory.mktemp("unreadable") / "server.log", workers=1)
    yield server
    server.stop()


def first_answer(server, request_bytes, ends=False):
    """Status, headers and body of the answer to these bytes. With `ends`, the client sends no more."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(request_bytes)
        if ends:
            connection.shutdown(socket.SHUT_WR)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status, answer.headers, json.loads(answer.read())


@pytest.mark.rule("R3", "R4", "FC2", "FC3")
@pytest.mark.parametrize(("request_bytes", "status", "words"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_request_that_cannot_be_read_gets_an_error_like_any_other(server, request_bytes, status, words):
    code, headers, body = first_answer(server, request_bytes)
    assert (code, body["code"], body["success"]) == (status, status, False)
    assert words in body["error"]
    assert (headers["Content-Type"], headers["Cache-Control"]) == ("application/json", "no-store")
    assert headers["X-Request-ID"]
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert "X-Request-ID" in headers["Access-Control-Expose-Headers"]


@pytest.mark.parametrize("request_bytes", [POST + LENGTH + b'{"ids": ["HGNC:5"]}', LIST + LENGTH + b"HGNC:5\n"])
def test_a_body_that_ends_before_its_length_is_not_answered_as_if_it_were_complete(server, request_bytes):
    status, _, body = first_answer(server, request_bytes, ends=True)
    assert (status, body["error"]) == (400, "the body is incomplete or malformed")


def test_with_limited_origins_answers_do_not_name_the_origin_of_the_request(embedded_engine, tmp_path):
    environment = embedded_engine.environment | {"SEARCHAPP_CORS_ORIGINS": '["https://good.example"]'}
    server = Server(environment, tmp_path / "server.log", workers=1)
    try:
        status, headers, _ = first_answer(server, UNREADABLE["a long address"][0])
    finally:
        server.stop()
    assert (status, headers["Access-Control-Allow-Origin"]) == (414, None)


def test_nothing_of_it_counts_as_a_failure_of_ours(server):
    first_answer(server, UNREADABLE["no chunk"][0])
    assert "Traceback" not in server.log.read_text()


def test_http_1_0_needs_no_host(server):
    assert first_answer(server, b"GET /status HTTP/1.0\r\n\r\n")[0] == 200


def test_a_body_in_chunks_is_read(server):
    head = POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    status, _, body = first_answer(server, head + b'6\r\n{"ids"\r\nd\r\n: ["HGNC:5"]}\r\n0\r\n\r\n')
    assert (status, body[0]["_id"]) == (200, "HGNC:5")


def test_an_error_about_chunks_has_a_reason(server):
    _, _, body = first_answer(server, UNREADABLE["small chunks"][0])
    assert body["reason"] == "more than 100000 chunks of less than 64 bytes: send larger chunks"


def test_the_log_has_the_beginning_of_what_cannot_be_read(server):
    first_answer(server, b"A" * 5000 + END)
    line = next(line for line in server.log.read_text().splitlines() if "AAAA" in line)
    assert len(line) < 500

"""Connections to a node over TLS, with certificates of an authority that the test makes."""

import hashlib
import http.server
import json
import ssl
import threading
from contextlib import contextmanager

import pytest
import trustme

from searchapp.databases.elastic.connection import Connection, make_client
from searchapp.errors import PipelineError

pytestmark = pytest.mark.slow


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = json.dumps({"peer": bool(self.connection.getpeercert())}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture(scope="module")
def files(authority, tmp_path_factory):
    """The files of the authority and of a client's certificate."""
    folder = tmp_path_factory.mktemp("tls")
    client = authority.issue_cert("client@example.org")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    client.cert_chain_pems[0].write_to_path(folder / "client.pem")
    client.private_key_pem.write_to_path(folder / "client.key")
    return folder


@pytest.fixture(scope="module")
def certificate(authority):
    return authority.issue_cert("localhost")


@contextmanager
def serving(authority, certificate):
    """The address of a server that asks for a client's certificate and accepts those of the authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    authority.configure_trust(context)
    context.verify_mode = ssl.CERT_OPTIONAL
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    server.handle_error = lambda *arguments: None
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"https://localhost:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def node(authority, certificate):
    with serving(authority, certificate) as url:
        yield url


def answer(url, **options):
    connection = Connection(lambda: make_client(url, options))
    try:
        return connection.request("GET", "/", None, 5)
    finally:
        connection.client().close()


def test_the_certificate_of_a_node_is_verified_with_the_ca_of_the_options(node, files):
    assert answer(node, ca_certs=str(files / "ca.pem")) == {"peer": False}


def test_an_unknown_authority_is_refused(node):
    with pytest.raises(PipelineError, match="503 search backend is not available"):
        answer(node)


def test_a_certificate_of_the_client_is_sent(node, files):
    own = {"client_cert": str(files / "client.pem"), "client_key": str(files / "client.key")}
    assert answer(node, ca_certs=str(files / "ca.pem"), **own) == {"peer": True}


def test_a_certificate_of_another_host_is_refused_unless_the_options_say_so(authority, files):
    ca = str(files / "ca.pem")
    with serving(authority, authority.issue_cert("other.example.org")) as url:
        with pytest.raises(PipelineError, match="503 search backend is not available"):
            answer(url, ca_certs=ca)
        assert answer(url, ca_certs=ca, ssl_assert_hostname=False) == {"peer": False}


def test_verification_can_be_switched_off(node):
    assert answer(node, verify_certs=False, ssl_show_warn=False) == {"peer": False}


def test_a_fingerprint_stands_for_the_verification(node, certificate):
    der = ssl.PEM_cert_to_DER_cert(certificate.cert_chain_pems[0].bytes().decode())
    assert answer(node, ssl_assert_fingerprint=hashlib.sha256(der).hexdigest()) == {"peer": False}
    with pytest.raises(PipelineError, match="503 search backend is not available"):
        answer(node, ssl_assert_fingerprint="0" * 64)

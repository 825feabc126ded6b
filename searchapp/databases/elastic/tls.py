"""TLS to an Elasticsearch node, by the options of its client: CA, client certificate, host name, fingerprint."""

import hashlib
import hmac
import socket
import ssl
import warnings
from ipaddress import ip_address

import certifi
from elastic_transport import NodeConfig, SecurityWarning


def tls_context(config: NodeConfig) -> ssl.SSLContext:
    """The TLS context for the options of a node; `ssl_context` wins. ValueError for options that exclude each other."""
    if config.ssl_assert_hostname and config.ssl_assert_fingerprint:
        raise ValueError("ssl_assert_hostname and ssl_assert_fingerprint cannot be set together")
    if config.ssl_context is not None:
        return config.ssl_context
    context = ssl.create_default_context(cafile=config.ca_certs or certifi.where())
    if config.ssl_version is not None:
        context.minimum_version = ssl.TLSVersion(config.ssl_version)
    if config.client_cert:
        context.load_cert_chain(config.client_cert, config.client_key)
    named: str | bool | None = config.ssl_assert_hostname
    if named is False or is_address(config.host):
        context.check_hostname = False
    if not config.verify_certs or config.ssl_assert_fingerprint:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if not config.verify_certs and config.ssl_show_warn:
        warnings.warn(f"TLS to {config.host} does not verify certificates", SecurityWarning, stacklevel=2)
    return context


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def check_fingerprint(connection: socket.socket, wanted: str) -> None:
    """Raise ssl.SSLError if the certificate of the node does not have this fingerprint, in hexadecimal digits."""
    assert isinstance(connection, ssl.SSLSocket)
    digits = wanted.replace(":", "").lower()
    hashes = {32: hashlib.md5, 40: hashlib.sha1, 64: hashlib.sha256}
    found = hashes[len(digits)](connection.getpeercert(True) or b"").hexdigest()
    if not hmac.compare_digest(found, digits):
        connection.close()
        raise ssl.SSLError("the certificate of the node does not have the configured fingerprint")

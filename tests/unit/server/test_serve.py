"""What `searchapp serve` says and takes before it is a server."""

import socket
from types import SimpleNamespace

import pytest

from searchapp.config.settings import SettingsError
from searchapp.server.serve import address, listen, to_try


def components(prefix="data", **types):
    item_types = {
        name: SimpleNamespace(name=name, settings={"examples": (), "page_facets": ()} | own)
        for name, own in types.items()
    }
    settings = {"URL_PREFIX": prefix, "API_VERSION": "v1"}
    return SimpleNamespace(settings=settings, item_types=item_types, default=item_types["part"])


def test_addresses_are_searches_of_the_first_item_types_and_the_front_page():
    types = {"maker": {}, "part": {"examples": ["a bolt", "nut"], "page_facets": ["kind:1", "size"]}, "order": {}}
    assert to_try(components(**types), "http://here") == [
        "http://here/data/v1/part/query?q=a%20bolt&facets=kind",
        "http://here/data/v1/maker/query?q=*",
        "http://here/data/",
    ]
    assert to_try(components("", part={}), "http://here") == ["http://here/v1/part/query?q=*", "http://here/"]


def test_an_address_of_version_6_has_brackets():
    assert address("::1", 80) == "http://[::1]:80"


def test_port_0_is_a_free_port():
    with listen("127.0.0.1", 0) as listener:
        assert listener.getsockname()[1] > 0


def test_an_unknown_host_cannot_be_listened_on():
    with pytest.raises(SettingsError, match=r"cannot listen on http://no\.such\.host\.invalid:1: \w+"):
        listen("no.such.host.invalid", 1)


def test_a_port_just_left_can_be_taken_again():
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            listener.accept()[0].close()
    listen("127.0.0.1", port).close()

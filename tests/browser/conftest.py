"""The fixtures: `page`, a browser on a live server, which must not complain or ask another host for anything."""

import json
import re
from pathlib import Path

import pytest

from tests.services import engines
from tests.services.axe import script
from tests.services.browser import Browser
from tests.services.process import Unavailable
from tests.services.server import Server

CONFIG = Path(__file__).with_name("config.py")
FAILURE = re.compile(r'" 5\d\d |Traceback')
"""What the log of a server says when it failed."""


def awkward():
    """Documents that are hard to show: long texts and words, a long list, deep objects, a long name; a long id."""
    deep = {"value": "the bottom"}
    for level in range(14, 0, -1):
        deep = {f"level{level}": deep}
    first = {
        "_id": "awkward",
        "symbol": "LONG",
        "name": "A name that goes on " * 60,
        "word": "x" * 700,
        "many": [f"element {number}" for number in range(10_000)],
        "objects": [{"id": number, "inner": {"text": f"object {number}"}} for number in range(300)],
        "deep": deep,
        "acts": [{"text": "word " * 99, "scenes": [{"no": 1, "place": "x"}, {"no": 2, "place": "y"}]}] * 2,
        "study": {"design": {"masking": {"by": "somebody", "in": {"kind": "QUADRUPLE"}}}, "sponsor": {"name": "Ada"}},
        "empty": [],
        "nothing": None,
        "markup": "<b>bold</b> & <script>alert(1)</script>",
        "name (of two words)": "value",
        "a_name_of_a_field_that_goes_on_and_on_without_any_blank_to_the_end_of_the_line_and_beyond": "value",
    }
    return [first, {"_id": "x" * 300, "symbol": "ID", "name": "a short name of several words"}]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server on the test collections and an awkward one."""
    folder = tmp_path_factory.mktemp("site")
    engine = engines.embedded(folder)
    engines.load_collections(engine, folder)
    (folder / "awkward.ndjson").write_text("".join(json.dumps(document) + "\n" for document in awkward()))
    engines.load(engine, "awkward", folder / "awkward.ndjson")
    server = Server(engine.environment | {"SEARCHAPP_CONFIG": str(CONFIG)}, folder / "server.log")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser(server, tmp_path_factory):
    try:
        one = Browser(server.url, tmp_path_factory.mktemp("downloads"))
    except Unavailable as reason:
        pytest.skip(f"no browser: {reason}")
    yield one
    one.stop()


@pytest.fixture
def page(browser, server):
    """The browser as a new visitor has it; nothing failed, was complained of, or asked of another host afterwards."""
    read = server.log.stat().st_size
    browser.looks()
    browser.tell("Storage.clearDataForOrigin", origin=browser.site, storageTypes="local_storage")
    yield browser
    log = server.log.read_bytes()[read:].decode(errors="replace")
    assert not FAILURE.search(log), log
    assert browser.complaints() == []
    assert browser.foreign() == []


@pytest.fixture(scope="session")
def axe():
    """The program that looks for obstacles, as a script."""
    try:
        return script()
    except Unavailable as reason:
        pytest.skip(f"no axe: {reason}")

"""The fixtures: `page`, a browser on a live server, which must not complain or ask another host for anything."""

import json

import pytest

from tests.services import engines
from tests.services.axe import script
from tests.services.browser import Browser
from tests.services.process import Unavailable
from tests.services.server import Server


def awkward():
    """A document that is hard to show: long texts and words, a long list, deep objects."""
    deep = {"value": "the bottom"}
    for level in range(14, 0, -1):
        deep = {f"level{level}": deep}
    return {
        "_id": "awkward",
        "symbol": "LONG",
        "name": "A name that goes on " * 60,
        "word": "x" * 700,
        "many": [f"element {number}" for number in range(10_000)],
        "objects": [{"id": number, "inner": {"text": f"object {number}"}} for number in range(300)],
        "deep": deep,
        "empty": [],
        "nothing": None,
        "markup": "<b>bold</b> & <script>alert(1)</script>",
    }


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of a server on the sample collections and an awkward one."""
    folder = tmp_path_factory.mktemp("site")
    engine = engines.embedded(folder)
    engines.load_collections(engine, folder)
    (folder / "awkward.ndjson").write_text(json.dumps(awkward()) + "\n")
    engines.load(engine, "edge", folder / "awkward.ndjson")
    server = Server(engine.environment, folder / "server.log")
    yield server.url
    server.stop()


@pytest.fixture(scope="session")
def browser(site, tmp_path_factory):
    try:
        one = Browser(site, tmp_path_factory.mktemp("downloads"))
    except Unavailable as reason:
        pytest.skip(f"no browser: {reason}")
    yield one
    one.stop()


@pytest.fixture
def page(browser):
    """The browser as a new visitor has it; afterwards nothing was complained of or asked of another host."""
    browser.looks()
    yield browser
    assert browser.complaints() == []
    assert browser.foreign() == []


@pytest.fixture(scope="session")
def axe():
    """The program that looks for obstacles, as a script."""
    try:
        return script()
    except Unavailable as reason:
        pytest.skip(f"no axe: {reason}")

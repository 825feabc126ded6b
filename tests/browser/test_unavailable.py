"""While the database is away the pages say so, and look as they always do."""

import pytest

from tests.browser.test_looks import NOT_OURS
from tests.services.browser import Browser
from tests.services.process import Unavailable, free_port
from tests.services.server import Server

PAGES = {"unavailable-front": "/", "unavailable": "/search?type=gene&q=kinase"}


@pytest.fixture(scope="module")
def away(server, tmp_path_factory):
    """A browser on a server whose database does not answer."""
    folder = tmp_path_factory.mktemp("away")
    own = {"SEARCHAPP_BACKEND": "elasticsearch", "SEARCHAPP_ES_URL": f"http://127.0.0.1:{free_port()}"}
    site = Server(server.environment | own, folder / "server.log", workers=1)
    try:
        browser = Browser(site.url, folder)
    except Unavailable as reason:
        site.stop()
        pytest.skip(f"no browser: {reason}")
    yield browser
    browser.stop()
    site.stop()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "dark"), [(1440, False), (390, True)])
def test_a_page_without_its_database_says_so(away, axe, name, width, dark):
    away.looks(width, dark)
    away.open(PAGES[name])
    away.photograph(f"{name}-{width}{'-dark' if dark else ''}")
    assert "not answer" in away.text() or "not available" in away.text()
    assert away.overflow() <= 0
    assert away.findings(axe, NOT_OURS) == []
    assert [said for said in away.complaints() if "status of 503" not in said] == []

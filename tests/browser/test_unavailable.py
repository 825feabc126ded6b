"""While the database is away the pages say so, and look as they always do."""

import pytest

from tests.browser.test_looks import LOOKS, assert_it_fits_and_is_open_to_everybody
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
def test_a_page_without_its_database_says_so(away, axe, name):
    away.open(PAGES[name])
    assert "not answer" in away.text() or "not available" in away.text()
    for width, dark in LOOKS:
        assert_it_fits_and_is_open_to_everybody(away, axe, name, width, dark)
    assert [said for said in away.complaints() if "status of 503" not in said] == []

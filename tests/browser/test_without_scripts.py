"""Without JavaScript nothing is missing but comfort."""

import pytest
from selenium.webdriver.common.keys import Keys

from tests.browser.test_looks import PAGES


@pytest.fixture
def plain(page):
    page.looks(scripts=False)
    yield page
    page.looks()


def test_search_facet_sort_page_and_document_work(plain):
    plain.open("/")
    plain.one("#q").send_keys("kinase", Keys.ENTER)
    plain.until(lambda: plain.all("table.found"))
    plain.link("protein-coding gene").click()
    plain.until(lambda: plain.all(".chips a"))
    plain.one("thead th a").click()
    plain.until(lambda: plain.all("[aria-sort]"))
    plain.link("Next").click()
    plain.until(lambda: "from=10" in plain.path)
    plain.one("table.found tbody th a").click()
    plain.until(lambda: plain.all("[data-tree]"))


def test_the_filter_of_fields_is_a_form(plain):
    plain.open(PAGES["fields"])
    plain.one("#search").send_keys("uniprot", Keys.ENTER)
    plain.until(lambda: len(plain.all("#fields tbody tr")) == 1)


def test_no_button_is_shown_that_does_nothing(plain):
    for name in ("results", "document", "front"):
        plain.open(PAGES[name])
        assert [one for one in plain.all("button") if one.get_attribute("type") != "submit"] == []


def test_the_api_page_leads_to_its_description(plain):
    plain.open("/docs")
    assert "needs JavaScript" in plain.text("noscript")

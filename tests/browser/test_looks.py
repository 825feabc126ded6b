"""Every page at the width of a phone and of a desk, light and dark: nothing sticks out, nothing is in anyone's way."""

import pytest
from selenium.webdriver.common.by import By

PAGES = {
    "front": "/",
    "results": "/search?type=disease&q=breast+cancer",
    "filtered": "/search?type=gene&q=kinase&filter=status:%22Approved%22&sort=-symbol",
    "elsewhere": "/search?type=gene&q=brcc1",
    "nested-facets": "/v1/gene/query?q=*&facets=locus_group(status)&size=0&format=html",
    "everywhere": "/search?type=*&q=breast+cancer",
    "everywhere-all": "/search",
    "everywhere-nothing": "/search?q=protien+kinaze&relax=none",
    "after-the-end": "/search?type=gene&q=name:kinase&from=9000",
    "tree": "/search?type=gene&q=kinase&view=tree",
    "json": "/search?type=gene&q=kinase&view=json",
    "nothing": "/search?type=gene&q=kinas+transferase",
    "document": "/v1/gene/HGNC:5?format=html#xref.entrez",
    "list": "/v1/gene/batch",
    "list-answers": "/v1/gene/batch?list=A1BG%0Abrcc1%0Anothing%0Atp35&format=html",
    "from-result": "/v1/gene/HGNC:5?format=html&result=n%3D1%26q%3Dsymbol%253AA1BG",
    "awkward": "/v1/awkward/awkward?format=html",
    "awkward-results": "/search?type=awkward&q=*",
    "awkward-tree": "/search?type=awkward&q=*&view=tree",
    "awkward-fields": "/v1/awkward/metadata/fields?format=html",
    "charts": "/search?type=edge&q=*",
    "dates": "/search?type=edge&q=*&facets=when:month,tags&filter=when:%5B2020-01-01+TO+2020-01-01%7C%7C%2B1y%7D",
    "fields": "/v1/gene/metadata/fields?format=html",
    "no-fields": "/v1/gene/metadata/fields?format=html&search=nosuch",
    "sources": "/v1/disease/metadata?format=html",
    "status": "/status?format=html",
    "spec": "/spec?format=html",
    "docs": "/docs",
    "not-found": "/v1/gene/nothing?format=html",
    "bad-query": "/v1/gene/query?q=symbol:(A&format=html",
    "bad-option": "/v1/gene/query?size=5000&format=html",
    "long-error": f"/v1/gene/query?sort={'verylongword' * 20}&format=html",
}
NOT_OURS = ["#swagger-ui"]
LOOKS = [(1440, False), (390, True)]
"""Widths in pixels, and whether it is dark."""
OTHER_LOOKS = [(1440, True), (390, False)]
IN_ALL_LOOKS = {"front", "results", "document"}
NARROWEST = 320


def assert_it_fits_and_is_open_to_everybody(page, axe, name, width, dark):
    page.looks(width, dark)
    page.photograph(f"{name}-{width}{'-dark' if dark else ''}")
    assert page.overflow() <= 0
    assert page.findings(axe, NOT_OURS) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_is_open_to_everybody(page, axe, name):
    page.open(PAGES[name])
    if name == "docs":
        page.until(lambda: page.all("#swagger-ui .opblock"))
    for width, dark in LOOKS + OTHER_LOOKS * (name in IN_ALL_LOOKS):
        assert_it_fits_and_is_open_to_everybody(page, axe, name, width, dark)
    if name != "docs":
        page.looks(NARROWEST)
        assert page.overflow() <= 0


OVERLAPS = """
    const right = (box) => box.getBoundingClientRect().right;
    const cells = [...document.querySelectorAll("main table :is(th, td)")];
    return cells.filter((cell) => [...cell.children].some((inner) => right(inner) > right(cell) + 1))
      .map((cell) => cell.textContent.trim().slice(0, 60));
"""


@pytest.mark.parametrize("name", ["awkward-results", "awkward-fields", "results", "fields"])
def test_no_cell_of_a_table_lies_over_the_next(page, name):
    page.open(PAGES[name])
    assert page.driver.execute_script(OVERLAPS) == []


@pytest.mark.parametrize("title", ["Columns", "Download", "Code"])
def test_panels_of_buttons_fit_and_are_accessible(page, axe, title):
    page.open(PAGES["results"])
    page.driver.find_element(By.XPATH, f"//summary[normalize-space()='{title}']").click()
    page.until(lambda: page.all(".tool[open] .panel"))
    for width, dark in LOOKS:
        assert_it_fits_and_is_open_to_everybody(page, axe, title.lower().replace(" ", "-"), width, dark)


def test_a_document_with_ten_thousand_values_stays_small(page):
    page.open(PAGES["awkward"])
    assert "9,000 more are in the JSON" in page.driver.page_source
    assert len(page.driver.page_source) < 500_000
    assert page.all("b") == []


def test_the_deepest_part_of_a_document_fits_too(page):
    page.open(PAGES["awkward"])
    page.driver.execute_script("for (const fold of document.querySelectorAll('[data-tree] details')) fold.open = true")
    assert "the bottom" in page.text("[data-tree]")
    for width in (1440, 390):
        page.looks(width)
        assert page.overflow() <= 0
        page.photograph(f"deep-{width}")


def test_a_collection_with_a_long_title_leaves_room_for_the_words(page):
    page.open(PAGES["front"])
    page.driver.execute_script(
        "document.querySelector('#type option').text = 'Answers to a survey ' + 'and more '.repeat(9)"
    )
    sizes = "return ['#q', '#type'].map((box) => document.querySelector(box).getBoundingClientRect().width)"
    for width in (1440, NARROWEST):
        page.looks(width)
        assert page.overflow() <= 0
        words, choice = page.driver.execute_script(sizes)
        assert words >= choice

"""What people come for, walked through in a real browser."""

import json

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select


def rows(page):
    return [row.text for row in page.all("table.found tbody th[scope=row]")]


def total(page):
    return page.text("h1").split()[0]


def tool(page, title):
    """Opens one of the buttons above the result."""
    page.driver.find_element(By.XPATH, f"//summary[normalize-space()='{title}']").click()


def test_a_search_is_narrowed_by_a_facet_and_widened_again(page):
    page.open("/")
    page.one("#q").send_keys("kinase", Keys.ENTER)
    page.until(lambda: page.all("table.found"))
    before = total(page)
    page.link("protein-coding gene").click()
    page.until(lambda: page.all(".chips a"))
    assert page.text(".chips") == "Locus group protein-coding gene ×"
    assert total(page) != before
    page.one(".chips a").click()
    page.until(lambda: not page.all(".chips a"))
    assert total(page) == before


def test_a_search_of_all_collections_leads_to_a_document_and_back(page):
    page.open("/search?q=protien+kinase")
    assert "protein kinase" in page.text(".relaxed")
    page.link("results in Genes").click()
    page.until(lambda: page.all("table.found"))
    first = rows(page)[0].split("\n")[0]
    page.link(first).click()
    page.until(lambda: page.all("[data-tree]"))
    page.link("Next →").click()
    page.until(lambda: "2 of" in page.text(".around"))
    page.link("Back to the result").click()
    page.until(lambda: page.all("table.found"))
    assert rows(page)[0].split("\n")[0] == first


def test_a_heading_sorts_both_ways(page):
    page.open("/search?type=gene&q=kinase")
    page.one("thead th a").click()
    page.until(lambda: page.all("[aria-sort=ascending]"))
    first = page.text("table.found td")
    page.one("[aria-sort] a").click()
    page.until(lambda: page.all("[aria-sort=descending]"))
    assert page.text("table.found td") > first


def test_pages_follow_each_other(page):
    page.open("/search?type=disease&q=cancer")
    first = rows(page)
    page.link("Next").click()
    page.until(lambda: "from=10" in page.path)
    assert not set(first) & set(rows(page))
    page.link("Previous").click()
    page.until(lambda: "from=10" not in page.path)
    assert rows(page) == first


def test_a_hit_links_to_its_document_and_to_other_sites(page):
    page.open("/search?type=gene&q=symbol:A1BG")
    page.link("A1BG").click()
    page.until(lambda: page.all("[data-tree]"))
    assert page.text("h1").startswith("A1BG")
    assert page.one("a[href^='https://www.ensembl.org/id/ENSG']").is_displayed()


def test_a_path_of_a_document_is_copied(page):
    page.open("/v1/gene/HGNC:5?format=html")
    page.one("[id='xref.entrez'] a").click()
    page.until(lambda: page.all(".path-bar"))
    page.driver.find_element(By.XPATH, "//button[text()='scopes=xref.entrez']").click()
    page.until(lambda: "Copied" in page.text(".path-bar"))
    assert page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == "scopes=xref.entrez"


def test_a_value_of_a_document_leads_to_the_others_that_have_it(page):
    page.open("/v1/gene/HGNC:5?format=html")
    page.one("[id='locus_group'] a").click()
    page.until(lambda: page.all(".path-bar"))
    page.link("Documents with protein-coding gene").click()
    page.until(lambda: page.all("table.found"))
    assert page.one("#q").get_attribute("value") == 'locus_group:"protein-coding gene"'
    assert int(total(page).replace(",", "")) > 100


def test_a_list_is_looked_up_and_taken_away(page):
    page.open("/v1/gene/batch")
    page.one("#list").send_keys("A1BG", Keys.ENTER, "1017", Keys.ENTER, "nothing")
    page.one(".list-form button").click()
    page.until(lambda: page.all("#missing"))
    assert [row.text for row in page.all("#found tbody th")] == ["HGNC:5", "HGNC:1771"]
    page.one("#found button[formaction*=csv]").click()
    saved = page.until(lambda: [*page.downloads.glob("gene-list*.csv")])
    assert [line.split(",")[0] for line in saved[0].read_text().splitlines()] == ["query", "A1BG", "1017"]


def test_a_long_file_is_looked_up_in_parts(page, tmp_path):
    rows = "".join(f"{number},HGNC:{number}\n" for number in range(6000))
    (tmp_path / "long.csv").write_text(f"n,code\n{rows}")
    page.open("/v1/gene/batch")
    page.one("#file").send_keys(str(tmp_path / "long.csv"))
    page.until(lambda: "code" in page.text("#list-state"))
    page.one("#column").send_keys("code")
    page.one(".list-form button").click()
    page.until(lambda: page.all("#found tbody tr"))
    assert page.text("#list-state") == "6,000 of 6,000 looked up."
    counts = [int(tab.text.replace(",", "")) for tab in page.all("#answers .tabs .count")]
    assert (len(counts), sum(counts)) == (2, 6000)
    page.link("Not found").click()
    page.until(lambda: page.one("#missing").is_displayed())
    assert not page.one("#found").is_displayed()


def test_matches_are_marked_also_where_no_column_shows_them(page):
    page.open("/search?type=gene&q=name:kinase")
    assert {mark.text.lower() for mark in page.all("td mark")} == {"kinase"}
    page.open("/search?type=gene&q=brcc1")
    assert "Alias: symbol" in page.text("tr.elsewhere")


def test_columns_are_chosen(page):
    page.open("/search?type=gene&q=kinase")
    tool(page, "Columns")
    page.one("input[value='xref.entrez']").click()
    page.one(".columns button").click()
    page.until(lambda: "fields=" in page.path)
    assert "Entrez" in page.text("table.found thead")


def test_a_result_is_shown_as_a_tree_and_as_json(page):
    page.open("/search?type=gene&q=symbol:A1BG")
    page.one("nav.tabs a[href*='view=tree']").click()
    page.until(lambda: page.all(".hit"))
    assert "ENSG" in page.text(".hit")
    page.one("nav.tabs a[href*='view=json']").click()
    page.until(lambda: page.all(".copyable pre"))
    assert json.loads(page.text("[aria-label='The answer as JSON']"))["total"] == 1


def test_a_download_arrives(page):
    page.open("/search?type=gene&q=symbol:A1BG")
    tool(page, "Download")
    page.one(".downloads a[href*='format=json']").click()
    file = page.downloads / "gene-query.json"
    page.until(file.exists)
    assert json.loads(file.read_text())["hits"][0]["_id"] == "HGNC:5"


def test_a_part_whose_name_has_signs_of_the_query_language_is_searched_for(page):
    for text in ("Documents with this field", "Documents with value"):
        page.open("/v1/awkward/awkward?format=html#name%20(of%20two%20words)")
        page.until(lambda text=text: page.link(text)).click()
        page.until(lambda: page.all("h1") and page.text("h1").startswith("1 result"))


def test_enter_does_not_lose_the_field_that_was_found_by_its_example(page):
    page.open("/v1/gene/metadata/fields?format=html")
    page.one("#search").send_keys("p04217", Keys.ENTER)
    page.until(lambda: len([row for row in page.all("#fields tbody tr") if row.is_displayed()]) == 1)
    assert page.path == "/v1/gene/metadata/fields?format=html"


def test_the_field_browser_filters_while_typing_and_finds_documents(page):
    page.open("/v1/gene/metadata/fields?format=html")
    page.one("#search").send_keys("uniprot")
    page.until(lambda: len([row for row in page.all("#fields tbody tr") if row.is_displayed()]) == 1)
    page.one("[aria-label='Documents that have xref.uniprot']").click()
    page.until(lambda: page.all("table.found"))
    assert page.one("#q").get_attribute("value") == "_exists_:xref.uniprot"


def test_nothing_found_says_why(page):
    page.open("/search?type=gene&q=kinas+transferase&filter=status:nothing")
    assert "kinas 0 documents" in page.text(".advice")
    assert "Did you mean" in page.text(".advice")
    page.link("kinase").click()
    page.until(lambda: page.all("table.found"))


def test_the_api_page_tries_a_request_out(page):
    page.open("/docs")
    block = page.until(lambda: page.one("#operations-gene-gene_query"))
    page.until(lambda: (block.find_element(By.CSS_SELECTOR, "button.opblock-summary-control").click(), True)[1])
    execute = page.until(lambda: block.find_element(By.CSS_SELECTOR, "button.execute"))
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", execute)
    execute.click()
    page.until(lambda: "HGNC:1100" in block.find_element(By.CSS_SELECTOR, ".live-responses-table").text)


def test_everything_is_reached_by_the_keyboard_alone(page):
    page.open("/status?format=html")
    page.press(Keys.TAB)
    assert page.focused() == "Skip to the content"
    page.press(Keys.ENTER)
    page.open("/search?type=gene&q=kinase")
    page.press("/")
    assert page.focused() == "q"
    page.press("dehydrogenase", Keys.ENTER)
    page.until(lambda: "dehydrogenase" in page.path)
    page.tab_to("protein-coding gene")
    page.press(Keys.ENTER)
    page.until(lambda: page.all(".chips a"))
    page.tab_to("Next")
    page.press(Keys.ENTER)
    page.until(lambda: "from=10" in page.path)
    page.open(page.path)
    page.tab_to("Code")
    page.press(Keys.ENTER)
    page.until(lambda: page.one(".snippets").is_displayed())
    page.tab_to("Copy: As curl")
    page.press(Keys.ENTER)
    page.until(lambda: "Copied" in page.text(".snippets"))
    page.press(Keys.ESCAPE)
    page.until(lambda: page.focused() == "Code" and not page.one(".snippets").is_displayed())


def test_an_old_symbol_finds_the_gene_and_says_why(page):
    page.open("/")
    page.one("#q").send_keys("RNF53", Keys.ENTER)
    page.until(lambda: page.all("table.found"))
    assert "BRCA1" in page.text("table.found")
    assert "Alias: symbol" in page.text("tr.elsewhere")


def test_children_of_a_document_become_a_spreadsheet(page):
    page.open("/search?type=disease&q=%22breast+cancer%22")
    page.link("breast cancer").click()
    children = page.until(lambda: page.one("[id='children'] + dd a"))
    said = int(children.text)
    children.click()
    page.until(lambda: page.all("table.found"))
    found = int(total(page))
    assert found <= said
    tool(page, "Download")
    page.one(".downloads a[href*='fetch_all=true'][href*='format=csv']").click()
    file = page.downloads / "disease-query.csv"
    page.until(file.exists)
    assert len(file.read_text().splitlines()) == found + 1


def test_the_fields_say_how_many_documents_have_them(page):
    page.open("/v1/gene/metadata/fields?format=html")
    page.one("#search").send_keys("uniprot")
    row = page.one("tr[data-name='xref.uniprot']")
    assert row.find_element(By.CSS_SELECTOR, ".covered .count").text.replace(",", "").isdigit()


def test_typed_texts_are_completed(page):
    page.open("/search?type=gene")
    page.one("#q").send_keys("brc")
    page.until(lambda: page.all("#completions option[value=BRCA1]"))


def test_the_choice_of_the_collection_has_its_complete_title_as_tooltip(page):
    page.open("/search?type=gene")
    assert page.one("#type").get_property("title") == "Genes"
    page.one("#type option[value='*']").click()
    page.until(lambda: page.one("#type").get_property("title") == "All collections")


def test_texts_for_all_collections_are_completed_from_each(page):
    page.open("/search?type=*&q=kinase")
    page.one("#q").clear()
    page.one("#q").send_keys("asth")
    page.until(lambda: page.all("#completions option[value=asthma]"))
    page.one("#q").clear()
    page.one("#q").send_keys("brc")
    page.until(lambda: page.all("#completions option[value=BRCA1]"))


def test_a_year_of_a_histogram_narrows_to_its_months(page):
    page.open("/search?type=edge&q=*")
    page.one("section.facet .histogram a[aria-label^='2020:']").click()
    page.until(lambda: page.text(".chips") == "When 2020 ×")
    page.one("a[aria-label='When by month']").click()
    page.until(lambda: "2020-01" in page.text("#facets"))


def test_the_head_of_a_table_stays_in_view(page):
    page.open("/search?type=gene&q=kinase&size=25")
    page.until(lambda: page.all(".scroll.fits"))
    page.driver.execute_script("document.querySelector('tbody tr:nth-child(12)').scrollIntoView()")
    page.until(
        lambda: page.driver.execute_script("return document.querySelector('thead th').getBoundingClientRect().top") == 0
    )


def operators(row):
    return [
        one.text for one in row.find_elements(By.CSS_SELECTOR, "[name=is] option") if not one.get_property("hidden")
    ]


def test_a_search_is_built_from_rows(page):
    page.open("/build?type=edge")
    first = page.one(".builder .row")
    Select(first.find_element(By.NAME, "in")).select_by_value("kind")
    few = operators(first)
    Select(first.find_element(By.NAME, "in")).select_by_value("n")
    assert "is from … to" in operators(first)
    assert operators(first) != few
    Select(first.find_element(By.NAME, "is")).select_by_value("between")
    first.find_element(By.NAME, "value").send_keys("0")
    page.until(lambda: first.find_element(By.NAME, "to").is_displayed())
    first.find_element(By.NAME, "to").send_keys("100")
    count = len(page.all(".builder .row"))
    page.one(".builder [name=more]").click()
    page.until(lambda: len(page.all(".builder .row")) == count + 1)
    last = page.all(".builder .row")[-1]
    Select(last.find_element(By.NAME, "in")).select_by_value("kind")
    last.find_element(By.NAME, "value").send_keys("a")
    page.until(lambda: last.find_elements(By.CSS_SELECTOR, "datalist option"))
    last.find_element(By.NAME, "value").clear()
    page.one(".builder .primary").click()
    page.until(lambda: page.path.startswith("/search"))
    assert page.one("#q").get_attribute("value") == "n:[0 TO 100]"


def test_a_tool_is_closed_by_a_click_outside(page):
    page.open("/search?type=gene&q=kinase")
    tool(page, "Columns")
    page.until(lambda: page.one(".columns").is_displayed())
    page.one("h1").click()
    page.until(lambda: not page.one(".columns").is_displayed())


def test_every_page_has_its_json_one_click_away(page):
    for path in ("/", "/search?type=gene&q=kinase", "/v1/gene/HGNC:5?format=html", "/metadata?format=html", "/docs"):
        page.open(path)
        page.one(".twin").click()
        page.until(lambda: "format=json" in page.path)
        assert json.loads(page.text("pre"))

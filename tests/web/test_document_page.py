"""The page of a document: neighbours, similar documents, links, pictures, citation; values as people read them."""

import html
import re
from urllib.parse import quote, unquote

import pytest

from tests.services import engines

BROWSER = {"Accept": "text/html"}
ORDERS = [
    {
        "_id": f"order/{number}",
        "title": f"A blue lamp of {number} parts",
        "customer": {"name": "Ada", "address": {"city": "Bern"}},
        "placed": "2021-05-06T07:08:00Z",
        "total": 1234567.5,
        "count": 76543,
        "note": "" if number == 2 else "x",
        "tags": [],
        "paid": number % 2 == 0,
        "parent": "order/1",
        "items": [{"sku": "S1", "price": 10000}, {"sku": "S2", "price": 2}],
        "picture": "https://images.example.org/lamp.png",
        "other": "https://elsewhere.example/lamp.png",
        "script": "javascript:alert(1)",
        "names": {"de": {"short": "Lampe"}, "fr": {"short": "lampe"}, "it": {"short": ""}},
    }
    for number in range(1, 6)
]


@pytest.fixture(scope="module")
def orders(tmp_path_factory):
    own = {"order": {"title_fields": ["title"], "links": {"parent": "order"}}}
    settings = {"ITEM_TYPES": own, "IMAGE_HOSTS": ["images.example.org"], "TITLE": "Shop"}
    return engines.client(tmp_path_factory.mktemp("orders"), "order", ORDERS, **settings)


def page(client, path):
    answer = client.get(path, headers=BROWSER)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


@pytest.mark.parametrize("id", ['");alert(1);("', "';id;'", "a b#c?d%41", "\\evil.example", "\na\r", "é`$(id)`"])
def test_the_commands_of_a_page_have_the_address_of_a_document_with_any_id(tmp_path, id):
    text = page(engines.client(tmp_path, "thing", [{"_id": id, "name": "x"}]), f"/v1/thing/{quote(id, safe='')}")
    commands = [html.unescape(code) for code in re.findall(r'aria-label="As \w+"><code>(.*?)</code>', text, re.DOTALL)]
    addresses = [re.search(r"(?<=http://localhost)/v1/[^'\")\s]+", code)[0] for code in commands]
    assert len(addresses) == 4 and {unquote(address) for address in addresses} == {f"/v1/thing/{id}"}
    assert all(address.isascii() and not set(address) & set("\\`<>\n") for address in addresses)


def test_a_page_of_an_error_leads_to_no_other_site(orders):
    text = orders.get("/%2F%5Cevil.example", headers=BROWSER).get_data(as_text=True)
    assert '<link rel="canonical" href="/%5Cevil.example">' in text


@pytest.mark.parametrize("path", ["/v1/order/order/2", "/v1/order?id=order/2", "/v1/order/title:%22lamp%20of%202%22"])
def test_a_document_has_one_canonical_address(orders, path):
    assert '<link rel="canonical" href="/v1/order/order/2">' in page(orders, path)


def test_values_are_readable_and_raw_at_hand(orders):
    text = page(orders, "/v1/order/order/2")
    assert '<time datetime="2021-05-06T07:08:00Z" title="2021-05-06T07:08:00Z">6 May 2021, 07:08 UTC</time>' in text
    assert '<data value="1234567.5" title="1234567.5">1,234,567.5</data>' in text
    assert '<data value="true" title="true">yes</data>' in text


def test_empty_values_are_named_below_the_others(orders):
    text = page(orders, "/v1/order/order/2")
    assert re.findall(r'<span title="(note|tags)">', text) == ["note", "tags"]
    assert 'id="note"' not in text


def test_a_list_of_objects_is_a_small_table_whose_parts_have_addresses(orders):
    text = page(orders, "/v1/order/order/2")
    assert '<td id="items.1.sku">S2</td>' in re.sub(r">\s+|\s+<", lambda found: found[0].strip(), text)
    assert {"customer.address.city", "items.0.price"} <= set(re.findall(r' id="([^"]+)"', text))


def test_objects_of_the_same_kind_under_keys_are_a_small_table(orders):
    text = re.sub(r">\s+|\s+<", lambda found: found[0].strip(), page(orders, "/v1/order/order/2"))
    assert '<th scope="row" title="names.de">de</th><td id="names.de.short">Lampe</td>' in text
    assert '<td id="names.it.short"><span class="none">empty</span></td>' in text
    assert '<td></td><th scope="col">Short</th>' in text


def test_records_are_linked_and_pictures_come_from_listed_hosts(orders):
    answer = orders.get("/v1/order/order/2", headers=BROWSER)
    text = answer.get_data(as_text=True)
    assert '<a href="/v1/order/order%2F1">A blue lamp of 1 parts</a>' in text
    assert re.findall(r'<img src="(https[^"]+)"', text) == ["https://images.example.org/lamp.png"]
    assert '<a href="https://elsewhere.example/lamp.png" rel="noopener">' in text
    assert 'href="javascript' not in text
    assert "img-src 'self' https://images.example.org" in answer.headers["Content-Security-Policy"]


def test_a_result_leads_to_the_documents_before_and_after(orders):
    result = page(orders, "/v1/order/query?q=lamp&sort=title&size=2&from=1")
    links = [html.unescape(link) for link in re.findall(r'<p class="title"><a href="([^"]+)"', result)]
    first = page(orders, links[0])
    assert "2 of 5" in first
    previous, following = (
        html.unescape(re.search(rf'href="([^"]+)" rel="{kind}"', first)[1]) for kind in ("prev", "next")
    )
    assert following == links[1]
    assert "1 of 5" in page(orders, previous)
    assert 'rel="prev"' not in page(orders, previous)
    back = re.search(r'<a href="([^"]+)">Back to the result', first)[1]
    assert "5 results" in page(orders, html.unescape(back))


def test_a_document_leads_back_to_a_relaxed_result(orders):
    result = page(orders, "/v1/order/query?q=lampp+blu&view=cards")
    (link, *_) = re.findall(r'<p class="title"><a href="([^"]+)"', result)
    assert "Back to the result" in page(orders, html.unescape(link))


@pytest.mark.parametrize(
    "result", ["", "n=0", "n=x&q=lamp", "n=3&q=nothing", "q=(", "n=2&q=(", "n=99999&q=lamp", "&&&"]
)
def test_a_result_that_is_not_there_is_left_out(orders, result):
    answer = orders.get("/v1/order/order/2", query_string={"result": result}, headers=BROWSER)
    assert (answer.status_code, "Back to the result" in answer.get_data(as_text=True)) == (200, False)


def test_documents_like_this_one_are_named_and_not_itself(orders):
    section = page(orders, "/v1/order/order/2").split('id="similar"')[1]
    found = set(re.findall(r'href="/v1/order/([^"]+)"', section))
    assert found == {"order/1", "order/3", "order/4", "order/5"}


def test_a_document_can_be_cited(orders):
    text = page(orders, "/v1/order/order/2?result=n%3D1")
    assert "http://localhost/v1/order/order/2<" in text
    assert re.search(r"A blue lamp of 2 parts\. \w+(, version [^.]+)?\. Shop\. \d+ \w+ \d{4}\. http://", text)


@pytest.mark.parametrize("address", ["https://[x", "https://a]b", "https://[::::]/a", "https://\u2100.example/"])
def test_an_address_with_a_wrong_host_is_a_link(tmp_path, address):
    types = {"thing": {"link_field": "page", "linkouts": {"page": "/v1/{value}"}}}
    client = engines.client(tmp_path, "thing", [{"_id": "1", "name": "x", "page": address}], ITEM_TYPES=types)
    assert html.escape(address) in page(client, "/v1/thing/1")


def test_sections_of_a_document_are_headings_and_short_fields_stand_two_in_a_row(orders):
    text = page(orders, "/v1/order/order/1")
    assert re.findall(r'role="heading" aria-level="(\d)"><a href="#([\w.]+)"', text)[:2] == [
        ("2", "customer"),
        ("2", "items"),
    ]
    assert re.search(r'class="entry half">\s*<dt id="placed"', text)
    assert re.search(r'class="entry part half">\s*<dt id="items"', text)


def test_a_text_of_more_than_40_characters_has_a_row_of_its_own_in_an_object_of_a_list(tmp_path):
    why = "for the discovery of two new elements, and for the study of the nature of one of them, radium"
    prize = {"year": 1911, "field": "chemistry", "share": 1, "city": "Stockholm", "why": why}
    text = page(engines.client(tmp_path, "thing", [{"_id": "a", "name": "Ann", "prizes": [prize]}]), "/v1/thing/a")
    assert re.findall(r'class="entry wide">\s*<dt id="([^"]*)"', text) == ["prizes.0.why"]


def test_an_object_with_the_id_and_the_title_of_another_document_shows_each_once(tmp_path):
    documents = [{"_id": "a", "name": "Lamps"}, {"_id": "b", "name": "Lamp", "parent": {"id": "a", "name": "Lamps"}}]
    own = {"thing": {"links": {"parent.id": "thing"}}}
    text = page(engines.client(tmp_path, "thing", documents, ITEM_TYPES=own), "/v1/thing/b")
    assert re.search(r'<a href="/v1/thing/a">a</a>', text)
    assert "<small>a</small>" not in text


def test_a_column_of_numbers_has_its_heading_above_them(orders):
    text = page(orders, "/v1/order/order%2F3")
    assert re.search(r'<th scope="col" class="figure"[^>]*>Price</th>', text)
    assert re.search(r'<th scope="col" title="items.sku">', text)


def test_a_long_description_is_written_as_text(tmp_path):
    short, long = "It shines. " * 5, "It shines on and on. " * 30
    documents = [{"_id": "a", "title": "A", "description": short}, {"_id": "b", "title": "B", "description": long}]
    client = engines.client(tmp_path, "lamp", documents)
    assert '<p class="lead">' in page(client, "/v1/lamp/a")
    assert '<p class="lead abstract">' in page(client, "/v1/lamp/b")

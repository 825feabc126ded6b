"""Keys of several columns, tables without a key, tables left out, and joins along a chain, on each SQL database."""

import html
import re

import pytest

from searchapp import create_app
from searchapp.databases.sql.schema.keys import join_values, split_id
from tests.services.sql_database import make_database

from .tables import filled

pytestmark = pytest.mark.slow

SHOP = (
    'CREATE TABLE customer (id INTEGER PRIMARY KEY, "Full Name" VARCHAR(40))',
    'CREATE TABLE "order" (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id))',
    "CREATE TABLE product (sku VARCHAR(20) PRIMARY KEY, title VARCHAR(40))",
    'CREATE TABLE order_line (order_id INTEGER REFERENCES "order"(order_id), sku VARCHAR(20) REFERENCES product(sku),'
    " quantity INTEGER, PRIMARY KEY (order_id, sku))",
    "CREATE TABLE log (message VARCHAR(40))",
    "CREATE TABLE price (sku VARCHAR(20) NOT NULL, amount INTEGER, UNIQUE (sku))",
    'CREATE TABLE film ("ID" INTEGER, "Title" VARCHAR(40))',
    "INSERT INTO film VALUES (47703, 'The Godfather')",
    "INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bob')",
    'INSERT INTO "order" VALUES (5, 1), (6, 2)',
    "INSERT INTO product VALUES ('A:1', 'Lamp'), ('A', 'Chair'), ('~1', 'Desk'), (':', 'Bed')",
    "INSERT INTO order_line VALUES (5, 'A:1', 2), (5, 'A', 1), (6, '~1', 7), (6, ':', 8)",
    "INSERT INTO log VALUES ('started'), ('ended')",
    "INSERT INTO price VALUES ('A', 3)",
)
LINES = ["5:A", "5:A~11", "6:~01", "6:~1"]
CHAIN = [
    "order",
    {"table": "order_line", "on": {"order_id": "order_id"}, "as": "lines", "many": True},
    {"table": "product", "on": {"sku": "lines.sku"}, "as": "product"},
    {"table": "customer", "on": {"id": "customer_id"}, "as": "customer"},
]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("sqlite"),
        pytest.param("postgresql", marks=pytest.mark.postgresql),
        pytest.param("mariadb", marks=pytest.mark.mariadb),
    ],
)
def url(request, tmp_path_factory):
    """The address of a shop."""
    if request.param == "sqlite":
        return filled(f"sqlite:///{tmp_path_factory.mktemp('shop')}/shop.db", *SHOP)
    url = make_database(request.getfixturevalue(f"{request.param}_url"))
    statements = [each.replace('"', "`") for each in SHOP] if request.param == "mariadb" else SHOP
    return filled(url, *statements)


@pytest.fixture
def client_of(url, tmp_path):
    """A function that serves the shop with these settings."""
    apps = []

    def client(**settings):
        apps.append(create_app({"BACKEND": "sql", "SQL_URL": url, "INSTANCE": str(tmp_path), **settings}))
        return apps[-1].test_client()

    yield client
    for app in apps:
        app.extensions["searchapp"].backend.close()


@pytest.mark.parametrize("values", [["5", "2"], ["a:b", "c"], ["a", "b:c"], ["~1", ":"], ["~", "01"], ["", ""]])
def test_every_id_of_several_values_can_be_taken_apart(values):
    assert split_id(join_values(values)) == values


def test_a_key_of_several_columns_makes_ids(client_of):
    client = client_of()
    found = client.get("/v1/order_line/query", query_string={"size": 10, "_sorted": "false"}).json
    assert sorted(hit["_id"] for hit in found["hits"]) == LINES
    for id in LINES:
        assert client.get(f"/v1/order_line/{id}").json["_id"] == id
        assert client.get("/v1/order_line/query", query_string={"q": f'_id:"{id}"'}).json["total"] == 1
    assert client.get("/v1/order_line/5:Z").status_code == 404
    assert client.get("/v1/order_line/5").status_code == 404


def test_a_batch_of_ids_of_several_columns_is_one_statement(client_of, monkeypatch):
    from searchapp.databases.sql.connection.database import Database

    client = client_of()
    client.get("/v1/order_line/5:A")
    works = []
    run = Database.run
    monkeypatch.setattr(Database, "run", lambda self, work, end: works.append(work) or run(self, work, end))
    found = client.post("/v1/order_line", json={"ids": LINES}).json
    assert [one.get("_id") for one in found] == LINES
    assert len(works) == 1
    found = client.post("/v1/order_line", json={"ids": [*LINES, "5:Z", "5"]}).json
    assert [one.get("_id") for one in found] == [*LINES, None, None]


def test_pages_go_on_after_a_key_of_several_columns(client_of):
    client = client_of()
    found, cursor = [], "*"
    while cursor:
        page = client.get("/v1/order_line/query", query_string={"size": 1, "search_after": cursor}).json
        found += [hit["_id"] for hit in page["hits"]]
        cursor = page.get("_search_after")
    assert sorted(found) == LINES


def test_a_table_without_a_key_is_served_by_rowid_or_a_unique_index_or_left_out(client_of, url, caplog):
    client = client_of()
    status = client.get("/status")
    assert status.status_code == 200
    assert client.get("/v1/price/A").json == {"_id": "A", "sku": "A", "amount": 3}
    assert client.get("/v1/film/47703").json == {"_id": "47703", "ID": 47703, "Title": "The Godfather"}
    if url.startswith("sqlite"):
        assert client.get("/v1/log/2").json == {"_id": "2", "message": "ended"}
    else:
        assert "log" not in status.json["documents"]
        assert "log is left out: the table log has neither a key nor a unique index" in caplog.text


@pytest.mark.parametrize(
    ("tables", "problem"),
    [
        (["ordre"], "ITEM_TYPES['bad']['tables'][0]: there is no table ordre, did you mean order"),
        ([{"table": "order", "key": "ordr_id"}], "[0]: 'key' names ordr_id, which is not a column of order, did you"),
        ([5], "[0]: an entry is the name of a table or an object with 'table', not 5"),
        ([{"table": "order", "text": "id"}], "[0]: 'text' must be a list of columns, not 'id'"),
        ([{"table": "order", "txt": []}], "[0]: 'txt' is not a key of a table, known: "),
        (
            [{"table": "product", "text": ["titel"]}],
            "[0]: 'text' names titel, which is not a column of product, did you",
        ),
        (
            ["order", {"table": "customer", "on": {"id": "customer"}}],
            "[1]: 'on' names customer, which is not a column of",
        ),
        (["order", {"table": "customer", "on": {"di": "customer_id"}}], "[1]: 'on' names di, which is not a column of"),
        (
            ["order", "customer"],
            "[1]: 'on' must join customer by columns: {column of customer: column of the base table}",
        ),
    ],
)
def test_a_wrong_table_is_named_where_it_is_and_the_others_are_served(client_of, caplog, tables, problem):
    client = client_of(ITEM_TYPES={"customer": {}, "bad": {"tables": tables}})
    assert client.get("/v1/customer/1").json["Full Name"] == "Ada"
    assert client.get("/v1/bad/5").status_code == 503
    assert problem in caplog.text
    status = client.get("/status")
    assert (status.status_code, status.json["status"], status.json["not_loaded"]) == (200, "yellow", ["bad"])


def test_a_table_is_joined_to_one_that_is_joined_before(client_of):
    client = client_of(ITEM_TYPES={"order": {"tables": CHAIN}})
    found = client.get("/v1/order/5").json
    lines = sorted(found["lines"], key=lambda line: line["quantity"])
    assert [(line["sku"], line["product"]["title"]) for line in lines] == [("A", "Chair"), ("A:1", "Lamp")]
    assert found["customer"] == {"Full Name": "Ada"}
    for q, id in (("lines.product.title:Desk", "6"), ("lines.quantity:2", "5"), ('customer.Full\\ Name:"Bob"', "6")):
        hits = client.get("/v1/order/query", query_string={"q": q}).json["hits"]
        assert [hit["_id"] for hit in hits] == [id], q
    facets = client.get("/v1/order/query?facets=lines.product.title&size=0").json["facets"]["lines.product.title"]
    assert sorted(term["term"] for term in facets["terms"]) == ["Bed", "Chair", "Desk", "Lamp"]


def test_foreign_keys_link_documents_and_the_documents_that_name_them(client_of):
    client = client_of()
    assert client.get("/v1/order/metadata").json["links"] == {"customer_id": "customer"}
    assert client.get("/v1/order_line/metadata").json["links"] == {"order_id": "order", "sku": "product"}
    page = client.get("/v1/order/5", headers={"Accept": "text/html"}).text
    assert 'href="/v1/customer/1"' in page
    page = client.get("/v1/customer/1", headers={"Accept": "text/html"}).text
    (address,) = re.findall(r'href="([^"]*)">Order</a> <span class="count">', page)
    found = client.get(html.unescape(address), headers={"Accept": "application/json"})
    assert "/v1/order/5" in client.get(html.unescape(address), headers={"Accept": "text/html"}).text
    assert found.status_code == 200


def test_foreign_keys_of_joined_tables_are_links_too(client_of):
    types = {"order": {"tables": CHAIN}, "product": {}, "client": {"tables": ["customer"]}}
    links = client_of(ITEM_TYPES=types).get("/v1/order/metadata").json["links"]
    assert links == {"customer_id": "client", "lines.sku": "product"}


def test_the_fields_that_words_search_are_named(client_of):
    client = client_of(ITEM_TYPES={"order": {"tables": CHAIN}})
    fields = client.get("/v1/order/metadata/fields").json
    searched = {name for name, field in fields.items() if field.get("searched_by_default")}
    assert searched == {"all", "customer.Full Name", "lines.quantity", "lines.sku", "lines.product.title"}
    for word in ("Ada", "Lamp"):
        assert client.get("/v1/order/query", query_string={"q": word}).json["total"] == 1

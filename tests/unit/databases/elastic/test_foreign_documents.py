"""Documents of an index that others loaded, with JSON that no answer can hold as it is."""

import urllib.request

import pytest

from searchapp import create_app

pytestmark = pytest.mark.elasticsearch

DOCUMENTS = {
    "half": r'{"a": "x\ud83d y", "b": {"c": "\ud800"}}',
    "large": '{"a": 1e999, "n": 123456789012345678901234567890}',
    "comments": r"""{"a": "/* no */ \"//", /* one "x */ "c": [1 // two
        , 2 /**/]}""",
    "order": '\ufeff{"a": "after a byte order mark"}',
    "good": '{"a": "é"}',
}


@pytest.fixture
def client(node, tmp_path):
    index = f"{node.prefix}_others"
    node("PUT", f"/{index}", {"mappings": {"enabled": False}})
    for id, text in DOCUMENTS.items():
        url, headers = f"{node.url}/{index}/_doc/{id}?refresh=true", {"Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(url, text.encode(), headers, method="PUT"), timeout=30).close()
    app = create_app(
        {
            "BACKEND": "elasticsearch",
            "ES_URL": node.url,
            "ITEM_TYPES": {"odd": {"index": index}},
            "SECRET_KEY": "k" * 32,
        }
    )
    yield app.test_client()
    app.extensions["searchapp"].backend.connection.client().close()


@pytest.mark.parametrize("format", ["json", "yaml", "msgpack", "csv", "html"])
@pytest.mark.parametrize("options", ["", "fields=a", "dotfield=true", "allow_null=z"])
def test_every_document_is_answered_in_every_format(client, format, options):
    options = f"format={format}&{options}"
    answers = [
        client.get(f"/v1/odd/{path}{options}") for path in ("half?", "large?", "comments?", "order?", "query?q=*&")
    ]
    answers.append(client.post(f"/v1/odd?{options}", json={"ids": list(DOCUMENTS)}))
    assert [answer.status_code for answer in answers] == [200] * 6


def test_halves_of_surrogate_pairs_are_replaced(client):
    assert client.get("/v1/odd/half?dotfield=true").json["b.c"] == "\ufffd"
    assert client.get("/v1/odd/query?q=*&size=9&fields=a,b").json["total"] == len(DOCUMENTS)


def test_numbers_beyond_64_bits_are_floats(client):
    assert client.get("/v1/odd/large?dotfield=true").json["n"] == 123456789012345678901234567890.0


def test_comments_and_byte_order_marks_are_no_part_of_a_document(client):
    found = client.get("/v1/odd/comments?fields=a,c").json
    assert (found["a"], found["c"]) == ('/* no */ "//', [1, 2])
    hits = client.get("/v1/odd/query?q=*&size=9").json["hits"]
    assert {hit["_id"]: hit["a"] for hit in hits}["order"] == "after a byte order mark"

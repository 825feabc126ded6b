"""Documents of the embedded engine that stay JSON on their way to a formatter that reads them so."""

import orjson
import pytest

from searchapp.databases.embedded.backend import EmbeddedBackend
from searchapp.protocols import Context

GENES = ({"_id": "1", "symbol": "CDK2"}, {"_id": "2", "symbol": "CDK3"})
LOOKUPS = [{"query": {"ids": {"values": [gene["_id"]]}}} for gene in GENES]
STORED = [gene["symbol"] for gene in GENES]


@pytest.fixture
def backend(tmp_path):
    backend = EmbeddedBackend(tmp_path, default_item_type="gene", secret_key="k")
    with backend.engine.builder("gene", {"properties": {"symbol": {"type": "keyword"}}}) as builder:
        for gene in GENES:
            builder.add(gene)
    return backend


def sources(response):
    return [hit["_source"] for hit in response["hits"]["hits"]]


@pytest.mark.parametrize("more", [{}, {"version": True}, {"highlight": {"fields": {"*": {}}}, "size": 1}])
def test_a_document_is_json_only_where_that_is_wanted(backend, more):
    body = {"query": {"term": {"symbol": "CDK2"}}, **more}
    (plain,) = sources(backend.search(body, Context()))
    (found,) = sources(backend.search(body, Context(json_parts=True)))
    assert plain["symbol"] == "CDK2"
    assert found == plain if "highlight" in more else orjson.loads(found) == plain


@pytest.mark.parametrize("bodies", [LOOKUPS, [{**body, "explain": True} for body in LOOKUPS]])
def test_documents_of_a_batch_are_json_only_where_that_is_wanted(backend, bodies):
    plain = [sources(response)[0]["symbol"] for response in backend.multi_search(bodies, Context())]
    assert plain == STORED
    assert [
        orjson.loads(*sources(each))["symbol"] for each in backend.multi_search(bodies, Context(json_parts=True))
    ] == STORED


def test_documents_of_scrolls_and_pages_are_json_only_where_that_is_wanted(backend):
    body = {"query": {"match_all": {}}}
    for options, kind in (({}, dict), ({"json_parts": True}, bytes)):
        assert {type(source) for source in sources(backend.scroll(body, Context(**options)))} == {kind}
        assert {type(source) for page in backend.stream(body, Context(**options)) for source in sources(page)} == {kind}

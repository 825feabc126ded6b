"""The Model Context Protocol, with its official client and message by message."""

import asyncio

import pytest
from mcp import Client

from searchapp import create_app

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
HEADERS = {"MCP-Protocol-Version": "2026-07-28"}


def with_client(base_url, work, mode="auto"):
    """What `work(client)` returns, a coroutine of the official client."""

    async def run():
        async with Client(f"{base_url}/mcp", mode=mode) as client:
            return await work(client)

    return asyncio.run(run())


def call(base_url, name, mode="auto", **arguments):
    """The structured result of a tool, and whether it is an error."""
    result = with_client(base_url, lambda client: client.call_tool(name, arguments), mode)
    return result.structured_content, result.is_error


def post(client, method, params=None, id=1, headers=None):
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": {"_meta": META, **(params or {})}}
    named = {"Mcp-Name": params["name"]} if params and "name" in params else {}
    return client.post("/mcp", json=message, headers={**HEADERS, "Mcp-Method": method, **named, **(headers or {})})


@pytest.mark.parametrize("mode", ["2026-07-28", "legacy"])
def test_the_tools_are_listed_for_clients_of_both_kinds(base_url, mode):
    tools = with_client(base_url, lambda client: client.list_tools(), mode).tools
    assert [tool.name for tool in tools] == ["collections", "fields", "search", "query", "lookup", "fetch"]
    assert all(tool.description and tool.input_schema["type"] == "object" for tool in tools)


@pytest.mark.parametrize("mode", ["2026-07-28", "legacy"])
def test_a_query_counts_facets_and_returns_hits(base_url, mode):
    found, is_error = call(
        base_url, "query", mode, collection="gene", q="symbol:CDK2", fields=["symbol"], facets=["locus_group"]
    )
    assert not is_error
    assert [hit["symbol"] for hit in found["hits"]] == ["CDK2"]
    assert found["facets"]["locus_group"]["terms"] == [{"term": "protein-coding gene", "count": 1}]


def test_collections_describes_each_collection(base_url):
    found, _ = call(base_url, "collections")
    gene = next(one for one in found["collections"] if one["name"] == "gene")
    assert gene["documents"] == 3000
    assert gene["example_ids"]
    assert gene["sources"]


def test_fields_are_described(base_url):
    found, _ = call(base_url, "fields", collection="gene", contains="symbol")
    assert found["fields"]["symbol"]["type"] == "keyword"
    assert all("symbol" in name for name in found["fields"])


def test_words_are_searched_in_every_collection(base_url):
    found, _ = call(base_url, "search", text="kinase", size=1)
    totals = {one["collection"]: one["total"] for one in found["results"]}
    assert totals["gene"] > 0
    assert set(totals) >= {"gene", "disease"}


def test_ids_are_found_or_missing(base_url):
    found, _ = call(base_url, "lookup", ids=["HGNC:1771", "DOID:4", "nope", "HGNC:1771"], fields=["name"])
    assert [(one["query"], one["collection"]) for one in found["results"]] == [
        ("HGNC:1771", "gene"),
        ("DOID:4", "disease"),
    ]
    assert found["missing"] == ["nope"]


def test_a_document_is_read_whole(base_url):
    found, _ = call(base_url, "fetch", collection="gene", id="HGNC:1771")
    assert found["document"]["symbol"] == "CDK2"


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("query", {"collection": "gene", "q": "((("}, "cannot be parsed"),
        ("query", {"collection": "nope"}, "no collection is named nope: use gene"),
        ("query", {"collection": "gene", "size": 100_000}, "size must be"),
        ("query", {"collection": "gene", "script": "x"}, "query has no argument script"),
        ("query", {"collection": "gene", "fields": "symbol"}, "fields must be a list of texts"),
        ("lookup", {"ids": []}, "ids is missing"),
        ("lookup", {"ids": ["x"] * 1001}, "ids may have at most 1000 entries"),
        ("fetch", {"collection": "gene", "id": "nope"}, "gene has no document with this id"),
        ("search", {}, "text is missing"),
    ],
)
def test_mistakes_in_arguments_are_a_result_that_the_model_can_read(base_url, name, arguments, words):
    found, is_error = call(base_url, name, **arguments)
    assert is_error
    assert words in found["error"]


def test_an_unknown_tool_is_an_error_of_the_protocol(client):
    answer = post(client, "tools/call", {"name": "nope"})
    assert (answer.status_code, answer.json["error"]) == (400, {"code": -32602, "message": "unknown tool: nope"})


def test_a_long_answer_is_shortened_and_names_the_address_of_all_of_it(engine):
    client = create_app({**engine.config, "MCP_MAX_BYTES": 3000}).test_client()
    params = {"name": "query", "arguments": {"collection": "gene", "q": "kinase", "size": 100}}
    answer = post(client, "tools/call", params)
    found = answer.json["result"]["structuredContent"]
    assert len(answer.json["result"]["content"][0]["text"]) < 3500
    assert 0 < len(found["hits"]) < 100
    assert found["truncated"].endswith("/v1/gene/query?q=kinase&fetch_all=true&format=csv")


def test_headers_must_agree_with_the_message(client):
    answer = post(client, "tools/list", headers={"Mcp-Method": "tools/call"})
    assert (answer.status_code, answer.json["error"]["code"]) == (400, -32020)


def test_an_unknown_revision_is_refused_with_the_known_ones(client):
    meta = {**META, "io.modelcontextprotocol/protocolVersion": "2030-01-01"}
    headers = {"MCP-Protocol-Version": "2030-01-01"}
    answer = post(client, "tools/list", {"_meta": meta}, headers=headers)
    assert answer.status_code == 400
    assert answer.json["error"]["data"] == {"supported": ["2026-07-28"], "requested": "2030-01-01"}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, -32700),
        (b"[" * 100 + b"]" * 100, 400, -32700),
        (b'{"q":[' + b"1," * 200_000 + b"1]}", 400, -32700),
        (b"[]", 400, -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": 1}', 400, -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "nope"}', 404, -32601),
    ],
)
def test_other_messages_are_refused(client, body, status, code):
    answer = client.post("/mcp", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)


def test_a_notification_has_no_answer(client):
    answer = client.post("/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (answer.status_code, answer.data) == (202, b"")


def test_there_is_no_stream_to_get(client):
    assert client.get("/mcp").status_code == 405


def test_a_setting_switches_it_off(engine):
    client = create_app({**engine.config, "MCP": False}).test_client()
    assert client.post("/mcp", json={}).status_code == 404

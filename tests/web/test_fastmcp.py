"""FastMCP makes tools of our specification, and its client uses them on a live server."""

import asyncio

import httpx2
import pytest
import requests
from fastmcp import Client, FastMCP


@pytest.mark.parametrize("engine", ["embedded"], indirect=True)
def test_fastmcp_makes_tools_of_the_specification_that_work(base_url):
    specification = requests.get(f"{base_url}/spec", timeout=30).json()
    operations = [one for path in specification["paths"].values() for one in path.values() if "operationId" in one]

    async def run():
        service = httpx2.AsyncClient(base_url=base_url)
        async with service, Client(FastMCP.from_openapi(specification, service)) as client:
            tools = {tool.name for tool in await client.list_tools()}
            gene = await client.call_tool("gene_get", {"id": "HGNC:1771", "fields": ["symbol"]})
            hits = await client.call_tool("gene_query", {"q": "symbol:CDK2", "size": 1, "facets": ["locus_group"]})
            batch = await client.call_tool("gene_query_many", {"q": ["CDK2", "nothing"], "scopes": ["symbol"]})
            return tools, *(one.structured_content["result"] for one in (gene, hits, batch))

    tools, gene, hits, batch = asyncio.run(run())
    assert len(tools) == len(operations)
    assert gene["symbol"] == "CDK2"
    assert [hit["_id"] for hit in hits["hits"]] == ["HGNC:1771"]
    assert hits["facets"]["locus_group"]["terms"] == [{"term": "protein-coding gene", "count": 1}]
    assert [entry.get("notfound", False) for entry in batch] == [False, True]

"""The files at the root for crawlers and language models: robots.txt, sitemaps of all documents, llms.txt, the icon."""

import gzip
from collections.abc import Iterator
from itertools import islice
from urllib.parse import quote
from xml.sax.saxutils import escape

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import NotFound

from ...components import Components, ItemType
from ...errors import none_on_error
from ..addresses import absolute_base, base_address
from ..request.admission import deadline
from ..routes import Routes

MAX_URLS = 50_000
"""Addresses in one sitemap: the limit of the sitemap protocol."""
XMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9"
GZIP_LEVEL = 3
CACHE_SECONDS = 86_400
"""Seconds that a crawler may keep a sitemap."""


def add_crawler_paths(blueprint: Blueprint, routes: Routes) -> None:
    """Add `/robots.txt`, `/sitemap.xml`, `/sitemap/{type}/{number}.xml`, `/llms.txt` and `/favicon.ico`."""
    crawlers = Crawlers(routes)
    blueprint.add_url_rule("/robots.txt", "robots", crawlers.robots)
    blueprint.add_url_rule("/sitemap.xml", "sitemaps", crawlers.sitemaps)
    blueprint.add_url_rule("/sitemap/<item_type>/<int:number>.xml", "sitemap", crawlers.sitemap)
    blueprint.add_url_rule("/llms.txt", "llms", crawlers.llms)
    blueprint.add_url_rule("/favicon.ico", "favicon", favicon)


class Crawlers:
    """The views, over the components of an application."""

    def __init__(self, routes: Routes):
        self.components: Components = routes.components
        self.settings = routes.components.settings
        self.root = routes.root
        self.version = f"{routes.root}/{self.settings['API_VERSION']}"

    def robots(self) -> Response:
        """Allows crawlers to read documents, but not searches, facets and completions, whose number is unlimited."""
        searches = [f"{self.version}/query", f"{self.version}/*/query", f"{self.root}/search", f"{self.version}/lookup"]
        others = [*(f"{self.version}/*/{name}" for name in ("suggest", "batch", "reconcile")), f"{self.root}/mcp"]
        lines = ["User-agent: *", *(f"Disallow: {path}" for path in (*searches, *others)), "Allow: /"]
        base = base_address(self.settings)
        return text([*lines, *([f"Sitemap: {base}/sitemap.xml"] if base else [])])

    def sitemaps(self) -> Response:
        """The index of the sitemaps, one for each 50,000 documents of a collection; 503 if one is unavailable."""
        base = absolute_base(self.settings)
        paths = (
            f"{base}/sitemap/{quote(name)}/{number}.xml"
            for name, item_type in self.components.item_types.items()
            for number in range(1, 1 + number_of_maps(self.total(item_type)))
        )
        return xml("sitemapindex", "sitemap", paths)

    def sitemap(self, item_type: str, number: int) -> Response:
        """The addresses of 50,000 documents, in the order of the collection; 404 after the last."""
        found = self.components.item_types.get(item_type)
        if found is None or not 1 <= number <= number_of_maps(self.total(found)):
            raise NotFound
        ids = islice(ids_of(found, deadline(self.settings["DEADLINE"])), (number - 1) * MAX_URLS, number * MAX_URLS)
        path = f"{absolute_base(self.settings)}{self.version}/{quote(item_type)}"
        return xml("urlset", "url", (f"{path}/{quote(id, safe=':')}" for id in ids))

    def llms(self) -> Response:
        """A description of the service for language models, in the form of llmstxt.org."""
        settings, base, types = self.settings, base_address(self.settings), self.components.item_types
        collections = [
            f"- [{one.title}]({base}{self.version}/{name}/query): {self.counted(one)}"
            f"one is at `{self.version}/{name}/{{id}}`, its fields at `{self.version}/{name}/metadata/fields`"
            for name, one in types.items()
        ]
        access = [
            f"- [API specification]({base}{self.root}/spec): OpenAPI, JSON",
            f"- [Sources and licences]({base}{self.root}/metadata)",
            f"- Search: `{self.version}/{{collection}}/query?q=` in Lucene syntax; `relax=auto` forgives typing errors",
            f"- Look up many ids: POST `ids` to `{self.version}/{{collection}}`, any ids to `{self.version}/lookup`",
            *([f"- MCP server: `{base}{self.root}/mcp`"] if settings["MCP"] else []),
        ]
        head = [f"# {settings['TITLE']}", "", f"> {settings['DESCRIPTION']}", "", "## Collections", ""]
        return text([*head, *collections, "", "## Access", "", *access])

    def counted(self, item_type: ItemType) -> str:
        """The number of documents as the beginning of a sentence; empty while the database does not answer."""
        number = none_on_error(lambda: self.total(item_type))
        return "" if number is None else f"{number:,} documents; "

    def total(self, item_type: ItemType) -> int:
        """The number of documents. Raises PipelineError while the database does not answer."""
        end = deadline(self.settings["DEADLINE"])
        return int(item_type.pipeline.search(item_type=item_type.name, size=0, deadline=end).get("total") or 0)


def number_of_maps(documents: int) -> int:
    return -(-documents // MAX_URLS)


def ids_of(item_type: ItemType, end: float) -> Iterator[str]:
    """The id of each document of a collection."""
    for batch in item_type.pipeline.stream(item_type=item_type.name, _source=["_id"], deadline=end):
        for document in batch:
            yield document["_id"]


def text(lines: list[str]) -> Response:
    return Response("\n".join(lines) + "\n", mimetype="text/plain")


def xml(root: str, element: str, addresses: Iterator[str]) -> Response:
    """A sitemap or an index of sitemaps, with one element per address; compressed for callers that accept gzip."""
    entries = "".join(f"<{element}><loc>{escape(address)}</loc></{element}>\n" for address in addresses)
    body = f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} xmlns="{XMLNS}">\n{entries}</{root}>\n'.encode()
    headers = {"Cache-Control": f"max-age={CACHE_SECONDS}, private", "Vary": "Accept-Encoding"}
    if request.accept_encodings.quality("gzip"):
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, GZIP_LEVEL)
    return Response(body, mimetype="application/xml", headers=headers)


def favicon() -> Response:
    """The icon of the pages, for browsers that request it at the root."""
    return Response(status=301, headers={"Location": url_for("pages.static", filename="icon.svg")})

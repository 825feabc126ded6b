"""`/{type}/reconcile`: the Reconciliation Service API 0.2 over one collection, as JSON or JSONP.

GET or POST  /reconcile                     the manifest; with `queries` candidates; with `extend` values of documents
GET          /reconcile/suggest/{entity, property, type}?prefix=
GET          /reconcile/properties?type=    the properties that `extend` takes
GET          /reconcile/preview?id=         a small page about a document
"""

import re
from collections.abc import Callable
from typing import Any

import orjson
from flask import Blueprint, Response, render_template, request

from ...components import ItemType
from ...errors import ErrorKind, PipelineError
from ..addresses import base_address
from ..request.admission import deadline
from ..response.headers import NO_STORE
from ..routes import Mount, Routes
from .candidates import Candidates
from .documents import Documents, extended
from .queries import most_queries, read_extension, read_parameters, read_queries

NAME = re.compile(r"[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*")
"""A function of JavaScript, as JSONP may name it."""

MAX_NAME = 200
FRAMED = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The policy of a preview, which other sites show in a frame."""

WIDTH, HEIGHT = 430, 300
MAX_SUGGESTED = 10
MAX_PROPOSED = 10_000

Answer = Callable[[], Any]


def reconcile_blueprint(routes: Routes) -> Blueprint:
    """`/reconcile` of every item type, unless the setting RECONCILE is off."""
    blueprint = Blueprint("reconcile", __name__)
    if not routes.components.settings["RECONCILE"]:
        return blueprint
    for mount in routes.of_types:
        service = Service(routes, mount)
        mount.add(blueprint, "/reconcile", "reconcile", json_view(service.answer), post=True)
        mount.add(blueprint, "/reconcile/properties", "properties", json_view(service.propose))
        mount.add(blueprint, "/reconcile/preview", "preview", service.preview)
        for name, suggest in (("entity", service.entities), ("property", service.fields), ("type", service.types)):
            mount.add(blueprint, f"/reconcile/suggest/{name}", f"suggest-{name}", json_view(suggest))
    return blueprint


class Service:
    """The answers for one item type."""

    def __init__(self, routes: Routes, mount: Mount):
        self.settings = routes.components.settings
        self.item_type: ItemType = mount.item_type
        self.path = mount.path
        self.type = {"id": self.item_type.name, "name": self.item_type.title}
        self.documents = Documents(routes.components, self.item_type)

    def answer(self) -> Any:
        """The answer to the parameters: candidates, values, or the manifest."""
        given = read_parameters(request)
        if "queries" in given or "query" in given:
            is_batch = "queries" in given
            queries = read_queries(given["queries" if is_batch else "query"], is_batch, self.settings)
            candidates = Candidates(self.documents, self.item_type, self.settings["DEADLINE"])
            return candidates.of(queries) if is_batch else candidates.of(queries)[""]
        if "extend" in given:
            return extended(self.documents, *read_extension(given["extend"], self.settings), self.end())
        return self.manifest()

    def end(self) -> float:
        return deadline(self.settings["DEADLINE"])

    def manifest(self) -> dict[str, Any]:
        """The functions of the service with their addresses, which need BASE_URL or a host in TRUSTED_HOSTS."""
        base = base_address(self.settings)
        own = f"{base}{self.path}/reconcile"
        return {
            "versions": ["0.1", "0.2"],
            "name": f"{self.settings['TITLE']}: {self.item_type.title}",
            "identifierSpace": f"{base}{self.path}/",
            "schemaSpace": f"{base}{self.path}/metadata/fields",
            "defaultTypes": [self.type],
            "view": {"url": f"{base}{self.path}/{{{{id}}}}?format=html"},
            "preview": {"url": f"{own}/preview?id={{{{id}}}}", "width": WIDTH, "height": HEIGHT},
            "suggest": {
                name: {"service_url": own, "service_path": f"/suggest/{name}"}
                for name in ("entity", "property", "type")
            },
            "extend": {"propose_properties": {"service_url": own, "service_path": "/properties"}},
            "batchSize": most_queries(self.settings),
        }

    def entities(self) -> dict[str, Any]:
        """Documents whose names begin with a text."""
        prefix = request.args.get("prefix", "").strip()
        found = self.documents.begun(prefix, cursor(), MAX_SUGGESTED, self.end()) if prefix else []
        naming = self.documents.naming()
        return {"result": [{**naming.named(one), "notable": [self.type]} for one in found]}

    def fields(self) -> dict[str, Any]:
        """Properties whose id or name contains a text."""
        prefix, start = request.args.get("prefix", "").lower(), cursor()
        found = [one for one in self.documents.properties() if prefix in f"{one['id']} {one['name']}".lower()]
        return {"result": found[start : start + MAX_SUGGESTED]}

    def types(self) -> dict[str, Any]:
        """The type of the documents, if it contains the text."""
        prefix = request.args.get("prefix", "").lower()
        return {"result": [self.type] if prefix in f"{self.type['id']} {self.type['name']}".lower() else []}

    def propose(self) -> dict[str, Any]:
        """The properties of the type; properties of many documents come first."""
        found = self.documents.properties()
        limit = max(min(request.args.get("limit", default=len(found), type=int), MAX_PROPOSED), 0)
        return {"type": self.item_type.name, "limit": limit, "properties": found[:limit]}

    def preview(self) -> Response:
        """A small page about a document, for a frame."""
        id = request.args.get("id", "")
        document = self.documents.by_ids([id], self.end()).get(id)
        if document is None:
            raise PipelineError.of(ErrorKind.NOT_FOUND)
        about = {**self.documents.naming().named(document), "rows": self.documents.rows(document)}
        page = render_template("preview.html", **about, type=self.type["name"])
        return Response(page, headers={"Content-Security-Policy": FRAMED}, mimetype="text/html")


def json_view(answer: Answer) -> Callable[[], Response]:
    """A view that writes an answer as JSON, or as a call of the function that `callback` names."""

    def view() -> Response:
        name = request.args.get("callback")
        if name is not None and not (len(name) <= MAX_NAME and NAME.fullmatch(name)):
            raise PipelineError(400, "callback must be the name of a function", {"keyword": "callback"})
        body = orjson.dumps(answer(), default=str)
        if name is None:
            return Response(body, content_type="application/json", headers=[NO_STORE])
        script = b"/**/" + name.encode() + b"(" + safe(body) + b");"
        return Response(script, content_type="application/javascript; charset=utf-8", headers=[NO_STORE])

    return view


def safe(body: bytes) -> bytes:
    """The JSON with U+2028 and U+2029 escaped, because older JavaScript reads them as the end of a line."""
    return body.replace("\u2028".encode(), b"\\u2028").replace("\u2029".encode(), b"\\u2029")


def cursor() -> int:
    """The position of the first suggestion."""
    return max(request.args.get("cursor", default=0, type=int), 0)

"""`/.well-known/api-catalog` of RFC 9727: the APIs of this host, each with its description, as a set of links."""

from typing import Any

import orjson
from flask import Blueprint, Response

from ..addresses import absolute_base
from ..routes import Routes
from .signposting import API_CATALOG, JSON, Signpost, link_header

LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'


def add_api_catalog(blueprint: Blueprint, routes: Routes) -> None:
    """Add the path at the root of the host."""

    def view() -> Response:
        base = absolute_base(routes.components.settings)
        body = orjson.dumps({"linkset": linkset(base, routes)})
        link = link_header([Signpost(API_CATALOG, "api-catalog")])
        return Response(body, content_type=LINKSET, headers={"Link": link})

    blueprint.add_url_rule(API_CATALOG, "api-catalog", view)


def linkset(base: str, routes: Routes) -> list[dict[str, Any]]:
    """The links to the APIs, then the links of each API: one API per collection, and one for all collections."""
    root = f"{base}{routes.root}"
    apis = {f"{root}/": root, **{f"{base}{mount.path}": f"{base}{mount.path}" for mount in routes.of_types}}
    listed = {"anchor": f"{base}{API_CATALOG}", "item": [{"href": anchor} for anchor in apis]}
    return [listed, *(of_api(anchor, path, root) for anchor, path in apis.items())]


def of_api(anchor: str, path: str, root: str) -> dict[str, Any]:
    """The description, documentation, metadata and state of one API, whose specification lies below the path."""
    return {
        "anchor": anchor,
        "service-desc": [{"href": f"{path}/spec", "type": JSON}],
        "service-doc": [{"href": f"{root}/docs", "type": "text/html"}],
        "service-meta": [{"href": f"{path}/metadata", "type": JSON}],
        "status": [{"href": f"{root}/status", "type": JSON}],
    }

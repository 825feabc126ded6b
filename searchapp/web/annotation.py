"""Annotation: the document with an id, or a list of documents for a list of ids; of one collection, or of all."""

from typing import Any

from flask import Blueprint, Response

from ..components import ItemType
from ..federated import lookup_all, named_types
from .discovery.jsonld import jsonld_format
from .endpoint import Answer, Endpoint
from .request.current import current_request
from .response.headers import no_version
from .routes import Routes, View


def annotation_blueprint(routes: Routes) -> Blueprint:
    """`/{type}/{id}` and `/{type}` of every item type, and `/lookup` in all of them."""
    blueprint = Blueprint("annotation", __name__)
    for mount in routes.of_types:
        endpoint = annotation(routes, mount.item_type)
        mount.add(blueprint, "", "annotation", endpoint.view, post=True)
        mount.add(blueprint, "/<id:id>", "document", document(endpoint), post=True)
    routes.of_default.add(blueprint, "/lookup", "lookup", lookup(routes).view, post=True)
    return blueprint


def annotation(routes: Routes, item_type: ItemType) -> Endpoint:
    """Looks up an id, or each id of a list; an id without a document is a 404."""
    return routes.endpoint(
        "annotation",
        item_type,
        with_or_without_slash(item_type.pipeline.fetch),
        routes.pages.document(item_type),
        columns=routes.columns(item_type),
        formats=routes.formats.with_own(jsonld_format(routes.components, item_type)),
    )


def lookup(routes: Routes) -> Endpoint:
    """Looks up an id, or each id of a list, in all collections."""
    item_types = routes.components.item_types
    columns = [routes.columns(item_type) for item_type in item_types.values()]

    def answer(id: Any, **options: Any) -> Any:
        chosen = named_types(item_types, options.pop("item_types", None))
        return lookup_all(chosen, id if isinstance(id, list) else [id], options)

    def of_all(wanted: list[str] | None) -> list[str]:
        return list(dict.fromkeys(name for of_type in columns for name in of_type(wanted)))

    default, page = routes.components.default, routes.pages.object("Documents")
    return routes.endpoint("lookup", default, answer, page, columns=of_all, version=no_version)


def document(endpoint: Endpoint) -> View:
    """The response for the id of a path. A POST may end with a slash, which is not part of the id."""

    def view(id: str) -> Response:
        return endpoint.view(id=id.removesuffix("/") if current_request().method == "POST" else id)

    return view


def with_or_without_slash(fetch: Answer) -> Answer:
    """Looks up an id that ends with a slash, then without the slash, which may belong to the path."""

    def answer(id: Any, **options: Any) -> Any:
        found = fetch(id, **options)
        if found is None and isinstance(id, str) and id.endswith("/") and len(id) > 1:
            return fetch(id[:-1], **options)
        return found

    return answer

"""Annotation: the document with an id, or a list of documents for a list of ids."""

from typing import Any

from flask import Blueprint, Response, request

from ..components import ItemType
from .endpoint import Answer, Endpoint
from .routes import Routes, View


def annotation_blueprint(routes: Routes) -> Blueprint:
    """`/{type}/{id}` and `/{type}` of every item type."""
    blueprint = Blueprint("annotation", __name__)
    for mount in routes.of_types:
        endpoint = annotation(routes, mount.item_type)
        mount.add(blueprint, "", "annotation", endpoint.view, post=True)
        mount.add(blueprint, "/<id:id>", "document", document(endpoint), post=True)
    return blueprint


def annotation(routes: Routes, item_type: ItemType) -> Endpoint:
    """Looks up an id, or each id of a list; an id without a document is a 404."""
    return routes.endpoint(
        "annotation",
        item_type,
        with_or_without_slash(item_type.pipeline.fetch),
        routes.pages.document(item_type),
        columns=routes.columns(item_type),
    )


def document(endpoint: Endpoint) -> View:
    """The response for the id of a path; a POST reads a slash at the end as the other form of the path."""

    def view(id: str) -> Response:
        return endpoint.view(id=id.removesuffix("/") if request.method == "POST" else id)

    return view


def with_or_without_slash(fetch: Answer) -> Answer:
    """Looks an id that ends with a slash up as it is, then without the slash, which may only end the path."""

    def answer(id: Any, **options: Any) -> Any:
        found = fetch(id, **options)
        if found is None and isinstance(id, str) and id.endswith("/") and len(id) > 1:
            return fetch(id[:-1], **options)
        return found

    return answer

"""Annotation: the document with an id, or a list of documents for a list of ids."""

from flask import Blueprint

from ..components import ItemType
from .endpoint import Endpoint
from .routes import Routes


def annotation_blueprint(routes: Routes) -> Blueprint:
    """`/{type}/{id}` and `/{type}` of every item type."""
    blueprint = Blueprint("annotation", __name__)
    for mount in routes.of_types:
        endpoint = annotation(routes, mount.item_type)
        mount.add(blueprint, "", "annotation", endpoint.view, post=True)
        mount.add(blueprint, "/<id>", "document", endpoint.view, post=True)
    return blueprint


def annotation(routes: Routes, item_type: ItemType) -> Endpoint:
    """Looks up an id, or each id of a list; an id without a document is a 404."""
    return routes.endpoint(
        "annotation",
        item_type,
        item_type.pipeline.fetch,
        routes.pages.document(item_type),
        columns=routes.columns(item_type),
    )

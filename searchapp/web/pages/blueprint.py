"""The blueprint for browsers only: the front page, the API documentation, and the static files."""

from flask import Blueprint

from ..endpoint import Endpoint
from ..routes import Routes
from .docs import add_docs
from .front import front


def pages_blueprint(routes: Routes, static_folder: str) -> Blueprint:
    """`/`, `/docs` and `/static` below URL_PREFIX, the front page at the root too."""
    blueprint = Blueprint("pages", __name__, static_folder=static_folder, static_url_path=f"{routes.root}/static")
    for mount in routes.of_service:
        mount.add(blueprint, "/", "front", front_page(routes).view)
    add_docs(blueprint, routes.components, routes.root)
    return blueprint


def front_page(routes: Routes) -> Endpoint:
    """Shows the collections, with examples of searches."""
    return routes.endpoint(
        "status", routes.components.default, front(routes.components), routes.pages.front, format="html"
    )

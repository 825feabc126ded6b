"""The blueprint for browsers only: the front page, the API documentation, and the static files."""

from importlib.util import find_spec
from pathlib import Path

from flask import Blueprint, Response, render_template, send_from_directory, url_for

from ...components import Components
from ..endpoint import Endpoint
from ..response.headers import POLICY
from ..routes import Routes
from .front import front

FILES = ("swagger-ui-bundle.js", "swagger-ui.css", "LICENSE")
PICTURES = f"{POLICY}; img-src 'self' data:"
"""Swagger UI draws its arrows from data addresses."""


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


def swagger_files() -> Path | None:
    """The folder of Swagger UI's files; None if the package is not installed."""
    found = find_spec("flask_swagger_ui")
    return Path(found.origin).parent / "dist" if found and found.origin else None


def add_docs(blueprint: Blueprint, components: Components, root: str) -> None:
    """Add the page `/docs` and the files it needs."""
    folder = swagger_files()

    def docs() -> Response:
        other_formats = {name: url_for("service.spec", format=name) for name in ("json", "yaml")}
        values = {"components": components, "settings": components.settings, "other_formats": other_formats}
        page = render_template("docs.html", ready=folder is not None, **values)
        return Response(page, mimetype="text/html", headers={"Content-Security-Policy": PICTURES})

    def file(name: str) -> Response:
        return send_from_directory(folder, name, max_age=86400) if folder else Response(status=404)

    blueprint.add_url_rule(f"{root}/docs", "docs", docs)
    blueprint.add_url_rule(f"{root}/docs/files/<any({','.join(map(repr, FILES))}):name>", "docs-file", file)

"""`/downloads/{type}/{name}`: the files of complete collections, with ranges for programs that resume a download."""

from pathlib import Path

from flask import Blueprint, Response, send_from_directory
from werkzeug.exceptions import NotFound

from ..routes import Routes
from .files import folder_of

TYPES = {".gz": "application/gzip", ".parquet": "application/vnd.apache.parquet"}
CACHE_SECONDS = 365 * 86_400
"""Seconds that a file may be cached, because its name belongs to one state of the collection."""


def downloads_blueprint(routes: Routes) -> Blueprint:
    """The files below `/downloads`. The metadata of each collection lists them."""
    blueprint = Blueprint("downloads", __name__)
    components = routes.components

    def view(item_type: str, name: str) -> Response:
        if item_type not in components.item_types:
            raise NotFound
        key = name.removeprefix(f"{item_type}-").partition(".")[0]
        folder = folder_of(components, components.item_types[item_type]) / key
        return send_from_directory(folder, name, mimetype=TYPES.get(Path(name).suffix), max_age=CACHE_SECONDS)

    blueprint.add_url_rule(f"{routes.root}/downloads/<item_type>/<name>", "file", view)
    return blueprint

"""A public API and web pages over collections of JSON documents."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .version import __version__

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["__version__", "create_app"]


def create_app(config: Mapping[str, Any] | None = None) -> "Flask":
    """The application that the settings describe; what does not fit stops the start with a SettingsError."""
    # imported here, so that the engine and the loader do not need the web side
    from flask import Flask

    from .components import build_components
    from .config.load import instance_folder, load_settings
    from .web.extra import extra_formats, register_extra_pages
    from .web.observability.log import register_log
    from .web.observability.metrics import register_metrics
    from .web.pages import Pages, register_pages
    from .web.request.admission import register_admission
    from .web.response.errors import register_errors
    from .web.response.formats import Formats
    from .web.response.headers import register_headers
    from .web.response.no_session import NoSession
    from .web.routes import register_routes

    app = Flask(
        __name__,
        instance_path=instance_folder(config),
        template_folder=str(folder("templates")),
        static_folder=None,  # its path depends on the settings: see register_pages
    )
    app.config.update(load_settings(Path(app.instance_path), config, app.default_config))
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = app.config["MAX_BODY"]
    app.config["EXTRA_FORMATS"] = extra_formats(app.config)
    app.session_interface = NoSession()
    # Flask looks whether a function is a coroutine each time that it calls one
    app.ensure_sync = lru_cache(maxsize=1024)(app.ensure_sync)  # type: ignore[method-assign]

    components = build_components(app.config)
    formats = Formats(app.config["JSON_WRAP_LISTS"], app.config["EXTRA_FORMATS"])
    pages = Pages(components)
    app.extensions["searchapp"] = components

    register_headers(app, app.config["CORS_ORIGINS"])
    register_log(app, app.config["LOG_FORMAT"])
    register_metrics(app)
    register_admission(app)
    register_errors(app, pages.error, formats)
    register_pages(app, components, str(folder("static")))
    register_routes(app, components, pages, formats)
    register_extra_pages(app, components)
    return app


def folder(name: str) -> Path:
    """Where templates or static files are: inside an installed package, beside the package in its source tree."""
    package = Path(__file__).parent
    return package / name if (package / name).is_dir() else package.parent / name

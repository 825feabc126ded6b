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
    """The application that the settings describe. Wrong settings raise a SettingsError."""
    # imported here, so that the engine and the loader do not need the web side
    from flask import Flask

    from .components.build import build_components
    from .config.load import instance_folder
    from .web.annotation import annotation_blueprint
    from .web.batch.blueprint import batch_blueprint
    from .web.downloads.blueprint import downloads_blueprint
    from .web.extra import register_extra_pages
    from .web.mcp.blueprint import mcp_blueprint
    from .web.metadata import metadata_blueprint
    from .web.observability.log import register_log
    from .web.observability.metrics import register_metrics
    from .web.observability.tracing import register_tracing
    from .web.observability.usage import register_usage
    from .web.pages.blueprint import pages_blueprint
    from .web.pages.site import Pages, register_templates
    from .web.query import query_blueprint
    from .web.rate_limits.limits import register_limits
    from .web.reconcile.blueprint import reconcile_blueprint
    from .web.request.admission import register_admission
    from .web.response.errors import NAMES_OF_PATHS, register_errors
    from .web.response.formats import Formats
    from .web.response.headers import register_headers
    from .web.routes import Routes
    from .web.service import service_blueprint

    app = Flask(
        __name__,
        instance_path=instance_folder(config),
        template_folder=str(folder("templates")),
        static_folder=None,  # that of the pages
    )
    configure(app, config)
    components = app.extensions["searchapp"] = build_components(app.config)
    formats = Formats(app.config["JSON_WRAP_LISTS"], app.config["EXTRA_FORMATS"])
    pages = Pages(components)
    routes = Routes(components, pages, formats)

    register_tracing(app, components.backend)
    register_headers(app, app.config["CORS_ORIGINS"])
    register_log(app, app.config["LOG_FORMAT"])
    register_metrics(app)
    register_usage(app, components)
    register_admission(app)
    register_limits(app)
    register_errors(app, pages.error, formats, (*components.item_types, *NAMES_OF_PATHS))
    register_templates(app)

    app.register_blueprint(annotation_blueprint(routes))
    app.register_blueprint(query_blueprint(routes))
    app.register_blueprint(batch_blueprint(routes))
    app.register_blueprint(metadata_blueprint(routes))
    app.register_blueprint(service_blueprint(routes))
    app.register_blueprint(downloads_blueprint(routes))
    app.register_blueprint(mcp_blueprint(routes))
    app.register_blueprint(reconcile_blueprint(routes))
    app.register_blueprint(pages_blueprint(routes, str(folder("static"))))
    register_extra_pages(app, components)
    return app


def configure(app: "Flask", config: Mapping[str, Any] | None) -> None:
    """Give the app its settings, and the settings of Flask that follow from them."""
    from .config.load import load_settings
    from .web.extra import extra_formats
    from .web.ids import IdConverter
    from .web.request.flask_context import NoSession, register_url_adapter

    app.config.update(load_settings(Path(app.instance_path), config, app.default_config))
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = app.config["MAX_BODY"]
    app.config["EXTRA_FORMATS"] = extra_formats(app.config)
    app.session_interface = NoSession()
    # Flask looks whether a function is a coroutine each time that it calls one
    app.ensure_sync = lru_cache(maxsize=1024)(app.ensure_sync)  # type: ignore[method-assign]
    app.url_map.converters["id"] = IdConverter
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    register_url_adapter(app)


def folder(name: str) -> Path:
    """The folder of templates or static files: in the installed package, or next to the package in its source tree."""
    package = Path(__file__).parent
    return package / name if (package / name).is_dir() else package.parent / name

"""The paths: those of every item type, registered before the first request, and those of the service."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Flask, Response, request
from werkzeug.exceptions import MethodNotAllowed

from ..components import Components, ItemType
from ..config.settings import SettingsError
from ..options.optionset import OptionSet
from . import service
from .annotation import annotation
from .endpoint import Answer, Endpoint, Page
from .metadata import fields, sources
from .pages import Pages
from .query import query, stream
from .response.columns import field_columns, source_fields
from .response.formats import Formats
from .response.links import Links
from .response.stream import Streams
from .service import quietly
from .suggest import suggest

BESIDE = ("HEAD", "OPTIONS")
"""The methods that every path has beside GET."""

WRITING = ["POST", "PUT", "PATCH", "DELETE"]
ENDPOINTS = ("annotation", "query", "suggest", "metadata", "fields", "status", "spec")


def register_routes(app: Flask, components: Components, pages: Pages, formats: Formats) -> None:
    """Give the app its paths; both slash forms of each answer directly."""
    settings = components.settings
    root = service.root_path(settings)
    versioned = f"{root}/{settings['API_VERSION']}"
    endpoints = Endpoints(components, pages, formats)
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    for item_type in components.item_types.values():
        app.register_blueprint(type_paths(endpoints, item_type), url_prefix=f"{versioned}/{item_type.name}")
    app.register_blueprint(default_paths(endpoints, components.default), url_prefix=versioned)
    app.register_blueprint(service_paths(endpoints), url_prefix=root or None)
    if root:
        app.register_blueprint(service_paths(endpoints), name="root")


class Endpoints:
    """Makes the endpoints of an application, each for an item type."""

    def __init__(self, components: Components, pages: Pages, formats: Formats):
        self.components = components
        self.pages = pages
        self.seconds = components.settings["DEADLINE"]
        self.cache = cache_times(components.settings)
        self.formats = formats
        self.streams = Streams(components.settings["MAX_STREAMS"])
        self.options = {
            (name, method): OptionSet(components.options, name, method)
            for name in ENDPOINTS
            for method in ("GET", "POST")
        }

    def make(self, name: str, item_type: ItemType, answer: Answer, page: Page, **more: Any) -> Endpoint:
        """An endpoint with the options of its name."""
        get, post = self.options[name, "GET"], self.options[name, "POST"]
        # whether a GET names a size decides if hits are shown beside facets, so that the builder has the default
        defaults = {"item_type": item_type.name, **get.defaults}
        defaults.pop("size", None)
        return Endpoint(
            name=name,
            item_type=item_type.name,
            answer=answer,
            page=page,
            options={"GET": get, "HEAD": get, "POST": post},
            defaults={"GET": defaults, "HEAD": defaults, "POST": {"item_type": item_type.name, **post.defaults}},
            formats=self.formats,
            max_age=self.cache[name],
            **more,
        )

    def annotation(self, item_type: ItemType) -> Endpoint:
        answer = annotation(item_type.pipeline.fetch, self.seconds)
        return self.make("annotation", item_type, answer, self.pages.document(item_type), **self.of_data(item_type))

    def query(self, item_type: ItemType) -> Endpoint:
        return self.make(
            "query",
            item_type,
            self.pages.browsed(item_type, query(item_type.pipeline.search, self.seconds)),
            self.pages.results(item_type),
            stream=stream(item_type.pipeline.stream, self.seconds),
            streams=self.streams,
            links=Links.of(self.components.settings),
            **self.of_data(item_type),
        )

    def of_data(self, item_type: ItemType) -> dict[str, Any]:
        """What only the endpoints that answer documents have."""
        metadata, hidden = self.components.metadata, item_type.settings["excluded_keys"]

        def columns(wanted: list[str] | None) -> list[str]:
            mapping = quietly(lambda: metadata.mapping(item_type.name)) or {}
            return field_columns(wanted, source_fields(mapping), hidden)

        return {"version": self.version(item_type), "columns": columns}

    def suggest(self, item_type: ItemType) -> Endpoint:
        answer, page = suggest(item_type.pipeline.suggest, self.seconds), self.pages.object("Suggestions")
        return self.make("suggest", item_type, answer, page, version=self.version(item_type))

    def metadata(self, item_type: ItemType) -> Endpoint:
        answer = sources(item_type, self.components)
        return self.make("metadata", item_type, answer, self.pages.sources(item_type), version=self.version(item_type))

    def fields(self, item_type: ItemType) -> Endpoint:
        answer = fields(item_type, self.components)
        return self.make("fields", item_type, answer, self.pages.fields(item_type), version=self.version(item_type))

    def spec(self, item_type: ItemType, *item_types: ItemType) -> Endpoint:
        answer = service.specification(self.components, self.options, self.formats, item_types)
        return self.make("spec", item_type, answer, self.pages.spec, version=self.version(item_type))

    def status(self, answer: Answer) -> Endpoint:
        return self.make("status", self.components.default, answer, self.pages.status, store=False)

    def front(self) -> Endpoint:
        default, answer = self.components.default, service.front(self.components)
        return self.make("status", default, answer, self.pages.front, format="html", version=self.version(default))

    def version(self, item_type: ItemType) -> Callable[[], str | None]:
        """A function that gives the version of the data: that of the sources, else of the collection's state."""
        metadata, name = self.components.metadata, item_type.name

        def version() -> str | None:
            return quietly(lambda: metadata.sources(name).get("build_version") or metadata.generation(name))

        return version


def cache_times(settings: Mapping[str, Any]) -> dict[str, int | None]:
    """The seconds that the answers of each endpoint may be kept."""
    own = settings["ENDPOINT_CACHE"]
    for name in own:
        if name not in ENDPOINTS:
            raise SettingsError(f"ENDPOINT_CACHE names an unknown endpoint: {name}, known: {', '.join(ENDPOINTS)}")
    return {name: own.get(name, settings["CACHE_MAX_AGE"]) for name in ENDPOINTS}


def type_paths(endpoints: Endpoints, item_type: ItemType) -> Blueprint:
    """The paths of one item type."""
    paths = Blueprint(f"type-{item_type.name}", __name__)
    look_up = endpoints.annotation(item_type)
    add(paths, "", "annotation", look_up, post=True)
    add(paths, "/<id>", "document", look_up, post=True)
    add(paths, "/query", "query", endpoints.query(item_type), post=True)
    add(paths, "/suggest", "suggest", endpoints.suggest(item_type))
    add(paths, "/metadata", "metadata", endpoints.metadata(item_type))
    add(paths, "/metadata/fields", "fields", endpoints.fields(item_type))
    add(paths, "/spec", "spec", endpoints.spec(item_type, item_type))
    for name in ("suggest", "metadata", "spec"):  # or else a POST would look up an id of this name
        paths.add_url_rule(f"/{name}", f"{name}-post", read_only, methods=WRITING, provide_automatic_options=False)
    return paths


def default_paths(endpoints: Endpoints, item_type: ItemType) -> Blueprint:
    """The paths under the version that name no type."""
    paths = Blueprint("default", __name__)
    add(paths, "/query", "query", endpoints.query(item_type), post=True)
    add(paths, "/suggest", "suggest", endpoints.suggest(item_type))
    add(paths, "/metadata", "metadata", endpoints.metadata(item_type))
    add(paths, "/metadata/fields", "fields", endpoints.fields(item_type))
    add(paths, "/spec", "spec", endpoints.spec(item_type, *endpoints.components.item_types.values()))
    return paths


def service_paths(endpoints: Endpoints) -> Blueprint:
    """The paths of the service: they describe the default type and list the others."""
    paths = Blueprint("service", __name__)
    types = endpoints.components.item_types
    default = endpoints.components.default
    add(paths, "/metadata", "metadata", endpoints.metadata(default))
    add(paths, "/metadata/fields", "fields", endpoints.fields(default))
    add(paths, "/spec", "spec", endpoints.spec(default, *types.values()))
    add(paths, "/status", "status", endpoints.status(service.health(endpoints.components)))
    add(paths, "/status/ready", "ready", endpoints.status(service.health(endpoints.components)))
    add(paths, "/status/live", "live", endpoints.status(service.live))
    add(paths, "/", "front", endpoints.front())
    searches = {name: endpoints.query(item_type) for name, item_type in types.items()}

    def search() -> Response:
        """The results of the search form, whose type is a parameter."""
        return searches.get(request.args.get("type", ""), searches[default.name]).view()

    paths.add_url_rule("/search", "search", search)
    return paths


def add(paths: Blueprint, rule: str, name: str, endpoint: Endpoint, post: bool = False) -> None:
    """Let the endpoint answer at the path, and OPTIONS beside it."""
    methods = ["GET", "POST"] if post else ["GET"]
    paths.add_url_rule(rule, name, endpoint.view, methods=methods, provide_automatic_options=False)
    paths.add_url_rule(
        rule, f"{name}-options", preflight(methods), methods=["OPTIONS"], provide_automatic_options=False
    )


def read_only() -> Response:
    """The answer to a POST and the like where there is nothing to send."""
    raise MethodNotAllowed(["GET", *BESIDE])


def preflight(methods: list[str]) -> Callable[..., Response]:
    """What answers OPTIONS where there are these methods: nothing but headers, those of every answer among them."""
    allow = ", ".join(sorted([*methods, *BESIDE]))
    return lambda **path: Response(status=204, headers={"Allow": allow})

"""The prefixes of paths, the methods of a path, and the common settings of the endpoints of an application.

Each blueprint is made in the module of its name: annotation, query, metadata, service and pages. Their paths are
registered before the first request, once for every item type, so that an unknown type is a 404 by itself.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response
from werkzeug.exceptions import MethodNotAllowed

from ..components import Components, ItemType
from ..config.settings import SettingsError
from ..errors import none_on_error
from ..options.endpoints import EVERYWHERE as ENDPOINTS
from ..options.optionset import OptionSet
from .endpoint import Answer, Endpoint, Page
from .response.columns import field_columns, source_fields
from .response.formats import Formats
from .response.headers import Headers, data_version
from .response.stream import Streams

if TYPE_CHECKING:
    from .pages.site import Pages

ALWAYS_ALLOWED = ("HEAD", "OPTIONS")
"""The methods of every path in addition to GET."""

WRITING = ["POST", "PUT", "PATCH", "DELETE"]
View = Callable[..., Response]


@dataclass(frozen=True)
class Mount:
    """A path below which endpoints answer for an item type.

    The suffix makes their names different: `fields:gene` belongs to a type, `fields` to the service.
    """

    suffix: str
    path: str
    item_type: ItemType

    def endpoint(self, name: str) -> str:
        """The name of an endpoint here, which the name of its blueprint precedes."""
        return name + self.suffix

    def add(self, blueprint: Blueprint, rule: str, name: str, view: View, post: bool = False) -> None:
        """Lets the view answer a path, and adds OPTIONS to it."""
        methods = ["GET", "POST"] if post else ["GET"]
        answers = ((name, view, methods), (f"{name}-options", preflight(methods), ["OPTIONS"]))
        for endpoint, function, allowed in answers:
            blueprint.add_url_rule(
                self.path + rule, self.endpoint(endpoint), function, methods=allowed, provide_automatic_options=False
            )


def preflight(methods: list[str], beside: Iterable[str] = ALWAYS_ALLOWED) -> View:
    """The view for OPTIONS on a path with these methods: an answer without a body."""
    allow = ", ".join(sorted([*methods, *beside]))
    return lambda **path: Response(status=204, headers={"Allow": allow})


def refuse_writing(blueprint: Blueprint, mount: Mount, name: str) -> None:
    """Answers a POST to a read-only path with 405; it would otherwise look up an id of this name."""
    rule = f"{mount.path}/{name}"
    blueprint.add_url_rule(
        rule, mount.endpoint(f"{name}-post"), read_only, methods=WRITING, provide_automatic_options=False
    )


def read_only() -> Response:
    """The answer to a POST on a read-only path."""
    raise MethodNotAllowed(["GET", *ALWAYS_ALLOWED])


class Routes:
    """The paths of an application, and its endpoints, each for an item type.

    `of_types` are the mounts of the item types. `of_default` is the mount of the version, whose paths name no type.
    `of_service` are the mounts of the service: below URL_PREFIX, and at the root too.
    """

    def __init__(self, components: Components, pages: "Pages", formats: Formats):
        settings, default = components.settings, components.default
        self.components = components
        self.pages = pages
        self.formats = formats
        self.streams = Streams(settings["MAX_STREAMS"])
        self.max_ages = max_ages(settings)
        self.options = {
            (name, method): OptionSet(components.options, name, method)
            for name in ENDPOINTS
            for method in ("GET", "POST")
        }
        self.root = root = pages.root
        version = f"{root}/{settings['API_VERSION']}"
        types = components.item_types.values()
        self.of_types = [Mount(f":{item_type.name}", f"{version}/{item_type.name}", item_type) for item_type in types]
        self.of_default = Mount("-default", version, default)
        self.of_service = [Mount("", root, default), *([Mount("-root", "", default)] if root else [])]

    def endpoint(self, name: str, item_type: ItemType, answer: Answer, page: Page, **more: Any) -> Endpoint:
        """An endpoint with the options of its name."""
        get, post = self.options[name, "GET"], self.options[name, "POST"]
        # the builder has the default size: whether a GET names a size decides if facets come with hits
        defaults = {"item_type": item_type.name, **get.defaults}
        defaults.pop("size", None)
        return Endpoint(
            name=name,
            item_type=item_type.name,
            answer=answer,
            page=page,
            fields=partial(self.components.metadata.fields, item_type.name),
            seconds=self.components.settings["DEADLINE"],
            options={"GET": get, "HEAD": get, "POST": post},
            defaults={"GET": defaults, "HEAD": defaults, "POST": {"item_type": item_type.name, **post.defaults}},
            max_age=self.max_ages[name],
            allow_partial=self.components.settings["ALLOW_PARTIAL"],
            **{"version": self.version(item_type), "formats": self.formats, **more},
        )

    def version(self, item_type: ItemType) -> Callable[[], Headers]:
        """A function that gives the header with the version of the data."""
        return partial(data_version, self.components.metadata, item_type.name)

    def columns(self, item_type: ItemType) -> Callable[[list[str] | None], list[str]]:
        """A function that gives the columns of a table of documents for the requested fields."""
        metadata, hidden = self.components.metadata, item_type.settings["excluded_keys"]

        def columns(wanted: list[str] | None) -> list[str]:
            mapping = none_on_error(lambda: metadata.mapping(item_type.name)) or {}
            return field_columns(wanted, source_fields(mapping), hidden)

        return columns


def max_ages(settings: Mapping[str, Any]) -> dict[str, int | None]:
    """The seconds that answers may be cached, by endpoint."""
    own = settings["ENDPOINT_CACHE"]
    for name in own:
        if name not in ENDPOINTS:
            raise SettingsError(f"ENDPOINT_CACHE names an unknown endpoint: {name}, known: {', '.join(ENDPOINTS)}")
    return {name: own.get(name, settings["CACHE_MAX_AGE"]) for name in ENDPOINTS}

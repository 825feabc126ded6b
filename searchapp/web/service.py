"""The service about itself: its state, its specification, what its front page shows."""

from collections.abc import Iterable, Mapping
from typing import Any

from .. import __version__
from ..components import Components, ItemType
from ..errors import PipelineError
from ..options.optionset import OptionSet
from . import openapi
from .endpoint import Answer, Options

OptionSets = Mapping[tuple[str, str], OptionSet]


def health(components: Components) -> Answer:
    """What answers a status request: 200 and the number of documents while the database answers."""

    def answer(options: Options) -> dict[str, Any]:
        return {"success": True, **components.backend.health()}

    return answer


def live(options: Options) -> dict[str, Any]:
    """That this process answers, whatever the database does."""
    return {"success": True, "status": "live"}


def front(components: Components) -> Answer:
    """What the front page shows, as data."""

    def answer(options: Options) -> dict[str, Any]:
        state = quietly(components.backend.health)
        counts = (state or {}).get("documents", {})
        return {
            "title": components.settings["TITLE"],
            "description": components.settings["DESCRIPTION"],
            "available": state is not None,
            "item_types": {
                name: {"documents": counts.get(name), "src": sources_of(components, name)}
                for name in components.item_types
            },
        }

    return answer


def sources_of(components: Components, item_type: str) -> Mapping[str, Any]:
    """The sources of a collection, none while the database does not answer."""
    notes = quietly(lambda: components.metadata.sources(item_type)) or {}
    return notes.get("src") or {}


def quietly(ask: Any) -> Any:
    """What `ask` gives, None where the database fails: a page then shows less."""
    try:
        return ask()
    except PipelineError:
        return None


def specification(components: Components, options: OptionSets, item_types: Iterable[ItemType]) -> Answer:
    """What answers a specification request; made once, for these item types."""
    settings = components.settings
    root = root_path(settings)
    versioned = f"{root}/{settings['API_VERSION']}"
    paths: dict[str, Any] = {}
    for item_type in item_types:
        examples = item_type.settings["examples"]
        paths |= openapi.data_paths(versioned, item_type.name, options, examples)
        for name in ("metadata", "metadata/fields"):
            paths[f"{versioned}/{item_type.name}/{name}"] = service_path(options, name, item_type.name)
    default = components.default
    examples = default.settings["examples"]
    paths[f"{versioned}/query"] = openapi.query_path(default.name, ["service"], options, examples, "default")
    paths[f"{versioned}/suggest"] = openapi.suggest_path(default.name, ["service"], options, "default")
    for name in ("metadata", "metadata/fields", "status", "spec"):
        paths[f"{root}/{name}"] = service_path(options, name)
    found = openapi.specification(
        settings["TITLE"], settings["DESCRIPTION"], __version__, settings["BASE_URL"] or "/", paths
    )
    return lambda _: found


def root_path(settings: Mapping[str, Any]) -> str:
    """What stands before every path."""
    return f"/{settings['URL_PREFIX']}" if settings["URL_PREFIX"] else ""


def service_path(options: OptionSets, name: str, item_type: str = "") -> dict[str, Any]:
    last = name.rpartition("/")[2]
    summary = SUMMARIES[last] + (f" of {item_type}" if item_type else "")
    return openapi.service_path("_".join(filter(None, (item_type, last))), summary, options[last, "GET"])


SUMMARIES = {
    "metadata": "Sources",
    "fields": "Fields",
    "status": "Whether the database answers",
    "spec": "This description",
}

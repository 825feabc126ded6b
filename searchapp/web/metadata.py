"""Metadata: the sources of a collection, and its fields."""

import platform
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Blueprint

from ..components import Components, ItemType
from ..version import __version__
from .endpoint import Endpoint
from .none_on_error import none_on_error
from .routes import Routes, refuse_writing

OF_FIELDS = ("_coverage", "_field_notes", "_guessed", "_loaded")
"""What is known and guessed of the fields; a fields request shows it."""

LICENCE = ("licence", "licence_url")
"""The spelling of the keys that is read beside `license` and `license_url`."""

PACKAGES = ("elasticsearch", "flask", "gunicorn", "jmespath", "orjson", "tantivy")


def metadata_blueprint(routes: Routes) -> Blueprint:
    """`metadata` and `metadata/fields` of every item type, of the default one and of the service."""
    blueprint = Blueprint("metadata", __name__)
    for mount in (*routes.of_types, routes.of_default, *routes.of_service):
        mount.add(blueprint, "/metadata", "metadata", metadata(routes, mount.item_type).view)
        mount.add(blueprint, "/metadata/fields", "fields", metadata_fields(routes, mount.item_type).view)
    for mount in routes.of_types:
        refuse_writing(blueprint, mount, "metadata")
    return blueprint


def metadata(routes: Routes, item_type: ItemType) -> Endpoint:
    """Names the sources of a collection."""
    return routes.endpoint(
        "metadata", item_type, sources(item_type, routes.components), routes.pages.sources(item_type)
    )


def metadata_fields(routes: Routes, item_type: ItemType) -> Endpoint:
    """Names the fields of a collection."""
    return routes.endpoint("fields", item_type, fields(item_type, routes.components), routes.pages.fields(item_type))


def sources(item_type: ItemType, components: Components) -> Callable[..., dict[str, Any]]:
    """What answers a metadata request: the notes of the collection, under the names of its item type."""
    metadata, name = components.metadata, item_type.name
    named = dict.fromkeys(components.settings["METADATA_ITEM_TYPE_KEYS"], name)
    listed = {"item_types": list(components.item_types), "user_queries": sorted(item_type.settings["user_queries"])}

    def answer(raw: bool = False, dev: bool = False, **_: Any) -> dict[str, Any]:
        if raw:
            return {name: metadata.mapping(name)}
        notes = metadata.sources(name)
        hidden = OF_FIELDS if dev else [key for key in notes if key.startswith("_")]
        shown = {key: value for key, value in notes.items() if key not in hidden}
        developers = {"software": software(), "backend": components.settings["BACKEND"]} if dev else {}
        return {**shown, "src": with_license_keys(notes.get("src") or {}), **listed, **named, **developers}

    return answer


def with_license_keys(sources: Mapping[str, Any]) -> dict[str, Any]:
    """The sources, with `license` and `license_url` where they have only `licence` and `licence_url`."""
    return {
        name: {**{key.replace("licence", "license"): source[key] for key in LICENCE if key in source}, **source}
        if isinstance(source, Mapping)
        else source
        for name, source in sources.items()
    }


def sources_of(components: Components, item_type: str) -> Mapping[str, Any]:
    """The sources of a collection, none while the database does not answer."""
    notes = none_on_error(lambda: components.metadata.sources(item_type)) or {}
    return with_license_keys(notes.get("src") or {})


def software() -> dict[str, str]:
    """The versions of this package and of those that it stands on."""
    found = {"searchapp": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # it need not be installed as a package
            continue
    return found


def fields(item_type: ItemType, components: Components) -> Callable[..., dict[str, Any]]:
    """What answers a fields request: one entry per field, chosen by `prefix` and `search`."""
    metadata, name = components.metadata, item_type.name

    def answer(raw: bool = False, prefix: str | None = None, search: str | None = None, **_: Any) -> dict[str, Any]:
        mapping = metadata.mapping(name)
        if raw:
            return {name: mapping.get("properties", {})}
        return item_type.formatter.transform_mapping(mapping, prefix, search, name)

    return answer

"""Metadata: the sources of a collection, and its fields."""

import platform
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from flask import Blueprint

from ..components import Components, ItemType
from ..version import __version__
from .discovery.croissant import croissant_format
from .downloads.changes import CHANGES, ids_by_kind
from .downloads.files import path_of, with_addresses
from .endpoint import Endpoint
from .routes import Routes, refuse_writing
from .sources import with_license_keys

OF_FIELDS = ("_coverage", "_field_notes", "_guessed", "_loaded")
"""Notes about fields. Metadata leaves them out, because the answer about fields has them."""

FILES = "files"
"""The key of the files of the complete collection. A note with this name is left out."""

PACKAGES = ("elasticsearch", "flask", "gunicorn", "jmespath", "orjson", "tantivy")


def metadata_blueprint(routes: Routes) -> Blueprint:
    """`metadata` and `metadata/fields` of every item type, of the default one and of the service."""
    blueprint = Blueprint("metadata", __name__)
    for mount in (*routes.of_types, routes.of_default, *routes.of_service):
        described = [mount.item_type] if mount in routes.of_types else list(routes.components.item_types.values())
        mount.add(blueprint, "/metadata", "metadata", metadata(routes, mount.item_type, described).view)
        mount.add(blueprint, "/metadata/fields", "fields", metadata_fields(routes, mount.item_type).view)
    for mount in routes.of_types:
        mount.add(blueprint, "/metadata/changes", "changes", metadata_changes(routes, mount.item_type).view)
        refuse_writing(blueprint, mount, "metadata")
    return blueprint


def metadata(routes: Routes, item_type: ItemType, described: Sequence[ItemType]) -> Endpoint:
    """Names the sources of a collection; as Croissant it describes all these collections."""
    croissant = croissant_format(routes.components, {one.name: routes.columns(one) for one in described})
    answer, page = sources(item_type, routes.components), routes.pages.sources(item_type)
    return routes.endpoint("metadata", item_type, answer, page, formats=routes.formats.with_own(croissant))


def metadata_fields(routes: Routes, item_type: ItemType) -> Endpoint:
    """Names the fields of a collection."""
    return routes.endpoint("fields", item_type, fields(item_type, routes.components), routes.pages.fields(item_type))


def metadata_changes(routes: Routes, item_type: ItemType) -> Endpoint:
    """The kept generations of a collection, and the changes of the last load."""
    page = routes.pages.object("Changes")
    return routes.endpoint("changes", item_type, changes(item_type, routes.components), page)


def changes(item_type: ItemType, components: Components) -> Callable[..., dict[str, Any]]:
    """The answer function of `changes`; the answer has changes if their file was made."""

    def answer(**_: Any) -> dict[str, Any]:
        kept = components.backend.generations(item_type.name)
        listed = {"current": next((one["name"] for one in kept if one["current"]), None), "generations": kept}
        for file, url in with_addresses(components, item_type):
            if file["format"] == CHANGES:
                ids = ids_by_kind(path_of(components, item_type, file))
                about = {name: file[name] for name in ("from", "to", "counts")}
                return {**listed, **about, **ids, "url": url}
        return listed

    return answer


def sources(item_type: ItemType, components: Components) -> Callable[..., dict[str, Any]]:
    """The answer function of `metadata`: the notes of the collection, with the names of its item type."""
    metadata, name = components.metadata, item_type.name
    named = dict.fromkeys(components.settings["METADATA_ITEM_TYPE_KEYS"], name)
    listed = {"item_types": list(components.item_types), "user_queries": sorted(item_type.settings["user_queries"])}

    def answer(raw: bool = False, dev: bool = False, **_: Any) -> dict[str, Any]:
        if raw:
            return {name: metadata.mapping(name)}
        notes = metadata.sources(name)
        hidden = OF_FIELDS if dev else [key for key in notes if key.startswith("_")]
        shown = {key: value for key, value in notes.items() if key not in (*hidden, FILES)}
        files = [{**file, "url": url} for file, url in with_addresses(components, item_type)]
        whole = {FILES: files} if files else {}
        developers = {"software": software(), "backend": components.settings["BACKEND"]} if dev else {}
        return {**shown, "src": with_license_keys(notes.get("src") or {}), **whole, **listed, **named, **developers}

    return answer


def software() -> dict[str, str]:
    """The versions of this package and of the packages that it uses."""
    found = {"searchapp": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # the package runs from its folder, without being installed
            continue
    return found


def fields(item_type: ItemType, components: Components) -> Callable[..., dict[str, Any]]:
    """The answer function of `fields`: one entry per field, filtered by `prefix` and `search`."""
    metadata, name = components.metadata, item_type.name

    def answer(raw: bool = False, prefix: str | None = None, search: str | None = None, **_: Any) -> dict[str, Any]:
        mapping = metadata.mapping(name)
        if raw:
            return {name: mapping.get("properties", {})}
        return item_type.formatter.transform_mapping(mapping, prefix, search, name)

    return answer
